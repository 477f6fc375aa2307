"""Records behave as the standard frozen dataclasses that type checkers take them for."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from functools import cached_property

import pytest

from aseptic import records
from aseptic.model.note import Form, Load, MemoryKind, Note
from aseptic.model.place import Place


def _made(module) -> type:
    @module.dataclass(frozen=True, slots=True)
    class Thing:
        """A thing."""

        name: str
        size: int = 1
        parts: list[int] = module.field(default_factory=list)

        @property
        def double(self) -> int:
            return self.size * 2

    return Thing


OURS, STANDARD = _made(records), _made(dataclasses)
CALLS = [
    (("a",), {}),
    (("a", 2), {}),
    (("a", 2, [3]), {}),
    ((), {"name": "a"}),
    (("a",), {"size": 4}),
    (("a",), {"parts": [1]}),
    ((), {"parts": [1], "name": "a", "size": 9}),
]
WRONG = [
    ((), {}),
    ((), {"size": 1}),
    (("a",), {"name": "b"}),
    (("a",), {"other": 1}),
    (("a", 1, [], 4), {}),
    (("a", 1, []), {"size": 1}),
    (("a", 1, []), {"other": 1}),
]


@pytest.mark.parametrize(("args", "given"), CALLS)
def test_a_record_is_built_as_the_standard_one(args, given) -> None:
    """Positions, names and defaults give the same values and the same text."""
    ours, standard = OURS(*args, **given), STANDARD(*args, **given)
    assert repr(ours) == repr(standard)
    assert dataclasses.asdict(ours) == dataclasses.asdict(standard)
    assert ours.double == standard.double
    assert ours == OURS(*args, **given)
    assert (ours == OURS("z", 8)) is False


@pytest.mark.parametrize(("args", "given"), WRONG)
def test_a_wrong_call_is_a_type_error_for_both(args, given) -> None:
    """A value too many, one missing, one twice and an unknown one are refused."""
    for kind in (OURS, STANDARD):
        with pytest.raises(TypeError):
            kind(*args, **given)


def test_a_record_cannot_be_changed_and_has_no_room_for_more() -> None:
    """Setting and deleting are refused with the standard error; there is no __dict__."""
    thing = OURS("a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        thing.name = "b"
    with pytest.raises(dataclasses.FrozenInstanceError):
        del thing.name
    with pytest.raises(dataclasses.FrozenInstanceError):
        thing.other = 1
    assert not hasattr(thing, "__dict__")
    assert thing.name == "a"


def test_defaults_that_are_made_are_not_shared() -> None:
    """Each value has its own list."""
    first, second = OURS("a"), OURS("b")
    first.parts.append(1)
    assert second.parts == []


def test_the_standard_functions_know_a_record() -> None:
    """fields, is_dataclass, replace and our own replace."""
    place = Place("a", 3)
    assert dataclasses.is_dataclass(Place)
    assert [f.name for f in dataclasses.fields(Place)] == list(Place.__match_args__)
    changed = [dataclasses.replace(place, line=4), records.replace(place, line=4)]
    assert changed == [Place("a", 4), Place("a", 4)]
    with pytest.raises(TypeError):
        records.replace(place, nothing=1)


def test_records_are_keys_and_survive_copy_and_pickle() -> None:
    """Equal values have equal hashes, also after a round trip."""
    note = Note("i", "t", Place("a"), MemoryKind.AGENT, Load.GLOBAL, Form.RECORD)
    again = pickle.loads(pickle.dumps(note))
    assert {note: 1}[again] == 1
    assert copy.deepcopy(note) == note
    assert Place("a") != ("a", 1, None, 1, None)


def test_without_slots_a_value_may_be_kept() -> None:
    """A cached property needs a __dict__, and the value stays frozen."""

    @records.dataclass(frozen=True)
    class Kept:
        """Holds a text."""

        text: str

        @cached_property
        def words(self) -> list[str]:
            return self.text.split()

    kept = Kept("a b")
    assert kept.words is kept.words
    with pytest.raises(dataclasses.FrozenInstanceError):
        kept.text = "c"


def test_an_invariant_is_checked_when_a_record_is_made() -> None:
    """__post_init__ runs, and may refuse."""

    @records.dataclass(frozen=True, slots=True)
    class Positive:
        """A number."""

        value: int

        def __post_init__(self) -> None:
            if self.value < 0:
                raise ValueError("negative")

    assert Positive(1).value == 1
    with pytest.raises(ValueError, match="negative"):
        Positive(-1)


def test_what_a_record_cannot_be_is_refused() -> None:
    """A base class, and a value that changes."""
    with pytest.raises(TypeError, match="base class"):
        records.dataclass(frozen=True)(type("Child", (Place,), {"__annotations__": {}}))
    with pytest.raises(TypeError, match="frozen"):
        records.dataclass(frozen=False)
