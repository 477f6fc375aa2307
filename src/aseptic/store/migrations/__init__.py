"""The schema, one numbered file a step, one folder a dialect. Steps are never edited."""
