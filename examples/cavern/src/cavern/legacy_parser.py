"""Reads the old `place: way=place` map format."""


def parse(line: str) -> tuple[str, dict[str, str]]:
    place, _, ways = line.partition(":")
    return place.strip(), dict(w.split("=") for w in ways.split())
