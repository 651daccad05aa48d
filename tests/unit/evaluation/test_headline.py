"""The first sentence, and what to do next: as a person who counts the same cases by hand would say it."""

from __future__ import annotations

import re

import pytest

import ragtriage
from ragtriage.evaluation.headline import from_answer, headline, read_headline, ungrounded
from ragtriage.evaluation.step_words import step_text
from ragtriage.model import Fix, Judging

TEXT = "The card is renewed every five years. It costs 20 euros."
FULL = {
    "question": "What does the card cost?",
    "expected": "20 euros",
    "gold_ids": ["card"],
    "evidence": ["It costs 20 euros."],
    "retrieved": [{"document_id": "card", "text": TEXT}],
}


def row(number: int, **fields):
    return {"id": f"q{number}", **FULL, **fields}


def missed(number: int, **fields):
    lists = [{"document_id": "guide", "text": "Opening hours are on the door."}]
    return row(number, retrieved=lists, **fields)


RIGHT = "20 euros"
WRONG = "30 euros"
OTHER = "the same as a month of travel"


def told(rows, **settings) -> str:
    return headline(ragtriage.evaluate(rows, **settings).summary)


def test_the_stage_with_most_shown_and_likely_cases_comes_first_and_the_others_behind_it():
    rows = [missed(n, answer=WRONG) for n in range(3)] + [row(n, answer=WRONG) for n in range(3, 5)]
    rows += [row(5, answer=RIGHT)]
    assert told(rows) == "Retrieval first: 3 of 6 (3 shown). Generation 2 (2 shown). 1 passed (1 likely)."


def test_open_answers_say_which_stage_they_could_make_first():
    rows = [missed(0, answer=WRONG), *(row(n, answer=OTHER) for n in (1, 2))]
    assert told(rows) == (
        "Retrieval first: 1 of 3 (1 shown). 2 open (2 by an answer that lacks the expected words and was not "
        "judged): they could make generation first."
    )


def test_open_answers_that_are_too_few_change_nothing_and_that_is_said():
    rows = [*(missed(n, answer=WRONG) for n in range(3)), row(3, answer=OTHER)]
    assert told(rows).endswith(
        "1 open (1 by an answer that lacks the expected words and was not judged): retrieval stays first, or "
        "level, whichever way it turns out."
    )


def test_stages_with_as_many_cases_are_named_beside_the_first():
    rows = [missed(0, answer=WRONG), row(1, answer=WRONG)]
    assert told(rows).startswith("Retrieval first (level with generation): 1 of 2 (1 shown). Generation 1 (1")


def test_where_every_case_passes_that_is_said_and_how_well_it_is_known():
    assert told([row(n, answer=RIGHT) for n in range(2)]) == (
        "Every case passed (2 likely): nothing is to be mended, as far as it was judged."
    )


def test_without_a_case_nothing_is_claimed():
    assert headline(ragtriage.evaluate([row(0)]).summary).startswith("No stage is shown or likely")
    report = ragtriage.evaluate([row(0, answer=RIGHT)]).summary
    empty = type(report)(n=0, diagnoses={}, stages={}, status={}, metrics={}, verdicts={})
    assert headline(empty) == "No case was judged."


def test_japanese_says_the_same_numbers():
    rows = [missed(0, answer=WRONG), *(row(n, answer=OTHER) for n in (1, 2))]
    summary = ragtriage.evaluate(rows).summary
    said = headline(summary, language="ja")
    assert said.startswith(
        "最初に直すべき段階は検索: 3件中1件(確定1件)。未確定2件(回答に期待回答の語句がなく"
    )
    assert "生成" in said
    assert not re.search(r"[A-Za-z]{3,}", said)


def test_a_judge_that_could_not_be_reached_comes_first():
    summary = ragtriage.evaluate([missed(0, answer=WRONG), row(1, answer=OTHER)]).summary
    judging = {"answer": Judging(judge="m", to_judge=1, failed=1)}
    assert headline(summary, judging).startswith(
        "The judge of answers failed on its 1 case: it is open. Retr"
    )


def test_a_judge_that_was_asked_no_more_comes_first():
    summary = ragtriage.evaluate([missed(0, answer=WRONG), row(1, answer=OTHER)]).summary
    stopped = "nothing more was asked after 10 failures in a row"
    judging = {"answer": Judging(judge="m", to_judge=30, failed=10, not_asked=20, stopped=stopped)}
    assert headline(summary, judging).startswith(
        "The judge of answers failed too often in a row and was asked no more: 20 judgements are missing."
    )
    assert "20件が未判定" in headline(summary, judging, language="ja")


def test_stages_are_counted_by_what_is_shown_and_likely_alone():
    rows = [missed(0, answer=WRONG), row(1, answer=OTHER), row(2, answer=RIGHT)]
    read = read_headline(ragtriage.evaluate(rows).summary)
    assert [(count.fix, count.total) for count in read.stages] == [(Fix.RETRIEVAL, 1)]
    assert (read.open, read.passed.total, read.n) == (1, 1, 3)


def test_right_answers_that_rest_on_nothing_retrieved_are_counted_beside_it():
    summary = ragtriage.evaluate([missed(n, answer=RIGHT) for n in range(2)]).summary
    assert ungrounded(summary).startswith("2 right answers lack what they should rest on")
    assert ungrounded(ragtriage.evaluate([row(0, answer=RIGHT)]).summary) == ""


def test_that_expected_answers_were_looked_for_by_themselves_is_said_with_the_way_to_turn_it_off():
    bare = {key: FULL[key] for key in ("question", "expected", "retrieved")}
    evaluation = ragtriage.evaluate([{"id": "q", **bare, "answer": RIGHT}])
    said = from_answer(evaluation.summary, evaluation.manifest.settings)
    assert "--no-evidence-from-answer" in said
    chosen = ragtriage.evaluate([{"id": "q", **bare, "answer": RIGHT}], evidence_from_answer=True)
    assert from_answer(chosen.summary, chosen.manifest.settings) == ""


def steps(rows, **settings):
    return ragtriage.evaluate(rows, **settings).report.next_steps


def test_the_largest_gain_comes_first_and_there_are_at_most_three():
    rows = [row(n, answer=OTHER) for n in range(3)]
    rows += [
        {
            "id": "t",
            "question": "?",
            "expected": RIGHT,
            "gold_ids": ["card"],
            "retrieved": ["card"],
            "answer": WRONG,
        }
    ]
    found = steps(rows)
    assert [(step.key, step.cases) for step in found] == [
        ("judge.answer", 3),
        ("review", 3),
        ("texts.not_recorded", 1),
    ]
    assert (found[0].command, found[0].calls) == ("--judge answer=openai:MODEL", 3)


def test_nothing_is_proposed_where_nothing_is_open():
    assert steps([row(0, answer=RIGHT), missed(1, answer=WRONG)]) == ()


def test_a_column_that_was_not_read_is_the_first_step_with_the_option_that_reads_it():
    rows = [
        {"id": f"q{n}", "question": "?", "gold": ["card"], "retrieved": ["card", "guide"], "answer": "a"}
        for n in range(3)
    ]
    first, *_ = steps(rows)
    assert (first.key, first.subject, first.field, first.cases) == ("unread", "gold", "gold_documents", 3)
    again = steps(rows, map={"gold_documents": "gold"})
    assert "unread" not in {step.key for step in again}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_step_is_a_sentence_without_a_gap(language):
    rows = [row(n, answer=OTHER) for n in range(3)]
    for step in steps(rows):
        text = step_text(step, language=language)
        assert "{" not in text
        assert "  " not in text
