"""A tiny map of a cave system, served over HTTP."""

__version__ = "0.3.1"
