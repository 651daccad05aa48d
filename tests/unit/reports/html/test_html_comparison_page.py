"""The page of a comparison, as text: what it holds, in both languages; a browser reads it elsewhere."""

from __future__ import annotations

import json
import re
from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from ragtriage import evaluate
from ragtriage.comparison.cautions import few_cases, left_out
from ragtriage.comparison.compare import compare, compare_all
from ragtriage.comparison.conclusions import Situation, conclude
from ragtriage.comparison.gates import Requirement, check_comparison
from ragtriage.comparison.records import Withheld
from ragtriage.model import Unit
from ragtriage.reports.html.comparison import Compared, comparison_page
from ragtriage.reports.html.comparison_cases import Change, changed_cases, first_cases
from ragtriage.reports.html.comparison_lists import lists_of, matched
from ragtriage.reports.html.messages import Language
from ragtriage.reports.html.words.comparison_prose import japanese


def case(number: int, retrieved: list[object], answer: str = "5 days"):
    return {
        "id": f"q{number}",
        "question": f"Question {number}?",
        "expected": "5 days",
        "gold_ids": ["a"],
        "retrieved": retrieved,
        "answer": answer,
    }


def entry(document: str, text: str, chunk: str | None = None):
    made = {"document_id": document, "text": text}
    return made if chunk is None else {**made, "chunk_id": chunk}


RIGHT = entry("a", "Claims are due in 5 days.")
WRONG = entry("b", "Ask the office.")


@pytest.fixture(scope="module")
def sides():
    before = evaluate([case(1, [RIGHT]), case(2, [WRONG]), case(3, [RIGHT, WRONG])], k=2)
    after = evaluate(
        [case(1, [WRONG], "7 days"), case(2, [WRONG, RIGHT]), case(3, [WRONG, RIGHT, RIGHT])], k=2
    )
    return before, after


@pytest.fixture(scope="module")
def compared(sides):
    return Compared(compare(*sides), *sides)


def text_of(*compared, language=Language.EN) -> str:
    return b"".join(comparison_page(compared, language)).decode()


def data_of(page: str, place: int = 1):
    found = re.search(rf'<script type="application/json" id="cases-{place}">(.*?)</script>', page)
    assert found
    return json.loads(found[1])


@pytest.mark.parametrize("language", Language)
def test_the_page_is_one_file_that_may_ask_nobody(compared, language):
    page = text_of(compared, language=language)
    assert f'<html lang="{language}"' in page
    assert "default-src &#39;none&#39;" in page
    assert not re.search(r"""(?:src|href)=["'](?!#|data:)""", page)
    assert page.count("<svg ") == 4  # what is shown and what is folded, each for a wide and a narrow page


def test_conclusions_stand_before_what_limits_them_and_that_before_the_numbers(compared):
    page = text_of(compared)
    order = [
        "put down to</h2>",
        "Before the numbers</h2>",
        "Differences</h2>",
        "to diagnosis</h2>",
        "rest on</h2>",
    ]
    places = [page.index(word) for word in order]
    assert places == sorted(places)
    assert "<strong>chunking, retriever, generator, corpus</strong>: not recorded on both sides" in page


def test_rows_without_a_shown_difference_are_folded_and_all_rows_stand_in_the_table(compared):
    page = text_of(compared)
    comparison = compared.comparison
    shown, _, rest = page.partition("rows without a shown difference</summary>")
    folded, _, table = rest.partition("All numbers</summary>")
    telling = {row.name for row in comparison.telling}
    names = {row.name for row in comparison.known}
    assert telling < names
    assert f">{len(names - telling)} " in shown[-10:] + " "
    assert all(f"{name} " in folded for name in names - telling)
    assert all(f'<th scope="row">{name}</th>' in table for name in names)


def test_cases_that_no_longer_pass_come_first(compared, sides):
    cases = changed_cases(compared.comparison, *sides)
    assert (cases[0].id, cases[0].change) == ("q1", Change.BROKEN)
    assert cases[-1].change is Change.FIXED
    assert [each["id"] for each in data_of(text_of(compared))["cases"]] == [each.id for each in cases]


def test_a_list_says_what_came_what_went_and_what_moved(sides):
    one, other = ({result.case.id: result for result in side} for side in sides)
    settings = sides[0].manifest.settings
    gone = lists_of(one["q1"], other["q1"], settings)
    assert (gone.came, gone.went, gone.moved) == (1, 1, 0)
    assert gone.gold == [("a", 1, None)]
    moved = lists_of(one["q3"], other["q3"], settings)
    assert (moved.came, moved.went, moved.moved) == (1, 0, 2)
    assert [(each.rank, each.other, each.is_gold, each.is_past) for each in moved.candidate or ()] == [
        (1, 2, False, False),
        (2, 1, True, False),
        (3, None, True, True),
    ]


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        (["a#1", "b#1"], ["b#1", "a#1"], {0: 1, 1: 0}),
        (["a#1", "a#2"], ["a#2"], {1: 0}),  # the same chunk, though another of its document stands before it
        (["a#1"], ["a#9"], {0: 0}),  # another way of cutting: the document decides
        (["a#1"], ["b#1"], {}),
    ],
)
def test_chunks_are_matched_by_their_ids_and_then_by_their_document(one, other, wanted):
    def items(names):
        rows = [{"document_id": name[0], "chunk_id": name, "text": "t"} for name in names]
        [result] = evaluate([case(1, rows)])
        return result

    lists = lists_of(
        items(one), items(other), evaluate([case(1, [RIGHT])], unit=Unit.DOCUMENT).manifest.settings
    )
    found = {each.rank - 1: each.other - 1 for each in lists.baseline or () if each.other is not None}
    assert found == wanted
    assert matched([], [], Unit.CHUNK) == {}


