"""Reservations: words by which a text does not vouch for a statement that stands in it.

A statement that stands in the context word for word may still be denied ("It is false that …"), asked,
conditioned ("If …"), merely reported ("rumour has it that …"), one of two alternatives, or taken back by the
next sentence. Reservations are looked for around the statement, anywhere in its sentence: one too many
makes a verdict unknown, one too few makes a wrong pass.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

import regex
from msgspec import field

from ragtriage.languages.load import NEVER, OTHER, Pattern, Section, Words, every, merged, section
from ragtriage.languages.statements import languages

__all__ = ["TABLES", "Surroundings", "is_undisputed", "reservation"]


class _Reservations(Section, frozen=True):
    """The section `reservations` of a language, read together with its negations, hedges and retractions."""

    script: str = ""  # the Unicode script by which the language is recognised
    conditions: tuple[Pattern, ...] = ()  # what makes a statement a condition, a question, a wish or a guess
    reports: tuple[Pattern, ...] = ()  # what makes it something that is merely said
    denials: tuple[Pattern, ...] = ()  # what says that it is not so


class _Foreign(Section, frozen=True):
    """The section `foreign_reservations`: the same of languages that have no file."""

    languages: Mapping[str, _Reservations] = field(default_factory=dict[str, _Reservations])


TABLES: Final = {
    **every("reservations", _Reservations),
    **section(OTHER, "foreign_reservations", _Foreign).languages,
}


class _Words(Section, frozen=True):
    """The section `announcements`: what announces the next sentence, and a letter of each."""

    announcements: Words = Words()
    telltale: str = ""


_WORDS: Final = merged("announcements", _Words)

# Languages in Latin letters that are not looked for in a text of another script.
_EUROPEAN: Final = ("mul", "de", "fr", "es")

# How much of what follows a sentence is read to rule out that it takes it back.
_OPENING: Final = 80


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a statement."""

    preceding: str  # the sentence before its own
    before: str  # its own sentence up to it
    after: str  # its own sentence from it on
    following: str  # the sentence after its own


def reservation(around: Surroundings) -> str | None:
    """Return the words by which a text does not vouch for a statement that stands in it; None when it does.

    In a language without a table nothing can be ruled out: there only a statement that is the whole of its
    sentence is vouched for.

    >>> reservation(Surroundings("", "It is not true that ", ".", ""))
    'not'
    >>> reservation(Surroundings("We met in May.", "In 2020 ", ".", "It rained."))
    """
    before, after = _fold(around.before), _fold(around.after)
    mark = _marked_wrong().search(before)
    if mark is not None or after.endswith(("?", "？", "؟")):
        return after[-1] if mark is None else mark.group()
    return _in_sentence(before, after) or _from_outside(_fold(around.preceding), _fold(around.following))


def _in_sentence(before: str, after: str) -> str | None:
    """Return the first reservation in the statement's own sentence."""
    around = f"{before} {after}"
    unread = None if around.isascii() else _unread().search(around)
    if unread is not None:
        return unread.group()
    for cues in _cues_for(around):
        left, right = cues.unblinded(before), cues.unblinded(after)
        for pattern, text in (
            (cues.anywhere, left),
            (cues.before, left),
            (cues.anywhere, right),
            (cues.after, right),
        ):
            found = None if pattern is None else pattern.search(text)
            if found is not None:
                return found.group().strip()
    return None


def _from_outside(preceding: str, following: str) -> str | None:
    """Return what takes the statement back in the next sentence, or denies it in the one before."""
    for cues in _cues_for(following) if following else ():
        found = None if cues.retractions is None else cues.retractions.search(following)
        if found is not None:
            return found.group().strip()
    if preceding.endswith((":", "：")) or _announces().search(preceding):
        for cues in _cues_for(preceding):
            found = cues.anywhere.search(cues.unblinded(preceding))
            if found is not None:
                return found.group().strip()
    return None


def is_undisputed(text: str, start: int, end: int) -> bool:
    """Tell whether surely nothing outside takes back whole sentences that stand there behind a stop.

    Surely: no word before them speaks of what follows, and what follows does not begin like a retraction,
    wherever its sentence ends.

    >>> text = "We met in May. It costs 30 euros. That is {} wrong."
    >>> is_undisputed(text.format("never"), 15, 33), is_undisputed(text.format("simply"), 15, 33)
    (True, False)
    """
    if _TELLTALE.search(text, 0, start) is not None and _first_announcement(text) < start:
        return False
    opening = _fold(text[end : end + _OPENING].lstrip("。."))
    return not opening or _retracting().match(opening, partial=True) is None


