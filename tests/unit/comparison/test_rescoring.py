from __future__ import annotations

import pytest
from msgspec.structs import replace

from ragtriage import evaluate
from ragtriage.comparison.compare import compare
from ragtriage.comparison.rescoring import rescore
from ragtriage.errors import ComparisonError, DataError
from ragtriage.evaluation.inputs import Reading, evaluate_files
from ragtriage.evaluation.judging import Judges
from ragtriage.evaluation.rankings import evaluate_trec
from ragtriage.evaluation.store import RowStore
from ragtriage.fingerprint import QUESTION_PARTS
from ragtriage.model import AnswerRule, MatchMode, Outcome, Settings, Stage, Verdict

from .conftest import SYSTEM, case, missed, with_parts


@pytest.fixture(scope="module")
def run_a(shared):
    return shared / "data" / "rag_runs" / "jsquad_ja_runA.jsonl"


@pytest.mark.parametrize(
    "changed",
    [
        {"k": 1},
        {"k": 5},
        {"match": MatchMode.STRICT},
        {"match": MatchMode.VALUES},
        {"answer_rule": AnswerRule.EQUALS},
        {"metrics": ("recall@20", "map")},
        {"evidence_from_answer": True},
    ],
    ids=str,
)
def test_rescoring_is_evaluating_with_those_settings(run_a, changed):
    stored = evaluate(run_a, k=3)
    again = rescore(stored, replace(stored.manifest.settings, **changed))
    fresh = evaluate(run_a, **{"k": 3, **changed})
    assert list(again) == list(fresh)
    assert again.report == fresh.report


def test_under_the_same_settings_nothing_changes(run_a, tmp_path):
    stored = evaluate(run_a, k=3)
    stored.save(tmp_path / "a")
    again = rescore(tmp_path / "a", stored.manifest.settings)
    assert list(again) == list(stored)
    assert again.report == stored.report


def test_what_it_rests_on_keeps_its_fingerprints(judged):
    stored = judged([case(i, retrieved=missed(i)) if i else case(i) for i in range(4)])
    again = rescore(stored, replace(stored.manifest.settings, k=1))
    for part in (*QUESTION_PARTS, *SYSTEM):
        assert again.manifest.fingerprints[part] == stored.manifest.fingerprints[part]
    assert again.manifest.fingerprints["evaluator"] != stored.manifest.fingerprints["evaluator"]


def test_what_was_refused_is_compared_once_both_are_rescored_alike(judged):
    baseline = judged([case(i, retrieved=missed(i)) if i < 6 else case(i) for i in range(20)], k=1)
    candidate = with_parts(judged([case(i) for i in range(20)], k=3), retriever="x" * 64)
    with pytest.raises(ComparisonError, match="rescore"):
        compare(baseline, candidate)
    settings = replace(baseline.manifest.settings, k=2)
    compared = compare(rescore(baseline, settings), rescore(candidate, settings))
    assert next(row for row in compared.rows if row.name == "retrieval").wins == 6


def test_a_trec_run_is_rescored_from_the_gold_that_came_back(shared):
    qrels, run = (
        str(shared / "data" / "ir" / "trec_eval" / name) for name in ("qrels.rel_level", "results.test")
    )
    stored = evaluate_trec(qrels, run, Settings(k=10), Reading(), store=RowStore())
    settings = Settings(k=30, metrics=("ndcg@20", "map", "recall@100"), level=2)
    again = rescore(stored, settings)
    fresh = evaluate_trec(qrels, run, settings, Reading(), store=RowStore())
    assert [result.metrics for result in again] == [result.metrics for result in fresh]
    assert [result.verdicts for result in again] == [result.verdicts for result in fresh]


def test_an_evaluation_without_texts_cannot_be_judged_again_and_says_so():
    stored = evaluate_files(
        [case(1)], None, Settings(k=2), Reading(with_texts=False), judges=Judges.of(), store=RowStore()
    )
    with pytest.raises(DataError, match="without its texts"):
        rescore(stored, Settings(k=1))


def test_a_note_of_the_reader_is_kept_and_one_of_the_judging_is_made_once():
    row = case(1, gold_documents=["d1", "d1"], retrieved=["d1", "d1"])
    stored = evaluate([row], k=2)
    [before] = stored
    assert len(before.notes) == 2
    [after] = rescore(stored, stored.manifest.settings)
    assert sorted(after.notes) == sorted(before.notes)


class Lenient:
    stage = Stage.SUPPORT

    async def __call__(self, batch):
        return [Verdict(outcome=Outcome.PASS, method="lenient") for _ in batch.cases]


def test_that_another_judge_gives_the_verdicts_is_said(judged):
    stored = judged([case(i) for i in range(3)], judges=[Lenient()])
    settings = replace(stored.manifest.settings, k=1)
    [told] = [each for each in rescore(stored, settings).warnings if "judged by" in each]
    assert told.startswith("support was judged by Lenient, and now by SupportJudge")
    assert not [
        each for each in rescore(stored, settings, judges=[Lenient()]).warnings if "judged by" in each
    ]
