"""What judges reply in the field: no failure is a verdict, and none spoils another row."""

from __future__ import annotations

import asyncio
import json
import random
from importlib import import_module

import pytest

import ragtriage
from ragtriage.llm.asking import Asker
from ragtriage.llm.backoff import Backoff
from ragtriage.llm.endpoint import Endpoint
from ragtriage.model import Cause, Outcome
from ragtriage.verdicts.asked.panel import Panel
from ragtriage.verdicts.asked.support import FORMS, SupportAsked

pytest.importorskip("aiohttp")


def cases(n, answer="You pay 30 euros for pass {}."):
    return [
        {
            "id": f"q{i}",
            "question": f"How much is pass {i}?",
            "expected": "30 euros",
            "answer": answer.format(i),
            "contexts": [f"For pass {i} one has to pay 30 euros."],
        }
        for i in range(n)
    ]


def judge(server, cache=None, **arguments):
    arguments.setdefault("backoff", Backoff(retries=2, first_seconds=0.01, longest_seconds=0.02))
    endpoint = Endpoint(model="m", base_url=server.base_url, api_key="k", **arguments)
    return SupportAsked(Panel(Asker(endpoint, cache=cache), FORMS))


def judge_of(stage, server):
    module = import_module(f"ragtriage.verdicts.asked.{stage}")
    asker = Asker(Endpoint(model="m", base_url=server.base_url, api_key="k"))
    return getattr(module, f"{stage.title()}Asked")(Panel(asker, module.FORMS))


def support(evaluation):
    return [result.verdicts.support for result in evaluation]


def good(judging, received):
    return json.dumps(judging.reply(received))


def test_what_is_only_likely_is_asked_all_the_same(serve, scripted, judging):
    server = serve(lambda received, _: scripted.completion(good(judging, received)))
    rows = [
        {
            "id": "q",
            "question": "Where is the pass valid?",
            "answer": "The rail pass is valid on trains of the northern region.",
            "contexts": ["The rail pass, sold here, is valid on trains of the northern region."],
        }
    ]
    (verdict,) = support(ragtriage.evaluate(rows))
    assert (verdict.outcome, verdict.certain) == (Outcome.PASS, False)
    (verdict,) = support(ragtriage.evaluate(rows, judges=[judge(server)]))
    assert (len(server.received), verdict.certain) == (1, True)
    assert verdict.method.startswith("statements, quotes and values checked")


FIRST_FAILS = [
    ("no verdict", lambda _: "I believe that the statement is fine."),
    ("empty", lambda _: ""),
    ("planted rating", lambda _: "Rating: 5"),
    ("truncated", lambda ok: ok[:-9]),
    ("never stops thinking", lambda ok: f"<think>{ok}"),
    ("an empty list", lambda _: '{"verdicts": []}'),
    ("another key", lambda ok: ok.replace('"verdicts"', '"results"')),
    ("another verdict", lambda ok: ok.replace('"supported"', '"SUPPORTED!"')),
    ("a number too high", lambda ok: ok.replace('"chunk": 1', '"chunk": 9')),
    ("a number as a word", lambda ok: ok.replace('"chunk": 1', '"chunk": "one"')),
    ("a list of two", lambda ok: f"[{ok}, {ok}]"),
    ("not a number", lambda ok: ok.replace('"chunk": 1', '"chunk": NaN')),
    ("a reason against", lambda ok: ok.replace("It says so.", "The text does not mention this.")),
    ("half of a surrogate pair", lambda ok: ok.replace("It says so.", r"\ud83d")),
]


@pytest.mark.parametrize(
    ("change"), [change for _, change in FIRST_FAILS], ids=[name for name, _ in FIRST_FAILS]
)
def test_a_reply_that_cannot_be_used_is_retried_and_then_unknown_with_its_text_kept(
    serve, scripted, judging, change
):
    server = serve(lambda received, _: scripted.completion(change(good(judging, received))))
    (verdict,) = support(ragtriage.evaluate(cases(1), judges=[judge(server)]))
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.JUDGE_FAILED)
    assert verdict.score in {None, 0.0}
    assert len(server.received) == 2
    assert len(verdict.detail.raw_replies) == 2


