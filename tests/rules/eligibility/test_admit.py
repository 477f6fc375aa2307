"""The door of the log: an event stays in its place, without what may not be kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aseptic.model.event import EventKind, SessionEvent
from aseptic.model.origin import Origin
from aseptic.model.place import Place
from aseptic.rules.eligibility.action import At
from aseptic.rules.eligibility.admit import admitting
from aseptic.rules.eligibility.detectors.standard import standard
from aseptic.rules.eligibility.parse import load_policy, parse_policy
from aseptic.rules.eligibility.policy import unusable

KEY = "AKIA" + "Q3ZJ7TBN5WXR2MLD"
EVENT = SessionEvent(
    "s", 3, Origin.TOOL, EventKind.RESULT, f"KEY={KEY}\n  port   8080", Place("a"), command="ls"
)
ADMIT = admitting(load_policy(), standard())


def test_only_the_span_goes() -> None:
    """The rest stays verbatim, white space too, and so do place, order and kind."""
    kept = ADMIT(EVENT)
    assert kept.text == "KEY=[AWS access key id, 20 characters]\n  port   8080"
    assert replace(kept, text=EVENT.text) == EVENT


def test_a_harmless_event_is_the_same_object() -> None:
    """Evidence is not touched: mail addresses, names, odd white space stay."""
    event = replace(EVENT, text="  jane@mailhouse.net said\u00a0٨٠٨٠  ")
    assert ADMIT(event) is event


@pytest.mark.parametrize("name", ["text", "command", "path", "uid", "call", "tool"])
def test_every_string(name: str) -> None:
    """Wherever in the event it stands."""
    event = replace(replace(EVENT, text="plain"), **{name: f"x {KEY} y"})  # type: ignore[arg-type]
    assert KEY not in repr(ADMIT(event))


def test_doing_it_again_changes_nothing() -> None:
    """An event that is imported again is the same event."""
    once = ADMIT(EVENT)
    assert ADMIT(once) == once


def test_a_policy_that_cannot_be_used_withholds_all() -> None:
    """Fail closed: the event keeps its place, its text is not kept."""
    kept = admitting(unusable("broken"), standard())(EVENT)
    assert (kept.session, kept.seq, kept.kind) == ("s", 3, EventKind.RESULT)
    assert kept.text == "[withheld by policy unusable/0#, 29 characters]".replace(
        "29", str(len(EVENT.text))
    )


def test_a_stricter_action_still_takes_out_the_span() -> None:
    """`discard` cannot drop an event, so what it refuses is taken out of it."""
    policy = parse_policy(
        'schema = "aseptic.policy/1"\nname = "m"\nversion = 1\n[sensitivity]\nother = "public"\n'
        '[[row]]\nname = "a"\ncategory = "contact"\naction = "discard"\nreason = "r"\n'
        '[[row]]\nname = "b"\naction = "store exact"\nreason = "r"\n'
    )
    event = replace(EVENT, text="mail jane@mailhouse.net now")
    kept = admitting(policy, standard())(event)
    assert kept.text == "mail [email address, 18 characters] now"


def test_only_what_the_table_refuses_is_looked_for() -> None:
    """The default table takes secrets out of logs, and leaves the rest alone: the rest is not run."""
    policy = load_policy()
    run = {d.name for d in standard() if policy.may_change(d.categories, At.LOG)}
    assert {name.split(" ")[0] for name in run} == {"secrets", "payment", "identity"}
    assert all(policy.may_change(d.categories, At.NOTE) for d in standard())
