from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

import ragtriage
from ragtriage.model import (
    UNSET,
    AnswerDetail,
    Case,
    Cause,
    Diagnosed,
    Diagnosis,
    EvidenceDetail,
    Fix,
    Gold,
    Outcome,
    Place,
    RankedDocument,
    RankedTrace,
    RetrievalDetail,
    Retrieved,
    Settings,
    Stage,
    State,
    Statement,
    SupportDetail,
    Trace,
    Unit,
    Verdict,
    Verdicts,
)
from ragtriage.reports.explain import print_explanation

EXAMPLE = Path(__file__).parents[3] / "examples" / "expenses.jsonl"

PASS = Verdict(outcome=Outcome.PASS, method="by hand")


@pytest.fixture(scope="module")
def example():
    return ragtriage.evaluate(EXAMPLE)


def show(printed, result, **settings):
    return [line.rstrip() for line in printed(print_explanation, result, Settings(**settings))]


def block(lines, title):
    """Return the lines below a title, up to the next blank line."""
    (start,) = [number for number, line in enumerate(lines) if line.startswith(title)]
    return lines[start + 1 : lines.index("", start)]


def judged(**replaced):
    return Verdicts(**{"retrieval": PASS, "evidence": PASS, "answer": PASS, "support": PASS, **replaced})


def listed(*entries, **more):
    return Trace(id="q1", retrieved=entries, **more)


def test_the_first_line_names_the_case_the_diagnosis_and_what_to_fix(printed, result):
    diagnosed = Diagnosed(
        diagnosis=Diagnosis.RETRIEVAL_MISS,
        stage=Fix.RETRIEVAL,
        second_stage=Fix.GENERATION,
        certain=False,
        possible=(Diagnosis.RETRIEVAL_MISS, Diagnosis.UNGROUNDED_CORRECT),
        row=15,
        stage_certain=True,
        state=State.SHOWN,
        possible_stages=(Fix.RETRIEVAL,),
    )
    lines = show(printed, result(diagnosed=diagnosed))
    assert lines[0] == "q1: to fix: retrieval, then generation (shown) · retrieval_miss"
    assert "  Also possible: ungrounded_correct." in lines


def test_the_row_that_applied_stands_above_what_was_found(printed, result):
    answer = Verdict(outcome=Outcome.FAIL, certain=False, method="by hand", reason="differs")
    fail = Verdict(outcome=Outcome.FAIL, method="by hand", reason="no")
    unknown = Verdict(outcome=Outcome.UNKNOWN, method="by hand", reason="no", cause=Cause.NOT_JUDGED)
    verdicts = judged(retrieval=fail, evidence=fail, answer=answer, support=unknown)
    lines = block(show(printed, result(verdicts=verdicts)), "Diagnosis  row 15")
    assert lines[1].split() == ["the", "row", "yes", "no", "F", "F", "F?", "·"]
    assert lines[2].split() == ["this", "case", "yes", "no", "fail", "fail", "fail?", "unknown"]


def test_gold_is_marked_in_the_list_and_the_cutoff_is_drawn(printed, result):
    case = Case(id="q1", question="?", gold_documents=Gold(grades={"a": 1, "b": 3, "c": 1}))
    retrieval = Verdict(
        outcome=Outcome.FAIL,
        method="recall@1 >= 1",
        score=1 / 3,
        reason="not all came back",
        detail=RetrievalDetail(ranks={"a": 1, "b": 2}, missing=("c",), fault="ranking"),
    )
    trace = listed(
        Retrieved(document_id="a", chunk_id="a#1", text="One.", score=0.5), Retrieved(document_id="b")
    )
    lines = show(printed, result(case=case, trace=trace, verdicts=judged(retrieval=retrieval)), k=1)
    assert block(lines, "Retrieved") == [
        "   1  gold  a · a#1  score 0.5",
        "      One.",
        "  — k = 1: what follows was not judged —",
        "   2  gold  b",
    ]
    assert "  gold      a: rank 1" in lines
    assert "            b (grade 3): rank 2, past the cutoff" in lines
    assert "            c: did not come back" in lines
    assert "  retrieval  fail  recall@1 >= 1 (0.333)" in lines


def test_where_gold_names_chunks_a_chunk_is_marked_and_not_its_document(printed, result):
    case = Case(id="q1", question="?", gold_documents=Gold(grades={"a#2": 1}))
    trace = listed(Retrieved(document_id="a", chunk_id="a#1"), Retrieved(document_id="a", chunk_id="a#2"))
    lines = block(show(printed, result(case=case, trace=trace), unit=Unit.CHUNK), "Retrieved")
    assert lines == ["   1        a · a#1", "   2  gold  a · a#2"]


def test_a_grade_below_the_level_is_no_gold(printed, result):
    case = Case(id="q1", question="?", gold_documents=Gold(grades={"a": 1, "b": 2}))
    lines = block(show(printed, result(case=case, trace=listed("a", "b")), level=2), "Retrieved")
    assert lines == ["   1        a", "   2  gold  b"]


