"""Parts of the work list: gold documents, places of statements, grounds in words, what is to be reviewed."""

from __future__ import annotations

import pytest

from ragtriage import evaluate
from ragtriage.model import (
    AnswerDetail,
    EvidenceDetail,
    Outcome,
    Place,
    RetrievalDetail,
    SupportDetail,
    Verdict,
)
from ragtriage.reports.html.detail import detail_of
from ragtriage.reports.html.documents import Documents
from ragtriage.reports.html.listing import Listing
from ragtriage.reports.html.messages import Language
from ragtriage.reports.html.reasons import grounds_in
from ragtriage.reports.html.review import review_of
from ragtriage.reports.html.statement_places import statement_places

ROW = {
    "question": "When is it due?",
    "expected": "within one working week",
    "gold_ids": ["policy"],
    "retrieved": [
        {"document_id": "desk", "text": "Ask."},
        {"document_id": "policy", "text": "It is due soon."},
    ],
    "answer": "You have seven days or so.",
}


def test_documents_are_counted_within_the_cutoff_and_the_most_missed_come_first():
    rows = [
        {**ROW, "id": "late"},
        {**ROW, "id": "early", "retrieved": ROW["retrieved"][::-1]},
        {**ROW, "id": "never", "gold_ids": ["policy", "desk", "gone"]},
        {**ROW, "id": "unrecorded", "retrieved": None},
        {**ROW, "id": "unlabelled", "gold_ids": None},
    ]
    evaluation = evaluate(rows, k=1)
    documents = Documents()
    for result in evaluation:
        documents.add(result, evaluation.manifest.settings)
    told = [
        (line.name, line.asked, line.found, line.missed, [case for case, _ in line.cases])
        for line in documents.lines()
    ]
    assert told == [
        ("policy", 4, 1, 2, ["late", "never"]),
        ("gone", 1, 0, 1, ["never"]),
        ("desk", 1, 1, 0, []),
    ]


def test_a_document_that_was_missed_by_very_many_names_some_of_the_cases_and_counts_the_rest():
    evaluation = evaluate([{**ROW, "id": f"q {n}", "gold_ids": ["a&b", "desk"]} for n in range(20)])
    documents = Documents()
    for result in evaluation:
        documents.add(result, evaluation.manifest.settings)
    line, desk = documents.lines()
    assert (desk.name, desk.missed) == ("desk", 0)
    assert (line.missed, len(line.cases), line.more) == (20, 12, 8)
    assert line.cases[0] == ("q 0", "#case=q+0")
    assert line.missed_link == "#missed=a%26b"


def test_a_row_refers_to_every_document_once_gold_first():
    evaluation = evaluate([{**ROW, "id": "q", "gold_ids": ["policy", "gone"]}], k=1)
    listing = Listing(evaluation.manifest.settings)
    row = listing.row(next(iter(evaluation)))
    assert list(listing.documents) == ["policy", "gone", "desk"]
    assert (row.found, row.missed, row.others) == ((), (0, 1), (2, 0))


@pytest.mark.parametrize(
    ("answer", "statements", "places"),
    [
        ("A b [2]. C d.", ["A b.", "C d."], ["A b [2].", "C d."]),
        (
            "答えは5日です【1】。次です。",
            ["答えは5日です。", "次です。"],
            ["答えは5日です【1】。", "次です。"],
        ),
        ("A  b.\nA b.", ["A b.", "A b."], ["A  b.", "A b."]),
        ("- one\n- two", ["one", "two"], ["one", "two"]),
        ("A b.", ["", "  ", "no"], [None, None, None]),
        ("[1]", ["[1]"], ["[1]"]),
    ],
)
def test_statements_are_found_whatever_marks_and_blanks_were_left_out(answer, statements, places):
    found = [place and answer[slice(*place)] for place in statement_places(answer, statements)]
    if answer.startswith("A  b"):
        assert found[1] == "A b."
    else:
        assert found == places


def passed(detail, method="stated(standard)"):
    return Verdict(outcome=Outcome.PASS, method=method, detail=detail)


PLACE = Place(chunk=0, start=0, end=2)


@pytest.mark.parametrize(
    ("verdict", "english", "japanese"),
    [
        (
            passed(RetrievalDetail(ranks={"a": 1, "b": 3, "c": 9}, missing=())),
            "2 of 3 gold ids came back, the last of them at rank 3",
            "正解3件中2件が返りました(最後は3位)",
        ),
        (
            passed(EvidenceDetail(places=((PLACE,),))),
            "the passage stands in text 1",
            "必要な箇所が文章1にあります",
        ),
        (
            passed(EvidenceDetail(places=((PLACE,), (PLACE,)))),
            "all 2 passages stand in the texts",
            "必要な2箇所がすべて文章にあります",
        ),
        (passed(AnswerDetail(expected="x", place=PLACE)), "the answer states “x”", "回答は“x”と述べています"),
        (passed(AnswerDetail(expected=("x", "y"))), "the answer is “x + y”", "回答は“x + y”です"),
        (
            passed(AnswerDetail(expected="x"), method="same meaning, by m"),
            "it says the same as “x”",
            "“x”と同じ内容です",
        ),
        (
            Verdict(outcome=Outcome.PASS, certain=False, method="wording(en)", detail=AnswerDetail()),
            "it likely says the same in other words",
            "別の表現で同じことを述べていると推定されます",
        ),
        (passed(SupportDetail()), "", ""),
        (passed(None), "", ""),
    ],
)
def test_of_a_pass_it_is_said_what_was_found(verdict, english, japanese):
    assert grounds_in(Language.EN, verdict, 5).text == english
    assert grounds_in(Language.JA, verdict, 5).text == japanese


def test_what_is_open_or_likely_is_to_be_reviewed_and_what_is_shown_is_not():
    rows = [
        {**ROW, "id": "likely"},
        {**ROW, "id": "right", "answer": "within one working week"},
        {**ROW, "id": "unrecorded", "answer": None},
        {**ROW, "id": "unlabelled", "expected": None},
    ]
    evaluation = evaluate(rows)
    settings = evaluation.manifest.settings
    asked = {result.case.id: review_of(result, settings) for result in evaluation}
    assert [name for name, each in asked.items() if each is not None] == ["likely", "unlabelled"]
    for result in evaluation:
        each = asked[result.case.id]
        assert detail_of(result, settings).review == ({} if each is None else each.hashes)
    again = {**rows[0], "retrieved": []}
    other = {**rows[0], "answer": "In eight days."}
    (one, two, three) = (review_of(next(iter(evaluate([row]))), settings) for row in (rows[0], again, other))
    assert one == two
    assert {part for part in one.hashes if one.hashes[part] != three.hashes[part]} == {"answer"}
