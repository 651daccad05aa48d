"""The published scores of real predictions, to four decimals."""

from __future__ import annotations

import json
from math import isnan
from pathlib import Path
from statistics import fmean

import pytest

from ragtriage.text.scores import OFFICIAL, char_f1, token_f1


def _official(shared: Path, start: str) -> dict[str, float]:
    table = json.loads((shared / "data/normalisation/OFFICIAL.json").read_text("utf-8"))
    return next(numbers for name, numbers in table.items() if name.startswith(start))


def _percent(values: list[float]) -> float:
    return round(100 * fmean(values), 4)


def _rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_squad_2_has_its_official_numbers(shared):
    folder = shared / "data/normalisation"
    gold = json.loads((folder / "squad2_gold.json").read_text("utf-8"))
    predictions = json.loads((folder / "squad2_predictions.json").read_text("utf-8"))
    rule = OFFICIAL["squad2"]
    scores: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for article in gold["data"]:
        for paragraph in article["paragraphs"]:
            for question in paragraph["qas"]:
                # A question without an answer is right only when nothing is answered.
                expected = [a["text"] for a in question["answers"] if rule.normalise(a["text"])] or [""]
                answer = predictions[question["id"]]
                scores[bool(question["answers"])].append(
                    (rule.exact(answer, expected), rule.f1(answer, expected))
                )
    official = _official(shared, "squad2")
    for part, rows in (
        ("", scores[True] + scores[False]),
        ("HasAns_", scores[True]),
        ("NoAns_", scores[False]),
    ):
        assert len(rows) == official[f"{part}total"]
        assert _percent([exact for exact, _ in rows]) == round(official[f"{part}exact"], 4)
        assert _percent([f1 for _, f1 in rows]) == round(official[f"{part}f1"], 4)


@pytest.mark.parametrize(
    ("start", "rule", "language"), [("mkqa ko", "korquad1", "ko"), ("mkqa ja", "jsquad", "ja")]
)
def test_a_rule_over_characters_has_its_official_numbers(shared, start, rule, language):
    rows = _rows(shared / "data/normalisation/mkqa_parallel_predictions.jsonl")
    predictions = [(row["prediction"], row["answers"]) for row in rows if row["lang"] == language]
    assert _numbers(rule, predictions) == _official(shared, start)


def test_nq_open_has_its_official_numbers(shared):
    rows = _rows(shared / "data/normalisation/nq_dpr_predictions.jsonl")
    predictions = [(row["prediction"], row["answer"]) for row in rows]
    assert _numbers("squad1", predictions) == _official(shared, "nq_dpr")


def _numbers(name: str, predictions: list[tuple[str, list[str]]]) -> dict[str, float]:
    rule = OFFICIAL[name]
    return {
        "n": len(predictions),
        "em": _percent([rule.exact(answer, expected) for answer, expected in predictions]),
        "f1": _percent([rule.f1(answer, expected) for answer, expected in predictions]),
    }


@pytest.mark.parametrize(
    ("run", "rule"),
    [("jsquad_ja_runA", "jsquad"), ("jsquad_ja_runB", "jsquad"), ("hotpotqa_en_run", "squad1")],
)
def test_a_run_has_the_scores_published_with_it(shared, run, rule):
    rows = _rows(shared / f"data/rag_runs/{run}.jsonl")
    published = json.loads((shared / f"data/rag_runs/{run}.expected.json").read_text("utf-8"))["aggregate"]
    named = OFFICIAL[rule]
    assert _percent([named.exact(row["answer"], row["expected_answers"]) for row in rows]) == published["em"]
    assert _percent([named.f1(row["answer"], row["expected_answers"]) for row in rows]) == published["f1"]


def test_scores_are_no_verdicts():
    assert token_f1("1.5", ["15"]) == 1.0
    assert round(char_f1("翌月10日", ["翌月5日"]), 4) == 0.6667


def test_a_score_without_an_expected_answer_is_undefined():
    assert isnan(token_f1("Paris", []))
    assert isnan(char_f1("東京", []))
    assert isnan(OFFICIAL["jsquad"].exact("東京", []))


@pytest.mark.parametrize(
    ("answer", "expected", "score"),
    [
        ("Paris", ["London", "Paris"], 1.0),
        ("Paris", ["London"], 0.0),
        ("the the the", ["the"], 1.0),  # articles are nothing, and nothing equals nothing
        ("Paris Paris", ["Paris"], 2 / 3),  # a token counts as often as it stands in both
    ],
)
def test_token_f1_is_the_most_over_the_expected_answers(answer, expected, score):
    assert token_f1(answer, expected) == pytest.approx(score)


@pytest.mark.parametrize(
    ("answer", "expected", "score"),
    [("「東京」。", ["東京"], 1.0), ("ﾄｳｷｮｳ", ["トウキョウ"], 1.0), ("서울 특별시", ["서울특별시"], 1.0)],
)
def test_char_f1_overlooks_width_spaces_and_punctuation(answer, expected, score):
    assert char_f1(answer, expected) == score
