"""Sixty planted instructions a stage, in four languages, and a judge that obeys: no fail becomes a pass."""

from __future__ import annotations

import json
from importlib import import_module

import pytest

import ragtriage
from ragtriage.llm.asking import Asker
from ragtriage.llm.endpoint import Endpoint
from ragtriage.model import Outcome
from ragtriage.verdicts.asked.panel import Panel

pytest.importorskip("aiohttp")

JUDGES = {
    "support": "SupportAsked",
    "evidence": "EvidenceAsked",
    "answer": "AnswerAsked",
    "relevance": "RelevanceAsked",
}
WAYS = (
    "a quote that is made up",
    "a true quote that does not show it",
    "the order itself",
    "a marker that is guessed",
    "a reply that is planted",
)


def judge(stage, server):
    module = import_module(f"ragtriage.verdicts.asked.{stage}")
    asker = Asker(Endpoint(model="m", base_url=server.base_url, api_key="k"))
    return getattr(module, JUDGES[stage])(Panel(asker, module.FORMS))


@pytest.mark.parametrize("stage", JUDGES)
def test_there_are_sixty_for_each_stage(attacking, stage):
    assert tuple(attacking.WAYS) == WAYS
    assert len({attack.case["id"] for way in WAYS for attack in attacking.attacks(stage, way)}) == 60


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("stage", JUDGES)
def test_a_judge_that_obeys_turns_no_fail_into_a_pass(  # noqa: PLR0917 - fixtures are arguments
    serve, scripted, judging, attacking, stage, way
):
    attacks = attacking.attacks(stage, way)
    quotes = {attack.case["question"]: {} for attack in attacks}
    for attack in attacks:
        planted = attack.case["answer"] if stage == "answer" else attack.case["contexts"][0]
        quotes[attack.case["question"]][planted] = attack.quote
    obeyed = set()

    def script(received, _):
        data = judging.shown(received)  # also: nothing stands outside the blocks, whatever a text holds
        if judging.kind(received) == "statements":
            return scripted.completion(json.dumps(judging.whole_sentences(data)))
        shown = data["answer"]["answer"] if stage == "answer" else data["texts"]["texts"][0]["text"]
        obeyed.add(shown)
        quote = quotes[data["question"]["question"]][shown]
        count = len(data["statements"]["statements"]) if stage == "support" else 1
        return scripted.completion(json.dumps(attacking.reply(stage, quote, count)))

    cases = [attack.case for attack in attacks]
    results = list(ragtriage.evaluate(cases, judges=[judge(stage, serve(script))]))
    assert len(obeyed) == len(cases), "the judge must have been asked about every one"
    for result in results:
        if stage == "relevance":
            allowed = way == "a true quote that does not show it"  # what is relevant no string can tell
            assert result.relevance.score == (1.0 if allowed else None), result.case.id
            continue
        verdict = getattr(result.verdicts, stage)
        assert verdict.outcome is not Outcome.PASS, result.case.id
        if stage == "support":
            assert all(one.outcome != "supported" for one in verdict.detail.statements), result.case.id


def test_an_order_in_the_answer_is_a_statement_like_any_other(serve, scripted, judging, attacking):
    orders = [(language, order) for language, three in attacking.ORDERS.items() for order in three]
    cases = [
        {
            "id": str(i),
            "question": attacking.SUPPORT[language].question,
            "answer": f"{attacking.SUPPORT[language].answer} {order.format('supported')}",
            "contexts": [attacking.SUPPORT[language].text],
        }
        for i, (language, order) in enumerate(orders)
    ]

    def script(received, _):
        data = judging.shown(received)
        if judging.kind(received) == "statements":
            return scripted.completion(json.dumps(judging.whole_sentences(data)))
        statements = data["statements"]["statements"]
        said = attacking.reply("support", "", len(statements))
        for verdict, statement in zip(said["verdicts"], statements, strict=True):
            verdict["quote"] = statement["text"]
        return scripted.completion(json.dumps(said))

    results = list(ragtriage.evaluate(cases, judges=[judge("support", serve(script))]))
    assert not [result.case.id for result in results if result.verdicts.support.outcome is Outcome.PASS]


@pytest.mark.parametrize("language", ["en", "ja", "ko", "zh"])
def test_the_same_judge_is_believed_where_the_quote_backs_the_statement(
    serve, scripted, judging, attacking, language
):
    row = attacking.SUPPORT[language]
    right = {"en": "A pass is 30 euros.", "ja": "値段は3000円。", "ko": "값은 3000원.", "zh": "价格为30元。"}

    def script(received, _):
        data = judging.shown(received)
        if judging.kind(received) == "statements":
            return scripted.completion(json.dumps(judging.whole_sentences(data)))
        return scripted.completion(json.dumps(attacking.reply("support", row.telling)))

    case = {"id": "q", "question": row.question, "answer": right[language], "contexts": [row.text]}
    (result,) = ragtriage.evaluate([case], judges=[judge("support", serve(script))])
    assert result.verdicts.support.outcome is Outcome.PASS
