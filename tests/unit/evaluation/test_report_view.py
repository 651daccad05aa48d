"""One view of a report: what shows an evaluation counts nothing for itself."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

import ragtriage
from ragtriage.evaluation.report_view import ReportView, passed_cases
from ragtriage.model import Fix, Stage
from ragtriage.reports.html.evaluation import evaluation_page
from ragtriage.reports.junit import junit
from ragtriage.reports.markdown import summary_markdown
from ragtriage.reports.terminal import print_summary

FOUND = {"question": "When?", "expected": "5 days", "gold_ids": ["a"], "retrieved": ["a"], "answer": "5 days"}
MISSED = {**FOUND, "retrieved": ["b"], "answer": "7 days"}
UNCLEAR = {**FOUND, "answer": "It depends on who asks."}
UNGROUNDED = {**MISSED, "answer": "5 days"}


@pytest.fixture(scope="module")
def evaluation():
    rows = [*[FOUND] * 9, *[UNCLEAR] * 3, *[MISSED] * 3, UNGROUNDED]
    return ragtriage.evaluate(
        [{**row, "id": f"q{n}", "language": "en" if n % 2 else "de"} for n, row in enumerate(rows)],
        by=["language"],
    )


@pytest.fixture(scope="module")
def view(evaluation):
    return ReportView(evaluation.report)


def shown(evaluation):
    """Return what the terminal, Markdown, a notebook and the page print of an evaluation."""
    console = Console(file=io.StringIO(), width=100, color_system=None)
    print_summary(console, evaluation.report, failing=evaluation.failing)
    return {
        "terminal": console.file.getvalue(),
        "markdown": summary_markdown(evaluation.report, evaluation.failing),
        "notebook": evaluation._repr_html_(),
        "page": b"".join(evaluation_page(evaluation)).decode(),
    }


def test_every_case_is_counted_once(view):
    assert sum(row.cases for row in view.fixes.values()) == view.n
    assert sum(view.diagnoses.values()) + view.fixes[Fix.UNKNOWN].cases == view.n
    assert passed_cases(view.summary) == view.fixes[Fix.NONE].cases
    [slices] = view.slices.values()
    assert sum(piece.n for piece in slices) == view.n
    for fix in set(Fix) - {Fix.UNKNOWN}:
        assert sum(piece.fixes[fix] for piece in slices) == view.fixes[fix].cases
    assert sum(piece.open for piece in slices) == view.fixes[Fix.UNKNOWN].cases


def test_what_is_open_has_no_interval_and_is_neither_shown_nor_likely(view):
    row = view.fixes[Fix.UNKNOWN]
    assert (row.shown, row.likely, row.interval) == (0, 0, "")


def test_the_stage_of_the_headline_is_looked_at_first_and_all_are_there(view):
    assert view.order[0] is Fix.RETRIEVAL
    assert view.headline.startswith("Retrieval first")
    assert view.order[-2:] == [Fix.UNKNOWN, Fix.NONE]
    assert set(view.order) == set(Fix)


def test_the_stages_come_in_their_order_with_all_that_was_judged(view):
    assert [row.stage for row in view.stages] == list(Stage)
    assert all(row.judged + row.open + row.not_applicable == view.n for row in view.stages)


def test_the_same_rates_and_shares_stand_in_every_report(evaluation, view):
    for name, text in shown(evaluation).items():
        for row in view.stages:
            for figure in (row.rate, row.interval, row.bounds):
                assert figure in text, (name, row)
        if name != "notebook":
            assert all(view.fixes[fix].share in text for fix in (Fix.RETRIEVAL, Fix.NONE)), name


def test_a_share_that_lies_between_two_is_rounded_alike_everywhere():
    rows = [{**UNCLEAR, "id": f"u{n}"} for n in range(98)] + [{**FOUND, "id": f"f{n}"} for n in range(62)]
    evaluation = ragtriage.evaluate(rows)
    share = ReportView(evaluation.report).fixes[Fix.UNKNOWN].share
    assert share == "61.3 %"
    for name, text in shown(evaluation).items():
        assert share in text, name
        assert "61.2 %" not in text, name


def test_a_first_sentence_is_the_same_wherever_it_stands(evaluation, view):
    texts = {**shown(evaluation), "repr": repr(evaluation), "junit": junit(evaluation).decode()}
    for name, text in texts.items():
        flat = re.sub(r"\s+", " ", text.replace("\\", ""))
        assert all(sentence in flat for sentence in view.sentences), name


def test_a_view_in_japanese_says_the_same_numbers(evaluation, view):
    japanese = ReportView(evaluation.report, language="ja")
    assert japanese.headline == "".join(japanese.sentences)
    assert "検索" in japanese.headline
    assert japanese.fixes == view.fixes
    assert len(japanese.steps) == len(view.steps)
    assert japanese.ungrounded != view.ungrounded


def test_metrics_are_laid_out_by_cutoff():
    evaluation = ragtriage.evaluate(
        [{**FOUND, "id": "q1"}, {**MISSED, "id": "q2"}], metrics=["recall@1", "recall@3", "rr"]
    )
    view = ReportView(evaluation.report)
    assert view.metric_columns == ("@1", "@3", "uncut")
    assert [(row.metric, row.values) for row in view.metric_rows] == [
        ("recall", ("0.500", "0.500", "")),
        ("rr", ("", "", "0.500")),
    ]
    assert view.cutoffs_left_out == 0
    assert set(view.scores) <= set(view.summary.metrics)
    assert not set(view.scores) & set(view.rankings)
