"""Rules on the injected context, one file each. Pure: every fact is handed in."""
