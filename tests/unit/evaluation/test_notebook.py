"""What a notebook shows of an evaluation and of a comparison: the numbers, as text that does nothing."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from ragtriage import compare, evaluate
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.notebook import evaluation_html, safe

HOSTILE = "<img src=x onerror=alert(1)></td></table><script>alert(1)</script>\x1b[31m\u202e\x00"
ALLOWED = {"div", "p", "strong", "ul", "li", "table", "thead", "tbody", "tr", "th", "td"}


class Reader(HTMLParser):
    """Collects elements, attributes and text, and holds that every element is closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[tuple[str, str | None]] = set()
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.add(tag)
        self.attributes.update(attrs)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data + " "


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


def cases(found: int):
    return [
        {
            "id": f"q{i}",
            "question": f"{i}?",
            "expected": "5",
            "gold_ids": ["a"],
            "retrieved": ["a" if i < found else "b"],
            "answer": "5",
        }
        for i in range(12)
    ]


@pytest.fixture(scope="module")
def evaluation():
    return evaluate(cases(9), k=1)


def test_an_evaluation_shows_what_to_fix_first_and_how_each_stage_fared(evaluation):
    reader = read(evaluation._repr_html_())
    assert "cases: 12 cases. Retrieval first: 3 of 12 (3 likely)." in reader.text
    assert "9/12" in reader.text
    assert "75.0 %" in reader.text


def test_an_evaluation_without_cases_says_so(evaluation):
    empty = replace(evaluation.report, summary=replace(evaluation.summary, n=0))
    assert "0 cases. No case was judged." in read(evaluation_html(empty)).text


def test_a_comparison_shows_what_is_better_and_what_it_may_be_put_down_to(evaluation):
    shown = compare(
        evaluate(cases(0), k=1, allow_disjoint_ids=True), evaluate(cases(12), k=1), are_independent=True
    )
    reader = read(shown._repr_html_())
    assert "Better: retrieval" in reader.text
    assert "retrieval, evidence: chunking and retrieval" in reader.text
    assert "+1.000" in reader.text
    assert f"and {len(shown.known) - len(shown.telling)} more rows in .rows" in reader.text
    assert "not shown" in read(compare(evaluation, evaluation)._repr_html_()).text


def test_names_and_warnings_are_text_and_nothing_takes_a_colour_or_asks(evaluation):
    report = replace(
        evaluation.report,
        manifest=replace(evaluation.manifest, inputs=(HOSTILE,)),
        warnings=tuple(f"{HOSTILE}{i}" for i in range(9)),
    )
    hostile = Evaluation(report, evaluation.rows)
    compared = replace(
        compare(evaluation, evaluation), baseline=HOSTILE, candidate=HOSTILE, warnings=(HOSTILE,)
    )
    for html in (hostile._repr_html_(), compared._repr_html_()):
        reader = read(html)
        assert reader.tags <= ALLOWED
        assert {name for name, _ in reader.attributes} <= {"style"}
        assert {value for _, value in reader.attributes} <= {
            "text-align:left;padding-right:1em",
            "text-align:right;white-space:nowrap;padding-right:1em",
        }
        assert not {"\x1b", "\u202e", "\x00"} & set(html)
        assert "<script>alert(1)</script>" in reader.text
    assert "and 4 more" in read(hostile._repr_html_()).text


def test_letters_of_all_scripts_stay_as_they_are():
    assert safe("期限 기한 مرحبا é") == "期限 기한 مرحبا é"


def test_showing_itself_imports_nothing_heavy():
    code = (
        "import sys, ragtriage\n"
        "ragtriage.evaluate([{'question': 'q', 'answer': 'a', 'expected': 'a'}])._repr_html_()\n"
        "print(sorted({'jinja2', 'rich', 'polars', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


def test_a_rate_beside_unknown_verdicts_has_bounds_and_another_has_none():
    told = {"id": "q", "question": "?", "expected": "5 %", "gold_ids": ["a"], "retrieved": ["a"]}
    told["answer"] = "5 %"
    rows = [{**told, "id": f"q{n}"} for n in range(8)]
    rows += [{**told, "id": "wrong", "answer": "6 %"}, {key: told[key] for key in told if key != "answer"}]
    text = read(evaluate(rows)._repr_html_()).text
    # eight pass, one fails, one is unknown
    assert "answer 8/9 88.9 % 56.5–98.0 % 0 1 80.0–90.0 %" in " ".join(text.split())
    assert "retrieval 10/10 100.0 % 72.2–100.0 % 0 0 evidence" in " ".join(text.split())
