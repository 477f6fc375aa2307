"""Judges, embedders and the search for evidence, behind small Protocols."""
