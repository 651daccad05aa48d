"""What judges take is counted: every call that somebody may have to be paid for, and no other."""

from __future__ import annotations

import json

import pytest

import ragtriage
from ragtriage.llm.asking import Asker
from ragtriage.llm.backoff import Backoff
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.spending import Limits, Price
from ragtriage.verdicts.asked.panel import Panel
from ragtriage.verdicts.asked.support import FORMS, SupportAsked

pytest.importorskip("aiohttp")

ROWS = [
    {
        "id": f"q{i}",
        "question": f"How much is pass {i}?",
        "answer": f"You pay 30 euros for pass {i}.",
        "contexts": [f"For pass {i} one has to pay 30 euros."],
    }
    for i in range(4)
]


def judge(server, cache=None, limits=None, *, retries=2, **arguments):
    backoff = Backoff(retries=retries, first_seconds=0.01, longest_seconds=0.02)
    endpoint = Endpoint(model="m", base_url=server.base_url, api_key="k", backoff=backoff, **arguments)
    return SupportAsked(Panel(Asker(endpoint, cache=cache, limits=limits or Limits()), FORMS))


def told(rows, one):
    return ragtriage.evaluate(rows, judges=[one]).report.judging["support"]


def half(answer, scripted, sent=60):
    return scripted.Answer(body=answer.body, sent_bytes=sent)


def without_usage(answer, scripted):
    body = {name: value for name, value in json.loads(answer.body).items() if name != "usage"}
    return scripted.Answer(body=json.dumps(body).encode())


def odd_usage(answer, scripted):
    body = json.loads(answer.body) | {"usage": {"prompt_tokens": "7", "completion_tokens": -1}}
    return scripted.Answer(body=json.dumps(body).encode())


# What a server does with a good answer, and whether the judge has it in the end.
MODES = [
    ("a good reply", lambda good, _: good, True),
    ("no usage", without_usage, True),
    ("a usage that cannot be", odd_usage, True),
    ("no verdict", lambda _, scripted: scripted.completion("I think so."), False),
    ("nothing said", lambda _, scripted: scripted.completion(None), False),
    ("cut off", lambda _, scripted: scripted.completion('{"verdicts": [', finish_reason="length"), False),
    ("another form", lambda _, scripted: scripted.completion('{"verdicts": []}'), False),
    ("no completion", lambda _, scripted: scripted.Answer(body=b'{"choices": 1, "usage": {}}'), False),
    ("a page", lambda _, scripted: scripted.Answer(body=b"<html>busy</html>"), False),
    ("nothing at all", lambda _, scripted: scripted.Answer(body=b""), False),
    ("an error in a completion's place", lambda _, s: s.Answer(body=b'{"error": {"message": "no"}}'), False),
    ("half a body", half, False),
    ("a connection that is closed at once", lambda good, scripted: half(good, scripted, sent=0), False),
]


@pytest.mark.parametrize(("spoil", "is_usable"), [row[1:] for row in MODES], ids=[row[0] for row in MODES])
def test_as_many_calls_are_counted_as_the_server_saw(serve, scripted, judging, spoil, is_usable):
    server = serve(
        lambda received, _: spoil(scripted.completion(json.dumps(judging.reply(received))), scripted)
    )
    found = told(ROWS, judge(server))
    assert len(server.received) >= len(ROWS)
    assert found.calls == len(server.received)
    assert found.failed == (0 if is_usable else len(ROWS))
    assert found.prompt_tokens >= 7 * found.calls


@pytest.mark.parametrize(("spoil", "is_usable"), [row[1:] for row in MODES], ids=[row[0] for row in MODES])
def test_calls_before_a_good_reply_are_counted_too_and_again_from_the_cache(  # noqa: PLR0917 - fixtures
    serve, scripted, judging, tmp_path, spoil, is_usable
):
    def script(received, number):
        good = scripted.completion(json.dumps(judging.reply(received)))
        return spoil(good, scripted) if number == 0 else good

    server = serve(script)
    found = told(ROWS[:1], judge(server, tmp_path))
    assert (found.calls, found.failed) == (len(server.received), 0)
    assert len(server.received) == (1 if is_usable else 2)
    again = told(ROWS[:1], judge(server, tmp_path))
    assert len(server.received) == found.calls
    assert again == found


def test_a_call_that_timed_out_is_counted_and_asked_for_once_more(serve, scripted, judging):
    def script(received, number):
        good = scripted.completion(json.dumps(judging.reply(received)))
        return scripted.Answer(body=good.body, delay_seconds=30) if number == 0 else good

    server = serve(script)
    found = told(ROWS[:1], judge(server, timeout_seconds=0.4))
    assert (found.calls, found.failed) == (len(server.received), 0) == (2, 0)
    assert found.prompt_tokens > 7 + 100  # about what was sent, where the server did not say


