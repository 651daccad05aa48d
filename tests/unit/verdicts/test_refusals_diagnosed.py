"""A refusal is one thing in every verdict, metric and diagnosis."""

from __future__ import annotations

import pytest

import ragtriage
from ragtriage.model import Diagnosis, Outcome

REFUSALS = [
    "I'm sorry, the documents do not say.",
    "申し訳ありませんが、記載がありません。",
    "죄송하지만 문서에 나와 있지 않습니다.",
    "抱歉，文档中没有相关信息。",
    "",
    None,
]


def row(answer: str | None, *, answerable: bool = True) -> dict[str, object]:
    return {
        "id": "1",
        "question": "How long does it take?",
        "expected_answers": ["5 days"] if answerable else [],
        "gold_documents": ["a"] if answerable else [],
        "evidence": ["It takes 5 days."] if answerable else [],
        "answerable": answerable,
        "retrieved": [{"document_id": "a", "text": "It takes 5 days."}],
        "answer": answer,
    }


@pytest.mark.parametrize("answer", REFUSALS)
def test_declining_with_the_fact_in_the_context_is_over_abstention(answer):
    (result,) = ragtriage.evaluate([row(answer)])
    assert result.abstained is True
    assert (result.verdicts.answer.outcome, result.verdicts.answer.certain) == (Outcome.FAIL, True)
    assert result.diagnosed.diagnosis is Diagnosis.OVER_ABSTENTION


@pytest.mark.parametrize("answer", REFUSALS)
def test_declining_an_unanswerable_question_passes(answer):
    (result,) = ragtriage.evaluate([row(answer, answerable=False)])
    assert result.abstained is True
    assert result.diagnosed.diagnosis is Diagnosis.PASSED


@pytest.mark.parametrize("answer", REFUSALS)
def test_a_refusal_counts_in_every_rate_in_the_same_way(answer):
    answered, declined = (ragtriage.evaluate([row(text)]) for text in ("5 days", answer))
    rates = declined.summary.verdicts["answer"]
    assert (rates.passed, rates.fail, rates.unknown, rates.not_applicable) == (0, 1, 0, 0)
    scores = {"token_f1", "char_f1"}
    for name in scores:
        assert declined.summary.metrics[name].n == 1
        assert (declined.summary.metrics[name].mean or 0.0) < 0.5
    ranking = answered.summary.metrics.keys() - scores
    assert {name: declined.summary.metrics[name] for name in ranking} == {
        name: answered.summary.metrics[name] for name in ranking
    }
    assert declined.summary.verdicts["support"].not_applicable == 1


@pytest.mark.parametrize(
    "answer",
    [
        "I could not find this in the documents. Based on my general knowledge, Lake Arden lies at 640 m.",
        "資料には記載がありません。ただし、一般にアーデン湖の標高は640mとされています。",
        "文档中没有相关信息。不过，据我所知，阿登湖海拔640米。",
    ],
)
def test_a_refusal_that_goes_on_to_answer_is_an_answer(answer):
    asked = {"id": "1", "question": "How high does Lake Arden lie?", "answer": answer}
    (result,) = ragtriage.evaluate([{**asked, "answerable": False, "retrieved": []}])
    assert result.abstained is False
    assert result.diagnosed.diagnosis is Diagnosis.ABSTENTION_FAILURE
    assert result.diagnosed.certain is False
    text = "Lake Arden lies 812 m above the sea."
    gold = {"expected_answers": ["812 m"], "gold_documents": ["a"], "evidence": [text]}
    (result,) = ragtriage.evaluate([{**asked, **gold, "retrieved": [{"document_id": "a", "text": text}]}])
    assert result.abstained is False
    assert result.diagnosed.diagnosis in {Diagnosis.HALLUCINATION, Diagnosis.NOT_EXTRACTED}


@pytest.mark.parametrize(
    "answer",
    ["The brochure passes over this point.", "금액이 불분명하여 대답을 삼가겠습니다.", "It is on Monday."],
)
def test_it_is_not_certain_that_a_system_should_have_declined_for_want_of_a_sign(answer):
    (result,) = ragtriage.evaluate([row(answer, answerable=False)])
    is_failure = result.diagnosed.diagnosis is Diagnosis.ABSTENTION_FAILURE
    assert not (is_failure and result.diagnosed.certain)
