"""Typography: where the words and figures of a quote stand in a text that is typed otherwise.

A model that copies a passage types it its own way: other quotation marks and dashes, no bold, no list marks,
a capital at the beginning, an ellipsis for what it leaves out, a word whole that the text parts at the end of
a line. Both are brought to the characters of the `standard` normal form and compared word by word and figure
by figure. Unlike in that form no word is dropped, an article no more than another, so that a quote in which
one is exchanged, added or left out stands nowhere.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import Final

import regex

from ragtriage.languages.load import Section, merged
from ragtriage.languages.statements import compiled, tables_for
from ragtriage.text.characters import BULLETS, CJK
from ragtriage.text.edges import is_inside
from ragtriage.text.rules import Rule, Scope, rules
from ragtriage.text.tracing import Span, Traced, trace, unlisted
from ragtriage.text.values import Value, ValueKind, read, same_type

__all__ = ["Finder", "Tokens", "passages", "unmarked", "ways"]


class _Words(Section, frozen=True):
    """The section `quotations`: exceptions, and page numbers within a quotation."""

    exception: str = ""
    page: str = ""


_WORDS: Final = merged("quotations", _Words)

# What is left out between two pieces of a quote is no longer than this.
_LONGEST_GAP: Final = 400

# How many of the places of a piece are looked at, where a quote has several.
_PLACES: Final = 20

# What leaves out more is no quote; and of what one leaves out no more than this is read.
_MOST_PIECES: Final = 16
_MOST_READ: Final = 2**15  # characters

# What is read again before a gap, for a value that goes on in it.
_AROUND: Final = 40

# Longer tokens are not looked for where a line may end within each of their words.
_LONGEST_BREAKABLE: Final = 2**13

# Between two tokens, and where a line ended within a word: there stands a hyphen, or the word goes on.
_APART: Final = "\x1f"
_BROKEN: Final = "\x01"


def passages(quote: str, text: str, find: Finder | None = None) -> Iterator[tuple[Span, ...]]:
    """Yield where a quote stands in a text, in the text's own characters: a stretch for each of its pieces.

    Args:
        quote: What should stand there.
        text: In which it should.
        find: Finds a piece, where more may differ than how it is typed.

    Example:
        >>> next(passages('the "Rail pass" costs 30 euros', "The **“rail pass”** costs 30 euros."))
        (Span(start=0, end=34),)
        >>> list(passages("the rail pass costs 50 euros", "The rail pass costs 30 euros."))
        []
    """
    finder = Tokens.places if find is None else find
    pieces = [piece for piece in _ellipsis().split(quote) if _tokens_of(piece).keys]
    if not 0 < len(pieces) <= _MOST_PIECES:
        return
    reading = _Reading(text)
    for typed in (_typed(text), _without_marks(text)):
        if typed is None:
            continue
        for first in islice(finder(typed, pieces[0], 0), _PLACES):
            spans = _followed(first, pieces[1:], typed, reading, finder)
            if spans is not None:
                yield spans


def unmarked(text: str) -> Traced:
    """Return a text without what only says how it looks, where figures may be read in it.

    Example:
        >>> unmarked("It costs **30** euros &amp; more").text
        'It costs 30 euros & more'
    """
    return trace(text, (*_markup(), _emphasis()))


class _Reading:
    """Reads the values of what a quote leaves out, and of what it does not, as far as there is room."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._left = _MOST_READ

    @property
    def is_at_an_end(self) -> bool:
        """Whether more should have been read than there is room for."""
        return self._left < 0

    def values(self, start: int, end: int) -> tuple[Value, ...]:
        """Return the values of a stretch of the text; none where there is no room."""
        self._left -= end - start
        return () if self.is_at_an_end else _figures(self.text[start:end])


@lru_cache(maxsize=256)
def _figures(text: str) -> tuple[Value, ...]:
    return read(text)


def _followed(
    first: Span, pieces: list[str], typed: Tokens, reading: _Reading, finder: Finder
) -> tuple[Span, ...] | None:
    """Return the places of all pieces in order, if nothing of weight was left out between two of them."""
    spans = [first]
    if not pieces:
        return (first,)
    kept = _by_name(reading.values(*first))
    for piece in pieces:
        before = spans[-1]
        wanted = kept | _by_name(_figures(piece))
        later = (
            span
            for span in islice(finder(typed, piece, before.end), _PLACES)
            if _may_be_left_out(Span(before.end, span.start), wanted, reading)
        )
        found = next(later, None)
        if found is None:
            return None
        spans.append(found)
        # from a little before: a value may go on in what is left out
        kept |= _by_name(reading.values(max(first.start, before.end - _AROUND), found.end))
    return None if reading.is_at_an_end else tuple(spans)


_ByName = dict[tuple[ValueKind, str], Value]


def _by_name(values: tuple[Value, ...]) -> _ByName:
    """Return values, each once."""
    return {(value.kind, value.canonical): value for value in values}


