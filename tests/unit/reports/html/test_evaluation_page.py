from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ragtriage.reports.html as package
from ragtriage import evaluate
from ragtriage.metrics.names import METRICS
from ragtriage.model import RELEVANCE, Diagnosis, Fix, Settings
from ragtriage.reports.html.curves import _bins
from ragtriage.reports.html.detail import detail_of
from ragtriage.reports.html.evaluation import evaluation_page, write_evaluation_page
from ragtriage.reports.html.flow import MEDIUM, NARROW, WIDE, draw_flow
from ragtriage.reports.html.listing import Listing
from ragtriage.reports.html.messages import Language, Messages, wordings
from ragtriage.reports.html.selection import Selection
from ragtriage.reports.html.state import STATES
from ragtriage.reports.html.survey import Survey

ROW = {
    "question": "When is it due?",
    "expected": "5 days",
    "gold_ids": ["p"],
    "evidence": ["due in 5 days"],
    "retrieved": [
        {"document_id": "g", "text": "Ask the desk."},
        {"document_id": "p", "text": "It is due in 5 days."},
    ],
    "answer": "It is due in 5 days.",
}
WRONG = {**ROW, "answer": "It is due in 9 days."}
MISSED = {**ROW, "retrieved": [{"document_id": "g", "text": "Ask the desk."}]}


@pytest.fixture(scope="module")
def evaluation():
    rows = [ROW, WRONG, MISSED, {**ROW, "gold_ids": None, "evidence": None}, {**ROW, "answer": None}]
    return evaluate([{"id": f"q{n}", **row} for n, row in enumerate(rows)], k=1)


class _Islands(HTMLParser):
    """Collects what the script elements of a page hold, by id."""

    def __init__(self):
        super().__init__()
        self.found = {}
        self._id = None

    def handle_starttag(self, tag, attrs):
        self._id = dict(attrs).get("id") if tag == "script" else None

    def handle_data(self, data):
        if self._id:
            self.found[self._id] = self.found.get(self._id, "") + data


def islands(page):
    parser = _Islands()
    parser.feed(page)
    return {name: json.loads(text) for name, text in parser.found.items()}


@given(st.integers(0, 400), st.integers(0, 400), st.integers(10, 100))
def test_a_selection_is_full_and_takes_failing_cases_first(failing, passed, most):
    chosen = Selection.of(failing + passed, passed, most)
    assert chosen.shown == min(most, failing + passed)
    assert chosen.failing_shown <= failing
    assert chosen.passed_shown <= passed
    if failing <= most - most // 10:
        assert chosen.failing_shown == failing


def test_a_sample_is_spread_evenly_and_keeps_the_order():
    rows = [{**(WRONG if n % 5 == 0 else ROW), "id": f"{n}"} for n in range(100)]
    evaluation = evaluate(rows)
    chosen = Selection.of(100, evaluation.summary.stages[Fix.NONE], 60)
    ids = [int(result.case.id) for result in chosen.pick(evaluation)]
    assert len(ids) == chosen.shown == 60
    assert ids == sorted(ids)
    assert {n for n in ids if n % 5 == 0} == set(range(0, 100, 5))
    passing = [n for n in ids if n % 5]
    assert max(later - earlier for earlier, later in pairwise(passing)) <= 4


def test_the_survey_counts_what_the_summary_counts(evaluation):
    survey = Survey()
    for result in evaluation:
        survey.add(result)
    diagnoses = Counter()
    for course, count in survey.courses.items():
        diagnoses[course.diagnosis] += count
    summary = evaluation.summary
    known = {d: n - summary.open_called.get(d, 0) for d, n in summary.diagnoses.items()}
    assert diagnoses == Counter({**known, Diagnosis.UNDETERMINED: summary.open_cases})
    assert survey.square.total() == len(evaluation)
    unknown = sum(rate.unknown for rate in evaluation.summary.verdicts.values())
    assert survey.unknown_verdicts == unknown
    # three lists hold the gold second, one not at all, one has no gold
    assert survey.first_gold == {2: 3, None: 1}


def test_no_bar_of_ranks_lies_on_both_sides_of_the_cutoff_and_all_are_counted():
    ranks = Counter({1: 5, 7: 2, 12: 3, 40: 1, 3000: 4, None: 6})
    bins = _bins(ranks, 15)
    assert sum(count for _, count, _ in bins) == ranks.total()
    assert [name for name, _, _ in bins] == [
        "1",
        "2",
        "3",
        "4",
        "5",
        "6–10",
        "11–15",
        "16–20",
        "21–50",
        "51–100",
        "101–1000",
        "1001–3000",
        "",
    ]
    assert [fill for _, _, fill in bins] == ["none"] * 7 + ["retrieval"] * 6


