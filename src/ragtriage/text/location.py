"""Where a text stands in a longer one: contained under the matcher's normal form, its place kept.

The cheapest proof comes first: the text as it stands, then whether its words, numbers and letters are there
at all, then white space in order, and only then the whole normal form. Places are worked out last.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from ragtriage.model import MatchMode
from ragtriage.text.edges import hits
from ragtriage.text.lacking import Letters, lacks
from ragtriage.text.matching import simplified
from ragtriage.text.normalisation import settle, tokenised, whitespace
from ragtriage.text.prose import Prose, marked, read
from ragtriage.text.rules import Rule, Rules, Scope, rules
from ragtriage.text.tracing import Span, Traced, spacing, trace, traced_settle, traced_tokenised, unlisted

__all__ = ["Haystack", "Span", "find", "find_all"]


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
        needle = simplified(needle) if self.fold_chinese else needle
        for at in hits(needle, self._raw):
            yield Span(at, at + len(needle))
        if self.mode == MatchMode.STRICT:
            return
        if self.mode == MatchMode.WHITESPACE:
            yield from self._spaced.places(whitespace(needle))
            return
        forms = _forms(needle, MatchMode.STANDARD, fold_chinese=self.fold_chinese)
        if not self._lacks(forms):
            if all(word in self._raw for word in needle.split()):
                yield from self._spaced.places(whitespace(needle))
            yield from self._standing(forms, MatchMode.STANDARD)
        if self.mode == MatchMode.VALUES:
            forms = _forms(needle, MatchMode.VALUES, fold_chinese=self.fold_chinese)
            yield from self._standing(forms, MatchMode.VALUES)

    def _lacks(self, forms: tuple[str, ...]) -> bool:
        """Whether something that all of these normal forms have is certainly not there."""
        return self._letters.lack(forms) if self._words is None else lacks(self._words, forms)

    def _standing(self, forms: tuple[str, ...], mode: MatchMode) -> Iterator[Span]:
        """Yield the places in the text as a passage, and then without the markers of its lines."""
        passage = self._passage if mode is MatchMode.STANDARD else self._typed
        for form in forms:
            yield from passage.places(form)
        if forms and self._has_markers:
            yield from self._unlisted[mode].places(forms[-1])

    @cached_property
    def _raw(self) -> str:
        return simplified(self.text) if self.fold_chinese else self.text

    @cached_property
    def _marked(self) -> str | None:
        return marked(self._raw)

    @cached_property
    def _words(self) -> str | None:
        """The text marked as prose, if it may be prose."""
        return simplified(self._marked) if self.fold_chinese and self._marked is not None else self._marked

    @cached_property
    def _letters(self) -> Letters:
        if not self.fold_chinese:
            return Letters(self._raw)
        return Letters(simplified(unicodedata.normalize("NFKC", self._raw)))

    @cached_property
    def _spaced(self) -> _Layer:
        return _Layer(self._raw, MatchMode.WHITESPACE)

    @cached_property
    def _passage(self) -> _Layer | _Prose:
        found = None if self._marked is None else read(self._marked)
        if found is None:
            return _Layer(self._raw, MatchMode.STANDARD, fold_chinese=self.fold_chinese)
        if self.fold_chinese:  # character by character
            found = Prose(simplified(found.form), simplified(found.folded))
        return _Prose(self._raw, found, self.fold_chinese)

    @cached_property
    def _typed(self) -> _Layer:
        return _Layer(self._raw, MatchMode.VALUES, fold_chinese=self.fold_chinese)

    @cached_property
    def _has_markers(self) -> bool:
        search = unlisted().pattern.search if "\n" in self._raw else unlisted().pattern.match
        return search(self._raw) is not None

    @cached_property
    def _unlisted(self) -> dict[MatchMode, _Layer]:
        return {
            mode: _Layer(self._raw, mode, is_unlisted=True, fold_chinese=self.fold_chinese)
            for mode in (MatchMode.STANDARD, MatchMode.VALUES)
        }


@dataclass(frozen=True)
class _Prose:
    """A text of words and numbers in its `standard` form; most places are found without tracing it."""

    raw: str
    prose: Prose
    fold_chinese: bool = False

    def places(self, needle: str) -> Iterator[Span]:
        """Yield the places of a text in normal form, as stretches of the raw text."""
        for at in hits(needle, self.prose.form):
            end = at + len(needle)
            origin = self.prose.origin(at, end)
            yield self._traced.origin(Span(at, end)) if origin is None else Span(*origin)

    @cached_property
    def _traced(self) -> Traced:
        return _Layer(self.raw, MatchMode.STANDARD, fold_chinese=self.fold_chinese).traced


@dataclass(frozen=True)
class _Layer:
    """A text in one normal form; its places are worked out when something is found in it."""

    raw: str
    mode: MatchMode
    is_unlisted: bool = False
    fold_chinese: bool = False

    def places(self, needle: str) -> Iterator[Span]:
        """Yield the places of a text in normal form, as stretches of the raw text."""
        for at in hits(needle, self.form):
            yield self.traced.origin(Span(at, at + len(needle)))

    @cached_property
    def form(self) -> str:
        return _form(self.raw, self.mode, is_unlisted=self.is_unlisted, fold_chinese=self.fold_chinese)

    @cached_property
    def traced(self) -> Traced:
        traced = trace(self.raw, _before(is_unlisted=self.is_unlisted))
        if self.mode != MatchMode.WHITESPACE:
            traced = traced_settle(traced, rules(Scope.PASSAGE))
        traced = self._simplified(traced)
        if self.mode == MatchMode.VALUES:
            traced = self._simplified(traced_tokenised(traced, rules(Scope.PASSAGE)))
        return traced

    def _simplified(self, traced: Traced) -> Traced:
        if not self.fold_chinese:
            return traced
        return Traced(simplified(traced.text), traced.starts, traced.ends)  # character by character


def _before(*, is_unlisted: bool) -> tuple[Rule, ...]:
    return (unlisted(), spacing()) if is_unlisted else (spacing(),)


def _form(text: str, mode: MatchMode, *, is_unlisted: bool, fold_chinese: bool) -> str:
    """Bring a passage to normal form; unlike a text of its own it keeps what opens it."""
    for rule in _before(is_unlisted=is_unlisted):
        text = rule.apply(text)
    if mode != MatchMode.WHITESPACE:
        text = settle(text, rules(Scope.PASSAGE))
    return _finished(text, mode, rules(Scope.PASSAGE), fold_chinese=fold_chinese)


def _finished(form: str, mode: MatchMode, table: Rules, *, fold_chinese: bool) -> str:
    form = simplified(form) if fold_chinese else form
    if mode != MatchMode.VALUES:
        return form
    form = tokenised(form, table)
    return simplified(form) if fold_chinese else form


@lru_cache(maxsize=256)
def _forms(needle: str, mode: MatchMode, *, fold_chinese: bool) -> tuple[str, ...]:
    """Return the normal forms of what is looked for.

    As a passage it keeps what opens it, as a text of its own it may lose that (`A dog`, `1. `); last comes
    the passage without the markers of its lines.
    """
    whole = settle(whitespace(needle), rules(Scope.WHOLE))
    forms = (
        _form(needle, mode, is_unlisted=False, fold_chinese=fold_chinese),
        _finished(whole, mode, rules(Scope.WHOLE), fold_chinese=fold_chinese),
        # without markers this would be the first again
        _form(needle, mode, is_unlisted=True, fold_chinese=fold_chinese)
        if unlisted().pattern.search(needle) is not None
        else "",
    )
    return tuple(dict.fromkeys(_TRAILING.sub("", form) for form in forms if form))


# In the longer text a word follows, so that there the article is gone.
_TRAILING: Final = re.compile("(?: (?:an|the))+$")
