"""Chunks that follow each other: where one text was cut, so that a passage may stand across the cut."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from ragtriage.model import Place

__all__ = ["Chunk", "Joined", "Link", "alone", "chains", "joined", "overlap", "stands_alone"]

# Texts that are not known to follow each other do so when they share at least this many characters.
_SHARED: Final = 8

# Among more chunks than this, overlaps without ids are looked for no further back than so many characters.
_MANY: Final = 200
_LONGEST_AMONG_MANY: Final = 2000

# Overlaps that end at a rarely repeated stretch are found with a few look-ups; others are counted out.
_LOOK_UPS: Final = 16


class Chunk(NamedTuple):
    """A text that the generator saw."""

    position: int  # in the context, or in the retrieved list, 0-based
    text: str
    document_id: str | None = None
    chunk_id: str | None = None


class Link(NamedTuple):
    """A chunk and how much of its beginning the chunk before it has already."""

    chunk: Chunk
    shared: int  # characters, space at the beginning included
    is_next: bool  # known by its id to follow; else only by what it shares


class _Piece(NamedTuple):
    """A stretch of a joined text that comes from one chunk."""

    start: int  # in the joined text
    end: int
    chunk: int  # the chunk's position
    offset: int  # where the stretch begins in the chunk


@dataclass(frozen=True, slots=True)
class Joined:
    """The texts of several chunks as one, and where each part comes from."""

    text: str
    pieces: tuple[_Piece, ...]

    def places(self, start: int, end: int) -> tuple[Place, ...]:
        """Return the stretch of the joined text as stretches of the chunks."""
        return tuple(
            Place(
                chunk=piece.chunk,
                start=piece.offset + max(start, piece.start) - piece.start,
                end=piece.offset + min(end, piece.end) - piece.start,
            )
            for piece in self.pieces
            if start < piece.end and piece.start < end
        )


def overlap(first: str, second: str) -> int:
    """Return the length of the longest end of the first text with which the second begins.

    >>> overlap("the report is due", "is due on the 5th")
    6
    """
    longest = min(len(first), len(second))
    for length in range(min(longest, _SHARED - 1), 0, -1):
        if first.endswith(second[:length]):
            shorter = length
            break
    else:
        shorter = 0
    if longest < _SHARED:
        return shorter
    tail = first[-_SHARED:]
    end = longest
    for _ in range(_LOOK_UPS):
        at = second.rfind(tail, 0, end)
        if at < 0:
            return shorter
        if first.endswith(second[: at + _SHARED]):
            return at + _SHARED
        end = at + _SHARED - 1
    return max(shorter, _counted_overlap(first[-end:], second[:end]))


def _counted_overlap(first: str, second: str) -> int:
    """Return the overlap in one pass over both texts (Knuth, Morris and Pratt), whatever they repeat."""
    borders = array("Q", bytes(8 * len(second)))  # a list would hold an object of its own for each
    length = 0
    for position in range(1, len(second)):
        while length and second[position] != second[length]:
            length = borders[length - 1]
        length += second[position] == second[length]
        borders[position] = length
    length = 0
    for position, character in enumerate(first):
        while length and (length == len(second) or character != second[length]):
            length = borders[length - 1]
        length += character == second[length]
        if length == len(second) and position < len(first) - 1:
            length = borders[length - 1]
    return length


@cache
def _numbered() -> re.Pattern[str]:
    """Match an id up to its last number, that number, and what follows it."""
    return re.compile(r"(.*?)(\d{1,18})(\D*)", re.DOTALL)


def _order(chunk: Chunk) -> tuple[str | None, str, int, str] | None:
    """Return the document, what is around the number in the chunk's id, and that number.

    >>> _order(Chunk(0, "text", "guide", "guide#c12"))
    ('guide', 'guide#c', 12, '')
    """
    match = None if chunk.chunk_id is None else _numbered().fullmatch(chunk.chunk_id)
    return None if match is None else (chunk.document_id, match[1], int(match[2]), match[3])


def chains(chunks: Sequence[Chunk]) -> Iterator[tuple[Link, ...]]:
    """Yield every run of two or more chunks that follow each other.

    A chunk follows another when both are of one document and the last number of its id is the next one;
    or when it begins with the last eight characters or more of the other, unless the documents differ.
    """
    distinct = list({chunk.text: chunk for chunk in reversed(chunks) if chunk.text}.values())[::-1]
    following = _next_by_id(distinct)
    for chunk, link in _next_by_text(distinct).items():
        following.setdefault(chunk, link)
    if not following:
        return
    followers = {link.chunk for link in following.values()}
    heads = [chunk for chunk in distinct if chunk not in followers]
    seen: set[Chunk] = set()
    for head in [*heads, *distinct]:  # what goes round in a circle has no head
        chain = [Link(head, 0, is_next=False)]
        while chain[-1].chunk not in seen and chain[-1].chunk in following:
            seen.add(chain[-1].chunk)
            chain.append(following[chain[-1].chunk])
        if len(chain) > 1:
            yield tuple(chain)


def stands_alone(chunk: Chunk, chunks: Sequence[Chunk]) -> bool:
    """Tell whether a chunk is surely in none of the chains, without looking for all of them.

    >>> texts = ("It is due on the 5th.", "on the 5th. In May.", "Claims are read.")
    >>> chunks = [Chunk(position, text) for position, text in enumerate(texts)]
    >>> [stands_alone(chunk, chunks) for chunk in chunks]
    [False, False, True]
    """
    beginning = chunk.text[:_SHARED]
    is_short = len(beginning) < _SHARED
    for other in chunks:
        if other is chunk:
            continue
        if other.text == chunk.text:
            return False  # it may be known by the other's id
        if _differ(chunk.document_id, other.document_id):
            continue
        if (
            other.chunk_id is not None
            and chunk.chunk_id is not None
            and other.document_id == chunk.document_id
        ):
            return False  # it may follow by its id
        if is_short or len(other.text) < _SHARED:
            continue
        if beginning in other.text or other.text[:_SHARED] in chunk.text:
            return False
    return True


def _next_by_id(chunks: Sequence[Chunk]) -> dict[Chunk, Link]:
    """Return for each chunk the one whose id says that it comes next."""
    by_order = {order: chunk for chunk in chunks if (order := _order(chunk)) is not None}
    found: dict[Chunk, Link] = {}
    for (document, before, number, after), chunk in by_order.items():
        follower = by_order.get((document, before, number + 1, after))
        if follower is not None:
            found[chunk] = _link(chunk, follower, is_next=True)
    return found


def _next_by_text(chunks: Sequence[Chunk]) -> dict[Chunk, Link]:
    """Return for each chunk the one that shares most with its end."""
    documents = {chunk.document_id for chunk in chunks}
    if len(documents) == len(chunks) and None not in documents:
        return {}  # none goes on in another document
    by_text = sorted((chunk for chunk in chunks if len(chunk.text) >= _SHARED), key=_text)
    texts = [chunk.text for chunk in by_text]
    beginnings = {text[:_SHARED] for text in texts}
    # where all begin in different ways, none that goes on from another is missed by looking at that alone
    is_few = len(beginnings) == len(texts) <= _MANY
    found: dict[Chunk, Link] = {}
    for chunk in chunks:
        if is_few and sum([beginning in chunk.text for beginning in beginnings]) == (
            len(chunk.text) >= _SHARED
        ):
            continue  # but for its own, no beginning stands in it
        links = [
            _link(chunk, other, is_next=False)
            for other in _candidates(chunk, by_text, texts=texts, beginnings=beginnings)
            if other is not chunk and not _differ(chunk.document_id, other.document_id)
        ]
        best = max(links, key=lambda link: (link.shared, -link.chunk.position), default=None)
        if best is not None and best.shared >= _SHARED:
            found[chunk] = best
    return found


def _text(chunk: Chunk) -> str:
    return chunk.text


def _candidates(
    chunk: Chunk, by_text: Sequence[Chunk], *, texts: Sequence[str], beginnings: AbstractSet[str]
) -> Iterator[Chunk]:
    """Yield the chunks whose beginning stands in this one, or, among many, those that go on from its end.

    Args:
        chunk: The one that they may follow.
        by_text: All chunks in the order of their texts.
        texts: Their texts, in that order.
        beginnings: The first characters of each.
    """
    if len(by_text) <= _MANY:
        yield from (other for other in by_text if other.text[:_SHARED] in chunk.text)
        return
    text = chunk.text.rstrip()
    for start in range(max(0, len(text) - _LONGEST_AMONG_MANY), len(text) - _SHARED + 1):
        if text[start : start + _SHARED] in beginnings:
            end = text[start:]
            for at in range(first := bisect_left(texts, end), min(first + _LOOK_UPS, len(texts))):
                if not texts[at].startswith(end):
                    break  # in this order those that go on from the end stand together
                yield by_text[at]


def _link(chunk: Chunk, follower: Chunk, *, is_next: bool) -> Link:
    """Return the follower and what of it stands at the end of the chunk, whatever space was left there."""
    body = follower.text.lstrip()
    shared = overlap(chunk.text.rstrip(), body)
    return Link(follower, shared and len(follower.text) - len(body) + shared, is_next=is_next)


def _differ(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and one != other


def alone(chunk: Chunk) -> Joined:
    """Return a single chunk in the form of several."""
    return Joined(chunk.text, (_Piece(0, len(chunk.text), chunk.position, 0),))


def joined(chain: Sequence[Link]) -> Iterator[Joined]:
    """Yield the texts of a chain as one: merged where they share something, then plain, then spaced.

    Chunks that are not known to follow each other by id are always merged.
    """
    for way in ("merged", "plain", "spaced"):
        if way == "merged" and not any(link.shared for link in chain):
            continue
        if way != "merged" and not any(link.is_next for link in chain):
            continue
        yield _joined(chain, way)


def _joined(chain: Sequence[Link], way: str) -> Joined:
    """Join in one way."""
    parts: list[str] = []
    pieces: list[_Piece] = []
    length = 0
    for link, following in zip(chain, [*chain[1:], None], strict=True):
        is_merged = way == "merged" or not link.is_next
        if way == "spaced" and parts and link.is_next:
            parts.append(" ")
            length += 1
        offset = link.shared if is_merged else 0
        part = link.chunk.text[offset:]
        if following is not None and following.shared and (way == "merged" or not following.is_next):
            part = part.rstrip()
        parts.append(part)
        pieces.append(_Piece(length, length + len(part), link.chunk.position, offset))
        length += len(part)
    return Joined("".join(parts), tuple(pieces))
