"""The categories that our detectors report, and what each is."""

from __future__ import annotations

CATEGORIES: dict[str, str] = {
    "credential": "what opens a door: keys, tokens, passwords, private keys",
    "payment": "cards and bank accounts",
    "identity": "numbers that a state gives a person: social security, tax, licence, passport",
    "contact": "e-mail addresses, telephone numbers",
    "location": "where a person lives or is: street addresses, coordinates",
    "network": "public internet addresses",
    "health": "illness, treatment and medicine of a person",
    "preference": "what somebody likes or wants",
    "instruction": "what an agent shall do or not do",
    "project fact": "how a project works",
    "other": "nothing of the above was seen",
}

SUBJECTS = ("preference", "instruction", "project fact", "other")
"""Categories that say what a text is about; they never have a span to take out."""
