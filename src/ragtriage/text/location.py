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
from typing import Final, NamedTuple

from ragtriage.model import MatchMode
from ragtriage.text.edges import hits
from ragtriage.text.matching import simplified
from ragtriage.text.normalisation import settle, tokenised, whitespace
from ragtriage.text.rules import Rule, Rules, Scope, fold, rules
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
        if not self._letters.lack(forms):
            yield from self._spaced.places(whitespace(needle))
            yield from self._standing(forms, MatchMode.STANDARD)
        if self.mode == MatchMode.VALUES:
            forms = _forms(needle, MatchMode.VALUES, fold_chinese=self.fold_chinese)
            yield from self._standing(forms, MatchMode.VALUES)

    def _standing(self, forms: tuple[str, ...], mode: MatchMode) -> Iterator[Span]:
        passage, unlisted_passage = self._layers[mode]
        for form in forms:
            yield from passage.places(form)
        if forms and unlisted_passage is not None:
            yield from unlisted_passage.places(forms[-1])

    @cached_property
    def _raw(self) -> str:
        return simplified(self.text) if self.fold_chinese else self.text

    @cached_property
    def _letters(self) -> _Letters:
        if not self.fold_chinese:
            return _Letters(self._raw)
        return _Letters(simplified(unicodedata.normalize("NFKC", self._raw)))

    @cached_property
    def _spaced(self) -> _Layer:
        return _Layer(self._raw, MatchMode.WHITESPACE)

    @cached_property
    def _layers(self) -> dict[MatchMode, tuple[_Layer, _Layer | None]]:
        """The text as a passage, and without the markers of its lines if it has any, by mode."""
        has_markers = unlisted().pattern.search(self._raw) is not None
        return {
            mode: (
                _Layer(self._raw, mode, fold_chinese=self.fold_chinese),
                _Layer(self._raw, mode, is_unlisted=True, fold_chinese=self.fold_chinese)
                if has_markers
                else None,
            )
            for mode in (MatchMode.STANDARD, MatchMode.VALUES)
        }


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


# What a text certainly lacks is told by its words, its numbers and its CJK letters. No word is an article.
_WORDS: Final = re.compile("[a-z]{4,}")
_NUMBERS: Final = re.compile("[0-9]+")
_NO_CJK: Final = re.compile("[^ぁ-ゖァ-ヺ一-鿿가-힣]+")
# Vowels and finals of Hangul, and voicing marks of kana, become one with what is before them.
_LATE: Final = re.compile("[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\u3099\u309a]")
_NO_LATIN: Final = re.compile("[^a-z]+")
_NO_DIGITS: Final = re.compile("[^0-9]+")
_ASCII_WITHOUT: Final = {
    kept: str.maketrans("", "", "".join(c for c in map(chr, range(128)) if kept.search(c) is not None))
    for kept in (_NO_LATIN, _NO_DIGITS)
}


class _Needed(NamedTuple):
    """What a text must hold if one of some normal forms stands in its own."""

    numbers: tuple[str, ...]
    cjk: str
    words: tuple[str, ...]  # the longest first


@lru_cache(maxsize=256)
def _needed(forms: tuple[str, ...]) -> _Needed:
    """Return what all forms of a text have; one may have lost the markers of its lines."""
    numbers = [_NUMBERS.findall(form) for form in forms]
    words = [_WORDS.findall(form) for form in forms]
    cjk = {_NO_CJK.sub("", form) for form in forms}
    return _Needed(
        numbers=tuple(set(numbers[0]).intersection(*numbers)) if forms else (),
        cjk=cjk.pop() if len(cjk) == 1 else "",
        words=tuple(sorted(set(words[0]).intersection(*words), key=len, reverse=True)) if forms else (),
    )


@dataclass(frozen=True)
class _Letters:
    """The letters and digits of a text, in order: what is not among them is in no normal form of the text.

    The rules take off what stands between letters and digits, and articles and the markers of lines, but no
    other letters and no part of a word or number. There are two exceptions: links, and loose marks of Hangul
    and kana, which may be joined late. With these nothing is certain.
    """

    raw: str

    def lack(self, forms: tuple[str, ...]) -> bool:
        """Whether something that all of these normal forms have is certainly not there."""
        needed = _needed(forms)
        return self._lacks(needed) and not self._is_uncertain

    def _lacks(self, needed: _Needed) -> bool:
        for number in needed.numbers:
            if number not in self.raw and number not in self._digits:
                return True
        if needed.cjk and needed.cjk not in self._cjk:
            return True
        return any(word not in self._lower and word not in self._latin for word in needed.words)

    @cached_property
    def _lower(self) -> str:
        return self.raw.lower()

    @cached_property
    def _folded(self) -> str:
        return fold(self.raw)

    @cached_property
    def _is_uncertain(self) -> bool:
        return "](" in self.raw or (not self.raw.isascii() and _LATE.search(self._folded) is not None)

    @cached_property
    def _digits(self) -> str:
        return _less(_NO_DIGITS, self._folded)

    @cached_property
    def _latin(self) -> str:
        return _less(_NO_LATIN, self._folded)

    @cached_property
    def _cjk(self) -> str:
        return "" if self.raw.isascii() else _NO_CJK.sub("", self._folded)


def _less(pattern: re.Pattern[str], text: str) -> str:
    return text.translate(_ASCII_WITHOUT[pattern]) if text.isascii() else pattern.sub("", text)
