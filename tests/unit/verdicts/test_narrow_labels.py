"""A label may be narrower than the truth: then a missing passage is no certain fail."""

from __future__ import annotations

import json

import pytest

import ragtriage
from ragtriage.model import Case, Cause, Diagnosis, MatchMode, Outcome, Settings, Trace
from ragtriage.verdicts.evidence import judge_evidence

QUESTION = "When was the bridge over the Elm built?"
BRIDGE = "The bridge, built by the guild in 1731, was the first over the Elm."


def judged(question, passage, expected, *texts, settings=None):
    case = Case(id="q", question=question, expected_answers=expected, evidence=(passage,))
    return judge_evidence(case, Trace(id="q", context=texts), settings or Settings())


def is_open(verdict):
    return verdict.outcome is Outcome.UNKNOWN and verdict.cause is Cause.NOT_JUDGED


def is_certain_fail(verdict):
    return verdict.outcome is Outcome.FAIL and verdict.certain


@pytest.mark.parametrize(
    ("question", "passage", "expected", "text"),
    [
        (QUESTION, BRIDGE, "1731", "…built by the guild in 1731."),
        (QUESTION, BRIDGE, "1731", "The guild's bridge of 1731 still stands."),
        (
            "橋はいつ架けられましたか？",
            "組合が1731年に架けたこの橋は、エルム川で最初の橋である。",
            "1731年",
            "…組合が1731年に架けた",
        ),
        (
            "다리는 언제 지어졌습니까?",
            "길드가 1731년에 지은 이 다리는 엘름강의 첫 다리였다.",
            "1731년",
            "길드의 다리는 1731년에 세워졌다.",
        ),
        (
            "这座桥是什么时候建造的？",
            "行会于1731年建造的这座桥是榆树河上的第一座桥。",
            "1731年",
            "行会在1731年修桥。",
        ),
        (
            "What is the notice period?",
            "Notice must be given 30 days before.",
            "30 days",
            "Notice: thirty days.",
        ),
    ],
)
def test_an_answer_in_a_text_that_shares_words_opens_the_fail_and_the_reason_says_where(
    question, passage, expected, text
):
    verdict = judged(question, passage, (expected,), "Lakes are deep.", text)
    assert not is_certain_fail(verdict)
    assert is_open(verdict) or (verdict.outcome is Outcome.PASS and not verdict.certain)
    assert "stands in text 2" in verdict.reason
    assert text in verdict.reason


def test_an_answer_in_a_sentence_with_the_words_of_the_passage_is_likely_enough():
    text = "The bridge, built by the guild in 1731, was the"
    verdict = judged(QUESTION, BRIDGE, ("1731",), f"{text} first of all over the river Elm.")
    assert (verdict.outcome, verdict.certain) == (Outcome.PASS, False)
    assert (
        verdict.method
        == "evidence contained (standard), or the answer in a sentence with the passage's words"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Lake Arden lies 812 m above the sea.",
        "In 1731 sheep were counted.",
        "The bridge over the Elm is old.",
    ],
)
def test_where_no_related_text_states_the_answer_the_fail_is_certain(text):
    assert is_certain_fail(judged(QUESTION, BRIDGE, ("1731",), text))


ARCHES = ("How many arches has the bridge?", "The bridge over the Elm has 5 arches of stone.", ("5",))


def test_a_small_number_in_an_unrelated_text_takes_nothing_back():
    assert is_certain_fail(judged(*ARCHES, "Take 5 pills a day."))
    assert is_open(judged(*ARCHES, "There are 5 arches, all of stone, in the Elm bridge."))


@pytest.mark.parametrize("answer", ["yes", "はい", "네", "是"])
def test_yes_and_no_take_nothing_back(answer):
    verdict = judged(
        "Is the bridge open?", "The bridge is open to walkers all year.", (answer,), f"{answer}, a bridge."
    )
    assert is_certain_fail(verdict)


def test_all_items_of_a_list_must_be_stated():
    passage = "Kayaks and canoes may be hired at the boat house of the Elm."
    answers = (("Kayaks", "canoes"),)
    assert is_open(
        judged("What may be hired?", passage, answers, "Hired boats: canoes.", "Hired boats: kayaks.")
    )
    assert is_certain_fail(judged("What may be hired?", passage, answers, "Hired boats: canoes."))


GUIDE = "Members of the river guild may cross the bridge free of charge on market days."


def test_a_passage_that_stands_there_but_for_a_word_is_open():
    text = "Members of the river guild may cross the bridge free of any charge on all market days."
    assert is_open(judged("Who may cross?", GUIDE, None, text))
    assert is_certain_fail(judged("Who may cross?", GUIDE, None, "Members of the guild cross the sea."))


