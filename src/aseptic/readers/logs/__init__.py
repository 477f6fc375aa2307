"""Session-log formats. One file a format, each with `sniff` and `read`."""
