"""Evidence passes when every passage stands in what the generator saw."""

from __future__ import annotations

import asyncio
import itertools
import json

import msgspec
import pytest

from ragtriage.batch import Batch
from ragtriage.model import (
    Case,
    Cause,
    EvidenceDetail,
    MatchMode,
    Outcome,
    RankedTrace,
    Retrieved,
    Settings,
    Trace,
)
from ragtriage.verdicts.evidence import EvidenceJudge, judge_evidence

SETTINGS = Settings()
FROM_ANSWER = Settings(evidence_from_answer=True)


def case(*evidence, answers=None, answerable=True):
    return Case(id="q", question="?", evidence=evidence, expected_answers=answers, answerable=answerable)


def context(*texts):
    return Trace(id="q", context=texts)


def test_every_passage_in_one_chunk_passes_with_its_places():
    verdict = judge_evidence(
        case("due on the 5th", "No later"), context("No later.", "It is due on the 5th."), SETTINGS
    )
    assert verdict.outcome is Outcome.PASS
    assert verdict.reason is None
    assert isinstance(verdict.detail, EvidenceDetail)
    assert [[(p.chunk, p.start, p.end) for p in places] for places in verdict.detail.places] == [
        [(1, 6, 20)],
        [(0, 0, 8)],
    ]


def test_evidence_about_something_else_fails_and_is_named():
    verdict = judge_evidence(
        case("Paris is the capital of France"),
        context("The Eiffel Tower was built in 1889 in Paris."),
        SETTINGS,
    )
    assert (verdict.outcome, verdict.certain) == (Outcome.FAIL, True)
    assert "Paris is the capital of France" in verdict.reason
    assert verdict.detail.missing == ("Paris is the capital of France",)


def test_one_missing_passage_of_two_fails():
    verdict = judge_evidence(case("Tokyo", "Osaka"), context("Tokyo is large."), SETTINGS)
    assert verdict.outcome is Outcome.FAIL
    assert "1 of 2" in verdict.reason
    assert verdict.detail.missing == ("Osaka",)
    assert [len(places) for places in verdict.detail.places] == [1, 0]


def test_a_passage_across_chunks_passes_and_says_so():
    trace = Trace(
        id="q",
        retrieved=(
            Retrieved(document_id="d", chunk_id="d#1", text="It is due on"),
            Retrieved(document_id="d", chunk_id="d#2", text="the 5th."),
        ),
    )
    verdict = judge_evidence(case("due on the 5th"), trace, SETTINGS)
    assert verdict.outcome is Outcome.PASS
    assert verdict.detail.is_split
    assert "across chunks" in verdict.method


@pytest.mark.parametrize("texts", [(), ("",), ("  ",), ("", "\n")])
@pytest.mark.parametrize("labelled", [case("Paris"), case(), Case(id="q", expected_answers=("Paris",))])
def test_recorded_and_empty_text_fails_first_of_all(texts, labelled):
    for settings in (SETTINGS, FROM_ANSWER):
        verdict = judge_evidence(labelled, context(*texts), settings)
        assert verdict.outcome is Outcome.FAIL
        assert verdict.reason


def test_an_empty_retrieved_list_is_recorded_and_empty():
    assert judge_evidence(case("Paris"), Trace(id="q", retrieved=()), SETTINGS).outcome is Outcome.FAIL


@pytest.mark.parametrize(
    "trace",
    [Trace(id="q"), Trace(id="q", retrieved=("a",)), RankedTrace(id="q", hits=(), retrieved_count=0)],
)
def test_texts_that_were_not_recorded_are_unknown(trace):
    verdict = judge_evidence(case("Paris"), trace, SETTINGS)
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_RECORDED)


def test_a_text_that_was_not_recorded_may_hold_what_is_missing():
    trace = Trace(id="q", retrieved=(Retrieved(document_id="a"), Retrieved(document_id="b", text="Paris.")))
    assert judge_evidence(case("Paris"), trace, SETTINGS).outcome is Outcome.PASS
    verdict = judge_evidence(case("Rome"), trace, SETTINGS)
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_RECORDED)
    assert "1 of the texts" in verdict.reason


def test_no_evidence_is_unlabelled():
    for labelled in (case(), Case(id="q"), case(" ")):
        verdict = judge_evidence(labelled, context("text"), SETTINGS)
        assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_LABELLED)


def test_an_unanswerable_question_has_no_evidence_to_find():
    for texts in (("text",), ()):
        verdict = judge_evidence(case(answerable=False), context(*texts), SETTINGS)
        assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_APPLICABLE)
    assert judge_evidence(case("text", answerable=False), context("text"), SETTINGS).outcome is Outcome.PASS


def test_the_cutoff_hides_what_came_later():
    chunks = tuple(Retrieved(document_id=name, text=f"{name} text") for name in ("first", "second"))
    trace = Trace(id="q", retrieved=chunks)
    assert judge_evidence(case("second text"), trace, Settings(k=1)).outcome is Outcome.FAIL
    assert judge_evidence(case("second text"), trace, Settings(k=2)).outcome is Outcome.PASS


def test_the_matcher_decides_how_far_the_texts_may_differ():
    assert (
        judge_evidence(case("DUE"), context("due"), Settings(match=MatchMode.STRICT)).outcome is Outcome.FAIL
    )
    assert judge_evidence(case("DUE"), context("due"), SETTINGS).outcome is Outcome.PASS


