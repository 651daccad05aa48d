"""The normal forms of a text, each made when it is needed, and kept for those who ask for them next."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Final

from ragtriage.model import MatchMode
from ragtriage.text.lacking import Letters, Needed, lacks, needed, pieces
from ragtriage.text.matching import simplified
from ragtriage.text.normalisation import may_open, settle, tokenised, whitespace
from ragtriage.text.prose import Prose, marked, read
from ragtriage.text.rules import Rules, Scope, rules
from ragtriage.text.tracing import Traced, spacing, trace, traced_settle, traced_tokenised, unlisted

__all__ = ["Forms", "forms"]


@dataclass(frozen=True)
class Forms:
    """A text in which others are looked for, or which is looked for.

    Args:
        raw: The text; where Chinese is folded, in Simplified characters.
        words: The text marked as prose, if it may be prose.
        fold_chinese: Hold Traditional and Simplified characters for equal.
    """

    raw: str
    words: str | None
    fold_chinese: bool = False

    @cached_property
    def prose(self) -> Prose | None:
        """The text as prose, if it is prose."""
        found = None if self.words is None else read(self.words)
        if not self.fold_chinese or found is None:
            return found
        return Prose(simplified(found.form), simplified(found.folded))  # character by character

    @cached_property
    def has_markers(self) -> bool:
        """Whether a line begins with the marker of a list item or a quotation."""
        marker = unlisted().pattern
        return (marker.search if "\n" in self.raw else marker.match)(self.raw) is not None

    @cached_property
    def spaced(self) -> str:
        """The `whitespace` form."""
        return whitespace(self.raw)

    @property
    def passage(self) -> str:
        """The `standard` form as a passage, which unlike a text of its own keeps what opens it."""
        return self._settled if self.prose is None else self.prose.form

    @cached_property
    def _settled(self) -> str:
        return self._form(self.spaced, MatchMode.STANDARD)

    @cached_property
    def typed(self) -> str:
        """The `values` form as a passage."""
        return self._form(self.spaced, MatchMode.VALUES)

    def form(self, mode: MatchMode, *, is_unlisted: bool = False) -> str:
        """Return the form of any mode but `strict`, or that without the markers of the text's lines."""
        if is_unlisted:
            return self._unlisted_typed if mode == MatchMode.VALUES else self._unlisted
        if mode == MatchMode.STANDARD:
            return self.passage
        return self.spaced if mode == MatchMode.WHITESPACE else self.typed

    @cached_property
    def _unlisted(self) -> str:
        return self._form(whitespace(unlisted().apply(self.raw)), MatchMode.STANDARD)

    @cached_property
    def _unlisted_typed(self) -> str:
        return self._form(whitespace(unlisted().apply(self.raw)), MatchMode.VALUES)

    def _form(self, spaced: str, mode: MatchMode) -> str:
        table = rules(Scope.PASSAGE)
        return self._finished(settle(spaced, table), mode, table)

    def _finished(self, form: str, mode: MatchMode, table: Rules) -> str:
        form = simplified(form) if self.fold_chinese else form
        if mode != MatchMode.VALUES:
            return form
        form = tokenised(form, table)
        return simplified(form) if self.fold_chinese else form

    def traced(self, mode: MatchMode, *, is_unlisted: bool = False) -> Traced:
        """Return a normal form with all places; it is large, and not kept."""
        traced = trace(self.raw, (unlisted(), spacing()) if is_unlisted else (spacing(),))
        if mode != MatchMode.WHITESPACE:
            traced = traced_settle(traced, rules(Scope.PASSAGE))
        traced = self._simplified(traced)
        if mode == MatchMode.VALUES:
            traced = self._simplified(traced_tokenised(traced, rules(Scope.PASSAGE)))
        return traced

    def _simplified(self, traced: Traced) -> Traced:
        if not self.fold_chinese:
            return traced
        return Traced(simplified(traced.text), traced.starts, traced.ends)  # character by character

    def lacks(self, other: Forms) -> bool:
        """Whether something that all `standard` forms of another text have is certainly not in this one."""
        if self.words is None:
            return self._letters.lack(other.needed)
        return lacks(self._simple_words if self.fold_chinese else self.words, other.pieces)

    @cached_property
    def _simple_words(self) -> str:
        return simplified(self.words or "")

    @cached_property
    def _letters(self) -> Letters:
        if not self.fold_chinese:
            return Letters(self.raw)
        return Letters(simplified(unicodedata.normalize("NFKC", self.raw)))

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """What prose must hold if this text stands in it."""
        return pieces(self.sought)

    @cached_property
    def needed(self) -> Needed:
        """What any text must hold if this one stands in it."""
        return needed(self.sought)

    @cached_property
    def sought(self) -> tuple[str, ...]:
        """The `standard` forms under which the text is looked for in others.

        As a passage it keeps what opens it, as a text of its own it may lose that (`A dog`, `1. `); last
        comes the passage without the markers of its lines.
        """
        if self.prose is not None and not self.has_markers and not may_open(self.raw.lstrip(), self.passage):
            return _ended((self.passage,))
        return self._sought(self.passage, MatchMode.STANDARD)

    @cached_property
    def sought_typed(self) -> tuple[str, ...]:
        """The same with typed values."""
        return self._sought(self.typed, MatchMode.VALUES)

    def _sought(self, passage: str, mode: MatchMode) -> tuple[str, ...]:
        whole = settle(self.spaced, rules(Scope.WHOLE))
        found = [passage, self._finished(whole, mode, rules(Scope.WHOLE))]
        if self.has_markers:  # without them this would be the first again
            found.append(self.form(mode, is_unlisted=True))
        return _ended(found)


def _ended(found: Iterable[str]) -> tuple[str, ...]:
    """Take articles off the end: in the longer text a word follows, so that there the article is gone."""
    return tuple(
        dict.fromkeys(
            _TRAILING.sub("", form) if form.endswith((" an", " the")) else form for form in found if form
        )
    )


_TRAILING: Final = re.compile("(?: (?:an|the))+$")


def forms(text: str, *, fold_chinese: bool = False) -> Forms:
    """Return a text's normal forms, those of before if it was asked for not long ago.

    The judges of a batch search the same texts one after the other, and cases share texts.
    """
    return _RECENT.of(text, fold_chinese=fold_chinese)


class _Recent:
    """The forms of the texts that were asked for last, up to so many characters together.

    They are kept in two halves. When the newer one is full it becomes the older, and the older is dropped:
    that costs nothing a text, as looking for the oldest would.
    """

    def __init__(self, most: int, overhead: int = 0) -> None:
        self._most = most // 2
        self._overhead = overhead  # what holds a text's forms weighs as much as so many characters
        self._length = 0
        self._newer: dict[tuple[str, bool], Forms] = {}
        self._older: dict[tuple[str, bool], Forms] = {}
        self._lock = Lock()

    def of(self, text: str, *, fold_chinese: bool) -> Forms:
        key = text, fold_chinese
        return self._newer.get(key) or self._older.get(key) or self._added(key)

    def _added(self, key: tuple[str, bool]) -> Forms:
        text, fold_chinese = key
        raw = simplified(text) if fold_chinese else text
        made = Forms(raw, marked(raw), fold_chinese)
        size = len(text) + self._overhead
        if size > self._most:
            return made
        with self._lock:
            if self._length + size > self._most:
                self._older, self._newer, self._length = self._newer, {}, 0
            if self._newer.setdefault(key, made) is made:  # no other thread was faster
                self._length += size
        return made


# Those of a batch in which every case has five texts of five hundred characters.
_RECENT: Final = _Recent(most=9_000_000, overhead=1_000)
