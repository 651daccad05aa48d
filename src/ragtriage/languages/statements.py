"""How an answer is declined, denied, hedged, taken back in each language, and which languages a text needs.

Every pattern comes with a text in which it is found and one, as near as possible, in which it is not;
both are tests. Patterns are written for folded text: lower case, straight quotes, single spaces; those of
refusals for text whose contractions are spelled out, too ("do not", "can not", "i am"). They use bounded
gaps only (`.{0,40}`), so that no text makes them slow.
"""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec
import regex

from ragtriage.languages.load import Pattern, Section, Words, codes, section

__all__ = ["Language", "compiled", "language", "languages", "tables_for"]


class Language(Section, frozen=True):
    """The section `statements` of one language.

    A match is the place where an expected answer stands in an answer; a clause is the stretch around it
    between two stops or commas.
    """

    code: str = ""  # ISO 639-1; the name of the file
    refusals: tuple[Pattern, ...] = ()  # a sentence that declines to answer
    preambles: tuple[Pattern, ...] = ()  # says nothing by itself and may come before a refusal
    contrasts: tuple[Pattern, ...] = ()  # what turns from a refusal to an answer
    denials: tuple[Pattern, ...] = ()  # anything that denies, wherever it stands
    turns: tuple[Pattern, ...] = ()  # ends what a denial before it governs: not Lyon but Paris
    reach: str = ""  # what may stand between a denial and what it denies, in full
    reach_near: str = ""  # the same where it surely denies it
    links: tuple[Pattern, ...] = ()  # right after a match they end its predicate: it was asserted
    negations_before: tuple[Pattern, ...] = ()  # stands at most three words before what it denies
    negations_after: tuple[Pattern, ...] = ()  # in the predicate of what it denies
    hedges_before: tuple[Pattern, ...] = ()  # as the negations, of what is only thought possible
    hedges_after: tuple[Pattern, ...] = ()
    no_negations: tuple[Pattern, ...] = ()  # look like one of the above and are none; blanked out first
    retractions: tuple[Pattern, ...] = ()  # a sentence that takes back the one before it
    past: tuple[Pattern, ...] = ()  # a clause about how things were
    former: tuple[Pattern, ...] = ()  # says of a match, here <>, that it was so once
    past_questions: tuple[Pattern, ...] = ()  # asks how things were, so that what was so once is an answer
    prohibiting: tuple[Pattern, ...] = ()  # forbids or excludes, wherever it stands
    concessions: tuple[Pattern, ...] = ()  # says of a match, here <>, that all holds in spite of it
    relatives: tuple[Pattern, ...] = ()  # makes another's name of a match, here <>: the son of <>
    shifts: tuple[Pattern, ...] = ()  # makes another time or thing of a match, here <>: the day before <>
    alternatives: tuple[Pattern, ...] = ()  # joins two answers of which only one can hold
    conjunctions: tuple[Pattern, ...] = ()  # joins two items of one answer
    modifiers: Words = Words()  # right after a value they change it
    comparisons: Words = Words()  # right before a value they change it
    may_precede: Words = Words()  # function words that may touch a match from the left
    may_follow: Words = Words()  # function words, particles and copulas that may touch it from the right
    yes: Words = Words()
    no: Words = Words()


class Script(Section, frozen=True):
    """The section `script`: by which letters a text is seen to be of a language."""

    shows: str = ""  # a letter that only this language has, or it and others that then are asked too
    uses_han: bool = False  # so that Han characters beside its own letters show no other language
    may_be_han_alone: bool = False  # a text of Han characters alone may be of it
    order: int = 9  # of the tables of a text in several languages


@cache
def language(code: str) -> Language:
    """The statements of a language; without a word for one that has no file."""
    return msgspec.structs.replace(section(code, "statements", Language), code=code)


def languages() -> dict[str, Language]:
    """The statements of all languages, by code."""
    return {code: language(code) for code in codes()}


def tables_for(text: str, hint: str | None = None) -> tuple[Language, ...]:
    """Return the tables of the languages that a text is written in, by its scripts.

    Han characters alone may be Chinese or Japanese, unless the hint says which.

    Args:
        text: Any text.
        hint: The code of its language, such as `ja` or `zh-TW`, where it is known.

    Example:
        >>> [table.code for table in tables_for("期限は5日です (5 days)")]
        ['en', 'ja']
        >>> [table.code for table in tables_for("京都")], [table.code for table in tables_for("京都", "ja")]
        (['zh', 'ja'], ['ja'])
    """
    chosen: list[str] = []
    uses_han = False
    for letter, written, theirs_is_han in _scripts():
        if letter.search(text):
            chosen += _hinted(written, hint)
            uses_han = uses_han or theirs_is_han
    if not uses_han and _han().search(text):
        chosen += _hinted(_han_alone(), hint)
    return tuple(map(language, chosen))


def _hinted(among: tuple[str, ...], hint: str | None) -> tuple[str, ...]:
    """The language that a hint names, if it is among these; else all of them."""
    named = (hint or "")[:2].lower()
    return (named,) if named in among else among


@cache
def _ordered() -> tuple[tuple[str, Script], ...]:
    known = ((code, section(code, "script", Script)) for code in codes())
    return tuple(sorted(known, key=lambda pair: pair[1].order))


@cache
def _scripts() -> tuple[tuple[regex.Pattern[str], tuple[str, ...], bool], ...]:
    """What shows a language, the languages that it shows, and whether they use Han characters too."""
    found: dict[str, tuple[tuple[str, ...], bool]] = {}
    for code, script in _ordered():
        if script.shows:
            others, uses_han = found.get(script.shows, ((), False))
            found[script.shows] = ((*others, code), uses_han or script.uses_han)
    return tuple((regex.compile(shows), *languages) for shows, languages in found.items())


@cache
def _han() -> regex.Pattern[str]:
    return regex.compile(r"\p{Han}")


@cache
def _han_alone() -> tuple[str, ...]:
    return tuple(code for code, script in _ordered() if script.may_be_han_alone)


@lru_cache(maxsize=256)
def compiled(patterns: tuple[Pattern, ...]) -> regex.Pattern[str] | None:
    """Compile the patterns of one field as alternatives; None where there are none.

    Example:
        >>> found = compiled((Pattern("an?", "a", "b"), Pattern("the", "the", "b")))
        >>> found is not None and found.search("the") is not None
        True
    """
    if not patterns:
        return None
    return regex.compile("|".join(f"(?:{pattern.expression})" for pattern in patterns))
