"""Where events and records are kept. One contract, answered alike by every dialect."""
