"""What the page of an evaluation tells of a probe."""

from __future__ import annotations

import pytest

import ragtriage
from ragtriage.model.probing import Arm, Conclusion, Standing
from ragtriage.reports.html.evaluation import evaluation_page
from ragtriage.reports.html.messages import Language, Messages
from ragtriage.reports.html.probe import probe_part

ROWS = [
    {
        "id": f"q{i} <b>&\u202e",
        "question": f"How much is pass {i}?",
        "expected": f"{i}5 euros",
        "gold_ids": [f"pass-{i}"],
        "evidence": [f"Pass {i} costs {i}5 euros."],
        "answer": "I don't know.",
        "retrieved": [{"document_id": "other", "text": "Children travel free."}],
    }
    for i in range(1, 4)
]


def reader(question, contexts):
    number = question.split()[-1].rstrip("?")
    return (
        f"{number}5 euros"
        if any(text.startswith(f"Pass {number} ") for text in contexts)
        else "I don't know."
    )


@pytest.fixture(scope="module")
def evaluation():
    return ragtriage.evaluate(ROWS)


@pytest.fixture(scope="module")
def report(evaluation):
    return ragtriage.probe(evaluation, reader).report


@pytest.mark.parametrize("language", Language)
def test_the_page_has_levels_headroom_conclusions_and_each_case(evaluation, report, language):
    page = b"".join(evaluation_page(evaluation, language, probe=report)).decode()
    t = Messages(language)
    part = page[page.index('<section id="probe"') : page.index('<section id="basis"')]
    for said in (
        t("probe.headroom.retrieval"),
        t(f"probe.conclusion.{Conclusion.RETRIEVAL_AT_FAULT}"),
        t(f"probe.standing.{Standing.CONFIRMED}"),
        t(f"probe.arm.{Arm.GOLD}"),
    ):
        assert said in part
    assert '<svg class="chart"' in part
    assert part.count('href="#case=') == len(ROWS)
    assert '<a href="#probe">' in page


def test_a_page_without_a_probe_says_nothing_of_one(evaluation):
    page = b"".join(evaluation_page(evaluation)).decode()
    assert 'id="probe"' not in page
    assert "#probe" not in page


def test_ids_are_inert(evaluation, report):
    page = b"".join(evaluation_page(evaluation, probe=report)).decode()
    part = page[page.index('<section id="probe"') : page.index('<section id="basis"')]
    assert "q1 <b>" not in part
    assert "\u202e" not in part
    assert "q1 &lt;b&gt;&amp;&lt;U+202E&gt;" in part


def test_what_says_most_comes_first(report):
    part = probe_part(report, Messages(Language.EN))
    assert [line.standing for line in part.cases] == [Standing.CONFIRMED] * 3
    assert [line.n for line in part.conclusions] == [3]
    assert part.left_out == 0
    assert part.cases[0].cells[part.arms.index(Arm.GOLD)] == "right 1/1"
    assert part.cases[0].cells[part.arms.index(Arm.GOLD_FIRST)] == "–"
