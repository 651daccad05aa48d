"""Places: where an expected item stands in an answer, in whole words and as what was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property, lru_cache
from itertools import islice
from typing import Final

import regex

from ragtriage.languages.load import Section, Words, merged
from ragtriage.languages.statements import Language, tables_for
from ragtriage.model import MatchMode
from ragtriage.text.cuts import ends_in_amount
from ragtriage.text.location import Haystack
from ragtriage.text.sentences import Sentence, Sentences
from ragtriage.text.stating.bounds import (
    Limit,
    Sense,
    asked_senses,
    is_changed,
    is_counted,
    is_held,
    limit_of,
    senses_at,
)
from ragtriage.text.stating.chinese_names import is_name, is_named_alone
from ragtriage.text.stating.dates import is_same_day, may_be_one_day
from ragtriage.text.stating.denials import denial, is_past
from ragtriage.text.stating.items import wordings
from ragtriage.text.stating.rewriting import Rewritten, rewrite
from ragtriage.text.stating.rivals import agrees
from ragtriage.text.stating.surroundings import Surroundings, surroundings
from ragtriage.text.stating.tokens import is_whole
from ragtriage.text.stating.typed import asked_rates, is_numbered, is_offered, typed
from ragtriage.text.stating.weekdays import Day, day_of, days, is_in_range
from ragtriage.text.tracing import Span
from ragtriage.text.values import Value, ValueKind, base_unit, read, same_value
from ragtriage.text.values.nouns import counted

__all__ = ["Item", "Places", "values_of"]


class _Words(Section, frozen=True):
    """The section `places`: shares, and one of a thing."""

    shares: Words = Words()
    one_thing: str = ""


_WORDS: Final = merged("places", _Words)

# Of so many places it is asked whether they are whole words.
_MOST_OCCURRENCES: Final = 1000

# In longer passages bounds are not looked for.
_LONGEST_PASSAGE: Final = 20_000

# An amount in one of these is never meant by the bare number.
_SHARES: Final = frozenset(_WORDS.shares)

# The modes in which values are read; in the others an answer must hold the very characters.
_WITH_VALUES: Final = frozenset((MatchMode.STANDARD, MatchMode.VALUES))


@dataclass(frozen=True, slots=True)
class Item:
    """An expected answer, or one of the things it lists, and what it is besides its characters."""

    text: str
    value: Value | None = None  # when it is a typed value and nothing more
    limit: Limit | None = None  # when it is one with a bound
    weekday: int | None = None  # when it is a day of the week

    @property
    def measured(self) -> Value | None:
        """The value, with a bound or without."""
        return self.value if self.limit is None else self.limit.value

    @classmethod
    def of(cls, text: str, mode: MatchMode) -> Item:
        """Return an item as a mode reads it."""
        return _item(text) if mode in _WITH_VALUES else cls(text)


@lru_cache(maxsize=4096)
def _item(text: str) -> Item:
    values = values_of(text)
    limit = limit_of(text, values, tables_for(text))
    value = typed(text, values) if limit is None else None
    if value is not None:
        return Item(text, value)
    return Item(text, limit=limit, weekday=day_of(text))


@lru_cache(maxsize=4096)
def values_of(text: str) -> tuple[Value, ...]:
    """Return the values of a question or an expected answer, which are read more than once."""
    return read(text)


def _counts_before(text: str, start: int) -> bool:
    """Whether one of something stands right before an amount, which is then told of it: 1団体5,000円."""
    return _one_thing().search(text, max(0, start - 8), start) is not None


@cache
def _one_thing() -> regex.Pattern[str]:
    return regex.compile(_WORDS.one_thing)


@dataclass(frozen=True)
class Places:
    """An answer, made ready to be searched; nothing is prepared before it is needed."""

    answer: str
    question: str
    mode: MatchMode
    language: str | None
    fold_chinese: bool = False
    evidence: tuple[str, ...] = ()  # the passages that the case rests on
    tolerance: Decimal | None = None  # how far amounts may differ, as a share of the expected one

    def of(self, item: Item) -> Iterator[Span]:
        """Yield where an item stands in the answer in whole tokens."""
        yield from self._values_of(item)
        if item.weekday is not None:
            for day in self._weekdays:
                span = Span(day.start, day.end)
                if day.day != item.weekday or is_in_range(self.answer, *span):
                    continue
                if senses_at(self.answer, *span, self.tables) <= self._asked_senses:
                    yield span
            return
        for wording in wordings(item.text) if self.mode in _WITH_VALUES else (item.text,):
            for span in islice(self._haystack.places(wording), _MOST_OCCURRENCES):
                if self._is_whole(item, span):
                    yield span
        if item.value is None and self.mode is MatchMode.VALUES:
            yield from self._rewritten_places(item.text)

    def _values_of(self, item: Item) -> Iterator[Span]:
        """Yield where the value of an item stands, however it is written."""
        value = item.measured
        if value is None:
            return
        for other in self.beside(value):
            if self.is_same(other, value) or is_same_day(other, value, self.question):
                span = Span(other.start, other.end)
                is_changed = self._is_changed(span, value, item.limit) and not (
                    item.limit is None and is_offered(self.answer, other)
                )
                is_for_another = (
                    bool(value.rate) and not other.rate and _counts_before(self.answer, other.start)
                )
                if (
                    not is_changed
                    and not is_for_another
                    and is_whole(self.answer, *span, self.tables, is_value=True)
                ):
                    yield span

    def beside(self, value: Value) -> Sequence[Value]:
        """Return the values of the answer, bare numbers with their nouns where the expected one has one."""
        if value.kind is not ValueKind.NUMBER or not value.unit or value.rate:
            return self.values
        return [counted(self.answer, other) for other in self.values]

    def is_same(self, other: Value, value: Value) -> bool:
        """Whether a value of the answer says the same as an expected one."""
        if other.canonical == value.canonical and other.kind is value.kind:
            return True
        if other.kind is ValueKind.NUMBER and not other.unit and self._is_numbered:
            return False  # 5.10 is another version than 5.1
        asked = self._asked_rates
        if other.rate and other.rate not in asked:
            asked |= self._known_rates(value)
        return same_value(value, other, asked=asked, tolerance=self.tolerance)

    @cached_property
    def _asked_rates(self) -> frozenset[str]:
        return asked_rates(self.question)

    def _known_rates(self, value: Value) -> frozenset[str]:
        """Return the rates that the amount is told at in the passages that the case rests on."""
        return frozenset(
            other.rate
            for other in self._evidence_values
            if other.rate and other.amount == value.amount and base_unit(other) == value.unit
        )

    @cached_property
    def _evidence_values(self) -> tuple[Value, ...]:
        return tuple(value for text in self.evidence if len(text) <= _LONGEST_PASSAGE for value in read(text))

    @cached_property
    def _is_numbered(self) -> bool:
        return is_numbered(self.question) or is_numbered(self.answer)

    def _is_whole(self, item: Item, span: Span) -> bool:
        """Whether the characters of an item stand somewhere as whole words, and no other value."""
        if not is_whole(self.answer, *span, self.tables) and not (
            is_name(item.text, self.question) and is_named_alone(self.answer, *span)
        ):
            return False
        if item.value is not None:
            return self._is_not_part(span, item.value)
        return not ends_in_amount(self.answer, *span) and self._is_unlimited(span, item.text)

    def holds(self, text: str) -> bool:
        """Whether the characters of a text stand in the answer, whatever stands beside them."""
        return next(self._haystack.places(text), None) is not None

    def may_hold(self, value: Value, other: Value) -> str | None:
        """Return why another value may be said of the expected one: a bound or a range that it is in."""
        is_in = is_held(self.answer, other, self.values, value.amount, self.tables)
        return "it may lie within that" if is_in else None

    def around(self, span: Span) -> Surroundings:
        """Return what stands around a stretch of the answer."""
        return surroundings(self.answer, *span, self._sentences, self.tables)

    def are_in_one_sentence(self, a: Span, b: Span) -> bool:
        """Whether no sentence of the answer ends between two stretches of it."""
        first, last = sorted((a, b))
        return not any(first.end <= sentence.end <= last.start for sentence in self._sentences)

    def is_asserted(self, rival: Value | Day) -> bool:
        """Whether the answer says so of another value, and of the present."""
        around = self.around(Span(rival.start, rival.end))
        return denial(around, self.tables, is_sure=True) is None and not is_past(around, self.tables)

    def _rewritten_places(self, item: str) -> Iterator[Span]:
        """Yield where an item that holds a value stands in the answer, both with their values rewritten."""
        values = values_of(item)
        if not values or not self.values:
            return
        text = self._rewritten.text
        haystack = Haystack(text, MatchMode.STANDARD, fold_chinese=self.fold_chinese)
        for span in islice(haystack.places(rewrite(item, values).text), _MOST_OCCURRENCES):
            if is_whole(text, *span, self.tables):
                yield self._rewritten.origin(span)

    def _is_not_part(self, span: Span, value: Value) -> bool:
        """Whether a value's characters are not part of another value: 5 in 5 million, 5日 in 翌月5日."""
        if self._is_changed(span, value, None):
            return False
        for other in self.values:
            if other.start <= span.start and span.end <= other.end:
                if may_be_one_day(other, value):
                    return is_same_day(other, value, self.question)
                if other.kind is ValueKind.DATE:
                    return agrees(other, value) or other.canonical.startswith(value.text)
                if value.unit:
                    return self.is_same(other, value)
                is_share = other.kind is ValueKind.PERCENT or other.unit in _SHARES
                return (
                    other.amount == value.amount
                    and not is_share
                    and (not other.unit or self.answer[span.end : span.end + 1] in " -\u00a0")
                )
        return True

    def _is_unlimited(self, span: Span, item: str) -> bool:
        """Whether no bound stands beside an item that begins like an amount, in a unit that is not read."""
        return self.mode not in _WITH_VALUES or not is_counted(item) or not self._is_bounded(span)

    def _is_bounded(self, span: Span) -> bool:
        """Whether a bound stands beside a stretch, and was not asked for."""
        return is_changed(
            self.answer, *span, self.tables, allowed=lambda: self._asked_senses, question=self.question
        )

    def _is_changed(self, span: Span, value: Value, limit: Limit | None) -> bool:
        """Whether a word beside a value makes another thing of it than is expected and asked for."""
        return is_changed(
            self.answer,
            *span,
            self.tables,
            allowed=lambda: self._senses(value) if limit is None else frozenset((limit.sense,)),
            question=self.question,
            is_bound_due=limit is not None and limit.sense not in self._asked_senses,
        )

    def _senses(self, value: Value) -> frozenset[Sense]:
        """Return the bounds that a value may have: those asked for, and its own in the evidence."""
        return self._asked_senses | self._known_senses(value)

    def _known_senses(self, value: Value) -> frozenset[Sense]:
        """Return the bounds that the value has in the passages that the case rests on."""
        return frozenset(
            sense
            for text in self.evidence
            if len(text) <= _LONGEST_PASSAGE
            for other in read(text)
            if same_value(value, other)
            for sense in senses_at(text, other.start, other.end, tables_for(text))
        )

    @cached_property
    def _asked_senses(self) -> frozenset[Sense]:
        return asked_senses(self.question, {table.code for table in tables_for(self.question, self.language)})

    @cached_property
    def tables(self) -> tuple[Language, ...]:
        """The tables of the answer's languages; of the question's, where it has no letters."""
        return tables_for(self.answer, self.language) or tables_for(self.question, self.language)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """The values of the answer."""
        return tuple(read(self.answer))

    @cached_property
    def _sentences(self) -> Sequence[Sentence]:
        return Sentences(self.answer)

    @cached_property
    def _weekdays(self) -> tuple[Day, ...]:
        return tuple(days(self.answer))

    @cached_property
    def _rewritten(self) -> Rewritten:
        return rewrite(self.answer, self.values)

    @cached_property
    def _haystack(self) -> Haystack:
        return Haystack(self.answer, self.mode, fold_chinese=self.fold_chinese)