WRAPPINGS = [
    ("a fence", lambda ok: f"```json\n{ok}\n```"),
    ("prose", lambda ok: f"Sure, here it is:\n{ok}\nI hope this helps."),
    ("a byte order mark", lambda ok: f"\ufeff{ok}"),
    ("thoughts", lambda ok: f'<think>{{"verdicts": "no"}}</think>{ok}'),
    ("two objects", lambda ok: f"{ok.replace('supported', 'contradicted')}\nNo, rather:\n{ok}"),
    ("a list of it alone", lambda ok: f"[{ok}]"),
    ("commas too many", lambda ok: ok.replace("}]}", "},],}")),
    ("as Python writes it", lambda ok: repr(json.loads(ok))),
    ("a list in Python between fences", lambda ok: f"```python\n{[json.loads(ok)]!r}\n```"),
    ("a call that is written out", lambda ok: f'{{"name": "reply", "arguments": {ok}}}'),
]


@pytest.mark.parametrize("wrap", [wrap for _, wrap in WRAPPINGS], ids=[name for name, _ in WRAPPINGS])
def test_what_stands_around_the_object_is_tolerated(serve, scripted, judging, wrap):
    server = serve(lambda received, _: scripted.completion(wrap(good(judging, received))))
    (verdict,) = support(ragtriage.evaluate(cases(1), judges=[judge(server)]))
    assert verdict.outcome is Outcome.PASS
    assert len(server.received) == 1


def called(arguments, **more):
    return {"role": "assistant", "tool_calls": [{"id": "1", "function": {"arguments": arguments}}]} | more


MESSAGES = [
    ("parts", lambda ok: {"content": [{"type": "text", "text": ok[:9]}, {"type": "text", "text": ok[9:]}]}),
    ("thoughts apart", lambda ok: {"content": [{"type": "thinking", "thinking": [{}]}, {"text": ok}]}),
    ("plain parts", lambda ok: {"content": [ok[:9], ok[9:]]}),
    ("an object", lambda ok: {"content": json.loads(ok)}),
    ("a tool call", lambda ok: called(ok, content=None)),
    ("a tool call after prose", lambda ok: called(ok, content='I call it: {"verdicts": 1}')),
    ("a tool call with an object", lambda ok: called(json.loads(ok), content="")),
    ("a function call", lambda ok: {"content": None, "function_call": {"name": "f", "arguments": ok}}),
    ("an empty list of calls", lambda ok: {"content": ok, "tool_calls": [], "function_call": None}),
    ("calls of no function", lambda ok: {"content": ok, "tool_calls": [None, {"function": "f"}, 1]}),
]


@pytest.mark.parametrize("message", [made for _, made in MESSAGES], ids=[name for name, _ in MESSAGES])
def test_the_forms_in_which_servers_give_a_reply_are_read(serve, scripted, judging, message):
    server = serve(lambda received, _: scripted.said(message(good(judging, received))))
    (verdict,) = support(ragtriage.evaluate(cases(1), judges=[judge(server)]))
    assert verdict.outcome is Outcome.PASS
    assert len(server.received) == 1


NOTHING_SAID = [
    ("no content", {"content": None}),
    ("no part with a text", {"content": [{"type": "image_url", "image_url": {"url": "x"}}, 1, None]}),
    ("a number", {"content": 5}),
    ("a call without arguments", {"content": None, "tool_calls": [{"function": {"name": "f"}}]}),
    ("a call with a list", {"content": None, "function_call": {"arguments": [1]}}),
]


@pytest.mark.parametrize(
    "message", [said for _, said in NOTHING_SAID], ids=[name for name, _ in NOTHING_SAID]
)
def test_a_message_that_says_nothing_is_a_failure(serve, scripted, message):
    server = serve(lambda *_: scripted.said(message))
    (verdict,) = support(ragtriage.evaluate(cases(1), judges=[judge(server)]))
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.JUDGE_FAILED)
    assert len(server.received) == 2