def _may_be_left_out(left_out: Span, kept: _ByName, reading: _Reading) -> bool:
    """Whether what stands between two pieces changes neither: no denial, no exception, no rival figure."""
    if left_out.end - left_out.start > _LONGEST_GAP or reading.is_at_an_end:
        return False
    gap = reading.text[left_out.start : left_out.end]
    if _exception().search(gap.lower()) is not None:
        return False
    patterns = (compiled(table.denials) for table in tables_for(gap))
    if any(pattern is not None and pattern.search(gap.lower()) is not None for pattern in patterns):
        return False
    figures = _by_name(reading.values(*left_out))
    return not any(same_type(value, other) for value in figures.values() for other in kept.values())


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """The words, figures and signs of a text, and where each stands; equal to themselves alone."""

    keys: str  # each between two separators
    at: list[int]  # (n,) where the separator before each stands in `keys`
    spans: list[tuple[int, int]]  # (n,) of each, in the folded text
    folded: Traced

    @property
    def words(self) -> list[str]:
        """Each of them; one that a line parts as a whole."""
        return self.keys.replace(_BROKEN, "").strip(_APART).split(_APART) if self.keys else []

    def places(self, piece: str, start: int) -> Iterator[Span]:
        """Yield the places of a piece of a quote, as stretches of the text, from a place of the text on."""
        first = self.at[self.token_from(start)]
        for sought in _sought(piece):
            for begin, end in self._hits(sought, first):
                origin = self.stretch(self._token(begin), self._token(end - 1))
                if origin is not None and origin.start >= start:
                    yield origin

    def token_from(self, start: int) -> int:
        """Return the first token that begins at a place of the text, or after it."""
        return bisect_left(self.spans, start, key=lambda span: self.folded.starts[span[0]])

    def stretch(self, first: int, end: int) -> Span | None:
        """Return where some tokens stand in the text, without the one at the end; None within a word."""
        stretch = Span(self.spans[first][0], self.spans[end - 1][1])
        if is_inside(self.folded.text, stretch.start) or is_inside(self.folded.text, stretch.end):
            return None
        return self.folded.origin(stretch)

    def _token(self, at: int) -> int:
        """Return which token the separator at a place stands before."""
        return bisect_left(self.at, at)

    def _hits(self, sought: str, start: int) -> Iterator[tuple[int, int]]:
        """Yield where tokens stand in those of the text, from separator to separator."""
        if _BROKEN in self.keys:
            if len(sought) <= _LONGEST_BREAKABLE:
                for match in _breakable(sought).finditer(self.keys, start):
                    yield match.start(), match.end() + 1
            return
        begin = self.keys.find(sought, start)
        while begin != -1:
            yield begin, begin + len(sought)
            begin = self.keys.find(sought, begin + 1)


# Finds a piece of a quote in a text, from a place of it on.
Finder = Callable[[Tokens, str, int], Iterator[Span]]


def ways(piece: str) -> tuple[Tokens, ...]:
    """Return the tokens of a piece of a quote, and those without the marker of a list item."""
    found = (_tokens_of(piece), _tokens_of(unlisted().apply(piece.lstrip(_OPENING))))
    return tuple({tokens.keys: tokens for tokens in found if tokens.keys}.values())


def _sought(piece: str) -> tuple[str, ...]:
    """Return the tokens of a piece in the ways in which they may stand in a text."""
    found = [tokens.keys for tokens in ways(piece)]
    return tuple(
        dict.fromkeys(way.replace(_BROKEN, by) for way in found for by in ("", _APART))
        if any(_BROKEN in way for way in found)
        else found
    )


# What a quote may be set in, before the marker of a list item.
_OPENING: Final = " \t\"'*_“”„‘「『«"


@lru_cache(maxsize=64)
def _breakable(sought: str) -> re.Pattern[str]:
    """Match tokens in which a line may end within any word, or at a hyphen."""
    apart = f"[{_APART}{_BROKEN}]"
    words = (f"{_BROKEN}?".join(map(re.escape, word)) for word in sought.strip(_APART).split(_APART))
    return re.compile(f"{_APART}{apart.join(words)}(?={_APART})")


@lru_cache(maxsize=64)
def _tokens_of(piece: str) -> Tokens:
    return _read(trace(piece, _steps()))


# The texts of a case are asked about one statement after the other.
@lru_cache(maxsize=64)
def _typed(text: str) -> Tokens:
    return _read(trace(text, _steps()))


@lru_cache(maxsize=64)
def _without_marks(text: str) -> Tokens | None:
    """Return the tokens without the numbers of pages and the markers of list items; None without any."""
    if unlisted().pattern.search(text) is None and _page().pattern.search(text) is None:
        return None
    return _read(trace(text, (_page(), unlisted(), *_steps())))


