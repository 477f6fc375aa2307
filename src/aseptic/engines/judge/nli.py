"""A judge on an entailment model in ONNX form, of any make, given by path.

A three-class model (entailment, neutral, contradiction) can support and contradict. A
two-class one (entailment or not) can only support: "not entailed" is not "contradicted".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aseptic.config import Nli
from aseptic.engines.judge.spans import best_mention, evidence_of, holds_values, ranked
from aseptic.errors import EngineError, MissingExtraError
from aseptic.model.evidence import Passage, Says
from aseptic.model.note import Claim
from aseptic.model.verdict import Judgement, Label

if TYPE_CHECKING:
    import numpy as np

SPANS_A_PASSAGE = 2
MAX_PAIRS = 8
"""Bounds the cost of one claim: a small model takes 0.1 to 0.3 seconds a pair on one core."""

_NAMES = {
    "entail": "entailment",
    "not": "other",
    "non": "other",
    "neutral": "neutral",
    "contra": "contradiction",
}


@dataclass(frozen=True, slots=True)
class Best:
    """A span with the probability that the model gives it."""

    score: float
    passage: Passage
    span: str


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
        try:
            self._session = onnxruntime.InferenceSession(
                str(model), options, providers=["CPUExecutionProvider"]
            )
            self._inputs = {i.name: i.shape for i in self._session.get_inputs()}
            self._tokenizer: Any = Tokenizer.from_file(str(tokenizer))
            self._prepare_tokenizer()
        except Exception as error:  # both libraries raise types of their own, down to Exception
            raise EngineError(
                f"not an entailment model that can be loaded ({type(error).__name__})",
                where=model,
                hint="see docs/how-to/model-judges.md",
            ) from error
        self.labels = _labels(model, config.labels, self._session.get_outputs()[0].shape[-1])

    def _prepare_tokenizer(self) -> None:
        length = self._inputs["input_ids"][1]
        fixed = length if isinstance(length, int) else 512
        self._tokenizer.enable_truncation(fixed, strategy="only_first")
        if isinstance(length, int):
            self._tokenizer.enable_padding(length=fixed)
        else:
            self._tokenizer.enable_padding()

    @property
    def contradicts(self) -> bool:
        """Whether the model has a class for contradiction."""
        return "contradiction" in self.labels

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
        support, against = self.best(claim, passages)
        denied = against.score if against else 0.0
        if support and support.score >= self._threshold and support.score > denied:
            return self._decided(claim, Label.SUPPORTED, "entailed", support, Says.SUPPORTS)
        if against and denied >= self._threshold:
            return self._decided(
                claim, Label.CONTRADICTED, "contradicted", against, Says.CONTRADICTS
            )
        reason = "the entailment model is not sure of any passage"
        return Judgement(
            claim, Label.UNDECIDED, reason, best_mention(claim.text, passages), self.name
        )

    def best(self, claim: Claim, passages: Sequence[Passage]) -> tuple[Best | None, Best | None]:
        """The spans that the model finds to entail and to contradict the claim most.

        Only a span that holds each value of the claim can support it.
        """
        pairs = [(p, s, holds_values(s, claim.text)) for p, s in ranked(claim.text, passages, SPANS_A_PASSAGE)]  # fmt: skip
        if not self._model.contradicts:  # a span that cannot support is not worth asking about
            pairs = [pair for pair in pairs if pair[2]]
        pairs = pairs[:MAX_PAIRS]
        scores = self._model.scores([(span, claim.text) for _, span, _ in pairs])
        support, against = [], []
        for (passage, span, holds), (entails, denies) in zip(pairs, scores, strict=True):
            if holds:
                support.append(Best(entails, passage, span))
            if denies is not None:
                against.append(Best(denies, passage, span))
        key = lambda best: best.score  # noqa: E731
        return max(support, key=key, default=None), max(against, key=key, default=None)

    def _decided(self, claim: Claim, label: Label, word: str, best: Best, says: Says) -> Judgement:
        evidence = (evidence_of(best.passage, best.span, says),)
        return Judgement(claim, label, f"{word} by the quote ({best.score:.2f})", evidence, self.name)  # fmt: skip


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
