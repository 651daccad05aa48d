"""What a comparison prints when it is not asked for everything: what is shown, and where the rest is."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from ragtriage import evaluate
from ragtriage.comparison.compare import compare
from ragtriage.comparison.records import Finding
from ragtriage.reports.comparison import print_comparison


def cases(found: int, n: int = 60):
    return [
        {
            "id": f"q{i}",
            "question": f"{i}?",
            "expected": "5",
            "gold_ids": ["a"],
            "retrieved": ["a" if i < found else "b"],
            "answer": "5",
        }
        for i in range(n)
    ]


def printed(comparison, **options):
    console = Console(file=io.StringIO(), width=80, color_system=None)
    print_comparison(console, comparison, **options)
    return console.file.getvalue()


@pytest.fixture(scope="module")
def better():
    return compare(evaluate(cases(10)), evaluate(cases(50)), are_independent=True)


@pytest.fixture(scope="module")
def equal():
    return compare(evaluate(cases(10)), evaluate(cases(11)), are_independent=True)


def test_the_first_sentence_names_what_is_better_and_how_much_is_not_shown(better):
    shown = [row.name for row in better.rows if row.finding is Finding.BETTER]
    rest = [row for row in better.rows if row.n and row.finding is Finding.NOT_SHOWN]
    assert shown
    assert rest
    assert better.headline == f"Better: {', '.join(shown)}. In {len(rest)} more rows no difference is shown."
    lines = printed(better).splitlines()
    assert lines[4].startswith("Better: retrieval, ")


def test_where_nothing_is_shown_nothing_is_called_equal(equal):
    known = [row for row in equal.rows if row.n]
    assert equal.headline == (
        f"Nothing is shown to differ, in {len(known)} rows; which is not to say that it is equal."
    )


def test_repeats_have_no_such_sentence():
    assert compare(evaluate(cases(10)), evaluate(cases(10))).headline == ""


def test_conclusions_stand_before_warnings_and_these_before_the_numbers(better):
    text = printed(better)
    order = ["What differs", "put down to", "Warnings", "Differences", "Flips", "Diagnoses", "Moved", "More"]
    places = [text.index(word) for word in order]
    assert places == sorted(places)


def test_rows_of_which_nothing_is_shown_are_counted_and_printed_on_request(equal):
    short, whole = printed(equal), printed(equal, is_whole=True)
    known = [row.name for row in equal.rows if row.n]
    hidden = [name for name in known if f"\n  {name} " not in short]
    assert "recall@5" in hidden
    assert f"and {len(hidden)} rows without a shown difference (--all)" in short
    assert all(f"\n  {name} " in whole for name in known)
    assert "--all" not in whole
    assert "What these cases could show" not in short
    assert "What these cases could show" in whole


def test_rows_named_beforehand_are_all_printed():
    compared = compare(evaluate(cases(10)), evaluate(cases(11)), metrics=["recall@5", "ndcg@10", "answer"])
    text = printed(compared)
    assert all(f"\n  {name} " in text for name in ("recall@5", "ndcg@10", "answer"))
    assert "without a shown difference" not in text
