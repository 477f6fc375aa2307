"""Which texts are nearly the same: candidates by index, then verified. Never every pair of many.

Similarity is the normalized Indel similarity of RapidFuzz (2 x longest common
subsequence / both lengths), 0 to 1, of texts with white space and case levelled.
It finds candidates for a merge and decides nothing: "safe" and "not safe" are 0.8
alike. `aseptic.language.guard` has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from aseptic.records import dataclass

SMALL = 60
"""Up to here all pairs are looked at by shared trigrams, which needs no index and 2 ms;
importing the index and the verifier would take 45 ms of a hook's time."""
SHINGLE = 5
"""Characters a shingle. Unrelated lines share 2 % of them, one edited word leaves 70 %."""
PERMUTATIONS, BANDS = 128, 32
"""A pair with Jaccard .5 becomes a candidate with .87, one with .7 with .9998."""
MAX_CANDIDATES = 64
"""Candidates verified for one text: keeps a pile of copies from costing its square."""
MAX_PARTNERS = 8
_TRIGRAM_SHARE = 0.35
"""Of `threshold`: with fewer of the shorter text's trigrams shared it is out of reach in practice."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts by their index, the earlier first, and how alike they are (0 to 1)."""

    first: int
    second: int
    similarity: float


def normalize(text: str) -> str:
    """White space and case levelled, list and emphasis marks dropped."""
    return " ".join(text.replace("*", "").replace("`", "").split()).casefold()


def near_pairs(
    texts: Sequence[str],
    *,
    threshold: float,
    method: str = "minhash",
    simhash_distance: int = 3,
) -> Iterator[Pair]:
    """Pairs at least `threshold` alike; for each text at most its 8 best earlier partners.

    Equal texts are paired with their first copy only. `method` is `minhash` or
    `simhash` (Hamming distance at most `simhash_distance` of 64 bits; similarity is
    then the share of equal bits, and `threshold` is not used).

    Raises:
        ValueError: another method.
    """
    if method not in ("minhash", "simhash"):
        raise ValueError(f"duplicates.method must be 'minhash' or 'simhash', not {method!r}")
    flat = [normalize(text) for text in texts]
    firsts: dict[str, int] = {}
    unique: list[int] = []
    for i, text in enumerate(flat):
        if not text:
            continue
        if text in firsts:
            yield Pair(firsts[text], i, 1.0)
        else:
            firsts[text] = i
            unique.append(i)
    distinct = [flat[i] for i in unique]
    if method == "simhash":
        found = _by_simhash(distinct, simhash_distance)
    elif len(distinct) <= SMALL:
        found = _verified(distinct, _by_trigrams(distinct, threshold), threshold, indel)
    else:
        found = _verified(distinct, _by_minhash(distinct), threshold, _fast_ratio())
    for pair in found:
        yield Pair(unique[pair.first], unique[pair.second], pair.similarity)


def similarity(one: str, other: str) -> float:
    """How alike two texts are, 0 to 1."""
    return indel(normalize(one), normalize(other))


def _verified(
    texts: Sequence[str],
    candidates: Iterator[tuple[int, Sequence[int]]],
    threshold: float,
    ratio: Callable[[str, str], float],
) -> Iterator[Pair]:
    for second, firsts in candidates:
        scored = [Pair(first, second, ratio(texts[first], texts[second])) for first in firsts]
        scored = [pair for pair in scored if pair.similarity >= threshold]
        scored.sort(key=lambda pair: (-pair.similarity, pair.first))
        yield from scored[:MAX_PARTNERS]


def _fast_ratio() -> Callable[[str, str], float]:
    from rapidfuzz.distance.Indel import normalized_similarity

    return normalized_similarity


def indel(one: str, other: str) -> float:
    """The same number as RapidFuzz's, by bit-parallel longest common subsequence.

    40 microseconds for 100 characters: for a few pairs cheaper than importing it.
    """
    total = len(one) + len(other)
    if not total:
        return 1.0
    masks: dict[str, int] = {}
    for at, char in enumerate(one):
        masks[char] = masks.get(char, 0) | 1 << at
    full = (1 << len(one)) - 1
    row = full
    for char in other:
        met = row & masks.get(char, 0)
        row = (row + met | row - met) & full
    return 2 * (len(one) - row.bit_count()) / total


def _by_trigrams(texts: Sequence[str], threshold: float) -> Iterator[tuple[int, Sequence[int]]]:
    grams = [{text[i : i + 3] for i in range(max(1, len(text) - 2))} for text in texts]
    share = _TRIGRAM_SHARE * threshold
    for second, mine in enumerate(grams):
        yield (
            second,
            [
                first
                for first in range(second)
                if len(mine & grams[first]) >= share * min(len(mine), len(grams[first]))
            ],
        )


def _by_minhash(texts: Sequence[str]) -> Iterator[tuple[int, Sequence[int]]]:
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=0.5, num_perm=PERMUTATIONS, num_bands=BANDS)
    for i, text in enumerate(texts):
        sketch = RMinHash(num_perm=PERMUTATIONS, seed=1)
        sketch.update(_shingles(text))
        found = index.query(sketch)
        if len(found) > MAX_CANDIDATES:
            found = sorted(found)[-MAX_CANDIDATES:]
        yield i, found
        index.insert(i, sketch)


def _shingles(text: str) -> list[str]:
    return [text[i : i + SHINGLE] for i in range(max(1, len(text) - SHINGLE + 1))]


def _by_simhash(texts: Sequence[str], distance: int) -> Iterator[Pair]:
    """Two of 64 bits within `distance` share one of `distance + 1` blocks (pigeonhole)."""
    blocks = distance + 1
    width = 64 // blocks
    tables: list[dict[int, list[int]]] = [{} for _ in range(blocks)]
    hashes: list[int] = []
    for second, text in enumerate(texts):
        mine = simhash(text)
        firsts: set[int] = set()
        for b, table in enumerate(tables):
            key = (mine >> (b * width)) & ((1 << (width if b < blocks - 1 else 64)) - 1)
            bucket = table.setdefault(key, [])
            firsts.update(bucket[-MAX_CANDIDATES:])
            bucket.append(second)
        for first in sorted(firsts):
            apart = (hashes[first] ^ mine).bit_count()
            if apart <= distance:
                yield Pair(first, second, 1 - apart / 64)
        hashes.append(mine)


def simhash(text: str) -> int:
    """The 64-bit SimHash of a text's shingles."""
    from hashlib import blake2b

    counts = [0] * 64
    for shingle in _shingles(text):
        value = int.from_bytes(blake2b(shingle.encode("utf-8", "replace"), digest_size=8).digest())
        for bit in range(64):
            counts[bit] += 1 if value >> bit & 1 else -1
    return sum(1 << bit for bit in range(64) if counts[bit] > 0)