def test_a_passage_that_the_splitter_cut_is_open_where_most_of_it_is_there():
    head, tail = GUIDE[:52], GUIDE[30:]
    assert is_open(judged("Who may cross?", GUIDE, None, f"The rules are old. {head}"))
    assert is_open(judged("Who may cross?", GUIDE, None, f"{tail} The rules are old."))


def test_where_what_is_missing_of_the_passage_is_the_answer_the_fail_is_certain():
    passage = "Members of the river guild may cross the old stone bridge free of charge on Tuesday."
    other = passage.replace("Tuesday", "Friday")
    assert is_certain_fail(judged("When may members cross?", passage, ("Tuesday",), other))


def test_another_figure_in_the_same_words_is_another_passage():
    passage = "The fee for members of the river guild who cross the old bridge is 30 euros."
    assert is_certain_fail(judged("What is the fee?", passage, None, passage.replace("30", "40")))


def test_a_long_expected_answer_that_nearly_stands_there_opens_the_fail():
    expected = (
        "Members of the river guild may cross the bridge free of charge on every market day of the year."
    )
    text = "On every market day of the year, members of the river guild may cross the bridge free."
    assert is_open(judged("Who may cross?", "The toll is waived for guild people.", (expected,), text))


@pytest.mark.parametrize("mode", MatchMode)
def test_certainty_does_not_hang_on_how_strictly_texts_are_compared(mode):
    settings = Settings(match=mode)
    verdict = judged(QUESTION, BRIDGE, ("The Guild",), "It was the GUILD of the Elm.", settings=settings)
    assert is_open(verdict)


DAMAGED = [
    ("learners form independent assessments", "The learners form independent assess-\nments of it."),
    ("learners form independent assessments", "learners form independent\n\n12\n\nassessments"),
    ("learners form independent assessments", "learners form independent\n- 12 -\nassessments"),
    ("AT&T runs the line", "Today AT&amp;T runs the line."),
    ("a dose of ≥5 mg", "Give a dose of >=5 mg daily."),
    ("a dose of >=5 mg", "Give a dose of ≥5 mg daily."),
    ("a dose of ≥5 mg", "Give a dose of &gt;=5 mg daily."),
    ("学習者は独立した評価を行う", "学習者は独立した\n\n12\n\n評価を行う。"),
    ("학습자는 독립적인 평가를 한다", "학습자는 독립적인\n\n12\n\n평가를 한다."),
    ("学习者进行独立评估", "学习者进行\n\n12\n\n独立评估。"),
]


@pytest.mark.parametrize(("passage", "text"), DAMAGED)
def test_a_damaged_text_is_read_as_it_stood_and_its_place_kept(passage, text):
    verdict = judged("?", passage, None, "Lakes.", text)
    assert verdict.outcome is Outcome.PASS
    assert ("mended" in verdict.method) is ("\n" in text)
    ((place,),) = verdict.detail.places
    found = text[place.start : place.end]
    assert place.chunk == 1
    assert (found[0], found[-1]) == (passage[0], passage[-1])


def test_a_number_on_its_own_line_is_no_page_number_to_the_passage():
    assert judged("?", "Total\n500\nEUR", None, "Total\n900\nEUR").outcome is Outcome.FAIL


def test_label_conflict_is_not_said_where_the_answer_stands_in_another_text():
    row = {"question": QUESTION, "expected": "1731", "answer": "It was built by the guild in 1731."}
    row |= {"evidence": [BRIDGE], "gold_ids": ["elm"]}
    row["retrieved"] = [
        {"document_id": "elm", "text": "It was built by the guild in 1731. The bridge is old."}
    ]
    (result,) = ragtriage.evaluate([row])
    assert result.verdicts.answer.outcome is result.verdicts.support.outcome is Outcome.PASS
    assert result.diagnosed.diagnosis is Diagnosis.PASSED


def test_in_real_runs_a_certain_fail_has_no_answer_in_a_retrieved_gold_text(shared):
    for run in ("jsquad_ja_runA", "jsquad_ja_runB", "squad2_en_run", "cmrc_zh_run"):
        lines = (shared / "data" / "rag_runs" / f"{run}.jsonl").read_text("utf-8").splitlines()
        for row in map(json.loads, lines):
            answers = tuple(answer for answer in row["expected_answers"] if len(answer) > 2)
            gold = [each for each in row["retrieved"] if each["document_id"] in row["gold_document_ids"]]
            if not row["evidence"] or not any(answer in each["text"] for answer in answers for each in gold):
                continue
            case = Case(
                id="q",
                question=row["question"],
                expected_answers=tuple(row["expected_answers"]),
                evidence=tuple(row["evidence"]),
            )
            trace = Trace(id="q", context=tuple(each["text"] for each in row["retrieved"]))
            assert not is_certain_fail(judge_evidence(case, trace, Settings())), row["question"]
