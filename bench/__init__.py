"""Measurements of aseptic on real data. Not part of the package; the package imports nothing of it."""
