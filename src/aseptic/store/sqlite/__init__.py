"""SQLite: one file, write-ahead log, the SQLite that `apsw` carries."""
