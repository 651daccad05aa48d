"""The client against real sockets: limits, failures, hangs and half replies."""

from __future__ import annotations

import asyncio
import logging
import traceback
from time import monotonic

import pytest

from ragtriage.errors import EndpointError
from ragtriage.llm.backoff import Backoff
from ragtriage.llm.client import Client
from ragtriage.llm.concurrency import blocking, each
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.messages import Message, Request

pytest.importorskip("aiohttp")

SECRET = "sk-a-very-secret-key"  # noqa: S105 - what must never be seen again


def endpoint(server, **arguments) -> Endpoint:
    arguments.setdefault("backoff", Backoff(retries=3, first_seconds=0.01, longest_seconds=0.02))
    return Endpoint(model="m", base_url=server.base_url, api_key=SECRET, **arguments)


def asked(text: str = "Hi", **arguments) -> Request:
    return Request(messages=(Message.user(text),), **arguments)


def ask(to: Endpoint, *requests: Request):
    async def all_of_them():
        async with Client(to) as client:
            return await each(requests, client.ask, limit=to.max_concurrency)

    return blocking(all_of_them())


def test_a_reply_comes_with_what_it_took(serve, scripted):
    server = serve(lambda *_: scripted.completion("hello"))
    (reply,) = ask(endpoint(server), asked())
    assert (reply.text, reply.model, reply.prompt_tokens, reply.completion_tokens) == (
        "hello",
        "scripted",
        7,
        3,
    )
    (received,) = server.received
    assert received.path == "/v1/chat/completions"
    assert received.body == {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}
    assert received.headers["authorization"] == f"Bearer {SECRET}"


def test_a_limit_slows_everyone_down_for_as_long_as_the_server_asks(serve, scripted):
    def script(_, number):
        return (
            scripted.error(429, "slow down", retry_after="0.4") if number == 0 else scripted.completion("ok")
        )

    server = serve(script)
    replies = ask(endpoint(server, max_concurrency=1), *[asked(str(n)) for n in range(3)])
    assert [reply.text for reply in replies] == ["ok"] * 3
    first, *others = [received.at_seconds for received in server.received]
    assert len(others) == 3
    assert min(others) - first >= 0.4


@pytest.mark.parametrize("status", [500, 502, 503, 408, 409])
def test_an_error_of_the_server_is_tried_again(serve, scripted, status):
    server = serve(
        lambda _, number: scripted.error(status, "oops") if number < 2 else scripted.completion("ok")
    )
    assert ask(endpoint(server), asked())[0].text == "ok"
    assert len(server.received) == 3


@pytest.mark.parametrize("status", [401, 403, 404, 400])
def test_an_error_of_the_caller_is_not_tried_again(serve, scripted, status):
    server = serve(lambda *_: scripted.error(status, "no such thing"))
    with pytest.raises(EndpointError) as raised:
        ask(endpoint(server), asked())
    error = raised.value
    assert isinstance(error, EndpointError)
    assert f"answered {status}" in str(error)
    assert len(server.received) == 1


def test_a_pause_beyond_all_patience_is_not_waited_for(serve, scripted):
    server = serve(lambda *_: scripted.error(429, "come back tomorrow", retry_after="86400"))
    started = monotonic()
    with pytest.raises(EndpointError):
        ask(endpoint(server), asked())
    assert monotonic() - started < 5
    assert len(server.received) == 1


def test_an_empty_account_is_not_asked_again(serve, scripted):
    server = serve(lambda *_: scripted.error(429, "insufficient_quota: you have no money left"))
    with pytest.raises(EndpointError):
        ask(endpoint(server), asked())
    assert len(server.received) == 1


def test_a_server_that_hangs_is_left_after_the_time_out(serve, scripted):
    def script(_, number):
        slow = scripted.Answer(delay_seconds=30, body=b"")
        return slow if number == 0 else scripted.completion("ok")

    server = serve(script)
    started = monotonic()
    assert ask(endpoint(server, timeout_seconds=0.3), asked())[0].text == "ok"
    assert 0.3 <= monotonic() - started < 10


def test_half_a_reply_is_asked_for_again(serve, scripted):
    whole = scripted.completion("ok")
    half = scripted.Answer(body=whole.body, sent_bytes=20)
    server = serve(lambda _, number: half if number == 0 else whole)
    assert ask(endpoint(server), asked())[0].text == "ok"


