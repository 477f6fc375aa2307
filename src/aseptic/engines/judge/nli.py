"""A judge on an entailment model in ONNX form, of any make, given by path.

A three-class model (entailment, neutral, contradiction) can support and contradict. A
two-class one (entailment or not) can only support: "not entailed" is not "contradicted".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aseptic.config import Nli
from aseptic.engines.judge.spans import best_mention, best_spans, evidence_of
from aseptic.errors import EngineError, MissingExtraError
from aseptic.language.tokens import tokens
from aseptic.language.values import same, values
from aseptic.model.evidence import Passage, Says
from aseptic.model.note import Claim
from aseptic.model.verdict import Judgement, Label

if TYPE_CHECKING:
    import numpy as np

SPANS_A_PASSAGE = 2
MAX_PAIRS = 24
"""Bounds the cost of one claim: about half a second on one core with a small model."""

_NAMES = {
    "entail": "entailment",
    "not": "other",
    "non": "other",
    "neutral": "neutral",
    "contra": "contradiction",
}


class EntailmentModel:
    """Probability of entailment and contradiction for (premise, hypothesis) pairs."""

    def __init__(self, config: Nli) -> None:
        """Load the model.

        Raises:
            MissingExtraError: onnxruntime or tokenizers is not installed.
            EngineError: the files are absent, or the labels are not known.
        """
        if config.model is None:
            raise EngineError("no entailment model is configured", hint="set judge.nli.model")
        try:
            import numpy
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError as error:
            raise MissingExtraError("the entailment judge", "nli") from error
        model = Path(config.model).expanduser()
        tokenizer = _tokenizer_path(model, config.tokenizer)
        for path in (model, tokenizer):
            if not path.is_file():
                raise EngineError(
                    "no such model file", where=path, hint="see docs/how-to/model-judges.md"
                )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # threads spin against busy neighbours
        self._np = numpy
        self._session = onnxruntime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {i.name: i.shape for i in self._session.get_inputs()}
        self._tokenizer: Any = Tokenizer.from_file(str(tokenizer))
        self._prepare_tokenizer()
        self.labels = _labels(model, config.labels, self._session.get_outputs()[0].shape[-1])

    def _prepare_tokenizer(self) -> None:
        length = self._inputs["input_ids"][1]
        fixed = length if isinstance(length, int) else 512
        self._tokenizer.enable_truncation(fixed, strategy="only_first")
        if isinstance(length, int):
            self._tokenizer.enable_padding(length=fixed)
        else:
            self._tokenizer.enable_padding()

    def scores(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[float, float | None]]:
        """(entailment, contradiction) for each pair; contradiction is None with two classes."""
        if not pairs:
            return []
        encoded = self._tokenizer.encode_batch([(p, h) for p, h in pairs])
        feed = {
            "input_ids": [e.ids for e in encoded],
            "attention_mask": [e.attention_mask for e in encoded],
        }
        if "token_type_ids" in self._inputs:
            feed["token_type_ids"] = [e.type_ids for e in encoded]
        arrays = {name: self._np.asarray(rows, dtype=self._np.int64) for name, rows in feed.items()}
        return [self._named(row) for row in self._softmax(self._session.run(None, arrays)[0])]

    def _softmax(self, logits: np.ndarray) -> np.ndarray:
        shifted = self._np.exp(logits - logits.max(axis=1, keepdims=True))
        result: np.ndarray = shifted / shifted.sum(axis=1, keepdims=True)
        return result

    def _named(self, row: np.ndarray) -> tuple[float, float | None]:
        by_name = dict(zip(self.labels, (float(v) for v in row), strict=True))
        return by_name["entailment"], by_name.get("contradiction")


class NliJudge:
    """Supports or contradicts where the model is sure of a span; else undecided."""

    name = "nli"

    def __init__(self, model: EntailmentModel, threshold: float = 0.9) -> None:
        self._model = model
        self._threshold = threshold

    def decide(self, claim: Claim, passages: Sequence[Passage]) -> Judgement:
        pairs = [
            (passage, span)
            for passage in passages
            if passage.event.is_evidence
            for span in best_spans(claim.text, passage.event.text, SPANS_A_PASSAGE)
        ][:MAX_PAIRS]
        scores = self._model.scores([(span, claim.text) for _, span in pairs])
        support = self._best(pairs, [s[0] for s in scores])
        against = self._best(pairs, [s[1] or 0.0 for s in scores])
        if support and (not against or support[0] > against[0]):
            score, passage, span = support
            if _holds_values(span, claim.text):
                evidence = (evidence_of(passage, span, Says.SUPPORTS),)
                return Judgement(
                    claim,
                    Label.SUPPORTED,
                    f"entailed by the quote ({score:.2f})",
                    evidence,
                    self.name,
                )
        elif against:
            score, passage, span = against
            evidence = (evidence_of(passage, span, Says.CONTRADICTS),)
            return Judgement(
                claim,
                Label.CONTRADICTED,
                f"contradicted by the quote ({score:.2f})",
                evidence,
                self.name,
            )
        reason = "the entailment model is not sure of any passage"
        return Judgement(
            claim, Label.UNDECIDED, reason, best_mention(claim.text, passages), self.name
        )

    def _best(
        self, pairs: Sequence[tuple[Passage, str]], scores: Sequence[float]
    ) -> tuple[float, Passage, str] | None:
        ranked = [
            (s, p, span) for s, (p, span) in zip(scores, pairs, strict=True) if s >= self._threshold
        ]
        return max(ranked, key=lambda r: r[0], default=None)


def _holds_values(span: str, claim: str) -> bool:
    """Whether each number, name, path ... of the claim stands in the span.

    Models that read 8080 for 9090 still say "entailed".
    """
    held = values(tokens(span))
    return all(
        any(v.kind == w.kind and same(v.kind, v.norm, w.norm) for w in held)
        for v in values(tokens(claim))
    )


def _tokenizer_path(model: Path, given: str | None) -> Path:
    if given is None:
        return model.parent / "tokenizer.json"
    path = Path(given).expanduser()
    return path / "tokenizer.json" if path.is_dir() else path


def _labels(model: Path, given: tuple[str, ...], classes: int) -> tuple[str, ...]:
    names = list(given) or _labels_of_config(model.parent / "config.json")
    normalized = tuple(
        next(
            (full for start, full in _NAMES.items() if name.lower().startswith(start)), name.lower()
        )
        for name in names
    )
    if len(normalized) != classes or "entailment" not in normalized:
        raise EngineError(
            f"the model has {classes} outputs, and their names are not known",
            where=model,
            hint='set judge.nli.labels, for example ["entailment", "neutral", "contradiction"]',
        )
    return normalized


def _labels_of_config(path: Path) -> list[str]:
    try:
        names = json.loads(path.read_text(encoding="utf-8"))["id2label"]
        return [names[key] for key in sorted(names, key=int)]
    except (OSError, ValueError, KeyError):
        return []
