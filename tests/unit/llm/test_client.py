"""The client and what it knows of an endpoint, without a network."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import NamedTuple
from unittest.mock import patch

import pytest

from ragtriage.errors import ConfigError, EndpointError, MissingExtraError
from ragtriage.llm.backoff import Backoff
from ragtriage.llm.client import Client
from ragtriage.llm.dialect import Dialect, Form
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.messages import Message, Request
from ragtriage.llm.transport import Response, Transport

pytest.importorskip("aiohttp")

HELLO = Request(messages=(Message.user("Hello"),))


class Answer(NamedTuple):
    """What the endpoint answers."""

    content: object
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()


def ask(handler, request: Request = HELLO, **arguments):
    """Ask without a network; the handler is given the body that is sent."""

    async def post(_self, _url, data, progress):
        answer = handler(json.loads(data))
        body = progress.begin("")
        body.take(json.dumps(answer.content).encode())
        body.end()
        return Response(answer.status, dict(answer.headers), body)

    async def once():
        endpoint = Endpoint(model="m", base_url="http://there/v1", api_key="sk-key", **arguments)
        with patch.object(Transport, "post", post):
            async with Client(endpoint) as client:
                return await client.ask(request)

    return asyncio.run(once())


def completion(**choice):
    return Answer({"choices": [choice]})


def test_a_refusal_has_no_text():
    assert ask(lambda _: completion(message={"content": None, "refusal": "no"})).text is None


def test_a_reply_without_choices_or_usage_has_no_text_and_no_count():
    reply = ask(lambda _: Answer({"choices": [], "usage": None}))
    assert (reply.text, reply.prompt_tokens) == (None, None)


def test_a_reply_that_became_too_long_is_truncated():
    reply = ask(lambda _: completion(message={"content": "{"}, finish_reason="length"))
    assert reply.is_truncated


def test_what_was_asked_is_sent_and_nothing_else():
    sent = []

    def handler(request):
        sent.append(request)
        return completion(message={"content": "ok"})

    schema = {"type": "object"}
    ask(handler, Request(messages=HELLO.messages, is_json=True, schema=schema, temperature=0.0, seed=1))
    assert sent == [
        {
            "model": "m",
            "messages": [{"role": "user", "content": "Hello"}],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "reply", "strict": True, "schema": schema},
            },
            "temperature": 0.0,
            "seed": 1,
        }
    ]


@pytest.mark.parametrize(
    ("said", "expected"), [("0", 0.0), ("1.5", 1.5), ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0), ("soon", 0.0)]
)
def test_retry_after_is_read_in_every_form(said, expected):
    answers = [Answer({}, 429, (("retry-after", said),)), completion(message={"content": "ok"})]
    waited = []

    def handler(_):
        return answers.pop(0)

    backoff = Backoff(retries=1, first_seconds=0.0, patience_seconds=1.0)
    if expected > backoff.patience_seconds:
        with pytest.raises(EndpointError):
            ask(handler, backoff=backoff)
    else:
        assert ask(handler, backoff=backoff).text == "ok"
    assert waited == []


def test_the_key_of_the_environment_goes_to_the_endpoint_of_the_environment_alone(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-mine")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    assert Endpoint().key() == "sk-mine"
    assert Endpoint(base_url="http://elsewhere/v1").key() == "none"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://here/v1")
    assert Endpoint().key() == "sk-mine"
    assert Endpoint(base_url="http://here/v1").key() == "sk-mine"
    assert Endpoint(base_url="http://elsewhere/v1").key() == "none"
    assert Endpoint(base_url="http://elsewhere/v1", api_key="sk-other").key() == "sk-other"


def test_openai_is_not_asked_without_a_key(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        Client(Endpoint())


@pytest.mark.parametrize(
    "arguments", [{"max_concurrency": 0}, {"timeout_seconds": 0}, {"api_key": "sk-\r\nHost: elsewhere"}]
)
def test_an_endpoint_that_cannot_be_is_refused_without_telling_the_key(arguments):
    with pytest.raises(ConfigError) as raised:
        Endpoint(**arguments)
    assert "sk-" not in str(raised.value)


@pytest.mark.parametrize(
    "address",
    ["bob:hunter2@there/v1", "htp://there/v1", "http://bob:hunter2@/v1", "http://there:99999/v1", "there"],
)
def test_what_is_no_address_is_refused_and_not_repeated(monkeypatch, address):
    with pytest.raises(ConfigError, match="the base URL is no address") as raised:
        Endpoint(base_url=address)
    assert "there" not in str(raised.value)
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    with pytest.raises(ConfigError, match="OPENAI_BASE_URL is no address"):
        Endpoint(api_key="k").key()


def test_what_is_saved_of_an_endpoint_holds_no_secret():
    endpoint = Endpoint(
        model="m", base_url="http://user:hunter2@there/v1", api_key="sk-key", timeout_seconds=5
    )
    saved = endpoint.to_dict()
    assert "hunter2" not in json.dumps(saved)
    assert "sk-key" not in json.dumps(saved)
    again = Endpoint.from_dict(saved)
    assert (again.model, again.base_url, again.api_key) == ("m", "http://there/v1", None)
    assert (again.timeout_seconds, again.backoff) == (5, Backoff())


def test_what_is_refused_for_another_reason_changes_nothing():
    body = Dialect().payload(HELLO, "m")
    assert Dialect().conceding("maximum context length is 8192 tokens", body) is None


def test_a_longest_reply_for_which_a_context_has_no_room_is_given_up():
    body = Dialect().payload(Request(messages=HELLO.messages, max_tokens=4096), "m")
    told = "This model's maximum context length is 4096 tokens. However, you requested {} tokens ({} in the "
    told += "messages, 4096 in the completion). Please reduce the length of the messages or completion."
    conceded = Dialect().conceding(told.format(4600, 504), body)
    assert conceded == Dialect(refused=frozenset({"max_tokens", "max_completion_tokens"}))
    assert conceded.conceding(told.format(4600, 504), {"model": "m"}) is None
    assert Dialect().conceding(told.format(9096, 5000), body) is None  # no room for the messages alone


def test_a_form_is_given_up_step_by_step():
    request = Request(messages=HELLO.messages, is_json=True, schema={})
    dialect = Dialect()
    for expected in (Form.JSON_OBJECT, Form.TEXT):
        conceded = dialect.conceding("unknown response_format", dialect.payload(request, "m"))
        assert conceded is not None
        assert conceded.form is expected
        dialect = conceded
    assert dialect.conceding("unknown response_format", dialect.payload(request, "m")) is None


def test_without_aiohttp_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    with pytest.raises(MissingExtraError, match=r"ragtriage\[judge\]"):
        Client(Endpoint(api_key="k"))


def test_naming_an_endpoint_imports_neither_aiohttp_nor_asyncio():
    code = "import ragtriage.llm.client, sys; print([m for m in ('aiohttp', 'asyncio') if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"