def test_the_same_id_with_another_text_is_told(sides):
    one, other = (
        next(iter(evaluate([case(1, [entry("a", text, "a#1")])]))) for text in ("one text", "another text")
    )
    lists = lists_of(one, other, sides[0].manifest.settings)
    assert [each.is_other_text for each in lists.baseline or ()] == [True]


def test_lists_that_were_not_recorded_have_not_changed(sides):
    silent = {key: value for key, value in case(1, []).items() if key != "retrieved"}
    [one] = evaluate([silent])
    lists = lists_of(one, next(iter(sides[0])), sides[0].manifest.settings)
    assert (lists.baseline, lists.came, lists.went, lists.moved) == (None, 0, 0, 0)


def test_what_is_not_compared_says_why_and_its_verdicts_are_not_shown(compared):
    comparison = replace(
        compared.comparison,
        withheld=(Withheld(part="corpus", stages=("retrieval", "evidence"), reason="corpus differs (x)"),),
        diagnoses={},
        moved=(),
    )
    page = text_of(Compared(comparison, compared.baseline, compared.candidate))
    assert "<strong>retrieval · evidence</strong>: <span>corpus differs (x)</span>" in page
    data = data_of(page)
    assert data["stages"] == ["answer", "support"]
    assert all(
        len(side["outcomes"]) == 2 and not side["diagnosis"]
        for each in data["cases"]
        for side in each["sides"]
    )


def test_without_the_evaluations_the_numbers_are_there_and_the_page_says_what_is_not(compared):
    page = text_of(Compared(compared.comparison))
    assert "here only their ids are known" in page
    assert data_of(page)["cases"] == []


def test_no_more_than_a_thousand_cases_are_in_the_file_and_the_rest_is_counted():
    before = evaluate([case(i, ["a"]) for i in range(1_200)])
    after = evaluate([case(i, ["b"]) for i in range(1_200)], allow_disjoint_ids=True)
    page = text_of(Compared(compare(before, after, are_independent=True), before, after))
    shown = len(data_of(page)["cases"])
    assert shown == 1_000
    assert "200 more cases changed." in page


def test_where_there_is_no_room_for_all_some_of_every_change_are_shown(compared, sides):
    [case, *_] = changed_cases(compared.comparison, *sides)
    many = [
        msgspec.structs.replace(case, change=change)
        for change, count in ((Change.BROKEN, 3_000), (Change.OTHER, 10), (Change.FIXED, 900))
        for _ in range(count)
    ]
    kept = Counter(each.change for each in first_cases(many))
    assert kept == {Change.BROKEN: 1_490, Change.OTHER: 10, Change.FIXED: 500}
    assert first_cases(many[:700]) == many[:700]


def test_a_requirement_that_is_not_met_stands_on_the_page(compared):
    gates = check_comparison([Requirement.parse("retrieval >= 0.9")], compared.comparison)
    page = text_of(Compared(compared.comparison, gates=tuple(gates)))
    assert "<strong>not met</strong>" in page
    assert "retrieval &gt;= 0.9: not met" in page


def test_several_comparisons_share_a_page(sides):
    third = evaluate([case(1, [RIGHT]), case(2, [RIGHT]), case(3, [RIGHT])], k=2)
    both = compare_all([*sides, third])
    assert len(both) == 2
    page = text_of(
        *(Compared(each, sides[0], other) for each, other in zip(both, (sides[1], third), strict=True))
    )
    assert page.count("<article ") == 2
    assert 'href="#comparison-2"' in page
    ids = re.findall(r'<\w[^>]* id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_repeats_have_no_better_or_worse(sides):
    page = text_of(Compared(compare(sides[0], sides[0]), sides[0], sides[0]))
    assert "Nothing was varied" in page
    assert "No case changed." in page
    assert "How steady" in page
    steady = page[page.index("How steady") :]
    first, rest = steady.index('<th scope="row">passed</th>'), steady.index("more numbers</summary>")
    assert first < rest < steady.index('<th scope="row">recall@1</th>')


def test_where_nothing_is_shown_the_page_does_not_say_equal(compared):
    assert "Nothing is shown to differ." in text_of(compared)
    assert "That is not the same as equal" in text_of(compared)


def situations():
    everything = frozenset({"retrieval_results", "context", "answers"})
    parts = (
        frozenset(),
        frozenset({"retriever"}),
        frozenset({"chunking", "generator"}),
        frozenset({"corpus"}),
    )
    for differs in parts:
        for unverified in (frozenset(), frozenset({"corpus"}), frozenset({"generator", "retriever"})):
            for lists in (None, True, False):
                for contexts in (None, True, False):
                    for answers in (True, False):
                        for recorded in (everything, frozenset()):
                            yield Situation(differs, unverified, lists, contexts, answers, recorded)


def test_every_conclusion_and_warning_is_known_in_japanese():
    texts = {conclusion.text for situation in situations() for conclusion in conclude(situation)}
    assert len(texts) > 20
    texts |= {*few_cases(12), *few_cases(3), *left_out(4)}
    assert [text for text in texts if japanese(text) is None] == []
    assert all(not re.search("[a-z]{4,}", japanese(text) or "") for text in texts)


def test_a_sentence_that_is_not_known_in_japanese_is_marked_as_english(compared):
    comparison = replace(compared.comparison, warnings=("something new",))
    page = text_of(Compared(comparison), language=Language.JA)
    assert '<span lang="en">something new</span>' in page
