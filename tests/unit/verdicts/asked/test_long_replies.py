"""What a judge points at, or splits an answer into, is far longer than what it is of: nobody looks for it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from time import monotonic

import pytest
from msgspec.json import encode

import ragtriage
from ragtriage.llm.asking import Asker
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.messages import Reply
from ragtriage.model import Cause, Outcome
from ragtriage.verdicts.asked.panel import Panel
from ragtriage.verdicts.asked.quotes import may_stand, quoted, stands
from ragtriage.verdicts.asked.support import FORMS, SupportAsked

TEXTS = [
    ("In 30 minutes it closes.", "30 minutes and "),
    ("営業時間は9時から18時までです。", "9時から18時と"),
    ("영업시간은 9시부터 18시까지입니다.", "9시부터 18시와 "),
    ("营业时间为9点到18点。", "9点到18点和"),
]
MOST_SECONDS = 20.0  # without the bounds they take minutes


@pytest.mark.parametrize(("text", "unit"), TEXTS)
def test_a_quote_that_is_far_longer_than_its_text_stands_nowhere(text, unit):
    began = monotonic()
    for quote in (unit * (200_000 // len(unit)), "1 2 3 " * 30_000, text * 1_000):
        assert stands(quote, text) is None
        assert quoted(quote, text) is None
        assert not may_stand(quote, text)
    assert monotonic() - began < MOST_SECONDS


@pytest.mark.parametrize("text", [text for text, _ in TEXTS])
def test_one_that_is_typed_at_length_stands_all_the_same(text):
    spaced = f"  **{text}**{' ' * 150}"
    assert stands(text, text) is not None
    assert quoted(spaced, text) is not None


def judged(reply):
    """Judge one case by a judge that gives the same reply to everything."""

    class Repeating:
        async def ask(self, _):
            return Reply(text=reply, prompt_tokens=1, completion_tokens=1)

    @asynccontextmanager
    async def connect():
        yield Repeating()

    asker = Asker(Endpoint(model="m", base_url="http://there/v1", api_key="k"), connect=connect)
    row = {
        "id": "q",
        "question": "How long?",
        "answer": "You wait 30 minutes. It takes 5 days.",
        "contexts": ["One has to wait for 30 minutes, and it takes 5 days."],
    }
    began = monotonic()
    (result,) = ragtriage.evaluate([row], judges=[SupportAsked(Panel(asker, FORMS))])
    assert monotonic() - began < MOST_SECONDS
    return result.verdicts.support


def statement(sentence=1, text="You wait 30 minutes.", stretch="You wait 30 minutes."):
    return {"sentence": sentence, "text": text, "stretch": stretch}


REPLIES = [
    ("many statements", [statement()] * 600, "600 statements were given for"),
    ("many statements of many sentences", [statement(), statement(2)] * 300, "600 statements were given for"),
    ("a statement of figures", [statement(text="1 2 3 " * 9_000)], "a statement must not be longer"),
    ("a statement of words", [statement(text="waits 30 minutes " * 3_000)], "a statement must not be longer"),
    ("a statement in kanji", [statement(text="三十分と" * 9_000)], "a statement must not be longer"),
    ("a stretch of figures", [statement(stretch="1 2 3 " * 9_000)], "must be words of its sentence"),
    ("a stretch of ellipses", [statement(stretch="You … wait " * 5_000)], "must be words of its sentence"),
    ("a megabyte", [statement(text="a" * 900_000)], "the reply is too long"),
]


@pytest.mark.parametrize(("given", "said"), [row[1:] for row in REPLIES], ids=[row[0] for row in REPLIES])
def test_statements_that_cannot_be_of_an_answer_are_refused_at_once(given, said):
    verdict = judged(encode({"statements": given}).decode())
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.JUDGE_FAILED)
    assert said in verdict.reason


def test_of_a_reply_that_did_not_fit_the_beginning_is_kept():
    verdict = judged("no " * 300_000)
    assert [len(raw) for raw in verdict.detail.raw_replies] == [
        65_536 + len("… (834,464 characters more)")
    ] * 2
