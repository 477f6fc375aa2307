"""What one check of the judge thinks; the judge turns the first that speaks into a judgement."""

from __future__ import annotations

from dataclasses import dataclass

from aseptic.model.event import SessionEvent
from aseptic.model.evidence import Evidence, Says
from aseptic.model.verdict import Label

MAX_QUOTE = 300

_SAYS = {
    Label.SUPPORTED: Says.SUPPORTS,
    Label.CONTRADICTED: Says.CONTRADICTS,
    Label.OVERSTATED: Says.CONTRADICTS,
}


@dataclass(frozen=True, slots=True)
class Opinion:
    """A label with its reason and the span it stands on."""

    label: Label
    reason: str
    event: SessionEvent | None = None
    quote: str = ""
    value: str | None = None

    def evidence(self) -> tuple[Evidence, ...]:
        """The quoted span, verbatim from the event and cut to 300 characters."""
        if self.event is None:
            return ()
        return (quoted(self.event, self.quote, _SAYS.get(self.label, Says.MENTIONS)),)


def quoted(event: SessionEvent, quote: str, says: Says) -> Evidence:
    """Evidence on an event; a quote that is not in it verbatim is replaced by its beginning."""
    text = quote.strip()[:MAX_QUOTE]
    if text not in event.text:
        text = event.text.strip()[:MAX_QUOTE]
    return Evidence(
        session=event.session,
        seq=event.seq,
        quote=text,
        says=says,
        origin=event.origin,
        path=event.place.path,
        line=event.place.line,
    )
