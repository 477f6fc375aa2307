"""What the benchmark asks of a store, asked of ours and of the stand-in alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from bench.gatemem.memory_keeper import MemoryKeeper
from bench.gatemem.store import Asker, DoubleKeeper, Entry, Keeper

BOTH = frozenset({"case", "funding"})


@pytest.fixture(params=[DoubleKeeper, MemoryKeeper])
def keeper(request: pytest.FixtureRequest) -> Iterator[Keeper]:
    """Each store, empty."""
    make: Callable[[], Keeper] = request.param
    made = make()
    yield made
    made.close()


def _asker(purpose: str, tenant: str = "one") -> Asker:
    return Asker(tenant, "p", "r", purpose)


def _entry(name: str, text: str, order: int = 0, purposes: frozenset[str] = BOTH) -> Entry:
    return Entry(name, text, purposes, "s", "first", order)


def test_it_serves_each_purpose_of_a_text_and_no_other(keeper: Keeper) -> None:
    """Two purposes find it; a third, and another tenant, do not."""
    name = keeper.put("one", _entry("a", "The amount is 3,120 USD."))
    assert list(keeper.search(_asker("case"), "which amount", 5)) == [name]
    assert list(keeper.search(_asker("funding"), "which amount", 5)) == [name]
    assert list(keeper.search(_asker("programme"), "which amount", 5)) == []
    assert list(keeper.search(_asker("case", "two"), "which amount", 5)) == []


def test_what_is_forgotten_is_served_to_nobody_and_its_neighbour_is(keeper: Keeper) -> None:
    """All its copies go, and nothing else."""
    gone = keeper.put("one", _entry("a", "The amount is 3,120 USD."))
    kept = keeper.put("one", _entry("b", "The amount is 3,090 USD.", 1))
    keeper.forget("one", gone, 2)
    for purpose in BOTH:
        assert list(keeper.search(_asker(purpose), "amount", 5)) == [kept]


def test_what_no_longer_holds_is_not_found_until_it_is_said_again(keeper: Keeper) -> None:
    """Superseded is out of search; a new statement of the same is found."""
    name = keeper.put("one", _entry("a", "The amount is 3,120 USD."))
    keeper.supersede("one", name, 1)
    assert list(keeper.search(_asker("case"), "amount", 5)) == []
    again = keeper.put("one", _entry("a", "The amount is 3,120 USD.", 2))
    assert list(keeper.search(_asker("case"), "amount", 5)) == [again]


def test_the_same_text_twice_is_served_once(keeper: Keeper) -> None:
    """Noise that is repeated forty times does not fill the first twenty hits."""
    for order in range(3):
        keeper.put("one", _entry("a", "The amount is 3,120 USD.", order))
    assert len(keeper.search(_asker("case"), "amount", 5)) == 1