def test_a_reply_cut_off_by_the_token_limit_says_so(serve, scripted, judging):
    server = serve(
        lambda received, _: scripted.completion(good(judging, received)[:40], finish_reason="length")
    )
    (verdict,) = support(ragtriage.evaluate(cases(1), judges=[judge(server)]))
    assert "truncated" in verdict.reason
    assert verdict.detail.raw_replies[0].startswith('{"verdicts"')


def test_a_whole_object_in_a_reply_that_never_stopped_is_not_believed(serve, scripted, judging):
    server = serve(
        lambda received, _: scripted.completion(good(judging, received) + " " * 99, finish_reason="length")
    )
    (verdict,) = support(ragtriage.evaluate(cases(1), judges=[judge(server)]))
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.JUDGE_FAILED)
    assert len(verdict.detail.raw_replies) == 2


def test_too_few_verdicts_fail_that_row_alone(serve, scripted, judging):
    answer = "You pay 30 euros for pass {0}. It is valid on trains of pass {0}."

    def script(received, _):
        said = judging.reply(received)
        if "verdicts" in said and "pass 1?" in received.prompt:
            said["verdicts"].pop()
        return scripted.completion(json.dumps(said))

    verdicts = support(ragtriage.evaluate(cases(3, answer), judges=[judge(serve(script))]))
    assert [verdict.cause for verdict in verdicts] == [None, Cause.JUDGE_FAILED, None]
    assert "1 verdicts were given for 2 statements" in verdicts[1].reason


def test_a_failed_judgement_is_neither_0_nor_dropped(serve, scripted, judging):
    server = serve(
        lambda received, _: scripted.completion(
            "no" if "pass 1?" in received.prompt else good(judging, received)
        )
    )
    evaluation = ragtriage.evaluate(cases(2), judges=[judge(server)])
    rate = evaluation.summary.verdicts["support"]
    assert (rate.passed, rate.fail, rate.unknown, rate.rate) == (1, 0, 1, 1.0)
    assert (rate.worst, rate.best) == (0.5, 1.0)
    assert evaluation.report.unknown_share == 0.5


def test_random_failures_among_500_rows_end_and_mark_their_rows_alone(serve, scripted, judging):
    draw = random.Random(7)  # noqa: S311 - failures, no secrets

    def script(received, _):
        chance = draw.random()
        if chance < 0.05:
            return scripted.error(500, "oops")
        if chance < 0.08:
            return scripted.completion("no verdict")
        if chance < 0.10:
            return scripted.Answer(body=b"{", sent_bytes=1)
        return scripted.completion(good(judging, received))

    evaluation = ragtriage.evaluate(cases(500), judges=[judge(serve(script), max_concurrency=16)])
    outcomes = [(verdict.outcome, verdict.cause) for verdict in support(evaluation)]
    assert len(outcomes) == 500
    assert set(outcomes) <= {(Outcome.PASS, None), (Outcome.UNKNOWN, Cause.JUDGE_FAILED)}
    failed = sum(cause is not None for _, cause in outcomes)
    assert failed == evaluation.report.judging["support"].failed < 25


def test_replies_in_reverse_order_stay_with_their_rows(serve, scripted, judging):
    def script(received, number):
        is_odd = int(received.prompt.split("How much is pass ")[1].split("?")[0]) % 2
        said = judging.reply(received, verdict="contradicted" if is_odd else "supported")
        body = scripted.completion(json.dumps(said)).body
        return scripted.Answer(body=body, delay_seconds=max(0.0, 0.3 - 0.02 * number))

    verdicts = support(ragtriage.evaluate(cases(12), judges=[judge(serve(script), max_concurrency=12)]))
    assert [verdict.outcome for verdict in verdicts] == [Outcome.PASS, Outcome.FAIL] * 6


