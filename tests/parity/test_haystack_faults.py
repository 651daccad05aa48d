"""The faults of Haystack 3.4.1 that the evaluators do not share, seen in Haystack itself.

They are lines of the table "By default" in docs/haystack.md. When one of these tests fails after an upgrade,
its line goes from the table.
"""

from __future__ import annotations

import copy
import json
import math
import os
import time
from typing import Any

import pytest

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"

haystack = pytest.importorskip("haystack")

from haystack import Document, component  # noqa: E402 - told first to send nothing
from haystack.components import evaluators as upstream  # noqa: E402
from haystack.dataclasses import ChatMessage  # noqa: E402

from ragtriage import evaluators as ours  # noqa: E402

pytestmark = pytest.mark.skipif(haystack.__version__ != "3.4.1", reason="the faults are those of 3.4.1")

BOTH = (upstream, ours)


@component
class Replying:
    """A chat generator that replies to each row with the texts it finds in it."""

    def __init__(self, replies: dict[str, Any], seconds: float = 0.0) -> None:
        self.replies = replies
        self.seconds = seconds
        self.prompts: list[str] = []

    @component.output_types(replies=list[ChatMessage])
    def run(self, messages: list[ChatMessage]) -> dict[str, Any]:
        time.sleep(self.seconds)
        prompt = messages[0].text
        self.prompts.append(prompt)
        said = next(said for row, said in self.replies.items() if row in prompt.rsplit("Inputs:\n", 1)[1])
        return {"replies": [ChatMessage.from_assistant(text, meta={"row": text}) for text in said]}


def faithfulness(module: Any, replies: dict[str, Any], **arguments: Any) -> dict[str, Any]:
    made = module.FaithfulnessEvaluator(chat_generator=Replying(replies), progress_bar=False, **arguments)
    rows = list(replies)
    return made.run(questions=["?"] * len(rows), contexts=[["c"]] * len(rows), predicted_answers=rows)


def reply(statements: Any, scores: Any) -> list[str]:
    return [json.dumps({"statements": statements, "statement_scores": scores})]


GOOD = reply(["a"], [1])


@pytest.mark.parametrize("name", ["DocumentRecallEvaluator", "DocumentNDCGEvaluator"])
def test_metadata_lists(name):
    documents = [[Document(id="1", meta={"key": ["a"]})]]
    theirs, mine = (getattr(module, name)(document_comparison_field="meta.key") for module in BOTH)
    with pytest.raises(TypeError):
        theirs.run(documents, documents)
    assert mine.run(documents, documents)["score"] == 1.0


def test_metadata_keys_with_dots():
    documents = [[Document(id="1", meta={"a.b": 1})]]
    scores = [
        module.DocumentMRREvaluator(document_comparison_field="meta.a.b").run(documents, documents)["score"]
        for module in BOTH
    ]
    assert scores == [0.0, 1.0]


def test_negative_gold_scores():
    gold = [[Document(content="a", score=1.0), Document(content="b", score=-1.0)]]
    score = upstream.DocumentNDCGEvaluator().run(gold, [[Document(content="a")]])["score"]
    assert score > 1
    with pytest.raises(ValueError, match="0 or above"):
        ours.DocumentNDCGEvaluator().run(gold, [[Document(content="a")]])


def test_nan_gold_scores():
    gold = [[Document(content="a", score=math.nan)]]
    result = upstream.DocumentNDCGEvaluator().run(gold, gold)
    assert not 0 < result["score"] <= 1
    with pytest.raises(ValueError, match="0 or above"):
        ours.DocumentNDCGEvaluator().run(gold, gold)


def test_unknown_fields():
    upstream.DocumentMRREvaluator(document_comparison_field="text")
    with pytest.raises(ValueError, match="Unsupported"):
        ours.DocumentMRREvaluator(document_comparison_field="text")


