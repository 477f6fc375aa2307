"""Judges, a file each, behind `engines.base.Judge`."""
