"""A project on disk: discover, read, judge, findings."""
