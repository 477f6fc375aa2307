"""How well personal data is found, and how often ordinary text is taken for it."""
