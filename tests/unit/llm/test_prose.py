"""Replies that are texts, and whatever else than the client may carry a request."""

from __future__ import annotations

import asyncio

import pytest

from ragtriage.errors import ConfigError, EndpointError, ReplyError
from ragtriage.llm.asking import Asker
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.messages import Message, Reply, Request
from ragtriage.llm.questions import Prose
from ragtriage.llm.replies import read_prose
from ragtriage.llm.spending import Limits, Spent


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (None, ""),
        ("  ", ""),
        ("On the 5th.\n", "On the 5th."),
        ("<think>4th?</think>5th", "5th"),
        ("swallowed tag</think>5th", "5th"),
        ("<thinking>a</thinking>5th <think>b</think>", "5th"),
        ("<THINK>a</THINK>5th", "5th"),
        ("a < b {not json", "a < b {not json"),
    ],
)
def test_a_text_is_taken_as_it_stands_without_thoughts(reply, said):
    assert read_prose(reply) == said


def test_a_text_that_was_cut_off_is_a_text():
    assert read_prose("On the", is_whole=False) == "On the"


@pytest.mark.parametrize("reply", ["<think>never ends", None, ""])
def test_a_reply_that_was_cut_off_before_it_said_anything_is_none(reply):
    with pytest.raises(ReplyError, match="truncated"):
        read_prose(reply, is_whole=False)


class Echo:
    """Says what it is asked, as often as it is asked."""

    def __init__(self, reply=None):
        self.asked = 0
        self.reply = reply

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return None

    async def ask(self, request):
        self.asked += 1
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply or Reply(text=request.messages[0].content)


def asked(echo, said, *, samples=1, **options):
    asker = Asker(Endpoint(model="m", base_url="python:"), connect=lambda: echo, **options)

    async def ask():
        async with asker:
            prose = [Prose(Request(messages=(Message.user(said),)), vote=vote) for vote in range(samples)]
            return [await asker.ask(each, Spent()) for each in prose]

    return asyncio.run(ask())


def test_whatever_carries_requests_needs_no_key_and_is_cached_by_sample(tmp_path, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    echo = Echo()
    for _ in range(2):
        assert [each.value for each in asked(echo, "Hi", samples=2, cache=tmp_path)] == ["Hi", "Hi"]
    assert echo.asked == 2


def test_a_second_thread_is_told_that_it_needs_an_asker_of_its_own():
    asker = Asker(Endpoint(model="m", base_url="python:"), connect=Echo)

    async def enter():
        async with asker:
            pass

    async def enter_twice():
        async with asker:
            await asyncio.to_thread(lambda: asyncio.run(enter()))

    with pytest.raises(ConfigError, match="make one for each thread"):
        asyncio.run(enter_twice())
    asyncio.run(enter())  # and the first can begin again


def test_an_empty_text_is_an_answer_and_is_cached(tmp_path):
    echo = Echo(Reply(text=None))
    for _ in range(2):
        (answer,) = asked(echo, "Hi", cache=tmp_path)
        assert (answer.value, answer.reason) == ("", None)
    assert echo.asked == 1


def test_a_failure_is_told_and_not_cached(tmp_path):
    echo = Echo(EndpointError("nobody there"))
    for _ in range(2):
        (answer,) = asked(echo, "Hi", cache=tmp_path)
        assert (answer.value, answer.reason) == (None, "nobody there")
    assert echo.asked == 2


def test_a_limit_holds_for_whatever_carries_the_requests():
    first, second = asked(Echo(), "Hi", samples=2, limits=Limits(calls=1))
    assert first.value == "Hi"
    assert (second.value, second.is_asked) == (None, False)