def test_traditional_and_simplified_are_equal_when_asked():
    pytest.importorskip("opencc")
    folding = Settings(fold_chinese=True)
    assert judge_evidence(case("臺灣的首都"), context("台湾的首都是台北。"), folding).outcome is Outcome.PASS
    assert judge_evidence(case("臺灣的首都"), context("台湾的首都是台北。"), SETTINGS).outcome is Outcome.FAIL


def test_values_may_be_written_differently_when_asked():
    by_value = Settings(match=MatchMode.VALUES)
    assert (
        judge_evidence(case("締切は翌月の5日"), context("締切は翌月5日です。"), by_value).outcome
        is Outcome.PASS
    )
    assert (
        judge_evidence(case("締切は翌月の5日"), context("締切は翌月5日です。"), SETTINGS).outcome
        is Outcome.FAIL
    )


def test_evidence_comes_before_the_expected_answer():
    labelled = Case(id="q", evidence=("Rome",), expected_answers=("Paris",))
    verdict = judge_evidence(labelled, context("Paris."), FROM_ANSWER)
    assert (verdict.outcome, verdict.method) == (Outcome.UNKNOWN, "evidence contained (standard)")


def test_the_judge_keeps_the_order_of_the_batch():
    cases = [case("one"), case("two"), case("three")]
    batch = Batch(
        cases=cases,
        traces=[context("one")] * 3,
        ranks=[None] * 3,
        hits=[None] * 3,
        abstained=[False] * 3,
        settings=SETTINGS,
    )
    verdicts = asyncio.run(EvidenceJudge()(batch))
    assert [verdict.outcome for verdict in verdicts] == [Outcome.PASS, Outcome.FAIL, Outcome.FAIL]


def test_a_verdict_goes_through_a_file_unchanged():
    verdict = judge_evidence(case("one. two"), context("one."), SETTINGS)
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=type(verdict)) == verdict


RUNS = [
    "jsquad_ja_runA",
    "jsquad_ja_runB",
    "squad2_en_run",
    "cmrc_zh_run",
    "hotpotqa_en_run",
    "autorag_ko_run",
]


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("mode", [MatchMode.STRICT, MatchMode.STANDARD])
def test_real_runs_agree_with_what_is_known_of_each_passage(shared, run, mode):
    folder = shared / "data" / "rag_runs"
    expected = json.loads((folder / f"{run}.expected.json").read_text("utf-8"))["per_question"]
    rows = [json.loads(line) for line in (folder / f"{run}.jsonl").read_text("utf-8").splitlines()]
    for row, right in zip(rows, expected, strict=True):
        assert row["question_id"] == right["question_id"]
        trace = Trace(id="q", retrieved=tuple(retrieved(entry) for entry in row["retrieved"]))
        for passage, in_one_chunk in zip(row["evidence"], right["evidence_each_in_one_chunk"], strict=True):
            verdict = judge_evidence(case(passage), trace, Settings(match=mode))
            is_whole = verdict.outcome is Outcome.PASS and len(verdict.detail.places[0]) == 1
            # three chunks end right before a passage's last 。, which `strict` alone needs
            but_for_the_stop = any(passage.rstrip("。") in entry["text"] for entry in row["retrieved"])
            assert is_whole is (in_one_chunk or (mode is MatchMode.STANDARD and but_for_the_stop))


@pytest.mark.parametrize("run", RUNS)
def test_every_place_in_a_real_run_reads_as_its_passage(shared, run):
    lines = (shared / "data" / "rag_runs" / f"{run}.jsonl").read_text("utf-8").splitlines()
    for row in map(json.loads, lines):
        trace = Trace(id="q", retrieved=tuple(retrieved(entry) for entry in row["retrieved"]))
        texts = [entry["text"] for entry in row["retrieved"]]
        for passage in row["evidence"]:
            verdict = judge_evidence(case(passage), trace, SETTINGS)
            if verdict.outcome is Outcome.PASS:
                (places,) = verdict.detail.places
                stretches = "".join(texts[place.chunk][place.start : place.end] for place in places)
                assert letters(stretches) == letters(passage)


def retrieved(entry):
    return Retrieved(document_id=entry["document_id"], chunk_id=entry["chunk_id"], text=entry["text"])


def letters(text):
    return [character for character in text.casefold() if character.isalnum()]


def test_hard_windows_give_back_every_passage_that_their_concatenation_holds(shared):
    lines = (shared / "data" / "rag_runs" / "jsquad_ja_runB.jsonl").read_text("utf-8").splitlines()
    split = 0
    for row in map(json.loads, lines):
        trace = Trace(id="q", retrieved=tuple(retrieved(entry) for entry in row["retrieved"]))
        by_id = {entry["chunk_id"]: entry["text"] for entry in row["retrieved"]}
        windows = []
        for chunk_id in by_id:
            document, number = chunk_id.rsplit("#c", 1)
            following = (f"{document}#c{n}" for n in itertools.count(int(number)))
            windows.append(
                "".join(by_id[name] for name in itertools.takewhile(by_id.__contains__, following))
            )
        for passage in row["evidence"]:
            verdict = judge_evidence(case(passage), trace, SETTINGS)
            is_there = any(passage.rstrip("。") in window for window in windows)
            assert (verdict.outcome is Outcome.PASS) is is_there
            split += is_there and verdict.detail.is_split
    assert split >= 10
