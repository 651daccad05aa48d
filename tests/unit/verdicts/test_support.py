"""Support is unknown unless something shows that the answer is backed, or that it is not."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from ragtriage.batch import Batch
from ragtriage.model import Case, Cause, Outcome, RankedTrace, Retrieved, Settings, Trace
from ragtriage.verdicts.support import SupportJudge, judge_support

CASE = Case(id="q", question="What is the capital of Japan?")
TEXT = "Tokyo is the capital of Japan. It has 23 wards."


def judge(answer, *texts, case=CASE, is_abstained=False):
    trace = Trace(id="q", context=texts, answer=answer)
    return judge_support(case, trace, Settings(), is_abstained=is_abstained)


def test_an_abstention_has_nothing_to_back():
    for texts in ((TEXT,), ()):
        verdict = judge(None, *texts, is_abstained=True)
        assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_APPLICABLE)


@pytest.mark.parametrize(
    "trace",
    [
        Trace(id="q", context=(TEXT,)),
        Trace(id="q", answer="Tokyo."),
        Trace(id="q", answer="Tokyo.", retrieved=("a", "b")),
        RankedTrace(id="q", hits=(), retrieved_count=0),
    ],
)
def test_what_was_not_recorded_is_unknown(trace):
    verdict = judge_support(CASE, trace, Settings(), is_abstained=False)
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_RECORDED)


@pytest.mark.parametrize("context", [(), ("",), ("  ",)])
def test_an_answer_over_recorded_but_empty_text_is_not_backed(context):
    verdict = judge("Tokyo.", *context)
    assert verdict.outcome is Outcome.FAIL
    assert verdict.reason


def test_a_copied_answer_passes_with_its_statements():
    verdict = judge("Tokyo is the capital of Japan.", TEXT)
    assert verdict.outcome is Outcome.PASS
    assert [statement.outcome for statement in verdict.detail.statements] == ["supported"]


def test_a_figure_that_is_nowhere_fails_and_is_named():
    verdict = judge("Tokyo is the capital of Japan. It has 147 wards.", TEXT)
    assert verdict.outcome is Outcome.FAIL
    assert "147" in verdict.reason
    assert "1 of 2 statements" in verdict.reason


def test_what_only_a_model_could_judge_is_unknown():
    verdict = judge("Osaka is the capital of Japan.", TEXT)
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_JUDGED)
    assert "Osaka" in verdict.reason


@pytest.mark.parametrize("answer", ["...", "[1]", "。"])
def test_an_answer_in_which_no_statement_is_found_is_unknown(answer):
    verdict = judge(answer, TEXT)
    assert (verdict.outcome, verdict.cause, verdict.score) == (Outcome.UNKNOWN, Cause.NOT_JUDGED, None)


def test_one_open_statement_keeps_an_answer_from_passing():
    assert judge("Tokyo is the capital of Japan. It is lovely.", TEXT).outcome is Outcome.UNKNOWN


def test_a_text_that_was_not_recorded_may_hold_the_figure():
    trace = Trace(
        id="q",
        retrieved=(Retrieved(document_id="a", text=TEXT), Retrieved(document_id="b")),
        answer="It has 147 wards.",
    )
    verdict = judge_support(CASE, trace, Settings(), is_abstained=False)
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_RECORDED)
    assert judge_support(CASE, trace, Settings(k=1), is_abstained=False).outcome is Outcome.FAIL


SHORTENED = (
    "The rail pass is valid on trains of the northern region.",
    "The rail pass, sold here, is valid on trains of the northern region.",
)
ABSENT = ("出張の宿泊費は、領収書を添えて経理部へ申請する。", "この山は冬に登れない。道が雪に埋まる。")


def test_a_sentence_shortened_makes_a_pass_likely():
    verdict = judge(SHORTENED[0], SHORTENED[1])
    assert (verdict.outcome, verdict.certain) == (Outcome.PASS, False)
    assert verdict.method == "statements likely (en)"
    (statement,) = verdict.detail.statements
    assert (statement.outcome, statement.quote) == ("supported", SHORTENED[1])
    assert (statement.place.start, statement.place.end) == (0, len(SHORTENED[1]))


def test_a_pass_is_likely_where_one_statement_of_many_is():
    verdict = judge(f"Tokyo is the capital of Japan. {SHORTENED[0]}", f"{TEXT} {SHORTENED[1]}")
    assert (verdict.outcome, verdict.certain) == (Outcome.PASS, False)
    assert judge("Tokyo is the capital of Japan.", TEXT).certain


def test_words_that_no_text_holds_make_a_fail_likely_and_are_counted():
    verdict = judge(*ABSENT)
    assert (verdict.outcome, verdict.certain) == (Outcome.FAIL, False)
    assert verdict.method == "statements likely (ja)"
    assert "1 of 1 statements likely not backed" in verdict.reason
    assert "0 of the " in verdict.reason


def test_what_is_shown_counts_before_what_is_likely():
    verdict = judge(f"{ABSENT[0]}標高は3776メートルである。", ABSENT[1])
    assert (verdict.outcome, verdict.certain) == (Outcome.FAIL, True)
    assert "3776" in verdict.reason


def test_an_open_statement_keeps_a_likely_pass_open_and_a_likely_fail_a_fail():
    assert judge(f"{SHORTENED[0]} It is lovely.", SHORTENED[1]).outcome is Outcome.UNKNOWN
    assert judge(f"{ABSENT[0]}この山は好きだ。", ABSENT[1]).outcome is Outcome.FAIL


def test_what_is_likely_absent_is_open_where_a_text_was_not_recorded():
    texts = (Retrieved(document_id="a", text=ABSENT[1]), Retrieved(document_id="b"))
    trace = Trace(id="q", retrieved=texts, answer=ABSENT[0])
    verdict = judge_support(CASE, trace, Settings(), is_abstained=False)
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_JUDGED)


def test_a_citation_of_what_was_retrieved_is_no_part_of_the_answer():
    trace = Trace(
        id="q",
        retrieved=(Retrieved(document_id="guide-7", text=TEXT),),
        answer="Tokyo is the capital of Japan [guide-7].",
    )
    assert judge_support(CASE, trace, Settings(), is_abstained=False).outcome is Outcome.PASS


def test_a_number_in_the_id_of_what_was_retrieved_is_no_invention():
    texts = (Retrieved(document_id="policy-2024", text=TEXT),)
    trace = Trace(id="q", retrieved=texts, answer="The policy of 2024 says so.")
    assert judge_support(CASE, trace, Settings(), is_abstained=False).outcome is Outcome.UNKNOWN
    assert judge("The policy of 2024 says so.", TEXT).outcome is Outcome.FAIL


def test_the_judge_keeps_the_order_of_the_batch():
    answers = ["Tokyo is the capital of Japan.", "It has 147 wards.", "Osaka."]
    batch = Batch(
        cases=[CASE] * 3,
        traces=[Trace(id="q", context=(TEXT,), answer=answer) for answer in answers],
        ranks=[None] * 3,
        hits=[None] * 3,
        abstained=[False, False, True],
        settings=Settings(),
    )
    verdicts = asyncio.run(SupportJudge()(batch))
    assert [verdict.outcome for verdict in verdicts] == [Outcome.PASS, Outcome.FAIL, Outcome.UNKNOWN]


def test_a_verdict_goes_through_a_file_unchanged():
    verdict = judge("Tokyo is the capital of Japan. It has 147 wards.", TEXT)
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=type(verdict)) == verdict


def test_answers_copied_from_the_context_pass_nine_times_in_ten(shared):
    lines = (shared / "data" / "rag_runs" / "jsquad_ja_runB.jsonl").read_text("utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if not row["answer_method"].endswith("abstain")]
    passed = 0
    for row in rows:
        entries = row["retrieved"]
        trace = Trace(
            id="q",
            retrieved=tuple(
                Retrieved(document_id=r["document_id"], chunk_id=r["chunk_id"], text=r["text"])
                for r in entries
            ),
            answer=row["answer"],
        )
        verdict = judge_support(Case(id="q", question=row["question"]), trace, Settings(), is_abstained=False)
        assert verdict.outcome is not Outcome.FAIL
        passed += verdict.outcome is Outcome.PASS
    assert passed >= 0.9 * len(rows)


LABELLED = {
    "jnli_valid400.jsonl": ("sentence1", "sentence2", "label", "entailment"),
    "klue_nli.jsonl": ("premise", "hypothesis", "gold_label", "entailment"),
    "expertqa_claims.jsonl": ("evidence", "claim", "support", "Complete"),
}


def labelled(shared, name):
    """Yield whether people found the statement backed, and the verdict."""
    text_field, statement_field, label_field, backed = LABELLED[name]
    for line in (shared / "data" / "human_labels" / name).read_text("utf-8").splitlines():
        row = json.loads(line)
        texts = row[text_field] if isinstance(row[text_field], list) else [row[text_field]]
        case = Case(id="q", question=row.get("question", ""))
        yield row[label_field] == backed, judge(row[statement_field], *texts, case=case).outcome


@pytest.mark.parametrize("name", LABELLED)
def test_at_most_one_in_a_hundred_unbacked_statements_passes(shared, name):
    rows = list(labelled(shared, name))
    unbacked = [outcome for is_backed, outcome in rows if not is_backed]
    assert unbacked.count(Outcome.PASS) <= 0.01 * len(unbacked)


def test_a_fail_is_right_nineteen_times_in_twenty(shared):
    fails = [
        is_backed
        for name in LABELLED
        for is_backed, outcome in labelled(shared, name)
        if outcome is Outcome.FAIL
    ]
    assert len(fails) >= 30
    assert fails.count(False) >= 0.95 * len(fails)


def test_ids_past_the_cutoff_are_citations_of_a_text_written_otherwise_too():
    entries = [Retrieved(document_id=f"d-{n}", text=f"The pass costs\u00a0{n}0 euros a day.") for n in (3, 4)]
    trace = Trace(id="1", retrieved=tuple(entries), answer="The pass costs 30 euros a day (d-4).")
    verdict = judge_support(Case(id="1", question="?"), trace, Settings(k=1), is_abstained=False)
    assert verdict.outcome is Outcome.PASS


def test_an_answer_of_more_statements_than_anyone_makes_is_open():
    text = "Yes. " * 10_001
    verdict = judge(text, text)
    assert (verdict.outcome, verdict.cause, verdict.certain) == (Outcome.UNKNOWN, Cause.NOT_JUDGED, True)
    assert verdict.reason == "the answer has more than 10,000 statements, too many to judge"
    assert judge("Yes. " * 10_000, text).outcome is Outcome.PASS
