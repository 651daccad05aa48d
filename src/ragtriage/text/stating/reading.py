"""Reading: does an answer state what is expected, among whatever else it says?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final

from ragtriage.model import MatchMode, Outcome
from ragtriage.text.languages import Language, tables_for
from ragtriage.text.location import Haystack
from ragtriage.text.matching import equal, normalize
from ragtriage.text.sentences import Sentence, split
from ragtriage.text.stating.denials import denial, is_past
from ragtriage.text.stating.items import consists_of, items_of, wordings
from ragtriage.text.stating.rewriting import Rewritten, rewrite
from ragtriage.text.stating.rivals import (
    agrees,
    counted_noun,
    is_alternative,
    is_year,
    may_agree,
    rivals,
    typed,
)
from ragtriage.text.stating.surroundings import Surroundings, surroundings
from ragtriage.text.stating.tokens import is_modified, is_whole
from ragtriage.text.stating.yes_no import YesNo, as_yes_no, leading_yes_no
from ragtriage.text.tracing import Span
from ragtriage.text.values import Value, ValueKind, read, same_type

__all__ = ["Reading", "Stated", "state"]

# So many places of one item are read, and of so many it is asked whether they are whole words; an answer
# that repeats it more often is no answer.
_MOST_PLACES: Final = 50
_MOST_OCCURRENCES: Final = 1000

_LONGEST_QUOTE: Final = 80

# The modes in which values are read; in the others an answer must hold the very characters.
_WITH_VALUES: Final = frozenset((MatchMode.STANDARD, MatchMode.VALUES))


@dataclass(frozen=True, slots=True)
class Reading:
    """What an answer says of one expected answer.

    Args:
        outcome: Pass when it states it, else fail.
        certain: Whether no paraphrase of the expected answer could look like this.
        reason: Why it does not state it; None when it does.
        span: Where the expected answer, or its first item, stands in the answer.
    """

    outcome: Outcome
    certain: bool = True
    reason: str | None = None
    span: Span | None = None


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


@lru_cache(maxsize=4096)
def _values(text: str) -> tuple[Value, ...]:
    """Return the values of a question or an expected answer, which are read more than once."""
    return read(text)


@lru_cache(maxsize=4096)
def _typed(item: str) -> Value | None:
    return typed(item, read(item))


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
            return self._begins_with(word)
        whole = self._all((expected,), (expected,))
        items = items_of(expected)
        if whole.outcome is Outcome.PASS or len(items) == 1:
            return whole
        parts = self._all(items, (expected, *items))
        return parts if parts.outcome is Outcome.PASS else whole

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
                reading = self._begins_with(word)
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
        return any(same_type(value, other) for value in expected for other in self._values)

    def _begins_with(self, word: YesNo) -> Reading:
        leading = leading_yes_no(self.answer)
        if leading is word:
            return Reading(Outcome.PASS, span=Span(0, len(self.answer)))
        if leading is not None:
            return Reading(Outcome.FAIL, reason=f"the answer says {leading}, not {word}")
        return Reading(
            Outcome.FAIL, certain=False, reason=f"the answer does not begin with {word} or its like"
        )

    def _typed(self, item: str) -> Value | None:
        return _typed(item) if self.mode in _WITH_VALUES else None

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
        return Reading(Outcome.PASS, span=spans[0])

    def _item(self, item: str, known: Sequence[str]) -> Reading:
        value = self._typed(item)
        against: str | None = None
        span: Span | None = None
        for place in islice(self._places(item, value), _MOST_PLACES):
            around = self._around(place)
            objection = denial(around, self._tables, self.question)
            if objection is None and is_alternative(around, self._tables):
                objection = "as one of two alternatives"
            if objection is None:
                span = place
                break
            against = objection
        if span is None and against is not None:
            return Reading(
                Outcome.FAIL, certain=False, reason=f"{_quoted(item)} stands in the answer, but {against}"
            )
        rival = self._rival(value, known, span) if value is not None else None
        return self._weighed(item, value, span, rival)

    def _weighed(self, item: str, value: Value | None, span: Span | None, rival: Value | None) -> Reading:
        """Return what follows from where an item stands, and from its rival."""
        name = _quoted(item)
        if rival is None:
            if span is not None:
                return Reading(Outcome.PASS, span=span)
            if value is not None and any(
                other.canonical == value.canonical and other.kind is value.kind for other in self._values
            ):
                how = "stands in the answer, but a word beside it changes it, such as “up to” or 以内"
            else:
                how = "is not stated in the answer"
            reason = f"{name} {how}; a paraphrase would look the same"
        elif span is not None:
            reason = f"the answer states {name}, but also {_quoted(rival.text)}"
        elif value is None or not (self._has(value) or rival.text in item):
            reason = f"the answer states {_quoted(rival.text)}, not {name}"
            doubt = may_agree(value, rival, self.question) if value is not None else None
            if doubt is None:
                return Reading(Outcome.FAIL, reason=reason)
            reason = f"{reason}, but {doubt}"
        else:
            reason = f"the answer states {_quoted(rival.text)}, and not plainly {name}"
        return Reading(Outcome.FAIL, certain=False, reason=reason)

    def _places(self, item: str, value: Value | None) -> Iterator[Span]:
        """Yield where an item stands in the answer in whole tokens."""
        if value is not None:
            for other in self._values:
                if other.canonical == value.canonical and other.kind is value.kind:
                    span = Span(other.start, other.end)
                    if not is_modified(self.answer, *span, self._tables) and is_whole(
                        self.answer, *span, self._tables, is_value=True
                    ):
                        yield span
        for wording in wordings(item) if self.mode in _WITH_VALUES else (item,):
            for span in islice(self._haystack.places(wording), _MOST_OCCURRENCES):
                if is_whole(self.answer, *span, self._tables) and (
                    value is None or self._is_not_part(span, value)
                ):
                    yield span
        if value is None and self.mode is MatchMode.VALUES:
            yield from self._rewritten_places(item)

    def _rewritten_places(self, item: str) -> Iterator[Span]:
        """Yield where an item that holds a value stands in the answer, both with their values rewritten."""
        values = _values(item)
        if not values or not self._values:
            return
        text = self._rewritten.text
        haystack = Haystack(text, MatchMode.STANDARD, fold_chinese=self.fold_chinese)
        for span in islice(haystack.places(rewrite(item, values).text), _MOST_OCCURRENCES):
            if is_whole(text, *span, self._tables):
                yield self._rewritten.origin(span)

    def _is_not_part(self, span: Span, value: Value) -> bool:
        """Whether a value's characters are not part of another value: 5 in 5 million, 5日 in 翌月5日."""
        if is_modified(self.answer, *span, self._tables):
            return False
        for other in self._values:
            if other.start <= span.start and span.end <= other.end:
                if other.kind is ValueKind.DATE:
                    return agrees(other, value) or other.canonical.startswith(value.text)
                return other.amount == value.amount and (
                    other.unit == value.unit or self.answer[span.end : span.end + 1] in " -\u00a0"
                )
        return True

    def _rival(self, value: Value, known: Sequence[str], span: Span | None) -> Value | None:
        """Return another value of the type that the answer asserts; bare numbers of other things are none."""
        exempt = self._known_values(known)
        counted = None if span is None or value.unit else counted_noun(self.answer, span.end)
        dated = None if span is None or value.unit else is_year(self.answer, span)
        for rival in rivals(self._values, value, exempt):
            if dated is not None and is_year(self.answer, rival) is not dated:
                continue
            if counted is not None and (counted_noun(self.answer, rival.end) or counted) != counted:
                continue
            around = self._around(Span(rival.start, rival.end))
            if denial(around, self._tables) is None and not is_past(around, self._tables):
                return rival
        return None

    def _has(self, value: Value) -> bool:
        """Whether the answer holds a value in whatever surroundings."""
        return value.text in self.answer or any(
            agrees(other, value) or (other.amount == value.amount and not (other.unit and value.unit))
            for other in self._values
        )

    def _known_values(self, known: Sequence[str]) -> frozenset[str]:
        texts = (self.question, *self.others, *known)
        return frozenset(value.canonical for text in texts for value in _values(text))

    def _around(self, span: Span) -> Surroundings:
        return surroundings(self.answer, *span, self._sentences, self._tables)

    @cached_property
    def _form(self) -> str:
        return self._normal(self.answer)

    @cached_property
    def _tables(self) -> tuple[Language, ...]:
        return tables_for(self.answer, self.language)

    @cached_property
    def _sentences(self) -> Sequence[Sentence]:
        return split(self.answer)

    @cached_property
    def _values(self) -> tuple[Value, ...]:
        return tuple(read(self.answer))

    @cached_property
    def _rewritten(self) -> Rewritten:
        return rewrite(self.answer, self._values)

    @cached_property
    def _haystack(self) -> Haystack:
        return Haystack(self.answer, self.mode, fold_chinese=self.fold_chinese)
