"""Any order of imports, of any copies, interrupted or not, gives the same log."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from store_making import bring, opened, texts, units

from aseptic.model.verdict import Outcome

SESSIONS = st.sampled_from(["a", "b"])


class Imports(RuleBasedStateMachine):
    """A store beside a plain model: session -> the longest copy, and its forks."""

    def __init__(self) -> None:
        super().__init__()
        self.store = opened()
        self.main: dict[str, list[str]] = {"a": [], "b": []}
        self.other: dict[str, list[str]] = {"a": [], "b": []}
        self.head = ""

    @rule(session=SESSIONS, more=st.lists(st.text(max_size=5), min_size=1, max_size=4))
    def grow(self, session: str, more: list[str]) -> None:
        """The log grew; it is imported whole."""
        self.main[session] = self.main[session] + more
        done = bring(self.store, units(self.main[session], session), f"{session}.jsonl")
        assert done.added == len(more)
        assert not done.forks

    @rule(session=SESSIONS, data=st.data())
    def again(self, session: str, data: st.DataObject) -> None:
        """A shorter or equal copy adds nothing and leaves no changeset but its own log's."""
        main = self.main[session]
        length = data.draw(st.integers(0, len(main)))
        assert bring(self.store, units(main[:length], session), "copy").added == 0

    @rule(session=SESSIONS, data=st.data())
    def diverge(self, session: str, data: st.DataObject) -> None:
        """A copy that differs once is kept as one fork, and may grow."""
        main = self.main[session]
        if not self.other[session] and main:
            at = data.draw(st.integers(0, len(main) - 1))
            self.other[session] = [*main[:at], main[at] + " else"]
        elif self.other[session]:
            self.other[session].append("more")
        else:
            return
        done = bring(self.store, units(self.other[session], session), "fork")
        assert done.added == 1

    @rule(session=SESSIONS)
    def interrupted(self, session: str) -> None:
        """A change that fails in the middle leaves no trace."""
        try:
            with self.store.change("import", writer="test") as change:
                from aseptic.model.scope import Scope

                for unit in units([*self.main[session], "never"], session):
                    for event in unit.events:
                        change.append(event, Scope())
                raise RuntimeError
        except RuntimeError:
            pass

    @invariant()
    def the_log_is_as_the_model_says(self) -> None:
        for session, main in self.main.items():
            assert texts(self.store, session) == main
            other = self.other[session]
            if other:
                shared = next(
                    n for n, (x, y) in enumerate(zip(other, main, strict=False)) if x != y
                )
                assert texts(self.store, f"{session}~2") == other[shared:]
        found = self.store.verify()
        assert found.outcome is (Outcome.PASS if found.changesets else Outcome.UNKNOWN)

    def teardown(self) -> None:
        self.store.close()


TestImports = Imports.TestCase
TestImports.settings = settings(max_examples=40, stateful_step_count=15, deadline=None)