@pytest.mark.parametrize(
    ("bad", "what_haystack_says"),
    [
        ([], IndexError),
        ([None], AttributeError),
        (reply(["a"], [None]), TypeError),
        (reply(["a"], ["1"]), TypeError),
        (reply(None, [1]), 0.5),
        (reply(["a"], [5]), 3.0),
        (reply(["a", "b", "c"], [1, 1]), 1.0),
    ],
    ids=str,
)
def test_bad_rows_among_good_ones(bad, what_haystack_says):
    rows = {"good": GOOD, "bad row": bad}
    if isinstance(what_haystack_says, float):
        assert faithfulness(upstream, rows, raise_on_failure=False)["score"] == what_haystack_says
    else:
        with pytest.raises(what_haystack_says):
            faithfulness(upstream, rows, raise_on_failure=False)
    result = faithfulness(ours, rows, raise_on_failure=False)
    assert result["score"] == 1.0
    assert [row["status"] for row in result["results"]] == ["evaluated", "error"]


@pytest.mark.parametrize("wrapped", ["```json\n{}\n```", "Sure: {}", "<think>hm</think>{}", "\ufeff{}"])
def test_wrapped_objects(wrapped):
    rows = {"row": [wrapped.replace("{}", GOOD[0])]}
    with pytest.raises(ValueError, match=r"Expecting value|BOM"):
        faithfulness(upstream, rows)
    assert faithfulness(ours, rows)["score"] == 1.0


def test_work_that_was_paid_for():
    rows = {"good": GOOD, "bad row": ["nonsense"]}
    with pytest.raises(ValueError, match="Expecting value") as theirs:
        faithfulness(upstream, rows)
    assert not hasattr(theirs.value, "results")
    with pytest.raises(ValueError, match="row 1") as mine:
        faithfulness(ours, rows, max_concurrency=1)
    assert mine.value.results[0]["score"] == 1.0


def test_meta_beside_results():
    rows = {"bad row": ["nonsense"], "good": GOOD}
    replies = {"failing": None, **rows}

    def run(module: Any) -> dict[str, Any]:
        return faithfulness(module, replies, raise_on_failure=False)

    theirs, mine = run(upstream), run(ours)
    assert len(theirs["meta"]) == 2
    assert [meta.get("row") for meta in mine["meta"]] == [None, "nonsense", GOOD[0]]


def test_inputs_and_examples_in_the_prompt():
    prompts = []
    for module in BOTH:
        generator = Replying({"": ['{"score": 1}']})
        made = module.LLMEvaluator(
            "Judge.",
            [("answers", list[str])],
            ["score"],
            [{"inputs": {"answers": "{{ 7 * 7 }}"}, "outputs": {"score": 1}}],
            chat_generator=generator,
            progress_bar=False,
        )
        made.run(answers=['say "yes"'])
        prompts += generator.prompts
    theirs, mine = prompts
    assert '{"answers": "49"}' in theirs
    assert '{"answers": say "yes"}' in theirs
    assert '{"answers": "{{ 7 * 7 }}"}' in mine
    assert '{"answers": "say \\"yes\\""}' in mine


def test_default_examples(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    theirs, mine = (
        [module.FaithfulnessEvaluator().examples is module.FaithfulnessEvaluator().examples]
        for module in BOTH
    )
    assert (theirs, mine) == ([True], [False])


def test_from_dict(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    is_changed = []
    for module in BOTH:
        saved = module.LLMEvaluator("?", [("a", list[str])], ["score"], []).to_dict()
        before = copy.deepcopy(saved)
        module.LLMEvaluator.from_dict(saved)
        is_changed.append(saved != before)
    assert is_changed == [True, False]


def test_waiting_for_one_row_after_another():
    """Sixteen rows of 100 ms: 1.6 s one by one."""
    seconds = []
    for module in BOTH:
        generator = Replying({"": GOOD}, seconds=0.1)
        made = module.FaithfulnessEvaluator(chat_generator=generator, progress_bar=False)
        started = time.monotonic()
        made.run(questions=["?"] * 16, contexts=[["c"]] * 16, predicted_answers=["a"] * 16)
        seconds.append(time.monotonic() - started)
    theirs, mine = seconds
    assert theirs >= 1.6
    assert mine < theirs / 2


def test_the_progress_bar(capsys):
    for module, expected in zip(BOTH, (True, False), strict=True):
        made = module.FaithfulnessEvaluator(chat_generator=Replying({"": GOOD}))
        made.run(questions=["?"], contexts=[["c"]], predicted_answers=["a"])
        assert bool(capsys.readouterr().err) == expected