def _read(folded: Traced) -> Tokens:
    keys, at, spans = [_APART], list[int](), list[tuple[int, int]]()
    length = 0
    for match in _token().finditer(folded.text):
        said = match[0]
        key = "-" if match["range"] else said
        keys += (key, _APART)
        at.append(length)
        spans.append(match.span())
        length += len(key) + 1
    at.append(length)
    return Tokens("".join(keys) if spans else "", at, spans, folded)


@cache
def _steps() -> tuple[Rule, ...]:
    """Return what is done to the characters of a text before its words are told apart."""
    kept = {
        "link",
        "emphasis",
        "superscript",
        "numbered form",
        "compatibility and case",
        "invisible",
        "typography",
        "long vowel",
        "thousands",
    }
    standard = tuple(rule for rule in rules(Scope.PASSAGE).all if rule.name in kept)
    return (
        *_markup(),
        Rule("broken word", regex.compile(r"(?<=\p{L})[-\u00ad\u2010\u2011][ \t]*\n\s*(?=\p{L})"), _BROKEN),
        Rule("bound", regex.compile("[≥≧⩾]"), ">="),
        Rule("other bound", regex.compile("[≤≦⩽]"), "<="),
        *standard,
    )


@cache
def _markup() -> tuple[Rule, ...]:
    """Return what takes off HTML that only says how words look."""
    return (
        Rule("tag", _element(_INLINE), ""),
        Rule("tag of a block", _element(_BLOCKS), " "),
        Rule(
            "entity",
            regex.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});"),
            lambda match: html.unescape(match[0]),
        ),
    )


@cache
def _emphasis() -> Rule:
    """Give the rule that takes off the marks of emphasis, each by itself: a stretch may hold one of two."""
    return Rule("mark of emphasis", regex.compile(r"(?<!\w)[*_`]+(?=\S)|(?<=\S)[*_`]+(?!\w)"), "")


# Elements of HTML that only say how words look, and such that part them.
_INLINE: Final = "b|strong|i|em|u|s|mark|small|span|font|code|tt|big"
_BLOCKS: Final = "p|br|div|center"


def _element(names: str) -> regex.Pattern[str]:
    return regex.compile(rf"</?(?:{names})(?:\s[^<>]{{0,200}})?/?>", regex.IGNORECASE)


@cache
def _token() -> regex.Pattern[str]:
    """Match a word, a figure, a character of a script without spaces, or a sign that says something."""
    letter = rf"[[\p{{L}}\p{{M}}]--[{CJK}]]"
    return regex.compile(
        rf"(?:(?<![\p{{L}}\p{{N}})]|\d )\.)?\d+(?:[.,:/]\d+)*"
        rf"|{letter}+(?:[{_BROKEN}']{letter}+)*"
        rf"|[{CJK}]"
        r"|(?P<range>(?<=\d ?)[\-~](?= ?\d))"
        rf"|(?<![[\p{{L}}\p{{M}}\p{{N}})\]%]--[{CJK}]])[\-~](?=\p{{Sc}}?\.?\d)"
        rf"|[%‰‱٪#@&§\^\p{{Sc}}]|[[\p{{Sm}}\p{{So}}\p{{No}}]--[|~{BULLETS}]]|(?<=\d)\*(?=\d)|\+(?=\d)",
        regex.V1,
    )


@cache
def _ellipsis() -> regex.Pattern[str]:
    """Match what says that something was left out."""
    return regex.compile(
        r"[\[(（［【〔<]?\s?+(?:\.{3,}+|\.(?: \.){2,}+|…++|⋯++|・{3,}+|。{3,}+)\s?+[\])）］】〕>]?"
    )


@cache
def _exception() -> re.Pattern[str]:
    """Match what takes something out of what is said around it."""
    return re.compile(_WORDS.exception)


@cache
def _page() -> Rule:
    """Give the rule that takes the numbers of pages out of a text, each in a line by itself."""
    dressed = _WORDS.page
    blank = r"\n[ \t]{0,9}+\n\s{0,9}+|\f\s{0,9}+"  # bounded, so that no text makes it slow
    return Rule(
        "page number",
        regex.compile(
            rf"(?:\n|\f)[ \t]{{0,99}}+(?:{dressed})[ \t]{{0,9}}+(?=\n|\f)"
            rf"|(?:{blank})(?P<bare>\d{{1,4}})[ \t]{{0,9}}+(?=(?:{blank})(?P<after>[^\n]{{1,40}}))"
        ),
        _unpaged,
    )


def _unpaged(match: regex.Match[str]) -> str:
    """Take out the number of a page; one that the next line goes on with is a figure."""
    if match["bare"] is None:
        return "\n"
    values = read(f"{match['bare']} {match['after']}")
    is_figure = any(value.start == 0 and value.kind is not ValueKind.NUMBER for value in values)
    return match[0] if is_figure else "\n"
