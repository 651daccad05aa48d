"""Rewriting: a text with its typed values in canonical form, and where each of its characters came from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ragtriage.text.tracing import Span
from ragtriage.text.values import Value

__all__ = ["Rewritten", "rewrite"]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A text in which values were replaced."""

    text: str
    starts: list[int]  # (m,) where each piece begins in the text
    origins: list[Span]  # (m,) what each piece came from
    is_value: list[bool]  # (m,) whether a piece is a value, which has no inside

    def origin(self, span: Span) -> Span:
        """Lead a stretch of the text back to the one it came from."""
        return Span(self._at(span.start, is_end=False), self._at(span.end - 1, is_end=True))

    def _at(self, position: int, *, is_end: bool) -> int:
        piece = bisect_right(self.starts, position) - 1
        origin = self.origins[piece]
        if self.is_value[piece]:
            return origin.end if is_end else origin.start
        return origin.start + position - self.starts[piece] + is_end


def rewrite(text: str, values: Sequence[Value]) -> Rewritten:
    """Put the canonical form of each value in its place.

    Args:
        text: Any text.
        values: What `read` finds in it.

    Example:
        >>> from ragtriage.text.values import read
        >>> text = "期限は翌月の5日までです"
        >>> rewritten = rewrite(text, read(text))
        >>> rewritten.text, rewritten.origin(Span(3, 9))
        ('期限は翌月5日までです', Span(start=3, end=10))
    """
    pieces: list[tuple[str, Span, bool]] = []
    done = 0
    for value in values:
        if value.start > done:
            pieces.append((text[done : value.start], Span(done, value.start), False))
        pieces.append((value.canonical, Span(value.start, value.end), True))
        done = value.end
    pieces.append((text[done:], Span(done, len(text)), False))
    starts: list[int] = []
    length = 0
    for piece, _, _ in pieces:
        starts.append(length)
        length += len(piece)
    return Rewritten(
        "".join(piece for piece, _, _ in pieces),
        starts,
        [origin for _, origin, _ in pieces],
        [is_value for _, _, is_value in pieces],
    )
