"""How right is the judge? Claims with a known truth, made from real logs, and their mutants."""
