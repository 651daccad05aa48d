"""Laws of cutting a text and finding its order again."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from ragtriage.text.chunks import Chunk, chains, joined, overlap

REPEATING = st.text(alphabet="ab", max_size=40)


@given(REPEATING, REPEATING, st.integers(0, 40))
def test_the_overlap_of_texts_that_repeat_themselves_is_the_longest(first, second, kept):
    second = first[kept:] + second
    longest = max(n for n in range(min(len(first), len(second)) + 1) if first.endswith(second[:n]))
    assert overlap(first, second) == longest


@given(
    st.lists(st.characters(), unique=True, min_size=2, max_size=200).map("".join),
    st.integers(1, 40),
    st.integers(0, 12),
)
def test_a_text_cut_into_numbered_chunks_is_whole_again_in_one_way_at_least(text, size, shared):
    step = max(1, size - shared)
    chunks = [
        Chunk(position, text[start : start + size], "d", f"d#{position}")
        for position, start in enumerate(range(0, len(text), step))
    ]
    assume(len(chunks) > 1)
    ways = {"".join(way.text.split()) for chain in chains(chunks) for way in joined(chain)}
    assert "".join(text.split()) in ways
