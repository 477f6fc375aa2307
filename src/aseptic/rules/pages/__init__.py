"""One page a code, as package data: what it does, why, an example, what to do instead."""
