"""Other people's formats in: session logs to events, memory files to notes."""
