"""Chains of steps: a file a flow."""
