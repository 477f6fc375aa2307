"""The entailment judge on a tiny model built here, and on a real one where its path is given."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from aseptic.config import Nli
from aseptic.engines.judge.nli import MAX_PAIRS, EntailmentModel, NliJudge
from aseptic.errors import EngineError
from aseptic.model.event import EventKind, Origin, SessionEvent
from aseptic.model.evidence import Passage
from aseptic.model.note import Claim
from aseptic.model.place import Place
from aseptic.model.verdict import Label

WORDS = ["[PAD]", "[UNK]", "[SEP]", "stone", "wood", "cave", "deep"]
YES, NO = 3, 4


def build(folder: Path, classes: int) -> Path:
    """A model that entails where the pair holds the word `stone` and contradicts where `wood`."""
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    tokenizer = Tokenizer(models.WordLevel({w: i for i, w in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        pair="$A [SEP] $B [SEP]", special_tokens=[("[SEP]", 2)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    weights = np.zeros((len(WORDS), classes), dtype=np.float32)
    weights[YES, 0] = 9.0
    if classes == 3:
        weights[NO, 2] = 9.0
        weights[:3, 1] = 0.5
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["rows"]),
        helper.make_node("ReduceSum", ["rows", "axis"], ["logits"], keepdims=0),
    ]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [
            helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["b", "n"]),
            helper.make_tensor_value_info("attention_mask", TensorProto.INT64, ["b", "n"]),
        ],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["b", classes])],
        [numpy_helper.from_array(weights, "table"), numpy_helper.from_array(np.array([1]), "axis")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(folder / "model.onnx"))
    return folder / "model.onnx"


def passage(text: str, origin: Origin = Origin.TOOL) -> Passage:
    return Passage(SessionEvent("s", 1, origin, EventKind.RESULT, text, Place("log.jsonl", 2)))


CLAIM = Claim("cave deep", "n", Place("MEMORY.md"))
THREE = ("entailment", "neutral", "contradiction")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("cave stone", Label.SUPPORTED),
        ("cave wood", Label.CONTRADICTED),
        ("cave", Label.UNDECIDED),
        ("nothing shared stone", Label.UNDECIDED),
    ],
)
def test_three_classes_can_support_and_contradict(tmp_path: Path, text: str, label: Label) -> None:
    """A span must share a word with the claim before the model is even asked."""
    model = EntailmentModel(Nli(model=str(build(tmp_path, 3)), labels=THREE))
    assert NliJudge(model).decide(CLAIM, [passage(text)]).label is label


def test_two_classes_never_contradict(tmp_path: Path) -> None:
    """ "Not entailed" is not "contradicted"."""
    model = EntailmentModel(
        Nli(model=str(build(tmp_path, 2)), labels=("entailment", "not_entailment"))
    )
    labels = [
        NliJudge(model).decide(CLAIM, [passage(t)]).label for t in ("cave stone", "cave wood")
    ]
    assert labels == [Label.SUPPORTED, Label.UNDECIDED]


def test_memory_is_no_evidence_for_a_model_either(tmp_path: Path) -> None:
    """Its twin with a tool's origin is supported."""
    judge = NliJudge(EntailmentModel(Nli(model=str(build(tmp_path, 3)), labels=THREE)))
    origins = (Origin.MEMORY, Origin.TOOL)
    labels = [judge.decide(CLAIM, [passage("cave stone", origin)]).label for origin in origins]
    assert labels == [Label.UNDECIDED, Label.SUPPORTED]


def test_a_model_never_supports_another_number(tmp_path: Path) -> None:
    """Models read 8080 as 9090; the value guard does not."""
    judge = NliJudge(EntailmentModel(Nli(model=str(build(tmp_path, 3)), labels=THREE)))
    claims = [Claim(f"cave on port {n}", "n", Place("MEMORY.md")) for n in (9090, 8080)]
    labels = [judge.decide(c, [passage("cave stone on port 8080")]).label for c in claims]
    assert labels == [Label.UNDECIDED, Label.SUPPORTED]