@dataclass(frozen=True, slots=True)
class _Cues:
    """The patterns of one table, put together; None where it has none."""

    anywhere: regex.Pattern[str]
    before: regex.Pattern[str] | None
    after: regex.Pattern[str] | None
    blinds: regex.Pattern[str] | None
    retractions: regex.Pattern[str] | None

    def unblinded(self, text: str) -> str:
        """Blank out what looks like a negation and is none."""
        return text if self.blinds is None else self.blinds.sub(" ", text)


def _cues_for(text: str) -> tuple[_Cues, ...]:
    """Return the cues of the languages that the text may be written in.

    Han beside kana is Japanese; Latin letters beside Han, kana or Hangul are names, or English.
    """
    if text.isascii():
        scripts = {"Latin"} if _LATIN.search(text) is not None else set[str]()
    else:
        scripts = {table.script for table in TABLES.values() if _letters(table.script).search(text)}
    return _cues_of(frozenset(scripts))


_LATIN: Final = re.compile("[A-Za-z]")


@lru_cache(maxsize=64)
def _cues_of(scripts: frozenset[str]) -> tuple[_Cues, ...]:
    """Return the cues of the languages that are written in these scripts."""
    codes = [code for code, table in TABLES.items() if table.script in scripts]
    others = {"ja": ("zh", *_EUROPEAN), "ko": _EUROPEAN, "zh": _EUROPEAN}
    skipped = {other for code in codes for other in others.get(code, ())}
    return tuple(_cues(code) for code in codes if code not in skipped)


@cache
def _letters(script: str) -> regex.Pattern[str]:
    return _compile(rf"\p{{{script}}}")


@cache
def _cues(code: str) -> _Cues:
    """Compile a table, and what the language's other table adds to it, when a text first needs it."""
    own = TABLES[code]
    anywhere = _compile(_either((*own.conditions, *own.reports, *own.denials)))
    language = languages().get(code)
    if language is None:
        return _Cues(anywhere, None, None, None, None)
    alternatives = _either(language.alternatives)
    before = (
        rf"{alternatives}\W*$",
        rf"(?:{_words(language.comparisons)})\W*$",
        _either((*language.negations_before, *language.hedges_before)),
    )
    after = (
        rf"^\W*{alternatives}",
        rf"^\W*(?:{_words(language.modifiers)})",
        _either((*language.negations_after, *language.hedges_after)),
    )
    return _Cues(
        anywhere,
        before=_compile("|".join(before)),
        after=_compile("|".join(after)),
        blinds=_compile(_either(language.no_negations)),
        retractions=_compile(_either(language.retractions)),
    )


def _either(patterns: Sequence[Pattern]) -> str:
    """Join patterns; none of them matches nothing."""
    return f"(?:{'|'.join(f'(?:{pattern.expression})' for pattern in patterns) or NEVER})"


def _words(words: tuple[str, ...]) -> str:
    return "|".join(map(regex.escape, words)) or NEVER


@cache
def _unread() -> regex.Pattern[str]:
    """Match a word in a script that no table is written in."""
    scripts = {table.script for table in TABLES.values()} | {"Katakana"}
    known = "".join(rf"\p{{{script}}}" for script in sorted(scripts))
    return _compile(rf"[\p{{L}}--[{known}ー〆々]]+")


@cache
def _marked_wrong() -> regex.Pattern[str]:
    """Match the cross that marks a wrong example."""
    return _compile(r"[❌✗✘✖☒❎]|^\W*[×x✕]\W*$")


_ANNOUNCEMENTS: Final = _WORDS.announcements
# Each has one of these letters, and most texts have none.
_TELLTALE: Final = re.compile(_WORDS.telltale)


@lru_cache(maxsize=64)  # many statements may stand in one long text
def _first_announcement(text: str) -> int:
    """Return where a text first speaks of what follows; its beginning where that cannot be told."""
    lower = text.lower()
    if len(lower) != len(text):
        return 0
    return min((at for word in _ANNOUNCEMENTS if (at := lower.find(word)) >= 0), default=len(text))


@cache
def _announces() -> regex.Pattern[str]:
    """Match a sentence that speaks of the next one, in lower case."""
    return _compile("|".join(rf"\b{word}\b" if word.isascii() else word for word in _ANNOUNCEMENTS))


@cache
def _retracting() -> regex.Pattern[str]:
    """Match how a retraction begins, in any language, whatever comes behind it."""
    expressions = [
        pattern.expression for language in languages().values() for pattern in language.retractions
    ]
    return _compile("|".join(f"(?:{expression.replace('$', '')})" for expression in expressions))


def _compile(expression: str) -> regex.Pattern[str]:
    return regex.compile(expression, regex.V1)


def _fold(text: str) -> str:
    return " ".join(text.replace("’", "'").lower().split())
