"""The eligibility policy: what may be stored at all, and how. Pure; the table is handed in."""
