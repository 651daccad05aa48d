"""A probe on a terminal: within 80 cells, and inert whatever ids, tags and answers hold."""

from __future__ import annotations

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

import ragtriage
from ragtriage.model.probing import Arm, Conclusion
from ragtriage.reports.explain import print_explanation
from ragtriage.reports.probe import CONCLUSIONS, print_probe

HOSTILE = "\x1b[2J\u202e[red]x"
ROWS = [
    {
        "id": f"q{i}{HOSTILE}",
        "question": f"How much is pass {i}?",
        "expected": f"{i}5 euros",
        "gold_ids": [f"pass-{i}"],
        "evidence": [f"Pass {i} costs {i}5 euros."],
        "answer": "I don't know.",
        "retrieved": [{"document_id": "other", "text": "Children travel free."}],
        "tags": [f"tag{HOSTILE}", "t" * 60],
        "language": "ja",
    }
    for i in range(1, 9)
]


def reader(question, contexts):
    number = question.split()[-1].rstrip("?")
    is_there = any(text.startswith(f"Pass {number} ") for text in contexts)
    return f"{number}5 euros{HOSTILE}" if is_there else f"I don't know. {HOSTILE}"


@pytest.fixture(scope="module")
def evaluation():
    return ragtriage.evaluate(ROWS)


@pytest.fixture(scope="module")
def probe(evaluation):
    return ragtriage.probe(evaluation, reader, conditions=[arm.value for arm in Arm])


def printed(draw, width=80):
    console = Console(file=io.StringIO(), width=width, color_system=None)
    draw(console)
    return console.file.getvalue()


def test_the_picture_stands_within_80_cells_and_is_inert(probe):
    text = printed(lambda console: print_probe(console, probe.report, "out"))
    lines = text.splitlines()
    assert [
        line for line in lines if cell_len(line) > 80 and not line.startswith("  ragtriage explain")
    ] == []
    assert "\x1b" not in text
    assert "\u202e" not in text
    for heading in (
        *("Answer accuracy", "Headroom", "One against another", "What it shows"),
        *("Beside the diagnoses", "By tag", "By language", "Not built"),
    ):
        assert any(line.startswith(heading) for line in lines), heading


def test_a_case_shows_its_conditions_and_is_inert(evaluation, probe):
    result = next(iter(evaluation))
    case = probe.find(result.case.id)
    settings = evaluation.manifest.settings
    text = printed(lambda console: print_explanation(console, result, settings, case))
    assert "\x1b" not in text
    assert "\u202e" not in text
    for arm in (Arm.CLOSED_BOOK, Arm.RETRIEVED, Arm.GOLD):
        assert any(line.split()[:1] == [arm.value] for line in text.splitlines())
    assert "not asked: nothing that came back is gold" in " ".join(text.split())
    assert "the same texts as retrieved" in text
    assert "without text 1" in text
    assert "<U+001B>[2J<U+202E>[red]x" in text.replace("\n", "")
    assert "the diagnosis retrieval_miss is confirmed" in " ".join(text.split())


def test_without_a_probe_nothing_is_said_of_one(evaluation):
    result = next(iter(evaluation))
    text = printed(lambda console: print_explanation(console, result, evaluation.manifest.settings))
    assert "Asked again" not in text


def test_every_conclusion_has_its_words():
    assert set(CONCLUSIONS) == set(Conclusion)
