"""Reading: does an answer state what is expected, among whatever else it says?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import islice
from typing import Final

from ragtriage.model import MatchMode, Outcome
from ragtriage.text.edges import hits
from ragtriage.text.matching import equal, normalize
from ragtriage.text.stating.asides import is_aside, is_basis, is_label, is_other_side, is_swapped
from ragtriage.text.stating.case import may_be_another_word
from ragtriage.text.stating.dates import is_another_day
from ragtriage.text.stating.denials import denial
from ragtriage.text.stating.doubting import Asked, Doubt, doubt, doubt_of_all
from ragtriage.text.stating.items import consists_of, items_of
from ragtriage.text.stating.namings import names_of
from ragtriage.text.stating.negative_questions import may_mean_either
from ragtriage.text.stating.places import Item, Places, values_of
from ragtriage.text.stating.restating import restated
from ragtriage.text.stating.rivals import (
    agrees,
    counted_noun,
    is_alternative,
    is_year,
    may_agree,
    rivals,
)
from ragtriage.text.stating.surroundings import Surroundings
from ragtriage.text.stating.typed import firm_bound, is_of_asked_days, keeps_to, pair_of, pairs
from ragtriage.text.stating.weekdays import other_day
from ragtriage.text.stating.yes_no import YesNo, as_yes_no, leading_yes_no
from ragtriage.text.tracing import Span
from ragtriage.text.values import Value, ValueKind, base_unit, has_unreadable_numeral, same_type
from ragtriage.text.values.bounds import Bound

__all__ = ["Reading", "Stated", "state"]

# So many places of one item are read; an answer that repeats it more often is no answer.
_MOST_PLACES: Final = 50

_LONGEST_QUOTE: Final = 80

# A longer expected answer is no name that "or" joins to another.
_LONGEST_NAME: Final = 80

_ALTERNATIVE: Final = "as one of two alternatives"

# The modes in which values are read; in the others an answer must hold the very characters.
_WITH_VALUES: Final = frozenset((MatchMode.STANDARD, MatchMode.VALUES))


@dataclass(frozen=True, slots=True)
class Reading:
    """What an answer says of one expected answer.

    Args:
        outcome: Pass when it states it, else fail.
        certain: Whether no paraphrase of the expected answer could look like a fail, and no answer of another
            thing like a pass.
        reason: Why it does not state it for certain; None when it does.
        span: Where the expected answer, or its first item, stands in the answer.
        is_held_against: Whether it stands there word for word, and something speaks against it: a denial,
            an alternative.
    """

    outcome: Outcome
    certain: bool = True
    reason: str | None = None
    span: Span | None = None
    is_held_against: bool = False


def state(
    answer: str,
    expected: str | tuple[str, ...],
    *,
    question: str = "",
    others: Sequence[str] = (),
    mode: MatchMode = MatchMode.STANDARD,
    language: str | None = None,
    fold_chinese: bool = False,
) -> Reading:
    """Return whether an answer states an expected answer.

    Args:
        answer: What the system answered, without citation marks.
        expected: One answer that is right; of a tuple every item must be stated.
        question: What was asked; values that stand in it rival nothing.
        others: The expected answers of the case; nor do values in these.
        mode: How far the answer's words may differ from the expected ones.
        language: The code of the language, where it is known.
        fold_chinese: Hold Traditional and Simplified characters for equal.

    Example:
        >>> state("経費精算の期限は翌月5日です。", "翌月5日").outcome.value
        'pass'
        >>> reading = state("翌月10日までです", "翌月5日")
        >>> reading.outcome.value, reading.certain
        ('fail', True)
        >>> state("The answer is not Paris.", "Paris").reason
        '“Paris” stands in the answer, but denied'
    """
    stated = Stated(answer, question, tuple(others), mode, language, fold_chinese)
    return stated.of(expected)


def _unstated(reason: str) -> Reading:
    """Return that an item is not stated, where a paraphrase of it would look the same."""
    return Reading(Outcome.FAIL, certain=False, reason=reason)


def _bare(text: str) -> str:
    """Return a name in lower case without the article before it."""
    return text.strip(" .\"'「」“”").lower().removeprefix("the ").removeprefix("a ").removeprefix("an ")


def _is_rate_of(other: Value, value: Value) -> bool:
    """Whether a value is another, told of a time or the like: 12,000 yen a night."""
    return other.amount == value.amount and other.rate != value.rate and base_unit(other) == base_unit(value)


def _quoted(text: str | tuple[str, ...]) -> str:
    """Quote a text for a reason, shortened."""
    if isinstance(text, tuple):
        text = ", ".join(text)
    return f"“{text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + '…'}”"


@dataclass(frozen=True)
class Stated:
    """An answer, made ready to be held against expected ones; nothing is prepared before it is needed."""

    answer: str
    question: str
    others: tuple[str, ...]  # the expected answers of the case, one by one
    mode: MatchMode
    language: str | None
    fold_chinese: bool = False
    evidence: tuple[str, ...] = ()  # the passages that the case rests on
    tolerance: Decimal | None = None  # how far amounts may differ, as a share of the expected one

    def of(self, expected: str | tuple[str, ...]) -> Reading:
        """Return whether the answer states an expected one."""
        if self.equals(expected):
            return Reading(Outcome.PASS, span=Span(0, len(self.answer)))
        return self.holds(expected)

    def holds(self, expected: str | tuple[str, ...]) -> Reading:
        """Return whether an answer that does not equal an expected one states it among other words."""
        if isinstance(expected, tuple):
            return self._all(expected, expected)
        word = as_yes_no(expected)
        if word is not None:
            return self._begins_with(word, expected)
        whole = self._all((expected,), (expected,))
        if whole.outcome is Outcome.PASS:
            return whole
        names = names_of(expected, self.question) if self.mode in _WITH_VALUES else ()
        lists: list[tuple[str, ...]] = [(name,) for name in names]
        if self._typed(expected) is None and len(items := items_of(expected)) > 1:
            lists.append(items)
        parts = (self._all(pieces, (expected, *names, *pieces)) for pieces in lists)
        return next((reading for reading in parts if reading.outcome is Outcome.PASS), whole)

    def equals(self, expected: str | tuple[str, ...]) -> bool:
        """Whether the answer is an expected one, or its items and nothing else."""
        if isinstance(expected, tuple):
            return consists_of(self.answer, expected, self._equal)
        return self._equal(self.answer, expected)

    def contradicts(self, expected: str | tuple[str, ...]) -> Reading:
        """Return a fail for an answer that does not equal an expected one, and whether that is certain."""
        items = (expected,) if isinstance(expected, str) else expected
        for item in items:
            word, value = as_yes_no(item) if item is expected else None, self._typed(item)
            if word is not None:
                reading = self._begins_with(word, item)
            elif value is not None:
                reading = self._item(item, items)
            else:
                continue
            if reading.outcome is Outcome.FAIL and reading.certain:
                return reading
        return Reading(
            Outcome.FAIL,
            certain=False,
            reason=f"the answer does not equal {_quoted(expected)}",
        )

    def has_value_of_expected_type(self) -> bool:
        """Whether a value of the type of an expected answer stands in the answer."""
        expected = [value for text in self.others if (value := self._typed(text)) is not None]
        return any(same_type(value, other) for value in expected for other in self._places.values)

    def _begins_with(self, word: YesNo, expected: str) -> Reading:
        leading = leading_yes_no(self.answer)
        if may_mean_either(self.question, expected, self.answer):
            return self._begins_with_either(leading, word)
        if leading is word:
            return Reading(Outcome.PASS, span=Span(0, len(self.answer)))
        if leading is not None:
            return Reading(Outcome.FAIL, reason=f"the answer says {leading}, not {word}")
        if self.mode in _WITH_VALUES and restated(self.question, self.answer) is (word is YesNo.YES):
            return Reading(Outcome.PASS, span=Span(0, len(self.answer)))
        return Reading(
            Outcome.FAIL, certain=False, reason=f"the answer does not begin with {word} or its like"
        )

    def _begins_with_either(self, leading: YesNo | None, word: YesNo) -> Reading:
        """Return what an answer's yes or no says to a negative question: never anything certain."""
        if leading is word:
            reason = f"the question is a negative one, to which {word} may be either"
            return Reading(Outcome.PASS, certain=False, reason=reason, span=Span(0, len(self.answer)))
        if leading is None:
            return _unstated(f"the answer does not begin with {word} or its like")
        return _unstated(f"the answer says {leading}, not {word}, but the question is a negative one")

    def _typed(self, item: str) -> Value | None:
        return Item.of(item, self.mode).value

    def _equal(self, a: str, b: str) -> bool:
        if a is not self.answer:
            return equal(a, b, self.mode, fold_chinese=self.fold_chinese)
        return self._form != "" and (a == b or self._form == self._normal(b))

    def _normal(self, text: str) -> str:
        return normalize(text, self.mode, fold_chinese=self.fold_chinese)

    def _all(self, items: Sequence[str], known: Sequence[str]) -> Reading:
        """Return whether every item is stated; the first that is not says why."""
        spans: list[Span] = []
        for item in items:
            reading = self._item(item, known)
            if reading.span is None:
                return reading
            spans.append(reading.span)
        found = self._doubt(items, spans, known)
        if found is None:
            return Reading(Outcome.PASS, span=spans[0])
        reason = f"{_quoted(items[0])} stands in the answer, but {found.reason}"
        if found.is_against:
            return Reading(Outcome.FAIL, certain=False, reason=reason, is_held_against=True)
        return Reading(Outcome.PASS, certain=False, reason=reason, span=spans[0])

    def _doubt(self, items: Sequence[str], spans: Sequence[Span], known: Sequence[str]) -> Doubt | None:
        """Return why the items may be stated of something else than was asked for."""
        asked = Asked(self.question, (*self.others, *known), self.evidence)
        if len(items) > 1:
            return doubt_of_all(spans, self._places, asked)
        item, places = Item.of(items[0], self.mode), [spans[0]]
        for place in islice(self._places.of(item), _MOST_PLACES):
            if place == spans[0]:
                continue
            against = self._objection(items[0], place, known)
            if against is None:
                places.append(place)
            elif against != _ALTERNATIVE and not self._places.are_in_one_sentence(place, spans[0]):
                return Doubt(f"{against} in another sentence", is_against=True)
        return doubt(item, places, self._places, asked)

    def _item(self, text: str, known: Sequence[str]) -> Reading:
        """Return whether one item is stated."""
        item = Item.of(text, self.mode)
        told = self._range(item) if item.value is None and self.mode in _WITH_VALUES else None
        if told is not None:
            return told
        against: str | None = None
        span: Span | None = None
        for place in islice(self._places.of(item), _MOST_PLACES):
            against = self._objection(text, place, known)
            if against is None:
                span = place
                break
        if against is not None:
            reason = f"{_quoted(text)} stands in the answer, but {against}"
            is_against = against != _ALTERNATIVE or item.measured is not None  # two names may be of one thing
            return Reading(Outcome.FAIL, certain=False, reason=reason, is_held_against=is_against)
        other = None if span is None else self._other_day(item, known)
        if other is not None:
            return _unstated(f"the answer states {_quoted(text)}, but also {_quoted(other)}")
        told = self._told_otherwise(item) if span is None else None
        if told is not None:
            return told
        rival = self._rival(item, known, span)
        return self._weighed(item, span, rival)

    def _range(self, item: Item) -> Reading | None:
        """Return whether both ends of a range are stated as one, or another range is; None where neither."""
        pair = pair_of(item.text, values_of(item.text))
        other: Span | None = None
        for found in () if pair is None else pairs(self.answer, self._places.values):
            if pair is None or self._is_denied(found.span):
                continue
            if self._places.is_same(found.first, pair.first) and self._places.is_same(found.last, pair.last):
                return Reading(Outcome.PASS, span=found.span)
            if same_type(found.first, pair.first) or same_type(found.last, pair.last):
                other = found.span
        if other is None or self._places.holds(item.text):
            return None
        stated = _quoted(self.answer[other.start : other.end])
        return Reading(Outcome.FAIL, reason=f"the answer states {stated}, not {_quoted(item.text)}")

    def _told_otherwise(self, item: Item) -> Reading | None:
        """Return a fail where the answer tells an amount as the least that is expected as the most."""
        value = item.measured
        bound = None if value is None else firm_bound(item.text, value)
        if value is None or bound is None:
            return None
        opposite = Bound.LEAST if bound is Bound.MOST else Bound.MOST
        others = [other for other in self._places.beside(value) if self._places.is_same(other, value)]
        if not others or any(firm_bound(self.answer, other) is not opposite for other in others):
            return None
        if any(self._is_denied(Span(other.start, other.end)) for other in others):
            return None
        stated = _quoted(others[0].text)
        reason = f"the answer states {stated} as the {opposite}, and {_quoted(item.text)} is the {bound}"
        return Reading(Outcome.FAIL, reason=reason)

    def _is_denied(self, span: Span) -> bool:
        return denial(self._places.around(span), self._places.tables, self.question) is not None

    def _objection(self, text: str, place: Span, known: Sequence[str]) -> str | None:
        """Return why an item that stands somewhere is not stated there; None where it is."""
        around, tables = self._places.around(place), self._places.tables
        against = denial(around, tables, self.question)
        if against is not None:
            return against
        if is_alternative(around, tables, self._accepted(known)):
            return _ALTERNATIVE
        if any(map(str.isdecimal, text)) and self._is_another_day(place):
            return "in another day than the one expected"
        if text.isdecimal() and self._is_label(place):
            return "as the number of something else"
        if is_other_side(around, tables, self.question):
            return "of another thing than was asked for"
        return (
            "perhaps as another word"
            if may_be_another_word(text, self.answer, *place, self.question)
            else None
        )

    def _is_label(self, place: Span) -> bool:
        """Whether a bare number names a part of a text or the like, and another number may be the answer."""
        bare = [value for value in self._places.values if not value.unit or value.kind is ValueKind.QUANTITY]
        return len(bare) > 1 and is_label(self.answer, place, self._places.tables, self.question)

    def _other_day(self, item: Item, known: Sequence[str]) -> str | None:
        """Return another day of the week that the answer asserts, where one is expected."""
        if item.weekday is None:
            return None
        other = other_day(self.answer, item.weekday, (self.question, *self.others, *known))
        if other is None or not self._places.is_asserted(other):
            return None
        return self.answer[other.start : other.end]

    def _weighed(self, item: Item, span: Span | None, rival: Value | None) -> Reading:
        """Return what follows from where an item stands, and from its rival."""
        name, value = _quoted(item.text), item.measured
        if rival is None:
            if span is not None:
                return Reading(Outcome.PASS, span=span)
            is_there = value is not None and any(
                self._places.is_same(other, value) or _is_rate_of(other, value)
                for other in self._places.beside(value)
            )
            how = (
                "stands in the answer, but a word beside it changes it, such as “up to” or 以内"
                if is_there
                else "is not stated in the answer"
            )
            return _unstated(f"{name} {how}; a paraphrase would look the same")
        offered = _quoted(rival.text)
        if span is not None:
            if self._is_told_of(rival, span):
                return _unstated(f"{name} stands in the answer, but only {offered} is told by it")
            return _unstated(f"the answer states {name}, but also {offered}")
        if value is None or self._has(value) or next(hits(rival.text, item.text), None) is not None:
            return _unstated(f"the answer states {offered}, and not plainly {name}")
        doubt = (
            ("a numeral beside it cannot be read" if has_unreadable_numeral(self.answer) else None)
            or keeps_to(item.text, value, self.answer, rival)
            or may_agree(value, rival, self.question)
            or (self._places.may_hold(value, rival) if item.limit is None else None)
        )
        reason = f"the answer states {offered}, not {name}"
        return Reading(Outcome.FAIL, reason=reason) if doubt is None else _unstated(f"{reason}, but {doubt}")

    def _accepted(self, known: Sequence[str]) -> tuple[str, ...]:
        """Return the other expected answers, any of which is right beside this one."""
        return tuple(
            _bare(other) for other in self.others if other not in known and len(other) <= _LONGEST_NAME
        )

    def _rival(self, item: Item, known: Sequence[str], span: Span | None) -> Value | None:
        """Return another value of the type that the answer asserts; bare numbers of other things are none."""
        value = item.measured
        if value is None:
            return None
        exempt = self._known_values(known)
        counted = None if span is None or value.unit else counted_noun(self.answer, span.end)
        dated = None if span is None or value.unit else is_year(self.answer, span)
        is_narrow = span is not None or is_of_asked_days(value, self.question)
        for rival in rivals(self._places.beside(value), value, exempt, is_stated=is_narrow):
            if self._places.is_same(rival, value):
                continue
            if dated is not None and is_year(self.answer, rival) is not dated:
                continue
            if counted is not None and (counted_noun(self.answer, rival.end) or counted) != counted:
                continue
            around = self._places.around(Span(rival.start, rival.end))
            if span is not None and self._is_aside(rival, around, value, span):
                continue
            if self._places.is_asserted(rival):
                return rival
        return None

    def _is_aside(self, rival: Value, around: Surroundings, value: Value, span: Span) -> bool:
        return is_aside(
            self.answer,
            rival,
            span,
            around=(self._places.around(span), around),
            tables=self._places.tables,
            question=self.question,
            amount=value.amount,
        )

    def _is_told_of(self, rival: Value, span: Span) -> bool:
        """Whether the other value is what the answer tells, and the expected one only stands beside it."""
        around = (self._places.around(span), self._places.around(Span(rival.start, rival.end)))
        return is_basis(self.answer, span, self._places.tables, self.question) or is_swapped(
            self.answer, rival, span, around=around, tables=self._places.tables, question=self.question
        )

    def _has(self, value: Value) -> bool:
        """Whether the answer holds a value in whatever surroundings."""
        if any(
            agrees(other, value)
            or (value.amount is not None and other.amount == value.amount and not (other.unit and value.unit))
            for other in self._places.values
        ):
            return True
        at = self.answer.find(value.text)
        return at >= 0 and not any(
            other.start <= at and at + len(value.text) <= other.end for other in self._places.values
        )

    def _known_values(self, known: Sequence[str]) -> frozenset[str]:
        texts = (self.question, *self.others, *known)
        return frozenset(value.canonical for text in texts for value in values_of(text))

    def _is_another_day(self, span: Span) -> bool:
        """Whether a year or a month stands in a day that another expected answer names otherwise."""
        return any(
            day.start <= span.start
            and span.end <= day.end
            and (day.start, day.end) != span
            and is_another_day(day, (value for text in self.others for value in values_of(text)))
            for day in self._places.values
        )

    @cached_property
    def _form(self) -> str:
        return self._normal(self.answer)

    @cached_property
    def _places(self) -> Places:
        return Places(
            self.answer,
            self.question,
            self.mode,
            self.language,
            self.fold_chinese,
            self.evidence,
            self.tolerance,
        )
