"""Refusals and near misses in four languages, and how many of them are told apart.

The rows `held out` were written after the patterns had been frozen, and no pattern was changed for them.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from ragtriage.text.abstention import Abstention, abstains

LANGUAGES = ("en", "ja", "ko", "zh")


def rows(language: str, part: str, kind: str) -> list[str]:
    path = Path(__file__).parent / "refusals" / f"{language}.tsv"
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").rstrip("\n").split("\n")[1:]]
    return [text for row_part, row_kind, text in lines if (row_part, row_kind) == (part, kind)]


def declined(texts: list[str]) -> list[str]:
    return [text for text in texts if abstains(text) is Abstention.YES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_enough_rows_and_a_third_is_held_out(language):
    for kind in ("refusal", "near miss"):
        tuned, held_out = (len(rows(language, part, kind)) for part in ("tuned", "held out"))
        assert tuned + held_out >= 40
        assert held_out * 3 >= tuned + held_out


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_stands_in_two_rows(language):
    texts = [
        text
        for part in ("tuned", "held out")
        for kind in ("refusal", "near miss")
        for text in rows(language, part, kind)
    ]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("language", LANGUAGES)
def test_tuned_refusals_are_found_and_near_misses_are_not(language):
    refusals = rows(language, "tuned", "refusal")
    assert len(declined(refusals)) >= 0.98 * len(refusals)
    assert declined(rows(language, "tuned", "near miss")) == []


def test_at_least_95_percent_of_the_held_out_refusals_are_found():
    refusals = [text for language in LANGUAGES for text in rows(language, "held out", "refusal")]
    assert len(declined(refusals)) >= 0.95 * len(refusals)


def test_at_most_1_percent_of_the_held_out_near_misses_are_false_alarms():
    near_misses = [text for language in LANGUAGES for text in rows(language, "held out", "near miss")]
    assert len(declined(near_misses)) <= 0.01 * len(near_misses)


def of_lists(path: Path, kind: str, parts: str = "list") -> list[Abstention]:
    lines = [line.split("\t") for line in path.read_text("utf-8").rstrip("\n").split("\n")[1:]]
    return [
        abstains(text, question=question)
        for part, row_kind, question, text in lines
        if row_kind == kind and part.startswith(parts)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lists_that_were_learned_from_are_told_apart(language):
    path = Path(__file__).parents[2] / "benchmarks" / "refusals" / f"{language}.tsv"
    refusals, near_misses = of_lists(path, "refusal"), of_lists(path, "near miss")
    assert refusals.count(Abstention.NO) <= 0.13 * len(refusals)
    assert near_misses.count(Abstention.YES) <= 0.01 * len(near_misses)
    assert near_misses.count(Abstention.NO) >= 0.7 * len(near_misses)


@pytest.mark.parametrize(("lists", "n"), [("C", 240), ("D", 240), ("M", 240)])
def test_so_much_of_the_lists_that_nobody_learned_from_is_told_apart(lists, n):
    paths = [Path(__file__).parent / "refusals" / "unseen" / f"{language}.tsv" for language in LANGUAGES]
    refusals = [said for path in paths for said in of_lists(path, "refusal", lists)]
    near_misses = [said for path in paths for said in of_lists(path, "near miss", lists)]
    assert (len(refusals), len(near_misses)) == (n, n)
    assert refusals.count(Abstention.NO) <= 0.1 * n
    assert refusals.count(Abstention.YES) >= 0.5 * n
    assert near_misses.count(Abstention.YES) <= 0.015 * n


def test_ordinary_answers_that_nobody_learned_from_are_no_refusals():
    written = Path(__file__).parents[2] / "benchmarks" / "refusals"
    said = []
    for language in LANGUAGES:
        for line in (written / f"{language}.tsv").read_text("utf-8").splitlines():
            part, _, question, text = line.replace("\\n", "\n").split("\t")
            if part == "plain, unseen":
                said.append(abstains(text, question=question))
    assert len(said) == 325
    assert said.count(Abstention.YES) <= 0.005 * len(said)
    assert said.count(Abstention.POSSIBLY) <= 0.12 * len(said)


def test_the_weights_are_small():
    assert len((files("ragtriage.text.declining") / "weights.json").read_bytes()) < 300_000