def test_one_of_each_group_is_asked_for(printed, result):
    gold = Gold(grades={"a": 1, "b": 1}, groups=(("a", "b"),))
    retrieval = Verdict(
        outcome=Outcome.PASS, method="by hand", detail=RetrievalDetail(ranks={"b": 1}, missing=("a",))
    )
    case = Case(id="q1", question="?", gold_documents=gold)
    lines = show(printed, result(case=case, verdicts=judged(retrieval=retrieval)))
    assert "  gold      one of a: did not come back, b: rank 1" in lines


def test_evidence_is_marked_in_the_text_that_the_generator_saw(printed, result):
    case = Case(id="q1", question="?", evidence=("due on the 5th", "paid late"))
    evidence = Verdict(
        outcome=Outcome.FAIL,
        method="by hand",
        reason="one stands nowhere",
        detail=EvidenceDetail(places=((Place(chunk=1, start=7, end=21),), ()), missing=("paid late",)),
    )
    trace = listed(
        Retrieved(document_id="a", text="Other."), Retrieved(document_id="b", text="Claims due on the 5th.")
    )
    lines = show(printed, result(case=case, trace=trace, verdicts=judged(evidence=evidence)))
    assert "      Claims ⟦due on the 5th⟧." in lines
    assert "  evidence  due on the 5th  (in text 2)" in lines
    assert "            paid late  (not found)" in lines


def test_evidence_is_marked_in_the_context_where_that_was_recorded(printed, result):
    evidence = Verdict(
        outcome=Outcome.PASS,
        method="by hand",
        detail=EvidenceDetail(places=((Place(chunk=0, start=0, end=3),),)),
    )
    trace = listed(Retrieved(document_id="a", text="5th of May"), context=("5th", " "))
    lines = show(printed, result(trace=trace, verdicts=judged(evidence=evidence)))
    assert "      5th of May" in block(lines, "Retrieved")
    assert block(lines, "Context") == ["   1  ⟦5th⟧", "   2  (blank)"]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (UNSET, "not recorded"),
        (None, "none was given: the system declined"),
        ("  ", "none was given: the system declined"),
        ("On the 5th.", "On ⟦the 5th⟧."),
    ],
)
def test_an_answer_that_was_not_recorded_is_told_from_none_given(printed, result, answer, shown):
    detail = AnswerDetail(expected="the 5th", place=Place(chunk=0, start=3, end=10))
    verdicts = judged(answer=Verdict(outcome=Outcome.PASS, method="by hand", detail=detail))
    lines = show(printed, result(trace=Trace(id="q1", answer=answer), verdicts=verdicts))
    assert f"  answer    {shown}" in lines


def test_unlabelled_parts_say_so(printed, result):
    lines = show(printed, result())
    for label in ("expected", "gold    ", "evidence"):
        assert f"  {label}  not labelled" in lines


def test_an_unanswerable_question_expects_a_refusal(printed, result):
    lines = show(printed, result(case=Case(id="q1", question="?", answerable=False)))
    assert "  expected  to decline: the corpus holds no answer" in lines


def test_a_trec_query_shows_the_judged_documents_with_score_and_grade(printed, result):
    trace = RankedTrace(
        id="q1", hits=(RankedDocument(document_id="d7", rank=12, score=3.5),), retrieved_count=1000
    )
    case = Case(id="q1", gold_documents=Gold(grades={"d7": 2}))
    lines = show(printed, result(case=case, trace=trace))
    assert block(lines, "Retrieved  1,000 documents") == ["      12  d7  score 3.5, grade 2"]
    assert "  question  not recorded" in lines


def test_statements_and_unusable_replies_of_a_model_are_shown(printed, result):
    detail = SupportDetail(
        statements=(Statement(text="It is due.", outcome="contradicted", quote="It is not due."),),
        raw_replies=("Rating: 5",),
    )
    verdict = Verdict(
        outcome=Outcome.UNKNOWN, method="m", reason="r", cause=Cause.JUDGE_FAILED, detail=detail
    )
    lines = [line.strip() for line in show(printed, result(verdicts=judged(support=verdict)))]
    assert {"contradicted: It is due.", "It is not due.", "reply: Rating: 5"} <= set(lines)
    assert "support    unknown  m: the judge failed" in lines


def said(printed, result):
    """Return an explanation without its line breaks."""
    return " ".join(" ".join(show(printed, result)).split())


