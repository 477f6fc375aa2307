"""Pure functions to verdicts and findings. No I/O: facts are handed in."""
