"""The fast way of reading JSON lines gives what the tolerant way gives."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.io import rows as rows_module
from ragtriage.io.files import Source
from ragtriage.io.rows import Format, read_rows
from ragtriage.io.survey import Survey

TEXTS = st.sampled_from(["a", "b", "期限", "", " ", "5日", "\u2028"])
IDS = st.one_of(st.sampled_from(["d1", "d2", "d3"]), st.integers(0, 3))
ITEMS = st.fixed_dictionaries(
    {"document_id": IDS},
    optional={
        "chunk_id": st.sampled_from(["c1", None]),
        "text": TEXTS,
        "score": st.floats(-1, 1),
        "rank": st.integers(1, 3),
    },
)
ROWS = st.fixed_dictionaries(
    {},
    optional={
        "id": st.one_of(st.sampled_from(["q1", "q2"]), st.integers(0, 2)),
        "question": TEXTS,
        "expected": st.one_of(
            st.none(), TEXTS, st.lists(st.one_of(TEXTS, st.lists(TEXTS, max_size=2)), max_size=2)
        ),
        "gold_ids": st.one_of(
            st.none(),
            st.lists(IDS, max_size=3),
            st.dictionaries(st.sampled_from(["d1", "d2"]), st.integers(-1, 3), max_size=2),
            st.lists(st.lists(IDS, min_size=1, max_size=2), max_size=2),
        ),
        "evidence": st.one_of(st.none(), TEXTS, st.lists(TEXTS, max_size=2)),
        "answerable": st.one_of(st.none(), st.booleans()),
        "tags": st.one_of(st.none(), TEXTS, st.lists(TEXTS, max_size=2)),
        "retrieved": st.one_of(st.none(), st.lists(IDS, max_size=3), st.lists(ITEMS, max_size=3)),
        "context": st.one_of(st.none(), TEXTS, st.lists(TEXTS, max_size=2)),
        "answer": st.one_of(st.none(), TEXTS, st.integers(0, 5), st.booleans()),
        "metadata": st.one_of(st.none(), st.dictionaries(st.text(max_size=2), st.integers(), max_size=1)),
        "note": st.text(max_size=3),
    },
)


def read(data: bytes) -> tuple[list[object], list[str]]:
    stream = io.BufferedReader(io.BytesIO(data))  # type: ignore[arg-type] # a raw stream in memory
    source = Source(name="x.jsonl", stream=stream, path=Path("x"), raw=stream, size=len(data))
    bad: list[str] = []
    found = [
        (entry.case, entry.trace, entry.notes)
        for entry in read_rows(source, Format.JSONL, Survey("x.jsonl"), lambda error: bad.append(str(error)))
    ]
    return found, bad


@settings(max_examples=300, deadline=None)
@given(st.lists(ROWS, min_size=1, max_size=6))
def test_reading_by_layout_equals_reading_tolerantly(found: list[dict[str, object]]) -> None:
    data = b"\n".join(msgspec.json.encode(row) for row in found)
    fast = read(data)
    original = rows_module.layout_of
    try:
        rows_module.layout_of = lambda _row: None
        tolerant = read(data)
    finally:
        rows_module.layout_of = original
    assert fast == tolerant
