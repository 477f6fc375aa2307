"""Keeps wrong notes out of an agent's memory, and proves it."""

__version__ = "0.1.0"
