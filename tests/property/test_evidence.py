"""Laws of evidence and support, over any text."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.model import Case, MatchMode, Outcome, Retrieved, Settings, Trace
from ragtriage.text.evidence import Chunk, Chunks, as_it_stands
from ragtriage.text.figures import Figures, missing_figures
from ragtriage.text.location import find
from ragtriage.text.matching import normalize
from ragtriage.text.support import Context
from ragtriage.verdicts.evidence import judge_evidence
from ragtriage.verdicts.support import judge_support

WORDS = st.sampled_from(
    (
        *(
            "the",
            "report",
            "is",
            "due",
            "5",
            "days",
            "1,000",
            "No.",
            "U.S.",
            "not",
            "é",
            "🙂",
            "%",
            "3.5",
            "!",
        ),
        *("締切は", "翌月5日", "です。", "三人", "15日", "마감은", "다음 달", "5일입니다.", "截止", "日期"),
        *("(", "）", "「", "」", "\n", "- "),
    )
)
TEXTS = st.one_of(
    st.lists(WORDS, max_size=30).map(" ".join),
    st.lists(WORDS, max_size=30).map("".join),
    st.text(max_size=60),
)
CHUNKS = st.lists(TEXTS, min_size=1, max_size=4).map(
    lambda texts: tuple(Chunk(n, text, "d", f"d#{n}") for n, text in enumerate(texts))
)


@given(CHUNKS, TEXTS, st.sampled_from(MatchMode))
@settings(max_examples=100)
def test_places_lie_inside_their_chunks(chunks, passage, mode):
    by_position = {chunk.position: chunk.text for chunk in chunks}
    for place in Chunks(chunks, mode).find(passage).places:
        assert 0 <= place.start < place.end <= len(by_position[place.chunk])


@given(CHUNKS, TEXTS)
@settings(max_examples=100)
def test_what_stands_whole_in_one_chunk_reads_as_the_passage(chunks, passage):
    standing = Chunks(chunks).find(passage)
    if len(standing.places) == 1 and not standing.missing and not standing.is_split:
        (place,) = standing.places
        found = next(chunk.text for chunk in chunks if chunk.position == place.chunk)[place.start : place.end]
        assert letters(found) == letters(passage)


def letters(text):
    """The letters and digits of the normal form, whose edges may differ by marks alone."""
    return "".join(character for character in normalize(text, "standard") if character.isalnum())


@given(TEXTS, st.data())
@settings(max_examples=100)
def test_a_line_of_words_is_found_wherever_its_text_was_cut(text, data):
    words = [f"w{n}" for n, _ in enumerate(text)] or ["w"]
    cuts = sorted(data.draw(st.sets(st.integers(0, len(words)), max_size=4)) | {0, len(words)})
    shared = data.draw(st.integers(0, 2))
    chunks = tuple(
        Chunk(n, " ".join(words[max(0, start - shared) : end]), "d", f"d#{n}")
        for n, (start, end) in enumerate(pairwise(cuts))
    )
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    standing = Chunks(chunks).find(" ".join(words[first:last]))
    assert not standing.missing


@given(TEXTS)
@settings(max_examples=100)
def test_a_statement_misses_none_of_its_own_figures(text):
    assert missing_figures(text, Figures((text,))) == ()


@given(CHUNKS, TEXTS)
@settings(max_examples=100)
def test_what_is_supported_is_quoted_from_its_chunk(chunks, answer):
    for statement in Context(chunks).statements(answer):
        if statement.outcome == "supported":
            assert statement.place is not None
            source = next(chunk.text for chunk in chunks if chunk.position == statement.place.chunk)
            assert source[statement.place.start : statement.place.end]
            assert statement.text in statement.quote or letters(statement.text) in letters(statement.quote)


@given(st.lists(TEXTS, max_size=3), TEXTS)
@settings(max_examples=100)
def test_every_verdict_but_a_pass_has_its_reason(texts, other):
    trace = Trace(id="q", retrieved=tuple(Retrieved(text=text) for text in texts), answer=other)
    case = Case(id="q", evidence=(other,) if other.strip() else ())
    for verdict in (
        judge_evidence(case, trace, Settings()),
        judge_support(case, trace, Settings(), is_abstained=not other.strip()),
    ):
        assert (verdict.outcome is Outcome.PASS) is (verdict.reason is None)
        assert (verdict.outcome is Outcome.UNKNOWN) is (verdict.cause is not None)


PIECES = st.lists(
    st.sampled_from([*"5五十日.,:-+%'’年一カー東都Tab̃é １．２，々〇", "Tokyo", "東京", "です"]),
    min_size=1,
    max_size=8,
).map("".join)


@given(PIECES, PIECES, PIECES)
@settings(max_examples=500)
def test_what_stands_at_a_glance_stands_on_a_closer_look(before, passage, after):
    text = before + passage + after
    if passage.strip() and as_it_stands(passage, text) >= 0:
        assert find(passage, text, MatchMode.STRICT) is not None
