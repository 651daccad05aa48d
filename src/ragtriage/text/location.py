"""Where a text stands in a longer one: contained under the matcher's normal form, its place kept.

The cheapest proof comes first: the text as it stands, then whether its words, numbers and letters are there
at all, then white space in order, and only then the whole normal form. Places are worked out last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Final

from ragtriage.model import MatchMode
from ragtriage.text.edges import hits
from ragtriage.text.forms import Forms, forms
from ragtriage.text.tracing import Span, Traced

__all__ = ["Haystack", "Span", "find", "find_all"]

# So many places of prose are counted out, each by itself; for more it takes less to trace the whole text.
_COUNTED: Final = 32


def find(
    needle: str, haystack: str | Haystack, mode: MatchMode, *, fold_chinese: bool = False
) -> Span | None:
    """Return the first place where a text stands in another, in that one's own characters.

    A place that cuts a number or a word of an alphabet does not count, and nothing stands nowhere.

    Args:
        needle: What is looked for.
        haystack: A text, or one that was prepared to be searched often.
        mode: How far the two may differ.
        fold_chinese: Hold Traditional and Simplified characters for equal.

    Example:
        >>> find("the Eiffel tower", "Paris: **Eiffel  Tower** (1889)", MatchMode.STANDARD)
        Span(start=9, end=22)
        >>> find("5日", "翌月15日", MatchMode.STANDARD) is None
        True
    """
    return next(_prepared(haystack, mode, fold_chinese=fold_chinese).places(needle), None)


def find_all(
    needle: str, haystack: str | Haystack, mode: MatchMode, *, fold_chinese: bool = False
) -> tuple[Span, ...]:
    """Return every place where a text stands in another, in order, none overlapping another.

    Example:
        >>> find_all("Paris", "PARIS, in Paris", MatchMode.STANDARD)
        (Span(start=0, end=5), Span(start=10, end=15))
    """
    kept: list[Span] = []
    for span in sorted(_prepared(haystack, mode, fold_chinese=fold_chinese).places(needle)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return tuple(kept)


def _prepared(haystack: str | Haystack, mode: MatchMode, *, fold_chinese: bool) -> Haystack:
    return haystack if isinstance(haystack, Haystack) else Haystack(haystack, mode, fold_chinese=fold_chinese)


@dataclass(frozen=True)
class Haystack:
    """A text to be searched for others; nothing is prepared before it is needed, and then once.

    Args:
        text: The text.
        mode: How far what is found may differ from what is looked for.
        fold_chinese: Hold Traditional and Simplified characters for equal.
    """

    text: str
    mode: MatchMode = MatchMode.STANDARD
    fold_chinese: bool = False

    def find(self, needle: str) -> Span | None:
        """Return the first place where a text stands in this one, by the nearest mode that finds it."""
        return next(self.places(needle), None)

    def places(self, needle: str) -> Iterator[Span]:
        """Yield the places where a text stands, by the nearest mode first; one may come more than once."""
        if not needle.strip():
            return
        raw, wanted = self._plainly(needle)
        if wanted in raw:
            for at in hits(wanted, raw):
                yield Span(at, at + len(wanted))
        if self.mode == MatchMode.STRICT:
            return
        sought = forms(needle, fold_chinese=self.fold_chinese)
        if self.mode == MatchMode.WHITESPACE:
            yield from self._in_form(sought.spaced, MatchMode.WHITESPACE)
            return
        if not self._forms.lacks(sought):
            if all(map(raw.__contains__, wanted.split())):
                yield from self._in_form(sought.spaced, MatchMode.WHITESPACE)
            yield from self._standing(sought.sought, MatchMode.STANDARD)
        if self.mode == MatchMode.VALUES:
            yield from self._standing(sought.sought_typed, MatchMode.VALUES)

    def _plainly(self, needle: str) -> tuple[str, str]:
        """Return both texts as they are, but for their Chinese characters where these are folded."""
        if not self.fold_chinese:
            return self.text, needle
        return self._forms.raw, forms(needle, fold_chinese=True).raw

    def _standing(self, sought: tuple[str, ...], mode: MatchMode) -> Iterator[Span]:
        """Yield the places in the text as a passage, and then without the markers of its lines."""
        passage = self._forms.form(mode)
        for form in sought:
            if form in passage:
                yield from self._in_form(form, mode)
        if sought and self._forms.has_markers:
            yield from self._in_form(sought[-1], mode, is_unlisted=True)

    def _in_form(self, sought: str, mode: MatchMode, *, is_unlisted: bool = False) -> Iterator[Span]:
        """Yield the places of a text in normal form, as stretches of the raw text."""
        mine = self._forms
        is_counted = mode == MatchMode.STANDARD and not is_unlisted and (mode, False) not in self._traces
        counted = mine.prose if is_counted else None
        for at in hits(sought, mine.form(mode, is_unlisted=is_unlisted)):
            end = at + len(sought)
            origin = None if counted is None or next(self._counted) >= _COUNTED else counted.origin(at, end)
            yield (
                Span(*origin)
                if origin is not None
                else self._traced(mode, is_unlisted=is_unlisted).origin(Span(at, end))
            )

    def _traced(self, mode: MatchMode, *, is_unlisted: bool) -> Traced:
        traced = self._traces.get((mode, is_unlisted))
        if traced is None:
            traced = self._traces[mode, is_unlisted] = self._forms.traced(mode, is_unlisted=is_unlisted)
        return traced

    @cached_property
    def _forms(self) -> Forms:
        return forms(self.text, fold_chinese=self.fold_chinese)

    @cached_property
    def _counted(self) -> Iterator[int]:
        """How many places were counted out, for all that was looked for together."""
        return count()

    @cached_property
    def _traces(self) -> dict[tuple[MatchMode, bool], Traced]:
        """The normal forms of which something was found, with all places: they are large, and kept here."""
        return {}