def test_unknown_labels_are_an_error_that_says_what_to_set(tmp_path: Path) -> None:
    """Guessing the order of a model's outputs would turn support into contradiction."""
    with pytest.raises(EngineError, match="names are not known"):
        EntailmentModel(Nli(model=str(build(tmp_path, 3))))


def test_labels_are_read_from_the_models_own_config(tmp_path: Path) -> None:
    """As exported models carry them: `id2label` in config.json beside the model."""
    model = build(tmp_path, 3)
    (tmp_path / "config.json").write_text(
        '{"id2label": {"0": "ENTAILMENT", "1": "NEUTRAL", "2": "CONTRADICTION"}}'
    )
    assert EntailmentModel(Nli(model=str(model))).labels == THREE


def test_a_missing_model_file_is_an_error_with_its_path(tmp_path: Path) -> None:
    """Never a silent fall-back to another judge."""
    with pytest.raises(EngineError, match="no such model file"):
        EntailmentModel(Nli(model=str(tmp_path / "absent.onnx")))


@pytest.mark.parametrize("broken", ["model.onnx", "tokenizer.json"])
def test_a_file_that_is_no_model_is_an_error_with_its_path(tmp_path: Path, broken: str) -> None:
    """The libraries raise types of their own; the user gets ours."""
    model = build(tmp_path, 3)
    (tmp_path / broken).write_bytes(b"not a model")
    with pytest.raises(EngineError, match="not an entailment model"):
        EntailmentModel(Nli(model=str(model), labels=THREE))


def test_the_best_span_that_holds_the_values_supports(tmp_path: Path) -> None:
    """A likelier span with another number beside it must not hide the right one."""
    judge = NliJudge(EntailmentModel(Nli(model=str(build(tmp_path, 3)), labels=THREE)))
    log = [passage("cave stone stone stone on port 8080"), passage("cave stone on port 9090")]
    judged = judge.decide(Claim("cave on port 9090", "n", Place("MEMORY.md")), log)
    assert judged.label is Label.SUPPORTED
    assert "9090" in judged.evidence[0].quote


@pytest.mark.parametrize("classes", [2, 3])
def test_one_claim_costs_a_bounded_number_of_pairs(
    tmp_path: Path, classes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many passages there are; a two-class model is asked only where it could support."""
    labels = THREE if classes == 3 else ("entailment", "not_entailment")
    model = EntailmentModel(Nli(model=str(build(tmp_path, classes)), labels=labels))
    seen: list[int] = []
    real = model.scores
    monkeypatch.setattr(model, "scores", lambda pairs: (seen.append(len(pairs)), real(pairs))[1])
    log = [passage(f"cave deep stone {n}") for n in range(30)]
    NliJudge(model).decide(CLAIM, log)
    NliJudge(model).decide(Claim("cave deep 29", "n", Place("MEMORY.md")), log)
    assert seen == [MAX_PAIRS, MAX_PAIRS if classes == 3 else 1]


@pytest.mark.model
def test_a_real_model_tells_west_from_east() -> None:
    """Opt in: ASEPTIC_NLI_MODEL, ASEPTIC_NLI_TOKENIZER and ASEPTIC_NLI_LABELS name the model."""
    path = os.environ.get("ASEPTIC_NLI_MODEL")
    if not path:
        pytest.skip("ASEPTIC_NLI_MODEL names no model")
    labels = (
        tuple(os.environ.get("ASEPTIC_NLI_LABELS", "").split(","))
        if os.environ.get("ASEPTIC_NLI_LABELS")
        else ()
    )
    model = EntailmentModel(Nli(path, os.environ.get("ASEPTIC_NLI_TOKENIZER"), labels))
    same, other = model.scores([
        ("The map server listens on port 8080.", "The map server listens on port 8080."),
        ("To the WEST is the cave.", "The cave is to the east of the camp."),
    ])  # fmt: skip
    assert same[0] > 2 * other[0]  # models differ in how sure they ever are