def test_other_settings_are_other_questions_and_the_same_are_the_same(serve, scripted, judging, tmp_path):
    server = serve(lambda received, _: scripted.completion(good(judging, received)))
    first = ragtriage.evaluate(cases(2), judges=[judge(server, tmp_path)])
    asked = [len(server.received)]
    own = tmp_path / "prompts"
    own.mkdir()
    text = "# support 2\nYou check whether statements are backed. {language} {marker}\n"
    (own / "support.txt").write_text(text, "utf-8")
    again = ragtriage.evaluate(cases(2), judges=[judge(server, tmp_path)])
    asked.append(len(server.received))
    other = Panel(judge(server, tmp_path).panel.asker, FORMS, prompt_directory=str(own))
    prompted = ragtriage.evaluate(cases(2), judges=[SupportAsked(other)])
    asked.append(len(server.received))
    seeded = Panel(judge(server, tmp_path).panel.asker, FORMS, seed=1)
    ragtriage.evaluate(cases(2), judges=[SupportAsked(seeded)])
    asked.append(len(server.received))
    # of the context nothing more is seen with another k: the question is the same
    ragtriage.evaluate(cases(2), k=7, judges=[judge(server, tmp_path)])
    asked.append(len(server.received))
    assert asked == [2, 2, 4, 6, 6]
    assert first.report == again.report
    evaluators = [each.manifest.fingerprints["evaluator"] for each in (first, prompted)]
    assert evaluators[0] != evaluators[1]


def test_repeats_of_one_question_are_judged_by_what_each_answered(serve, scripted, judging):
    server = serve(lambda received, _: scripted.completion(good(judging, received)))
    rows = [cases(1)[0] | {"id": f"q#{i}", "answer": f"You pay 30 euros{' indeed' * i}."} for i in range(3)]
    ragtriage.evaluate(rows, judges=[judge(server)])
    assert len(server.received) == 3


def test_it_works_under_a_running_loop_in_threads_and_twice_with_the_same_judge(serve, scripted, judging):
    server = serve(lambda received, _: scripted.completion(good(judging, received)))
    one = judge(server)

    async def notebook():
        return [ragtriage.evaluate(cases(2), judges=[one]).report.judging["support"] for _ in range(2)]

    first, second = asyncio.run(notebook())
    assert first == second
    assert first.to_judge == 2

    async def threads():
        work = [asyncio.to_thread(ragtriage.evaluate, cases(2), judges=[judge(server)]) for _ in range(3)]
        return [evaluation.report.judging["support"].failed for evaluation in await asyncio.gather(*work)]

    assert asyncio.run(threads()) == [0, 0, 0]


def test_an_endpoint_without_schemas_is_found_out_and_asked_for_less(serve, scripted, judging):
    def script(received, _):
        form = received.body.get("response_format", {}).get("type")
        if form is not None:
            return scripted.error(400, f"response_format {form} is not supported")
        return scripted.completion(good(judging, received))

    server = serve(script)
    evaluation = ragtriage.evaluate(cases(6), judges=[judge(server, max_concurrency=1)])
    assert {verdict.outcome for verdict in support(evaluation)} == {Outcome.PASS}
    assert len(server.received) == 8  # two refusals in all


def test_a_context_that_is_too_long_fails_its_row_with_the_servers_words(serve, scripted, judging):
    def script(received, _):
        if "pass 0?" in received.prompt:
            return scripted.error(400, "the request exceeds the available context size")
        return scripted.completion(good(judging, received))

    verdicts = support(ragtriage.evaluate(cases(2), judges=[judge(serve(script))]))
    assert "exceeds the available context size" in verdicts[0].reason
    assert verdicts[1].outcome is Outcome.PASS


CROPPED = [
    ("30", "Late is who pays 30 dollars. Children pay 5 euros."),
    ("$30", "Who is late pays $30 at once."),
    ("30", "Who is late pays 30%, and 5 euros."),
]


@pytest.mark.parametrize(("quote", "text"), CROPPED)
@pytest.mark.parametrize("stage", ["support", "evidence"])
def test_a_quote_that_cuts_the_unit_off_does_not_show_another(  # noqa: PLR0917 - fixtures are arguments
    serve, scripted, attacking, stage, quote, text
):
    case = {
        "id": "q",
        "question": "How much?",
        "expected": "30 euros",
        "contexts": [text, "A month: 30 euros."],
    }
    case["answer"] = "One has to pay 30 euros to get it."
    server = serve(lambda *_: scripted.completion(json.dumps(attacking.reply(stage, quote))))
    (result,) = ragtriage.evaluate([case], judges=[judge_of(stage, server)])
    assert server.received
    assert getattr(result.verdicts, stage).outcome is Outcome.UNKNOWN


