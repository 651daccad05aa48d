"""What the generator saw is the context, or else what was retrieved."""

from __future__ import annotations

import pytest

from ragtriage.model import RankedTrace, Retrieved, Trace
from ragtriage.text.chunks import Chunk
from ragtriage.verdicts.seen import seen

CHUNKS = tuple(Retrieved(document_id="d", chunk_id=f"d#{n}", text=f"text {n}") for n in range(3))


def test_a_context_comes_before_what_was_retrieved():
    given = seen(Trace(id="q", retrieved=CHUNKS, context=("other",)), None)
    assert given.texts == ("other",)
    assert given.chunks() == (Chunk(0, "other"),)


def test_a_context_is_taken_whole_whatever_the_cutoff():
    assert seen(Trace(id="q", context=("a", "b", "c")), 1).texts == ("a", "b", "c")


def test_what_was_retrieved_is_cut_at_k():
    given = seen(Trace(id="q", retrieved=CHUNKS), 2)
    assert given.texts == ("text 0", "text 1")
    assert given.chunks() == (Chunk(0, "text 0", "d", "d#0"), Chunk(1, "text 1", "d", "d#1"))


def test_a_context_that_was_retrieved_has_the_ids_it_had_there():
    given = seen(Trace(id="q", retrieved=CHUNKS, context=("text 2", "new")), 1)
    assert given.chunks() == (Chunk(0, "text 2", "d", "d#2"), Chunk(1, "new"))


@pytest.mark.parametrize(
    "trace",
    [
        Trace(id="q"),
        Trace(id="q", retrieved=("a", "b")),
        Trace(id="q", retrieved=(Retrieved(document_id="a"),)),
        RankedTrace(id="q", hits=(), retrieved_count=3),
    ],
)
def test_ids_alone_are_no_texts(trace):
    assert seen(trace, None).trace is None


@pytest.mark.parametrize(
    "trace",
    [
        Trace(id="q", retrieved=()),
        Trace(id="q", context=()),
        Trace(id="q", context=("",)),
        Trace(id="q", context=("  ", "\n")),
        Trace(id="q", retrieved=(Retrieved(document_id="a", text=" "),)),
    ],
)
def test_recorded_and_blank_is_not_unrecorded(trace):
    given = seen(trace, None)
    assert given.trace is not None
    assert given.is_blank


def test_an_entry_without_text_among_others_is_counted():
    given = seen(Trace(id="q", retrieved=(Retrieved(document_id="a"), CHUNKS[0])), None)
    assert given.unrecorded == 1
    assert not given.is_blank
    assert given.chunks() == (Chunk(1, "text 0", "d", "d#0"),)
