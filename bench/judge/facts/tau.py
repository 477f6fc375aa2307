"""Facts in the tool results of tau-bench's airline desk (sierra-research/tau-bench, MIT)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from aseptic.model.event import EventKind, SessionEvent
from bench.judge.facts.fact import Fact, Slot, fact_of

TIERS = ("regular", "silver", "gold")
CABINS = ("basic_economy", "economy", "business")
BRANDS = ("visa", "mastercard", "amex")
_ERRORS = {
    "failed.total": r"Error: payment amount does not add up, total price is (?P<total>\d+), but paid (?P<paid>\d+)",
    "failed.seats": r"Error: not enough seats on flight (?P<flight>\w+)",
    "failed.balance": r"Error: not enough balance in payment method (?P<method>\w+)",
    "failed.giftcard": r"Error: gift card balance is not enough",
    "failed.flight": r"Error: flight (?P<flight>\w+) not available on date (?P<date>[\d-]+)",
    "failed.certificate": r"Error: certificate cannot be used to update reservation",
    "failed.method": r"Error: payment method not found",
}


def facts(event: SessionEvent) -> Iterator[Fact]:
    """Facts of one tool result; nothing for any other event."""
    if event.kind is not EventKind.RESULT or not event.tool:
        return
    text = event.text
    if text.startswith(("Error: ", "Certificate ")):
        yield from _plain(event)
    elif text[:1] in "{[" and re.search(r'"(?:reservation_id|flight_number|membership)"', text):
        try:
            data = json.loads(text)
        except ValueError:
            return
        if isinstance(data, dict) and "reservation_id" in data:
            yield from _reservation(event, data)
        elif isinstance(data, dict) and "membership" in data:
            yield from _user(event, data)
        elif isinstance(data, list):
            yield from _search(event, data)


def _plain(event: SessionEvent) -> Iterator[Fact]:
    for kind, pattern in _ERRORS.items():
        match = re.match(pattern, event.text)
        if match:
            types = {"flight": "identifier", "date": "date", "method": "identifier"}
            slots = {n: Slot(v, types.get(n, "number")) for n, v in match.groupdict().items()}
            act = {"book_reservation": "book a new trip", "update_reservation_flights": "change the flights",
                   "update_reservation_baggages": "add bags"}.get(event.tool or "")  # fmt: skip
            if act:
                yield fact_of(event, kind, "tau", match.group(), act=act, **slots)
    match = re.match(r"Certificate (\w+) added to user (\w+) with amount (\d+)", event.text)
    if match:
        yield fact_of(event, "certificate.sent", "tau", match.group(), id=Slot(match[1], "identifier"),
                      user=Slot(match[2], "identifier", "subject"), amount=Slot(match[3], "number"))  # fmt: skip


def _span(text: str, pattern: str) -> str | None:
    match = re.search(pattern, text)
    return match.group() if match else None


def _reservation(event: SessionEvent, data: dict[str, Any]) -> Iterator[Fact]:
    text, rid = event.text, data["reservation_id"]
    res = Slot(rid, "identifier", "subject")
    first = data["passengers"][0]
    who = Slot(f"{first['first_name']} {first['last_name']}", "name", "subject")

    def make(kind: str, pattern: str, key: str, **slots: Slot | str) -> Iterator[Fact]:
        quote = _span(text, pattern)
        if quote:
            swap = ("origin", "dest") if "origin" in slots else None
            yield fact_of(
                event, kind, "tau", quote, key=(rid, key), swap=swap, res=res, who=who, **slots
            )

    cabin = data["cabin"]
    yield from make(
        "reservation.cabin",
        r'"cabin": "\w+"',
        "cabin",
        cabin=Slot(cabin, "state", others=tuple(c for c in CABINS if c != cabin)),
    )
    if data["origin"] != data["destination"]:
        yield from make(
            "reservation.route",
            r'"origin": "\w+", "destination": "\w+"',
            "route",
            origin=Slot(data["origin"], "place"),
            dest=Slot(data["destination"], "place"),
        )
    trip = data["flight_type"]
    yield from make(
        "reservation.trip",
        r'"flight_type": "\w+"',
        "trip",
        trip=Slot(
            "one-way" if trip == "one_way" else "round-trip",
            "state",
            others=("round-trip" if trip == "one_way" else "one-way",),
        ),
    )
    yield from (
        make(
            "reservation.bags",
            r'"total_baggages": \d+, "nonfree_baggages": \d+',
            "bags",
            bags=Slot(str(data["total_baggages"]), "number"),
            paid=Slot(str(data["nonfree_baggages"]), "number"),
        )
        if data["total_baggages"] > 1
        else ()
    )
    kind = "reservation.insured" if data["insurance"] == "yes" else "reservation.uninsured"
    yield from make(kind, r'"insurance": "\w+"', "insurance")
    yield from make(
        "reservation.created",
        r'"created_at": "[\d-]+',
        "created",
        day=Slot(data["created_at"][:10], "date"),
    )
    if data.get("status") == "cancelled":
        yield from make(
            "reservation.cancelled",
            r'"status": "cancelled"',
            "status",
            status=Slot("cancelled", "state", others=("still active", "confirmed")),
        )
    for leg in data["flights"][:3]:
        number, price = leg["flight_number"], str(leg["price"])
        flight = Slot(number, "identifier")
        at = rf'[^{{}}]*"flight_number": "{number}"[^{{}}]*'
        yield from make(
            "reservation.flight",
            at,
            f"flight {number}",
            flight=flight,
            day=Slot(leg["date"], "date"),
            origin=Slot(leg["origin"], "place"),
            dest=Slot(leg["destination"], "place"),
        )
        yield from make(
            "reservation.fare", at, f"fare {number}", flight=flight, price=Slot(price, "number")
        )
    for passenger in data["passengers"][1:]:
        name = f"{passenger['first_name']} {passenger['last_name']}"
        yield from make(
            "reservation.companion",
            rf'"first_name": "{passenger["first_name"]}", "last_name": "{passenger["last_name"]}"',
            f"with {name}",
            other=Slot(name, "name"),
        )
    for paid in data["payment_history"]:
        amount = paid["amount"]
        span = rf'"payment_id": "{paid["payment_id"]}", "amount": {amount}(?!\d)'
        slots = {
            "method": Slot(paid["payment_id"], "identifier"),
            "amount": Slot(str(abs(amount)), "number"),
        }
        yield from make(
            "reservation.paid" if amount > 0 else "reservation.refunded",
            span,
            f"pay {amount}",
            **slots,
        )


def _user(event: SessionEvent, data: dict[str, Any]) -> Iterator[Fact]:
    text = event.text
    name = f"{data['name']['first_name']} {data['name']['last_name']}"
    who = Slot(name, "name", "subject")

    def make(kind: str, pattern: str, **slots: Slot | str) -> Iterator[Fact]:
        quote = _span(text, pattern)
        if quote:
            key = (name, *(s.value for s in slots.values() if isinstance(s, Slot)))
            yield fact_of(event, kind, "tau", quote, key=key, who=who, **slots)

    tier = data["membership"]
    yield from make(
        "user.tier",
        r'"membership": "\w+"',
        tier=Slot(tier, "state", others=tuple(t for t in TIERS if t != tier)),
    )
    yield from make(
        "user.city",
        r'"city": "[^"]+", "country": "\w+", "province": "\w+"',
        city=Slot(
            data["address"]["city"],
            "place",
            others=("Chicago", "Denver", "Boston", "Phoenix", "Houston"),
        ),
        state=data["address"]["province"],
    )
    yield from make("user.born", r'"dob": "[\d-]+"', day=Slot(data["dob"], "date"))
    for method in data["payment_methods"].values():
        if method["source"] == "credit_card":
            brand = method["brand"]
            yield from make(
                "user.card",
                rf'"brand": "\w+", "last_four": "{method["last_four"]}"',
                brand=Slot(brand, "name", others=tuple(b for b in BRANDS if b != brand)),
                digits=Slot(method["last_four"], "identifier"),
            )
        elif "amount" in method:
            yield from make(
                "user." + method["source"],
                rf'"source": "{method["source"]}", "amount": {method["amount"]}, "id": "{method["id"]}"',
                id=Slot(method["id"], "identifier"),
                amount=Slot(str(method["amount"]), "number"),
            )
    for friend in data["saved_passengers"]:
        other = f"{friend['first_name']} {friend['last_name']}"
        yield from make(
            "user.saved",
            rf'"first_name": "{friend["first_name"]}", "last_name": "{friend["last_name"]}", "dob": "[\d-]+"',
            other=Slot(other, "name"),
            day=Slot(friend["dob"], "date"),
        )


def _search(event: SessionEvent, data: list[Any]) -> Iterator[Fact]:
    legs = [leg for item in data for leg in (item if isinstance(item, list) else [item])]
    numbers = [leg["flight_number"] for leg in legs]
    for leg in legs[:4]:
        number = leg["flight_number"]
        if numbers.count(number) > 1:
            continue
        match = re.search(rf'"flight_number": "{number}".*?"prices": \{{[^}}]*\}}', event.text)
        if not match:
            continue
        quote, flight = match.group(), Slot(number, "identifier", "subject")
        route = {"origin": Slot(leg["origin"], "place"), "dest": Slot(leg["destination"], "place")}
        others = {c: leg["prices"][c] for c in CABINS}
        for cabin in ("economy", "business"):
            price, seats = str(others[cabin]), str(leg["available_seats"][cabin])
            slots = {
                "cabin": Slot(
                    cabin,
                    "state",
                    "subject",
                    tuple(c for c in CABINS if leg["prices"][c] != leg["prices"][cabin]),
                )
            }
            yield fact_of(
                event,
                "flight.price",
                "tau",
                quote,
                key=(number, cabin),
                flight=flight,
                price=Slot(price, "number"),
                **slots,
            )
            if int(seats) > 1:
                yield fact_of(
                    event,
                    "flight.seats",
                    "tau",
                    quote,
                    key=(number, cabin),
                    flight=flight,
                    seats=Slot(seats, "number"),
                    cabin=cabin,
                )
        departs = leg["scheduled_departure_time_est"]
        yield fact_of(
            event,
            "flight.departs",
            "tau",
            quote,
            key=(number,),
            swap=("origin", "dest"),
            flight=flight,
            time=Slot(departs, "clock"),
            **route,
        )
