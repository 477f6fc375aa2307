"""What every governed store promises. A new store joins by one more entry in STORES."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from store_making import START, bring, event, opened, texts, units

from aseptic.errors import StoreError
from aseptic.model.event import Origin
from aseptic.model.scope import Scope
from aseptic.model.verdict import Outcome
from aseptic.store.base import NewLink, NewRecord, Store

STORES: dict[str, Callable[[], Any]] = {"sqlite": opened}
LINES = [f"line {n}" for n in range(10)]


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    made = STORES[request.param]()
    yield made
    made.close()


class TestContract:
    """Run on each store."""

    def test_events_come_back_as_they_went_in(self, store: Store) -> None:
        """Every field of an event survives."""
        whole = replace(
            event(0, "out\x00\u2028put"), ok=False, tool="Bash", call="c", command="make test",
            path="/r/a.py", start_line=3, exit_code=2, uid="u", time=START + timedelta(microseconds=1),
        )  # fmt: skip
        with store.change("import", writer="test") as change:
            assert change.append(whole, Scope()) == ("s", True)
        assert store.event("s", 0) == whole
        assert list(store.events("s")) == [whole]

    def test_an_empty_store_is_not_verified(self, store: Store) -> None:
        """Nothing checked is unknown, never a pass."""
        assert store.verify().outcome is Outcome.UNKNOWN

    def test_importing_again_changes_nothing(self, store: Store) -> None:
        """The second time nothing is added, and the chain is the same to the byte."""
        first = bring(store, units(LINES))
        head = store.verify()
        again = bring(store, units(LINES))
        assert (first.added, first.held, again.added, again.held) == (10, 0, 0, 10)
        assert store.verify() == head
        assert head.outcome is Outcome.PASS
        assert (head.events, head.changesets) == (10, 1)

    def test_a_later_copy_adds_its_end(self, store: Store) -> None:
        """The prefix property: a longer copy adds what is new, under another path too."""
        bring(store, units(LINES[:4]))
        assert bring(store, units(LINES), "later.jsonl").added == 6
        assert bring(store, units(LINES[:7]), "older.jsonl").added == 0
        assert texts(store) == LINES

    def test_a_diverging_copy_is_kept_as_a_fork(self, store: Store) -> None:
        """Never overwritten, never lost, found again when either copy grows."""
        bring(store, units(LINES))
        other = [*LINES[:5], *[f"other {n}" for n in range(5, 8)]]
        forked = bring(store, units(other), "other.jsonl")
        assert forked.forks == {"s~2": 5}
        assert bring(store, units([*other, "more"]), "other.jsonl").added == 1
        assert bring(store, units([*LINES, "main"])).added == 1
        assert texts(store) == [*LINES, "main"]
        assert texts(store, "s~2") == ["other 5", "other 6", "other 7", "more"]
        shared = store.event("s~2", 2)
        assert shared is not None and shared.text == "line 2"
        assert store.event("s~2", 99) is None
        assert store.verify().outcome is Outcome.PASS
        info = {s.name: (s.forked_from, s.forked_at) for s in store.sessions()}
        assert info == {"s": (None, None), "s~2": ("s", 5)}

    def test_a_fork_longer_than_its_parent_stays_apart(self, store: Store) -> None:
        """Also where it outgrows the parent in a later batch; and a fork of a fork is one more."""
        bring(store, units(LINES))
        other = [*LINES[:5], *[f"other {n}" for n in range(5, 5000)]]
        bring(store, units(other), "other.jsonl")
        third = [*other[:20], "third"]
        assert bring(store, units(third), "third.jsonl").forks == {"s~3": 20}
        assert bring(store, units([*third, "more"]), "third.jsonl").added == 1
        assert bring(store, units([*other[:3], "fourth"]), "fourth.jsonl").forks == {"s~4": 3}
        assert texts(store) == LINES
        assert texts(store, "s~2") == other[5:]
        assert texts(store, "s~3") == ["third", "more"]
        assert texts(store, "s~4") == ["fourth"]
        shared = store.event("s~3", 7), store.event("s~3", 2)
        assert [e and e.text for e in shared] == ["other 7", "line 2"]

    def test_every_unit_is_accounted_for(self, store: Store) -> None:
        """Units are events or set aside, each with place and reason."""
        made = units(LINES)
        done = bring(store, made)
        assert done.units == len(made) == done.event_units + sum(done.asides.values())
        assert [a.place.line for a in store.asides("log.jsonl")] == [
            unit.place.line for unit in made if unit.aside
        ]
        assert store.log_files() == [("log.jsonl", len(made), True)]

    def test_a_gap_is_refused_whole(self, store: Store) -> None:
        """An event that does not follow the last one is an error, and nothing of it lands."""
        with pytest.raises(StoreError, match="no gaps"):
            bring(store, [units(LINES)[0], units(LINES)[4]])
        assert store.sessions() == []
        assert store.verify().changesets == 0

    def test_a_failed_change_leaves_nothing(self, store: Store) -> None:
        """Whole or not at all, and the next change is as if it had never been."""
        bring(store, units(LINES[:2]))
        before = store.verify()
        with pytest.raises(RuntimeError), store.change("import", writer="test") as change:
            change.append(event(2, "half"), Scope())
            raise RuntimeError("stop")
        assert store.verify() == before
        assert bring(store, units(LINES)).added == 8

    def test_tenants_do_not_see_each_other(self, store: Store) -> None:
        """The same session of two tenants is two sessions; a change writes for one tenant."""
        with store.change("import", writer="test", tenant="a") as change:
            change.append(event(0, "of a"), Scope(tenant="a"))
            with pytest.raises(StoreError):
                change.append(event(0, "of b"), Scope(tenant="b"))
        with store.change("import", writer="test", tenant="b") as change:
            change.append(event(0, "of b"), Scope(tenant="b"))
        assert [e.text for e in store.events("s", tenant="a")] == ["of a"]
        assert store.event("s", 0) is None
        assert store.sessions() == []

    def test_a_record_keeps_where_it_came_from(self, store: Store) -> None:
        """Its quote is read from the event; one event is one root however often it is cited."""
        bring(store, units(["the cave is to the west"]))
        link = NewLink("s", 0, 4, 8, Origin.USER)
        with store.change("note", writer="me", operation="op") as change:
            first, _ = change.put(
                NewRecord("a", Scope(purposes=frozenset({"x", "y"})), (link,), key="k")
            )
        with store.change("note", writer="me") as change:
            second, _ = change.put(NewRecord("b", Scope(), (link,)))
        records = [store.record("k"), store.record(second)]
        assert [r and r.id for r in records] == [first, second]
        links = [r.revisions[0].links[0] for r in records if r]
        assert [x.quote for x in links] == ["cave", "cave"]
        assert {x.root for x in links} == {"s#0"}
        assert records[0] is not None and records[0].scope.purposes == {"x", "y"}
        applied = store.applied("op")
        assert applied is not None and applied.record == first
        assert store.record(first, tenant="b") is None
        assert store.verify().outcome is Outcome.PASS

    def test_an_operation_is_applied_once(self, store: Store) -> None:
        """The second change under the same id is refused before it writes."""
        for _ in range(2):
            try:
                with store.change("note", writer="me", operation="op") as change:
                    change.put(NewRecord("a", Scope()))
            except StoreError as error:
                assert "before" in str(error)
        assert len(store.records()) == 1

    def test_one_active_record_a_key(self, store: Store) -> None:
        """A second active record with the key (or fact) of another is refused."""
        for field in ("key", "fact_key"):
            new = NewRecord("a", Scope(), **{field: "same"})  # type: ignore[arg-type]
            with store.change("note", writer="me") as change:
                change.put(new)
            with pytest.raises(StoreError), store.change("note", writer="me") as change:
                change.put(new)
        assert len(store.records()) == 2
