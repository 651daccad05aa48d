"""The same rude servers as addresses of a generator: an answer less in bounded time and memory."""

from __future__ import annotations

import asyncio
import tracemalloc
from time import monotonic

import pytest

from ragtriage.errors import EndpointError
from ragtriage.llm.backoff import Backoff
from ragtriage.llm.concurrency import each
from ragtriage.llm.endpoint import Endpoint
from ragtriage.probing.generators.web import posted

MOST_BYTES = 80 * 2**20  # for a dozen at once, and the servers themselves
MOST_SECONDS = 30.0


@pytest.fixture(scope="module")
def rude(module_of):
    return module_of("rude")


async def asked(address, rude):
    """Return what an address answers, or why it does not."""
    endpoint = Endpoint(
        model="",
        base_url=address,
        max_concurrency=1,
        timeout_seconds=rude.SECONDS,
        backoff=Backoff(retries=rude.RETRIES, first_seconds=0.01, longest_seconds=0.02),
    )
    generator = posted(endpoint, key=rude.SECRET)
    async with generator.connect() as connection:
        try:
            return (await connection.ask(generator.request("How much?", ["30 euros"], 0))).text
        except EndpointError as error:
            return error


@pytest.fixture(scope="module")
def found(rude):
    """Ask every address, a dozen at once."""
    names = [
        row[0] for group in (rude.SIZES, rude.PACKINGS, rude.TIMES, rude.LIES, rude.BODIES) for row in group
    ]
    names += [row[0] for row in (*rude.STATUSES, *rude.MOVES)]

    async def all_of_them(server):
        return await each(names, lambda name: asked(server.base_url(name), rude), limit=12)

    with rude.RudeServer() as server:
        tracemalloc.start()
        began = monotonic()
        told = asyncio.run(all_of_them(server))
        took, (_, most) = monotonic() - began, tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return dict(zip(names, told, strict=True)), server, took, most


def test_they_take_little_time_and_memory(found):
    _, _, took, most = found
    assert took < MOST_SECONDS
    assert most < MOST_BYTES


def test_nobody_who_was_not_named_is_sent_anything(found):
    assert found[1].led_away == []


def _most(rude, name):
    """Return how often one may be asked; of an error only the beginning is read."""
    if name in {"an error without end", "no money left", "good"}:
        return rude.TRIES
    return min(rude.TABLE[name].requests, rude.TRIES)


def test_none_is_asked_more_often_than_there_is_hope(found, rude):
    """An answer in another form is none of the protocol's business: it is asked for once."""
    told, server, _, _ = found
    often = {name: n for name, n in server.received.items() if n > _most(rude, name)}
    assert often == {}
    assert len(told) > 80


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a body without end", "more than 1 MiB; --max-reply takes more"),
        ("a gzip bomb", "more than 1 MiB"),
        ("brotli", "a packing that nobody asked for"),
        ("a byte now and then", "did not answer to the end within 4 s"),
        ("never an answer", "did not answer within 4 s"),
        ("307 to another port", "a redirect to http://127.0.0.1:"),
        ("307 to another path", "was not followed"),
        ("the key in an error", "bad key ***"),
        ("a pause of years", "answered 429"),
    ],
)
def test_what_is_wrong_is_said_without_the_key(found, rude, name, said):
    error = found[0][name]
    assert isinstance(error, EndpointError)
    assert said in str(error)
    assert rude.SECRET not in str(error)
    assert str(error).isprintable()


@pytest.mark.parametrize("name", ["gzip", "deflate", "identity", "just enough", "ninety cookies"])
def test_what_is_good_is_read(found, name):
    assert 'no text stands at answer (--answer-path) in {"model"' in str(found[0][name])
