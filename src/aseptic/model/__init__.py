"""The nouns. Plain frozen values; no I/O and no behaviour beyond their own invariants."""
