"""Abstention: whether an answer declines to answer.

How much it looks like a refusal is learned from examples (`text/declining/`). Between what surely looks like
one and what surely does not, the patterns of `languages/` decide; a file may add others. Words in
quotation marks are not the system's own and do not count, and only the beginning of an answer is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Final

import regex

from ragtriage.errors import ConfigError
from ragtriage.io.opening import read_configuration
from ragtriage.languages.load import Pattern, Section, Words, filled, merged
from ragtriage.languages.statements import Language, tables_for
from ragtriage.text.contractions import STRAIGHT, folded, spelled_out
from ragtriage.text.declining import is_hinted, likeness, thresholds
from ragtriage.text.declining.features import language_of
from ragtriage.text.declining.guesses import LESS, gives_a_guess
from ragtriage.text.declining.plain_refusals import has_no_word_of_its_own
from ragtriage.text.markup import without_markup
from ragtriage.text.mending import mended
from ragtriage.text.sentences import sentences
from ragtriage.text.written import is_blank, written

__all__ = ["Abstention", "OwnPattern", "abstains", "declines_by_pattern", "load_patterns", "spelled_out"]


class _Words(Section, frozen=True):
    """The section `refusals`: words that a refusal needs, or that make one of an answer."""

    turn: str = ""
    no_answer: str = ""
    confession: str = ""
    marks: Words = Words()
    none: Words = Words()
    asks_for_none: str = ""
    cue_words: Words = Words()
    cues: str = ""


_WORDS: Final = merged("refusals", _Words)

# How much of an answer is read.
_BEGINNING: Final = 1000

# How much of a sentence is read.
_LONGEST: Final = 400

# How long an answer may be that is a mark of a data set.
_LONGEST_MARK: Final = 24

# The end of a paragraph that has no stop.
_PARAGRAPH: Final = re.compile(r"(?<=\w)[ \t]*\n[ \t]*\n\s*")

# How long one pattern from a file may take on one answer.
_TIME_LIMIT_SECONDS: Final = 1.0


class Abstention(StrEnum):
    """Whether an answer declines to answer.

    `possibly`: something is denied, and nothing shows whether that is the answer or the lack of one.
    """

    YES = "yes"
    POSSIBLY = "possibly"
    NO = "no"


@dataclass(frozen=True, slots=True)
class OwnPattern:
    """A pattern of a refusal that a user gave, and where."""

    expression: str
    source: str  # file and line

    def is_found(self, text: str) -> bool:
        """Whether it is found in a text, upper and lower case being the same.

        Raises:
            ConfigError: It takes too long.
        """
        try:
            return _own(self.expression).search(text, timeout=_TIME_LIMIT_SECONDS) is not None
        except TimeoutError:
            raise ConfigError(
                f"{self.source}: the pattern takes longer than {_TIME_LIMIT_SECONDS:g} s on an answer of"
                f" {len(text)} characters; write it without nested repetition: {self.expression!r}"
            ) from None


def load_patterns(path: str | Path) -> tuple[OwnPattern, ...]:
    """Read patterns of refusals from a file: a regular expression a line, `#` opens a comment line.

    They are looked for in the answer with white space collapsed, upper and lower case being the same.

    Raises:
        ConfigError: The file cannot be read, a line is no regular expression, or it matches everything.
    """
    try:
        lines = read_configuration(path, str(path)).split("\n")
    except ConfigError as error:
        raise ConfigError(f"the abstention patterns cannot be read: {error}") from None
    patterns: list[OwnPattern] = []
    for number, line in enumerate(lines, 1):
        expression = line.strip()
        if not expression or expression.startswith("#"):
            continue
        source = f"{path}:{number}"
        try:
            compiled = _own(expression)
        except regex.error as error:
            raise ConfigError(f"{source}: not a regular expression ({error}): {expression!r}") from error
        if compiled.search(""):
            raise ConfigError(f"{source}: the pattern is found in every text: {expression!r}")
        patterns.append(OwnPattern(expression, source))
    return tuple(patterns)


def abstains(
    answer: str | None, patterns: Sequence[OwnPattern] = (), *, question: str | None = None
) -> Abstention:
    """Return whether an answer declines to answer; an empty one does.

    Args:
        answer: As recorded; None when the system gave none.
        patterns: More patterns, from `load_patterns`.
        question: What was asked, where it is known: "none" may be the answer to it.

    Raises:
        ConfigError: One of those patterns takes too long.

    Example:
        >>> str(abstains("I'm sorry, the documents do not say."))
        'yes'
        >>> str(abstains("申し訳ありませんが、記載がありません。"))
        'yes'
        >>> str(abstains("The documents do not say that smoking is allowed."))
        'possibly'
        >>> str(abstains("Paris."))
        'no'
        >>> str(abstains("None.")), str(abstains("None.", question="How many were late?"))
        ('yes', 'possibly')
    """
    if answer is None or is_blank(answer):
        return Abstention.YES
    form = _as_read(answer[: 2 * _BEGINNING]).strip()[:_BEGINNING]
    beginning = " ".join(form.split())
    if any(pattern.is_found(beginning) for pattern in patterns):
        return Abstention.YES
    marked = _marked(beginning, question or "")
    if marked is not None:
        return marked
    return _weighed(" ".join(_PARAGRAPH.sub(". ", form).split()), written(question or "").text)


def _marked(text: str, question: str) -> Abstention | None:
    """Return what a mark of a data set that is the whole answer says."""
    if len(text) > _LONGEST_MARK:
        return None
    mark = folded(text).strip(" .。!()[]<>{}*_\"'`").replace("_", " ")
    if mark in _MARKS:
        return Abstention.YES
    if mark not in _NONE:
        return None
    return Abstention.POSSIBLY if question and _asks_for_none().search(folded(question)) else Abstention.YES


@lru_cache(maxsize=16)
def _weighed(text: str, question: str) -> Abstention:  # noqa: PLR0911 - a limit each
    """Return what the likeness to a refusal says, and between its limits the patterns."""
    plain = folded(text)
    if not _has_cue(plain) and not is_hinted(plain):
        return Abstention.NO
    (worth, is_one_clause), limits = likeness(text, question), thresholds()
    if gives_a_guess(plain):
        worth -= LESS
    if worth >= limits.answers - _CONFESSED_BELOW and _confession().match(plain):
        return Abstention.POSSIBLY if _takes_back().search(plain) else Abstention.YES
    if worth < limits.answers:
        return Abstention.NO
    is_affirmed = _affirmation().match(plain) is not None
    if not is_affirmed and has_no_word_of_its_own(plain, language_of(text, question)):
        return Abstention.YES if declines_by_pattern(text) is Abstention.YES else Abstention.POSSIBLY
    is_sure = worth >= limits.declines + _WITHOUT_A_DENIAL and not is_affirmed and len(text) >= _SHORTEST
    found = Abstention.POSSIBLY if is_sure else declines_by_pattern(text)
    if found is Abstention.NO and len(text) < (_SHORTEST_WORDS if text.isascii() else _SHORTEST):
        return Abstention.NO
    more = _WITHOUT_A_DENIAL if found is Abstention.NO else 0.0
    agrees = limits.agrees_alone if is_one_clause else limits.agrees
    if not is_affirmed and (worth >= limits.declines + more or (found is Abstention.YES and worth >= agrees)):
        is_turned = gives_a_guess(plain) or _takes_back().search(plain) is not None or _goes_on(text)
        return Abstention.POSSIBLY if is_turned else Abstention.YES
    least = limits.possibly if found is not Abstention.NO else limits.possibly + _POSSIBLY_WITHOUT_A_DENIAL
    if found is Abstention.NO and (is_affirmed or worth < least):
        return Abstention.NO
    return Abstention.POSSIBLY


# How long an answer must be to decline without a denial, in letters, and in other characters.
_SHORTEST_WORDS: Final = 32
_SHORTEST: Final = 6

# How much more like a refusal an answer must look that denies nothing.
_WITHOUT_A_DENIAL: Final = 0.8

# The same of what possibly declines: real answers are seldom refusals, and half of the examples are.
_POSSIBLY_WITHOUT_A_DENIAL: Final = 2.0


def _goes_on(text: str) -> bool:
    """Whether a sentence behind the first turns to what the texts do say.

    Example:
        >>> _goes_on("The passages do not say when. They do say, however, that it was in the north.")
        True
        >>> _goes_on("The passages do not say when. However, the office will know, so please ask there.")
        False
    """
    others = islice(sentences(text), 1, None)
    spelled = (spelled_out(sentence.text[:_LONGEST]) for sentence in others)
    return any(_turn().search(each) and not _no_answer().search(each) for each in spelled)


@cache
def _takes_back() -> re.Pattern[str]:
    """What takes "I do not know" back: for a case, or by a yes that follows."""
    return re.compile(r"\bin which case the answer\b|[.)\]] yes\b")


@cache
def _turn() -> re.Pattern[str]:
    return re.compile(_WORDS.turn)


@cache
def _no_answer() -> re.Pattern[str]:
    """What denies, sends elsewhere or offers help, and so does not answer."""
    return re.compile(_WORDS.no_answer)


# How much more like an answer than others one may look that begins with "I do not know".
_CONFESSED_BELOW: Final = 2.0


@cache
def _confession() -> re.Pattern[str]:
    return re.compile(_WORDS.confession)


@cache
def _affirmation() -> re.Pattern[str]:
    return re.compile(
        r"\W*(?:yes|yeah|yep)\b(?!,? (?:but|and no|sorry|unfortunately|i am afraid|i'm afraid))"
    )


def declines_by_pattern(text: str) -> Abstention:
    """Return whether a pattern of a refusal finds one, and nothing is said before it or after.

    Example:
        >>> str(declines_by_pattern("There is no information about fees."))
        'yes'
        >>> str(declines_by_pattern("The fee is 5 euros. There is no information about discounts."))
        'possibly'
    """
    text = " ".join(text[:_BEGINNING].split())
    if not _has_cue(folded(text)):
        return Abstention.NO
    return _read(_unquoted(text.translate(STRAIGHT)))


def _as_read(answer: str) -> str:
    """Return an answer however it was written, lines joined and without what says how it looks."""
    return without_markup(mended(written(answer)).text)


def _read(text: str) -> Abstention:
    """Return whether a text that holds a cue declines to answer."""
    tables = tables_for(text)
    is_possible = says_something = False
    for sentence in (spelled_out(sentence.text[:_LONGEST]) for sentence in sentences(text)):
        refusal = _refusal(sentence, tables)
        if refusal is None:
            says_something = says_something or not _is_preamble(sentence, tables)
        elif says_something or _turns_to_an_answer(sentence, refusal.end(), tables):
            is_possible = says_something = True
        else:
            return Abstention.YES
    if is_possible or any(_found(table.denials, text.casefold()) for table in tables):
        return Abstention.POSSIBLY
    return Abstention.NO


def _refusal(sentence: str, tables: Sequence[Language]) -> regex.Match[str] | None:
    """Return where a sentence declines, by the first pattern that finds it."""
    for table in tables:
        for pattern in _compiled(table.refusals):
            found = pattern.search(sentence)
            if found is not None:
                return found
    return None


def _is_preamble(sentence: str, tables: Sequence[Language]) -> bool:
    return any(_found(table.preambles, sentence) for table in tables)


def _turns_to_an_answer(sentence: str, end: int, tables: Sequence[Language]) -> bool:
    """Whether a refusal that ends here is followed by an answer: "I do not know, but it was in May"."""
    for table in tables:
        for pattern in _compiled(table.contrasts):
            turn = pattern.search(sentence, end)
            rest = "" if turn is None else sentence[turn.end() :].strip()
            if rest and _refusal(rest, tables) is None and not _is_preamble(rest, tables):
                return True
    return False


def _found(patterns: tuple[Pattern, ...], text: str) -> bool:
    return any(pattern.search(text) is not None for pattern in _compiled(patterns))


@cache
def _compiled(patterns: tuple[Pattern, ...]) -> tuple[regex.Pattern[str], ...]:
    """Compile each by itself: an alternation of many long patterns is slower than all of them."""
    return tuple(regex.compile(pattern.expression) for pattern in patterns)


def _unquoted(text: str) -> str:
    """Empty what stands between quotation marks, unless the whole text does."""
    bare = text.strip(" .")
    whole = _quoted().fullmatch(bare)
    if whole:
        return bare[1:-1]
    return _quoted().sub('""', text)


@cache
def _quoted() -> regex.Pattern[str]:
    return regex.compile(
        r"\"[^\"]{1,300}+\"|「[^「」]{1,300}+」|『[^『』]{1,300}+』|《[^《》]{1,300}+》|«[^«»]{1,300}+»"
    )


# What data sets write for "there is no answer", with spaces for underscores.
_MARKS: Final = frozenset(_WORDS.marks)

# The same, or the answer to a question that asks which or how many.
_NONE: Final = frozenset(_WORDS.none)


@cache
def _asks_for_none() -> regex.Pattern[str]:
    return regex.compile(_WORDS.asks_for_none)


# Every refusal holds one of these words, or of the pieces below.
_CUE_WORDS: Final = frozenset(_WORDS.cue_words)
_CUE_PHRASES: Final = ("n't", "n/a", "out of")


def _has_cue(folded: str) -> bool:
    """Whether there is a cue; in ASCII, a look at its words is faster than a search."""
    if folded.isascii() and not any(phrase in folded for phrase in _CUE_PHRASES):
        return not _CUE_WORDS.isdisjoint(_WORD.findall(folded))
    return _cues().search(folded) is not None


_WORD: Final = re.compile(r"\w+", re.ASCII)


@cache
def _cues() -> regex.Pattern[str]:
    return regex.compile(filled(_WORDS.cues, cue_words="|".join(sorted(_CUE_WORDS))))


@cache
def _own(expression: str) -> regex.Pattern[str]:
    return regex.compile(expression, regex.IGNORECASE)
