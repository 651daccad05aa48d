"""Reviews: what they rest on, and how they come in from Python."""

from __future__ import annotations

import json

import pytest

import ragtriage
from ragtriage.evaluation.reviews import review_hashes
from ragtriage.io.reviews import are_reviews, read_reviews
from ragtriage.model import REVIEWED_PARTS, Case, Retrieved, Settings, Stage, Trace

CASE = Case(id="q", question="When?", expected_answers=("by the fifth",), evidence=("Due by the fifth.",))
TRACE = Trace(
    id="q",
    retrieved=(
        Retrieved(document_id="a", text="Due by the fifth.", score=0.5),
        Retrieved(document_id="b", text="Keep it."),
    ),
    answer="until day five",
)
ROW = {"id": "q", "question": "When?", "expected": "by the fifth", "answer": "until day five"}


def hashes(stage, case=CASE, trace=TRACE, **settings):
    return review_hashes(case, trace, stage, Settings(**settings))


@pytest.mark.parametrize("stage", list(REVIEWED_PARTS))
def test_what_was_reviewed_is_known_again_after_it_was_written_and_read(tmp_path, stage):
    evaluation = ragtriage.evaluate([(CASE, TRACE)])
    evaluation.save(tmp_path / "out")
    (result,) = ragtriage.Evaluation.load(tmp_path / "out")
    assert review_hashes(result.case, result.trace, stage, Settings()) == hashes(stage)
    assert tuple(hashes(stage)) == REVIEWED_PARTS[stage]


def test_ids_scores_and_what_lies_past_k_are_no_part_of_the_texts():
    other = Trace(
        id="q", retrieved=(Retrieved(chunk_id="x", text="Due by the fifth."),), answer="until day five"
    )
    assert hashes(Stage.SUPPORT, k=1) == hashes(Stage.SUPPORT, trace=other)
    assert hashes(Stage.SUPPORT, k=1)["texts"] != hashes(Stage.SUPPORT, k=2)["texts"]
    assert hashes(Stage.ANSWER, k=1) == hashes(Stage.ANSWER, k=2)


def test_an_answer_that_was_not_recorded_is_not_reviewed_and_one_that_is_empty_is():
    assert hashes(Stage.ANSWER, trace=Trace(id="q", retrieved=("a",))) is None
    assert hashes(Stage.SUPPORT, trace=Trace(id="q", retrieved=("a",), answer="x")) is None
    assert hashes(Stage.ANSWER, trace=Trace(id="q", answer=None)) is not None
    assert hashes(Stage.RETRIEVAL) is None


def test_functions_take_the_file_as_the_commands_do(tmp_path):
    path = tmp_path / "reviews.jsonl"
    known = review_hashes(*judged(), Stage.ANSWER, Settings())
    review = {"id": "q", "stage": "answer", "verdict": "accept", "hashes": known}
    path.write_text(json.dumps(review), "utf-8")
    assert are_reviews(path)
    assert len(read_reviews(path).reviews) == 1
    (before,) = evaluation = ragtriage.evaluate([ROW])
    (after,) = ragtriage.evaluate([ROW], reviews=path)
    (again,) = ragtriage.rescore(evaluation, Settings(), reviews=path)
    assert before.verdicts.answer.method != "person"
    assert after.verdicts.answer == again.verdicts.answer
    assert (after.verdicts.answer.outcome, after.verdicts.answer.method) == ("pass", "person")


def judged():
    (result,) = ragtriage.evaluate([ROW])
    return result.case, result.trace


@pytest.mark.parametrize("text", ["id,label\nq,1\n", '{"id": "q", "label": 1}\n', "verdict\n", "{\n"])
def test_another_table_of_labels_is_none_of_reviews(tmp_path, text):
    (tmp_path / "labels").write_text(text, "utf-8")
    assert not are_reviews(tmp_path / "labels")