@pytest.mark.parametrize(
    "case_id", [json.loads(line)["id"] for line in EXAMPLE.read_text("utf-8").splitlines()]
)
def test_no_reason_of_an_example_is_said_twice_and_none_is_left_out(printed, example, case_id):
    result = example.find(case_id)
    letters = "".join(said(printed, result).split())
    for stage in Stage:
        verdict = getattr(result.verdicts, stage)
        detail = verdict.detail
        if isinstance(detail, RetrievalDetail) and detail.fault is not None:
            assert letters.count("didnotcomeback:") == 0
            assert letters.count(":didnotcomeback") == len(detail.missing)
            assert letters.count("afaultofrecall:somegolddidnotcomebackatall") == 1
        elif isinstance(detail, EvidenceDetail) and verdict.reason:
            assert letters.count("(notfound)") == len(detail.missing)
            beside = "".join("".join(block(show(printed, result), "Verdicts")).split())
            assert not any("".join(passage.split()) in beside for passage in detail.missing)
        elif isinstance(detail, SupportDetail):
            reasons = ["".join(one.reason.split()) for one in detail.statements if one.reason]
            assert all(letters.count(reason) == reasons.count(reason) for reason in reasons)
            assert verdict.reason is None or verdict.reason.partition(":")[0] in said(printed, result)
        elif verdict.reason:
            assert letters.count("".join(verdict.reason.split())) == 1
    assert letters.count(f"({result.diagnosed.state})") == 1


def test_a_reason_that_says_more_than_the_blocks_around_it_stays(printed, result):
    case = Case(id="q1", question="?", evidence=("due on the 5th",), gold_documents=Gold(grades={"a": 1}))
    retrieval = Verdict(
        outcome=Outcome.FAIL,
        method="m",
        reason="the index was down",
        detail=RetrievalDetail(ranks={}, missing=("a",), fault="recall"),
    )
    evidence = Verdict(
        outcome=Outcome.UNKNOWN,
        method="m",
        reason="evidence: 1 of 1 not found in the 2 texts that the generator saw; missing first: 'due; 1 of "
        "the texts'; 1 of the texts were not recorded",
        cause=Cause.NOT_RECORDED,
        detail=EvidenceDetail(places=((),), missing=("due on the 5th",)),
    )
    text = said(printed, result(case=case, verdicts=judged(retrieval=retrieval, evidence=evidence)))
    assert "the index was down; a fault of recall: some gold did not come back at all" in text
    assert (
        "m 1 of 1 not found in the 2 texts that the generator saw; 1 of the texts were not recorded" in text
    )
    answer_sought = replace(evidence, reason=evidence.reason.replace("evidence:", "expected answer:"))
    text = said(printed, result(verdicts=judged(evidence=answer_sought)))
    assert "expected answer: 1 of 1 not found in the 2 texts that the generator saw; missing first: " in text


def test_a_quote_in_the_words_of_the_statement_is_not_said_again(printed, result):
    statements = (
        Statement(text="It is due.", outcome="supported", quote="It is due."),
        Statement(text="It is late.", outcome="supported", quote="It comes late.", reason="The same."),
    )
    verdict = Verdict(outcome=Outcome.PASS, method="m", detail=SupportDetail(statements=statements))
    lines = [line.strip() for line in show(printed, result(verdicts=judged(support=verdict)))]
    assert lines.count("It is due.") == 0
    assert {"supported: It is due.", "supported: It is late.", "It comes late.", "The same."} <= set(lines)


def test_nothing_from_the_data_is_markup_or_steers_the_terminal(printed, result):
    hostile = "[red]x[/red]\x1b[2J\u202e"
    case = Case(
        id=hostile,
        question=hostile,
        expected_answers=(hostile,),
        gold_documents=Gold(grades={hostile: 1}),
        evidence=(hostile,),
    )
    trace = listed(
        Retrieved(document_id=hostile, chunk_id=hostile, text=hostile), context=(hostile,), answer=hostile
    )
    verdict = Verdict(outcome=Outcome.FAIL, method=hostile, reason=hostile)
    lines = show(
        printed,
        result(case=case, trace=trace, verdicts=judged(answer=verdict), notes=(hostile,)),
    )
    text = "\n".join(lines)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert text.count("[red]x[/red]<U+001B>[2J<U+202E>") == 13


def test_no_line_is_wider_than_the_terminal_with_wide_characters(printed, result):
    wide = "経費精算の期限" * 40
    case = Case(id=wide, question=wide, expected_answers=(wide,), gold_documents=Gold(grades={wide: 1}))
    trace = listed(Retrieved(document_id=wide, chunk_id=wide, text=wide), answer=wide)
    verdict = Verdict(outcome=Outcome.FAIL, method=wide, reason=wide)
    lines = show(printed, result(case=case, trace=trace, verdicts=judged(answer=verdict)))
    assert max(map(cell_len, lines)) <= 80


def test_metrics_stand_a_row_each_with_a_column_a_cutoff(printed, result):
    metrics = {"recall@1": 0.0, "recall": 0.5, "ap": 0.25, "ndcg@1": None}
    lines = block(show(printed, result(metrics=metrics)), "Metrics")
    assert [line.split() for line in lines] == [
        ["metric", "@1", "uncut"],
        ["recall", "0.000", "0.500"],
        ["ap", "0.250"],
    ]


def test_a_gold_id_that_is_nearly_a_retrieved_one_is_asked_about(printed):
    row = {"question": "?", "gold_ids": ["Network-JA"], "retrieved": ["network-ja", "x"], "answer": "y"}
    (result,) = ragtriage.evaluate([row])
    told = "\n".join(show(printed, result))
    assert "Network-JA: did not come back; did you mean network-ja, rank 1?" in told
