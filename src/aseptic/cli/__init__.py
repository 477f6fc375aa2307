"""The command line: parse, call one verb, show. One file a command, imported when called."""
