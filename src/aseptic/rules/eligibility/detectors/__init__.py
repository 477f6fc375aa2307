"""Detectors, each replaceable: anything with a `name` and `find(text)` serves."""