@pytest.mark.parametrize(
    "body", [b"", b"<html>busy</html>", b"[]", b'{"choices": 1}', b'{"choices": [', b"\xff"]
)
def test_something_else_than_a_completion_is_asked_for_again_and_then_an_error(serve, scripted, body):
    server = serve(lambda *_: scripted.Answer(body=body))
    with pytest.raises(EndpointError) as raised:
        ask(endpoint(server, backoff=Backoff(retries=1, first_seconds=0.01)), asked())
    assert "something else than a completion" in str(raised.value)
    assert len(server.received) == 2


def test_no_more_requests_are_under_way_than_allowed(serve, scripted):
    def script(*_):
        return scripted.Answer(body=scripted.completion("ok").body, delay_seconds=0.05)

    server = serve(script)
    replies = ask(endpoint(server, max_concurrency=4), *[asked(str(n)) for n in range(20)])
    assert len(replies) == 20
    assert server.most_at_once == 4


def test_replies_stay_with_their_requests_when_they_come_in_reverse_order(serve, scripted):
    def script(received, _):
        said = received.prompt
        return scripted.Answer(body=scripted.completion(said).body, delay_seconds=0.2 - 0.02 * int(said))

    server = serve(script)
    replies = ask(endpoint(server, max_concurrency=10), *[asked(str(n)) for n in range(10)])
    assert [reply.text for reply in replies] == [str(n) for n in range(10)]


def test_what_a_server_does_not_take_is_found_out_once(serve, scripted):
    def script(received, _):
        kind = received.body.get("response_format", {}).get("type")
        if kind == "json_schema":
            return scripted.error(400, "response_format of type json_schema is not supported")
        if "temperature" in received.body:
            return scripted.error(400, "Unsupported value: 'temperature' does not support 0 with this model.")
        if "max_tokens" in received.body:
            return scripted.error(
                400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
            )
        return scripted.completion(str(received.body.get("max_completion_tokens")))

    server = serve(script)
    wanted = asked(is_json=True, schema={"type": "object"}, temperature=0.0, seed=1, max_tokens=5)
    replies = ask(endpoint(server, max_concurrency=1), wanted, wanted)
    assert [reply.text for reply in replies] == ["5", "5"]
    assert len(server.received) == 5  # three refusals, and no further one for the second request
    last = server.received[-1].body
    assert last["response_format"] == {"type": "json_object"}
    assert last["seed"] == 1


def test_a_key_is_never_seen_again(serve, scripted, caplog):
    caplog.set_level(logging.DEBUG)
    server = serve(lambda *_: scripted.error(401, f"Incorrect API key provided: {SECRET}"))
    with pytest.raises(EndpointError) as raised:
        ask(endpoint(server), asked())
    seen = "".join(traceback.format_exception(raised.value)) + caplog.text + repr(endpoint(server))
    assert "Incorrect API key provided: ***" in seen
    assert SECRET not in seen


def test_a_password_in_the_address_is_never_seen_again(serve, scripted, caplog):
    caplog.set_level(logging.DEBUG)
    server = serve(lambda *_: scripted.error(403, "no"))
    address = server.base_url.replace("http://", "http://someone:hunter2@")
    with pytest.raises(EndpointError) as raised:
        ask(Endpoint(model="m", base_url=address, api_key="k"), asked())
    seen = "".join(traceback.format_exception(raised.value)) + caplog.text
    assert "answered 403" in seen
    assert "hunter2" not in seen
    assert server.received[0].headers["authorization"] == "Basic c29tZW9uZTpodW50ZXIy"


def test_nobody_there_is_an_error_that_says_so():
    with pytest.raises(EndpointError) as raised:
        ask(
            Endpoint(
                model="m",
                base_url="http://127.0.0.1:9/v1",
                api_key="k",
                backoff=Backoff(retries=1, first_seconds=0.01),
            ),
            asked(),
        )
    assert "http://127.0.0.1:9/v1 cannot be reached" in str(raised.value)


def test_it_works_in_a_running_loop_and_twice_in_a_row(serve, scripted):
    server = serve(lambda *_: scripted.completion("ok"))

    async def notebook():
        return [ask(endpoint(server), asked())[0].text for _ in range(2)]

    assert asyncio.run(notebook()) == ["ok", "ok"]


def test_a_text_that_cannot_be_encoded_fails_alone(serve, scripted):
    server = serve(lambda *_: scripted.completion("ok"))
    with pytest.raises(EndpointError) as raised:
        ask(endpoint(server), asked("half a pair: \ud83d"))
    assert isinstance(raised.value, EndpointError)
