"""Replies are kept before anybody hears of them, those that come together in one transaction."""

from __future__ import annotations

import asyncio

from ragtriage.llm.asking import Asker
from ragtriage.llm.cache import ReplyCache
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.messages import Message, Reply, Request
from ragtriage.llm.questions import Prose
from ragtriage.llm.spending import Spent


class Together:
    """Replies to all who ask at once."""

    def __init__(self, n):
        self.barrier = asyncio.Barrier(n)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return None

    async def ask(self, request):
        await self.barrier.wait()
        return Reply(text=request.messages[-1].content)


def question(i):
    return Prose(Request(messages=(Message.user(f"Question {i}"),)))


def test_whoever_hears_of_a_reply_can_find_it_on_disk(tmp_path, monkeypatch):
    sizes = []
    put_all = ReplyCache.put_all
    monkeypatch.setattr(
        ReplyCache, "put_all", lambda self, replies: (sizes.append(len(replies)), put_all(self, replies))
    )

    async def run():
        asker = Asker(
            Endpoint(model="m", base_url="http://there/v1"), cache=tmp_path, connect=lambda: Together(20)
        )
        with ReplyCache(tmp_path) as another_process:

            async def ask(i):
                answered = await asker.ask(question(i), Spent())
                kept = another_process.find(asker._key(question(i).request, 0))
                return answered.value, kept.text

            async with asker:
                return await asyncio.gather(*map(ask, range(20)))

    assert asyncio.run(run()) == [(f"Question {i}",) * 2 for i in range(20)]
    assert sum(sizes) == 20
    assert len(sizes) < 20


def test_a_reply_that_comes_after_its_reader_left_is_kept_too(tmp_path):
    async def run():
        asker = Asker(
            Endpoint(model="m", base_url="http://there/v1"), cache=tmp_path, connect=lambda: Together(2)
        )
        async with asker:
            one = asyncio.ensure_future(asker.ask(question(1), Spent()))
            await asyncio.sleep(0.01)
            one.cancel()
            await asker.ask(question(2), Spent())
        with ReplyCache(tmp_path) as cache:
            return cache.find(asker._key(question(1).request, 0))

    assert asyncio.run(run()).text == "Question 1"
