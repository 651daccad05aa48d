"""The judging evaluators give Haystack's results for every well-formed reply."""

from __future__ import annotations

import asyncio
import json
import math
import os
from random import Random
from typing import Any

import pytest

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"

pytest.importorskip("haystack")

from haystack import component
from haystack.components import evaluators as upstream
from haystack.dataclasses import ChatMessage

from ragtriage import evaluators as ours

BATCHES = 150


@component
class Replying:
    """A chat generator that replies to the n-th row with the n-th text, or fails where there is none."""

    def __init__(self, texts: list[str | None]) -> None:
        self.texts = texts

    @component.output_types(replies=list[ChatMessage])
    def run(self, messages: list[ChatMessage]) -> dict[str, Any]:
        row = messages[0].text.rsplit("row ", 1)[1]
        text = self.texts[int(row[: next(n for n, c in enumerate(row) if not c.isdigit())])]
        if text is None:
            raise LookupError("this row fails")
        return {"replies": [ChatMessage.from_assistant(text, meta={"model": "m", "row": text})]}


def faithfulness_reply(random: Random) -> dict[str, Any]:
    count = random.randint(0, 5)
    scores = [random.choice([0, 1, 1, 0.5, 0.25, True]) for _ in range(count)]
    reply = {"statements": [f"s{n}" for n in range(count)], "statement_scores": scores}
    return {**reply, "more": [1]} if random.random() < 0.2 else reply


def relevance_reply(random: Random) -> dict[str, Any]:
    return {"relevant_statements": ["翌月5日"] * random.randint(0, 3)}


NAMES = {"FaithfulnessEvaluator": faithfulness_reply, "ContextRelevanceEvaluator": relevance_reply}


def inputs(name: str, count: int) -> dict[str, Any]:
    rows = {"questions": [f"row {n}." for n in range(count)], "contexts": [["c"]] * count}
    if name == "FaithfulnessEvaluator":
        rows["predicted_answers"] = [f"row {n}." for n in range(count)]
    return rows


def comparable(outputs: dict[str, Any]) -> dict[str, Any]:
    """Return the outputs with numbers that compare: NaN equals itself here."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: plain(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [plain(inner) for inner in value]
        if isinstance(value, str) or value is None:
            return value
        return "NaN" if math.isnan(value) else round(float(value), 12)

    return plain(outputs)


@pytest.mark.parametrize("name", NAMES)
def test_results_are_those_of_haystack(name):
    random = Random(11)  # noqa: S311 - test data
    for number in range(BATCHES):
        texts = [json.dumps(NAMES[name](random)) for _ in range(random.randint(1, 6))]
        rows = inputs(name, len(texts))
        arguments = {"chat_generator": Replying(texts), "progress_bar": False}
        expected = getattr(upstream, name)(**arguments).run(**rows)
        mine = getattr(ours, name)(**arguments)
        actual = asyncio.run(mine.run_async(**rows)) if number % 10 == 0 else mine.run(**rows)
        assert comparable(actual) == comparable(expected)


@pytest.mark.parametrize("name", NAMES)
def test_failed_rows_are_those_of_haystack_but_for_their_place_in_meta(name):
    random = Random(12)  # noqa: S311 - test data
    for _ in range(20):
        texts = [
            None if random.random() < 0.4 else json.dumps(NAMES[name](random))
            for _ in range(random.randint(1, 6))
        ]
        rows = inputs(name, len(texts))
        arguments = {"chat_generator": Replying(texts), "progress_bar": False, "raise_on_failure": False}
        expected = getattr(upstream, name)(**arguments).run(**rows)
        actual = getattr(ours, name)(**arguments).run(**rows)
        known = actual.pop("meta") or []
        assert [meta for meta in known if meta] == (expected.pop("meta") or [])
        assert [bool(meta) for meta in known] in ([text is not None for text in texts], [])
        assert comparable(actual) == comparable(expected)


def test_rows_in_another_order_are_noticed():
    """The control: the comparison above tells results apart."""
    texts = [json.dumps({"statements": ["a"], "statement_scores": [score]}) for score in (0, 1)]
    expected = upstream.FaithfulnessEvaluator(chat_generator=Replying(texts), progress_bar=False)
    actual = ours.FaithfulnessEvaluator(chat_generator=Replying(texts[::-1]), progress_bar=False)
    rows = inputs("FaithfulnessEvaluator", 2)
    assert comparable(actual.run(**rows)) != comparable(expected.run(**rows))


@pytest.mark.parametrize(
    "inputs_", [[("a", list[str])], [("questions", list[str]), ("contexts", list[list[str]])]]
)
def test_templates_are_those_of_haystack(inputs_):
    example = {"inputs": {"a": "x", "b": ["y", 1]}, "outputs": {"score": 1, "why": None}}
    arguments = {"instructions": "Judge.", "inputs": inputs_, "outputs": ["score", "why"]}
    for examples in ([], [example], [example, example]):
        generator = Replying([])
        expected = upstream.LLMEvaluator(**arguments, examples=examples, chat_generator=generator)
        actual = ours.LLMEvaluator(**arguments, examples=examples, chat_generator=generator)
        assert actual.prepare_template() == expected.prepare_template()
