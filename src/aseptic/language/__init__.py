"""What a sentence says: claims, terms, values, polarity, modality, likeness. Pure functions.

A floor of its own because gates (rules/) and judges (engines/) both stand on it
and may not import each other; see docs/decisions/0001-language-floor.md.
"""
