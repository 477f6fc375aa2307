"""Memory-file formats. One file a format, each with `matches` and `read`."""