@pytest.mark.parametrize("frame", [WIDE, MEDIUM, NARROW])
def test_the_ribbons_of_the_flow_have_the_colours_of_what_became_of_the_cases(evaluation, frame):
    survey = Survey()
    for result in evaluation:
        survey.add(result)
    drawn = str(draw_flow(survey.courses, Messages(Language.EN), frame))
    filled = Counter(re.findall(r'd="M[^"]+z" fill="var\(--(\w+),', drawn))
    assert set(filled) == {course.colour for course in survey.courses}
    # a ribbon in each of the four gaps at least
    assert all(count >= 4 for count in filled.values())


def test_every_letter_and_word_of_a_row_says_what_the_case_says(evaluation):
    listing = Listing(evaluation.manifest.settings)
    rows = [listing.row(result) for result in evaluation]
    # the gold came second, past the cutoff of 1, and so did the text; the last one declined
    assert [row.verdicts for row in rows] == ["FFPF", "FFFF", "FFPF", "UUPF", "FFFN"]
    assert [row.rank for row in rows] == [2, 2, None, None, 2]
    assert [list(Diagnosis)[row.diagnosis] for row in rows] == [
        "undetermined" if r.diagnosed.state == "open" else r.diagnosed.diagnosis for r in evaluation
    ]
    assert [STATES[row.state] for row in rows] == [r.diagnosed.state for r in evaluation]


def test_the_page_holds_every_case_once_in_order_and_whole(evaluation):
    page = b"".join(evaluation_page(evaluation)).decode()
    held = islands(page)
    assert [row[0] for row in held["rows"]] == [result.case.id for result in evaluation]
    assert [case["question"] for case in held["block-0"]] == [[ROW["question"]]] * 5
    assert held["facts"]["k"] == 1


@pytest.mark.parametrize("language", Language)
def test_the_script_has_every_message_it_says(evaluation, language):
    page = b"".join(evaluation_page(evaluation, language)).decode()
    messages = islands(page)["messages"]
    script = page.rpartition("<script>")[2]
    said = set(re.findall(r'say\("([\w.]+)"', script))
    assert said
    assert {key for key in said if not key.endswith(".")} <= messages.keys()
    begun = set(re.findall(r'say\("([\w.]+\.)" \+', script))
    assert all(any(key.startswith(prefix) for key in messages) for prefix in begun)


def test_each_message_is_said_somewhere():
    folder = Path(package.__file__).parent
    written = "\n".join(
        path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.suffix in {".py", ".js", ".html"}
    )
    unsaid = [
        key
        for key in wordings(Language.EN)
        if not key.startswith("meaning.")  # `meaning_key` names those
        # a key may be put together: its beginning, and the name of a member
        if not re.search(
            rf"""["']({re.escape(key)}["']|{re.escape(key.rpartition(".")[0])}\.[{{"'])""", written
        )
    ]
    assert unsaid == []


def test_texts_are_cut_for_room_around_what_is_marked_and_verdicts_are_not():
    filler = "Nothing about it here. " * 100
    text = filler + ROW["answer"] + filler
    result = next(iter(evaluate([{**ROW, "retrieved": [{"document_id": "p", "text": text}]}])))
    whole, cut = detail_of(result, Settings()), detail_of(result, Settings(), limit=200)
    assert (whole.is_cut, cut.is_cut) == (False, True)
    assert cut.verdicts == whole.verdicts
    runs = cut.retrieved[0].text
    marks = [run[1] for run in runs if isinstance(run, tuple)]
    assert "due in 5 days" in marks
    held = sum(
        len(run) if isinstance(run, str) else run if isinstance(run, int) else len(run[1]) for run in runs
    )
    assert held == len(text)


def test_the_same_evaluation_is_the_same_page(evaluation):
    assert b"".join(evaluation_page(evaluation)) == b"".join(evaluation_page(evaluation))


def test_a_page_is_written_whole_or_not_at_all(evaluation, tmp_path, monkeypatch):
    target = tmp_path / "report.html"
    before = '<!DOCTYPE html><meta name="generator" content="ragtriage">before'
    target.write_text(before)

    def broken(*_args, **_named):
        yield b"<!DOCTYPE html>"
        raise RuntimeError

    monkeypatch.setattr("ragtriage.reports.html.evaluation.evaluation_page", broken)
    with pytest.raises(RuntimeError):
        write_evaluation_page(evaluation, target)
    assert target.read_text() == before
    assert list(tmp_path.iterdir()) == [target]


def test_no_message_is_left_in_english():
    japanese = wordings(Language.JA)
    same = {key for key, english in wordings(Language.EN).items() if english == japanese[key]}
    assert same == {"head.cutoff", "cases.no_rank", "compare.version"}


def test_every_metric_and_score_is_explained_where_its_number_stands():
    assert {f"metric.{name}" for name in METRICS} <= wordings(Language.EN).keys()
    assert {f"score.{name}" for name in ("token_f1", "char_f1", RELEVANCE)} <= wordings(Language.EN).keys()