def test_a_reply_that_began_and_did_not_end_in_time_is_counted_and_a_failure(serve, scripted, judging):
    def script(received, _):
        good = scripted.completion(json.dumps(judging.reply(received)))
        return scripted.Answer(body=good.body, stall_after=60)

    server = serve(script)
    found = told(ROWS[:1], judge(server, timeout_seconds=0.4))
    assert (found.calls, found.failed) == (len(server.received), 1) == (1, 1)
    assert found.prompt_tokens > 100


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503])
def test_a_call_that_was_answered_with_an_error_costs_nothing(serve, scripted, status):
    server = serve(lambda *_: scripted.error(status, "no"))
    found = told(ROWS, judge(server))
    assert server.received
    assert (found.calls, found.prompt_tokens, found.failed) == (0, 0, len(ROWS))


def test_what_an_endpoint_does_not_take_costs_nothing(serve, scripted, judging):
    def script(received, _):
        if "seed" in received.body:
            return scripted.error(400, "unknown parameter: seed")
        return scripted.completion(json.dumps(judging.reply(received)))

    server = serve(script)
    assert told(ROWS[:1], judge(server)).calls == 1
    assert len(server.received) == 2


def test_the_usage_of_what_is_no_completion_is_paid_for_as_the_server_says(serve, scripted):
    body = {"choices": "none", "usage": {"prompt_tokens": 100, "completion_tokens": 20}}
    server = serve(lambda *_: scripted.Answer(body=json.dumps(body).encode()))
    limits = Limits(price=Price(prompt=1.0, completion=10.0))
    found = told(ROWS[:1], judge(server, limits=limits, retries=1))
    assert (found.calls, found.prompt_tokens, found.completion_tokens) == (2, 200, 40)
    assert found.cost == pytest.approx((200 + 400) / 1_000_000)


def test_a_limit_of_calls_holds_also_where_every_reply_is_lost(serve, scripted):
    server = serve(lambda *_: scripted.Answer(body=b"{}"))
    one = judge(server, limits=Limits(calls=4), retries=5, max_concurrency=1)
    found = told(ROWS, one)
    assert found.calls == len(server.received) == 4
    assert one.panel.asker.refusal == "the limit of 4 calls is reached"
    assert (found.failed, found.not_asked) == (2, 2)  # what is no completion is asked for once more


def test_votes_and_statements_are_counted_each(serve, scripted, judging):
    row = ROWS[0] | {"answer": "You pay 30 euros for pass 0. One has to pay at once."}

    def script(received, number):
        good = scripted.completion(json.dumps(judging.reply(received)))
        return scripted.completion("no") if number % 3 == 1 else good

    server = serve(script)
    one = judge(server, max_concurrency=1)
    panel = Panel(one.panel.asker, FORMS, votes=3)
    assert told([row], SupportAsked(panel)).calls == len(server.received) > 4


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/v1", "http://someone:hunter2@127.0.0.1:9/v1?key=s"])
def test_an_endpoint_that_is_not_there_is_named_without_secrets_and_costs_nothing(address):
    backoff = Backoff(retries=1, first_seconds=0.01)
    endpoint = Endpoint(model="m", base_url=address, api_key="k", backoff=backoff)
    evaluation = ragtriage.evaluate(ROWS, judges=[SupportAsked(Panel(Asker(endpoint), FORMS))])
    found = evaluation.report.judging["support"]
    assert found.unreachable == "connection refused at http://127.0.0.1:9/v1"
    assert (found.calls, found.failed, found.to_judge) == (0, 4, 4)


def test_a_host_that_nobody_knows_is_named():
    nowhere = "http://nowhere.invalid/v1"
    endpoint = Endpoint(model="m", base_url=nowhere, api_key="k", backoff=Backoff(retries=0))
    found = told(ROWS[:1], SupportAsked(Panel(Asker(endpoint), FORMS)))
    assert found.unreachable == "unknown host at http://nowhere.invalid/v1"


def test_a_gateway_without_a_server_and_one_that_never_answers_are_not_there(serve, scripted):
    server = serve(lambda *_: scripted.error(503, "no server"))
    assert told(ROWS[:1], judge(server)).unreachable == f"status 503 at {server.base_url}"
    server = serve(lambda *_: scripted.Answer(delay_seconds=30))
    found = told(ROWS[:1], judge(server, timeout_seconds=0.2, retries=0))
    assert found.unreachable == f"no answer within 0.2 s at {server.base_url}"


@pytest.mark.parametrize("first", ["a good reply", "no verdict", "an error"])
def test_an_endpoint_that_answered_something_was_reached(serve, scripted, judging, first):
    def script(received, number):
        if number:
            return scripted.error(503, "gone")
        if first == "an error":
            return scripted.error(401, "who are you?")
        return scripted.completion(json.dumps(judging.reply(received)) if first == "a good reply" else "no")

    found = told(ROWS, judge(serve(script), max_concurrency=1))
    assert found.failed >= 3
    assert found.unreachable is None


def test_where_all_was_judged_before_nobody_need_be_there(serve, scripted, judging, tmp_path):
    server = serve(lambda received, _: scripted.completion(json.dumps(judging.reply(received))))
    told(ROWS, judge(server, tmp_path))
    server.script = lambda *_: scripted.error(503, "gone")
    found = told(ROWS, judge(server, tmp_path))
    assert (found.failed, found.unreachable) == (0, None)