def test_an_answer_whose_unit_is_another_is_not_the_same(serve, scripted, attacking):
    case = {
        "id": "q",
        "question": "How much is it?",
        "expected": "thirty euros or so",
        "answer": "Roughly 30 dollars.",
    }
    server = serve(lambda *_: scripted.completion(json.dumps(attacking.reply("answer", "Roughly 30"))))
    (result,) = ragtriage.evaluate([case], judges=[judge_of("answer", server)])
    assert result.verdicts.answer.outcome is not Outcome.PASS


UNFAITHFUL = [
    ("other words", "Dogs may ride on every train.", "Dogs may ride on every train", "Children travel free"),
    ("a denial lost", "Dogs are never taken on trains.", "taken on trains", "Dogs are taken on trains"),
    ("他の言葉", "犬は電車に乗れません。", "犬は電車に乗れません", "子供は無料です"),
    ("打ち消しなし", "犬は電車に乗れません。", "犬は電車に乗れません", "犬は電車に乗れます"),
    ("부정 없음", "개는 기차에 탈 수 없습니다.", "개는 기차에 탈 수 없습니다", "개는 기차에 탈 수 있습니다"),
    ("否定丢失", "狗不能上火车。", "狗不能上火车", "狗能上火车"),
]


@pytest.mark.parametrize(
    ("sentence", "stretch", "said"), [row[1:] for row in UNFAITHFUL], ids=[row[0] for row in UNFAITHFUL]
)
def test_a_sentence_is_judged_as_a_whole_where_its_statement_says_something_else(  # noqa: PLR0917 - fixtures
    serve, scripted, judging, sentence, stretch, said
):
    seen = []

    def script(received, _):
        if judging.kind(received) != "statements":
            seen.extend(each["text"] for each in judging.shown(received)["statements"]["statements"])
            return scripted.completion(json.dumps(judging.verdicts(judging.shown(received))))
        sentences = judging.shown(received)["answer"]["sentences"]
        whole = sentences[0]["text"]
        split = [
            {"sentence": 1, "text": whole, "stretch": whole},
            {"sentence": 2, "text": said, "stretch": stretch},
        ]
        return scripted.completion(json.dumps({"statements": split}))

    first = "They say that all of it is true. " if sentence.isascii() else "全部本当だそうです。"
    case = {
        "id": "q",
        "question": "?",
        "answer": first + sentence,
        "contexts": ["Children travel free. 子供は無料です。"],
    }
    list(ragtriage.evaluate([case], judges=[judge(serve(script))]))
    # the quote speaks of something else, so that the same is asked once more
    assert seen[1:3] == [said, sentence]
    assert seen[3:] == seen[:3]


@pytest.mark.parametrize(
    "statements",
    [
        [("It may take 40 minutes.", "may take half an hour")],  # another figure
        [("It may take 7 days.", "may take half an hour")],  # a figure of another thing
    ],
)
def test_a_statement_with_a_figure_of_its_own_gives_way_to_its_sentence(serve, scripted, judging, statements):
    seen = []
    sentence = "On Mondays it may take half an hour."

    def script(received, _):
        data = judging.shown(received)
        if judging.kind(received) != "statements":
            seen.extend(each["text"] for each in data["statements"]["statements"])
            return scripted.completion(json.dumps(judging.verdicts(data)))
        first = data["answer"]["sentences"][0]["text"]
        split = [{"sentence": 1, "text": first, "stretch": first}]
        split += [{"sentence": 2, "text": said, "stretch": stretch} for said, stretch in statements]
        return scripted.completion(json.dumps({"statements": split}))

    case = {
        "id": "q",
        "question": "?",
        "answer": f"The way leads over a bridge. {sentence}",
        "contexts": ["One goes over a bridge on the way, which on Mondays can take half an hour."],
    }
    (verdict,) = support(ragtriage.evaluate([case], judges=[judge(serve(script))]))
    assert sentence in seen
    assert not any("40 minutes" in text or "7 days" in text for text in seen)
    assert verdict.outcome is Outcome.PASS
