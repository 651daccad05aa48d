"""Tokens: whether a stretch of a text is made of whole words and numbers, or cuts one.

Between letters of alphabets and digits a word ends where they do. Scripts without spaces end words nowhere:
there a match may touch only the function words, particles and copulas that the tables list.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from functools import cache
from itertools import chain
from typing import Final

import regex

from ragtriage.languages.load import Section, Words, merged
from ragtriage.languages.statements import Language
from ragtriage.text.stating.particles import ends_korean_noun

__all__ = ["is_modified", "is_whole", "modifier_after", "modifier_before", "stands_alone"]


class _OfLanguages(Section, frozen=True):
    """The section `tokens`: what stands right beside a match."""

    particles: Words = Words()
    nominal: Words = Words()
    currencies: str = ""
    range_before: str = ""
    hiragana_ending: str = ""


_OF_LANGUAGES: Final = merged("tokens", _OfLanguages)


class _Script(Enum):
    """What matters of a character for the ends of words."""

    SPACE = auto()
    DIGIT = auto()
    LETTER = auto()  # of an alphabet
    HAN = auto()  # and katakana: one class
    HIRAGANA = auto()
    HANGUL = auto()
    MARK = auto()  # continues the character before it
    OTHER = auto()


_WORDS: Final = frozenset((_Script.DIGIT, _Script.LETTER))
_CJK: Final = frozenset((_Script.HAN, _Script.HIRAGANA, _Script.HANGUL))

# Before a digit these belong to its number; so do a decimal point and a currency sign.
_SIGNS: Final = frozenset("-−‐‑+＋－±~〜～<>≤≥^√")
_DASHES: Final = frozenset("–—―")
# Between digits these make one token: 1.5, 1,000, 10:30, 5/6, 3-5.
_BETWEEN_DIGITS: Final = frozenset(".,:/-–−~〜～．，：／·٫")
# After a digit these belong to its number.
_AFTER_DIGIT: Final = frozenset("%‰°％℃℉+^")
_APOSTROPHES: Final = frozenset("'’ʼ＇")
# Hyphenated before a word these change it.
_PREFIXES: Final = frozenset(
    (
        "non",
        "anti",
        "ex",
        "pre",
        "post",
        "half",
        "semi",
        "un",
        "mid",
        "vice",
        "sub",
        "neo",
        "pseudo",
        "quasi",
        "de",
    )
)
# Longest stretch of Hangul that is looked at after a match.
_LONGEST_ENDING: Final = 12
_LONGEST_PREFIX: Final = 6


def is_whole(text: str, start: int, end: int, tables: Sequence[Language], *, is_value: bool = False) -> bool:
    """Whether the stretch from `start` to `end` begins and ends where words and numbers do.

    Args:
        text: The text as it stands.
        start: The first character of the stretch.
        end: One past the last.
        tables: Of the languages the text is written in.
        is_value: Whether the stretch is a typed value, which delimits itself.

    Example:
        >>> from ragtriage.languages.statements import tables_for
        >>> def whole(part, text):
        ...     start = text.index(part)
        ...     return is_whole(text, start, start + len(part), tables_for(text))
        >>> whole("C", "C is old"), whole("C", "C++ is old"), whole("60", "60 %"), whole("5", "-5")
        (True, False, False, False)
        >>> whole("京都", "京都です"), whole("京都", "東京都です")
        (True, False)
        >>> whole("서울", "서울에서"), whole("사장", "부사장")
        (True, False)
    """
    return _begins(text, start, tables, is_value=is_value) and _ends(
        text, start, end, tables, is_value=is_value
    )


def is_modified(text: str, start: int, end: int, tables: Sequence[Language]) -> bool:
    """Whether a word beside a typed value changes what it says: 5日以内, at least 5 days.

    Example:
        >>> from ragtriage.languages.statements import tables_for
        >>> is_modified("5日以内です", 0, 2, tables_for("5日以内です"))
        True
        >>> is_modified("5日です", 0, 2, tables_for("5日です"))
        False
    """
    return modifier_before(text, start, tables) is not None or modifier_after(text, end, tables) is not None


def modifier_before(text: str, start: int, tables: Sequence[Language]) -> str | None:
    """Return the word right before a value that changes what it says, or the beginning of its range."""
    before = text[max(0, start - 24) : start].rstrip().lower()
    if (range_ := _range().search(before)) is not None:
        return range_[0]
    for table in tables:
        for comparison in table.comparisons:
            if before.endswith(comparison) and not (
                comparison[0].isascii() and before[: -len(comparison)][-1:].isalnum()
            ):
                return comparison
    return None


def modifier_after(text: str, end: int, tables: Sequence[Language]) -> str | None:
    """Return the word right after a value that changes what it says."""
    after = text[end : end + 24].lower()
    after = after[1:] if after[:1].isspace() else after
    for table in tables:
        for modifier in table.modifiers:
            if after.startswith(modifier) and stands_alone(after, len(modifier), table):
                return modifier
    return None


def stands_alone(after: str, length: int, table: Language) -> bool:
    """Whether the word that ends here is one: not the beginning of a longer one."""
    last = _script(after[length - 1])
    if length == len(after):
        return True
    following = _script(after[length])
    if last is _Script.HANGUL:
        is_phrase = " " in after[:length]  # 을 초과: the verb goes on
        return is_phrase or following is not _Script.HANGUL or _is_ending(after[length:], (table,))
    return last not in _WORDS or following not in _WORDS


def _begins(text: str, start: int, tables: Sequence[Language], *, is_value: bool) -> bool:
    """Whether a token begins at `start`."""
    if start == 0:
        return True
    first, previous = _script(text[start]), _script_before(text, start)
    match previous:
        case _Script.SPACE:
            begins = True
        case _Script.OTHER:
            begins = _begins_after_mark(text, start, first)
        case _Script.DIGIT:
            begins = first not in _WORDS and first not in _CJK
        case _Script.LETTER:
            begins = first not in _WORDS
        case _Script.HIRAGANA:
            begins = is_value or first is not _Script.HIRAGANA or _ends_with(text, start, _PARTICLES)
        case _Script.HANGUL:
            begins = is_value or first is _Script.HAN
        case _:
            begins = is_value or any(_ends_with(text, start, table.may_precede) for table in tables)
    return begins


# Words of hiragana that may end before a match written in hiragana.
_PARTICLES: Final = _OF_LANGUAGES.particles


def _begins_after_mark(text: str, start: int, first: _Script) -> bool:
    """Whether a token begins after a punctuation mark or symbol."""
    before = text[start - 1]
    earlier = _script(text[start - 2]) if start > 1 else _Script.SPACE
    match first:
        case _Script.DIGIT:
            is_inside = (
                (before in _BETWEEN_DIGITS and earlier is _Script.DIGIT)
                or before in _SIGNS
                or before == "."
                or _is_currency(before)
                or (before in _DASHES and earlier in _WORDS)
            )
        case _Script.LETTER:
            is_inside = before in "_@" or (
                earlier is _Script.LETTER
                and (
                    (before == "-" and _word_before(text, start - 1) in _PREFIXES)
                    or (before in ".&" and _is_initial(text, start - 2))
                    or before in _APOSTROPHES
                )
            )
        case _:
            is_inside = False
    return not is_inside


def _ends(text: str, start: int, end: int, tables: Sequence[Language], *, is_value: bool) -> bool:
    """Whether a token ends at `end`."""
    if end == len(text):
        return True
    last, following = _script_before(text, end), _script(text[end])
    match following:
        case _Script.SPACE:
            ends = last is not _Script.DIGIT or is_value or _percent_follows().match(text, end) is None
        case _Script.OTHER:
            ends = _ends_before_mark(text, end, last)
        case _Script.DIGIT | _Script.LETTER:
            ends = last not in _WORDS and last is not _Script.HANGUL
        case _Script.MARK:
            ends = False
        case _Script.HANGUL:
            ends = is_value or (
                _is_ending(text[end : end + _LONGEST_ENDING + 1], tables)
                and ends_korean_noun(text, start, end)
            )
        case _Script.HIRAGANA:
            is_part = last is _Script.HIRAGANA or (last is _Script.HAN and end - start == 1)
            ends = is_value or not is_part or _hiragana_ending().match(text, end) is not None
        case _Script.HAN:
            ends = is_value or any(_goes_on(text, end, table) for table in tables)
    return ends


# Behind a verb these make a noun of it: 北京研究院 is no Beijing that studies.
_NOMINAL: Final = frozenset("".join(_OF_LANGUAGES.nominal))


def _goes_on(text: str, end: int, table: Language) -> bool:
    """Whether a sentence goes on in a word of the table, and the word is no part of a name."""
    return any(
        text.startswith(word, end)
        and (len(word) == 1 or text[end + len(word) : end + len(word) + 1] not in _NOMINAL)
        for word in table.may_follow
    )


def _ends_before_mark(text: str, end: int, last: _Script) -> bool:
    """Whether a token ends before a punctuation mark or symbol."""
    after, later = text[end], text[end + 1 : end + 2]
    then = _script(later) if later else _Script.SPACE
    match last:
        case _Script.DIGIT:
            is_inside = (
                (after in _BETWEEN_DIGITS and then is _Script.DIGIT)
                or after in _AFTER_DIGIT
                or _is_currency(after)
            )
        case _Script.LETTER:
            is_inside = after in "+#_@" or (
                then is _Script.LETTER
                and (
                    (after in _APOSTROPHES and not _is_possessive(text, end))
                    or (after in ".&" and _is_initial(text, end - 1))
                )
            )
        case _:
            is_inside = False
    return not is_inside


def _is_possessive(text: str, end: int) -> bool:
    return text[end + 1] in "sS" and not text[end + 2 : end + 3].isalnum()


def _is_initial(text: str, at: int) -> bool:
    """Whether the letter at a position is a word by itself, as in U.S. and R&D."""
    return at == 0 or _script(text[at - 1]) not in _WORDS


def _word_before(text: str, end: int) -> str:
    found = _last_word().search(text[max(0, end - _LONGEST_PREFIX) : end])
    return "" if found is None else found[0].lower()


def _ends_with(text: str, start: int, words: tuple[str, ...]) -> bool:
    return bool(words) and text[max(0, start - _LONGEST_PREFIX) : start].endswith(words)


def _is_ending(after: str, tables: Sequence[Language]) -> bool:
    """Whether what is left of a spaced Korean word is particles and copulas."""
    rest = _hangul_run().match(after)
    if rest is None or len(rest[0]) > _LONGEST_ENDING:
        return False
    listed = frozenset(chain.from_iterable(table.may_follow for table in tables if table.code == "ko"))
    return _consists_of(rest[0], listed)


def _consists_of(text: str, words: frozenset[str]) -> bool:
    reached = {0}
    for start in range(len(text)):
        if start in reached:
            reached.update(end for end in range(start + 1, len(text) + 1) if text[start:end] in words)
    return len(text) in reached


def _script_before(text: str, end: int) -> _Script:
    """Return the script of the last character before `end` that is no mark; marks alone are letters."""
    for position in range(end - 1, max(-1, end - 20), -1):
        script = _script(text[position])
        if script is not _Script.MARK:
            return script
    return _Script.LETTER


def _is_currency(character: str) -> bool:
    return character in _OF_LANGUAGES.currencies


def _script(character: str) -> _Script:
    if character.isascii():
        if character.isalpha():
            return _Script.LETTER
        if character.isdecimal():
            return _Script.DIGIT
        return _Script.SPACE if character.isspace() else _Script.OTHER
    found = _scripts().match(character)
    return _Script.OTHER if found is None or found.lastgroup is None else _Script[found.lastgroup]


@cache
def _scripts() -> regex.Pattern[str]:
    return regex.compile(
        r"(?<SPACE>\s)|(?<MARK>[\p{M}\u200d\ufe0e\ufe0f])|(?<HAN>[\p{Han}\p{Katakana}ー々〆\u30f6\u30f5])"
        r"|(?<HIRAGANA>\p{Hiragana})"
        r"|(?<HANGUL>\p{Hangul})|(?<DIGIT>\p{N})|(?<LETTER>\p{L})"
    )


@cache
def _last_word() -> regex.Pattern[str]:
    return regex.compile(r"[A-Za-z]+$")


@cache
def _percent_follows() -> regex.Pattern[str]:
    return regex.compile(r"\s(?:[%‰％]|per ?cent\b|percentage\b|[€£$¥₩])", regex.IGNORECASE)


@cache
def _range() -> regex.Pattern[str]:
    """Match the beginning of a range, of which a value is the end: 15 to (20 days), 300至(500元)."""
    return regex.compile(_OF_LANGUAGES.range_before)


@cache
def _hangul_run() -> regex.Pattern[str]:
    return regex.compile(r"\p{Hangul}+")


@cache
def _hiragana_ending() -> regex.Pattern[str]:
    return regex.compile(_OF_LANGUAGES.hiragana_ending)
