"""The LLM judge against a real local server: its answers are checked, never believed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from aseptic.config import Llm
from aseptic.engines.judge.cascade import Cascade
from aseptic.engines.judge.llm import LlmJudge
from aseptic.errors import EngineError
from aseptic.model.event import EventKind, Origin, SessionEvent
from aseptic.model.evidence import Passage
from aseptic.model.note import Claim
from aseptic.model.place import Place
from aseptic.model.verdict import Judgement, Label

KEY = "sk-test-not-a-real-key"


def passage(text: str, origin: Origin = Origin.TOOL) -> Passage:
    return Passage(SessionEvent("s", 4, origin, EventKind.RESULT, text, Place("log.jsonl", 9)))


def claim(text: str) -> Claim:
    return Claim(text, "n1", Place("MEMORY.md", 3))


def answer(label: str, quote: str, number: int = 1) -> str:
    return json.dumps({"label": label, "passage": number, "quote": quote, "reason": "because"})


def serve(server: HTTPServer, content: str, *, structured: bool = True) -> list[dict[str, Any]]:
    """An OpenAI-compatible endpoint that gives one answer; returns the requests it saw."""
    seen: list[dict[str, Any]] = []

    def handle(request: Request) -> Response:
        body = request.get_json()
        seen.append(body)
        if "response_format" in body and not structured:
            return Response('{"error": {"message": "response_format is not supported"}}', 400)
        reply = {
            "id": "c", "object": "chat.completion", "created": 0, "model": body["model"],
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        }  # fmt: skip
        return Response(json.dumps(reply), content_type="application/json")

    server.expect_request("/v1/chat/completions", method="POST").respond_with_handler(handle)
    return seen


def judge(server: HTTPServer, **more: Any) -> LlmJudge:
    config = Llm(model="small", base_url=server.url_for("/v1"), timeout=5.0, **more)
    return LlmJudge(config, {"OPENAI_API_KEY": KEY})


LOG = "To the NORTH is the ford.\nTo the WEST is the cave."


@pytest.mark.parametrize(
    ("content", "label"),
    [
        (answer("contradicted", "To the WEST is the cave."), Label.CONTRADICTED),
        (answer("supported", "To the  NORTH is\nthe ford."), Label.SUPPORTED),
        ("Sure!\n```json\n" + answer("overstated", "the WEST") + "\n```", Label.OVERSTATED),
        (answer("not checkable", ""), Label.NOT_CHECKABLE),
        (answer("undecided", ""), Label.UNDECIDED),
        # From here on the check refuses what the model says.
        (answer("contradicted", "To the EAST is the cave."), Label.UNDECIDED),
        (answer("supported", ""), Label.UNDECIDED),
        (answer("supported", "To the WEST is the cave.", number=2), Label.UNDECIDED),
        (answer("unsupported", "To the WEST is the cave."), Label.UNDECIDED),
        (answer("definitely", "To the WEST is the cave."), Label.UNDECIDED),
        ("I think it is supported.", Label.UNDECIDED),
        ("", Label.UNDECIDED),
    ],
)
def test_an_answer_counts_only_with_a_quote_that_stands_in_the_log(
    httpserver: HTTPServer, content: str, label: Label
) -> None:
    """A label without a verbatim quote of the named passage is no verdict."""
    serve(httpserver, content)
    assert (
        judge(httpserver).decide(claim("The cave is to the east."), [passage(LOG)]).label is label
    )


def test_a_server_without_structured_output_is_asked_again_plainly(httpserver: HTTPServer) -> None:
    """Older servers refuse `response_format`; later claims do not try it again."""
    seen = serve(httpserver, answer("supported", "the WEST"), structured=False)
    it = judge(httpserver)
    labels = [it.decide(claim("The cave is west."), [passage(LOG)]).label for _ in range(2)]
    assert labels == [Label.SUPPORTED, Label.SUPPORTED]
    assert ["response_format" in body for body in seen] == [True, False, False]


def test_the_cost_line_says_what_was_spent(httpserver: HTTPServer) -> None:
    """Calls, tokens and dollars, from the endpoint's own count and the configured prices."""
    serve(httpserver, answer("supported", "the WEST"))
    it = judge(httpserver, price_in=10.0, price_out=30.0)
    it.decide(claim("The cave is west."), [passage(LOG)])
    assert it.usage.line(it._config) == "small: 1 calls, 100 tokens in, 10 out, $0.0013"


def test_a_run_never_sends_more_claims_than_allowed(httpserver: HTTPServer) -> None:
    """The limit of claims is a cost limit; what is over it stays undecided and says why."""
    seen = serve(httpserver, answer("supported", "the WEST"))
    it = judge(httpserver, max_claims=1)
    judgements = [it.decide(claim("The cave is west."), [passage(LOG)]) for _ in range(3)]
    assert [j.label for j in judgements] == [Label.SUPPORTED, Label.UNDECIDED, Label.UNDECIDED]
    assert len(seen) == 1
    assert "limit of 1 claims" in judgements[1].reason


def test_memory_is_never_shown_to_the_model(httpserver: HTTPServer) -> None:
    """Recalled memory cannot support a claim: without other passages nothing is asked."""
    seen = serve(httpserver, answer("supported", "the WEST"))
    judged = judge(httpserver).decide(claim("The cave is west."), [passage(LOG, Origin.MEMORY)])
    assert (judged.label, seen) == (Label.UNDECIDED, [])


def test_a_failing_endpoint_is_an_error_without_the_key(httpserver: HTTPServer) -> None:
    """The message names the failure, and neither the key nor the prompt."""
    httpserver.expect_request("/v1/chat/completions").respond_with_data(
        f"bad key {KEY}", status=401
    )
    with pytest.raises(EngineError) as caught:
        judge(httpserver).decide(claim("The cave is west."), [passage(LOG)])
    assert KEY not in str(caught.value) and "WEST" not in str(caught.value)
    assert "AuthenticationError" in str(caught.value)


class Undecided:
    name = "lexical"

    def decide(self, claim: Claim, passages: object) -> Judgement:
        return Judgement(claim, Label.UNDECIDED, "cannot tell")


def test_a_judge_that_cannot_run_leaves_the_claim_undecided_and_says_so(
    httpserver: HTTPServer,
) -> None:
    """An endpoint that is down never turns into a verdict."""
    httpserver.expect_request("/v1/chat/completions").respond_with_data("", status=401)
    judged = Cascade([Undecided(), judge(httpserver)]).decide(claim("x is y"), [passage(LOG)])
    assert judged.label is Label.UNDECIDED
    assert (
        judged.reason
        == "cannot tell; llm could not run: the endpoint did not answer: AuthenticationError"
    )


def test_the_next_judge_is_asked_only_what_the_first_left_open(httpserver: HTTPServer) -> None:
    """A decided claim costs no request; an open one does."""
    seen = serve(httpserver, answer("contradicted", "To the WEST is the cave."))
    east = claim("The cave is to the east.")

    class Decided(Undecided):
        def decide(self, claim: Claim, passages: object) -> Judgement:
            return Judgement(claim, Label.SUPPORTED, "found")

    assert (
        Cascade([Decided(), judge(httpserver)]).decide(east, [passage(LOG)]).label
        is Label.SUPPORTED
    )
    assert seen == []
    judged = Cascade([Undecided(), judge(httpserver)]).decide(east, [passage(LOG)])
    assert (judged.label, judged.judge, len(seen)) == (Label.CONTRADICTED, "llm", 1)
