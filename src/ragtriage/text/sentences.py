"""Sentences: where each begins and ends in the text as it stands.

Stops are those of Unicode (Sentence_Terminal: 。！？ ! ? । ۔ ؟ ። …), the period where it is not part of an
abbreviation, a number, an initial or an address, and the line break where it does not only wrap a line.
Stops inside short brackets and quotations do not count. A bullet begins an item wherever it stands. Scripts
that write no stops (Thai, Lao) are cut at spaces. What has no stop at all is one sentence: text that is
something never yields nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Final, overload

import regex

from ragtriage.languages.load import Section, Words, merged
from ragtriage.text.abbreviations import ALWAYS, BEFORE_NUMBERS, MONTHS, STARTERS, UNLESS_STARTER
from ragtriage.text.characters import HAN, HANGUL, HIRAGANA, KATAKANA, is_hangul
from ragtriage.text.gathering import places

__all__ = ["Sentence", "Sentences", "is_whole", "near", "sentences", "split"]


class _Words(Section, frozen=True):
    """The section `sentences`: what goes on behind a quotation, and marks of a list."""

    after_quotation: Words = Words()
    list_item: str = ""


_WORDS: Final = merged("sentences", _Words)

# A quotation or a bracket longer than this holds sentences of its own.
_LONGEST_QUOTATION: Final = 200

# A line at least this long (wide characters count twice) was probably wrapped, not ended.
_WRAPPED_LINE: Final = 40

# Thai and Lao put spaces between sentences, but also inside them: a shorter piece is not cut off.
_SHORTEST_CLAUSE: Final = 24

_ABBREVIATIONS: Final = ALWAYS | BEFORE_NUMBERS | UNLESS_STARTER
_LONGEST_ABBREVIATION: Final = max(map(len, _ABBREVIATIONS))

# What may follow a Japanese, Chinese or Korean quotation without ending its sentence: 「はい。」と言った.
_AFTER_QUOTATION: Final = frozenset("".join(_WORDS.after_quotation))

# Of more marks that nothing closes the first ones are forgotten.
_MOST_OPEN: Final = 1000

_OPENERS: Final = "([{（［｛「『【〔〖〈《“‘«‹｢"
_CLOSERS: Final = ")]}）］｝」』】〕〗〉》”’»›｣"
_PAIRS: Final = dict(zip(_CLOSERS, _OPENERS, strict=True))


_NEAR: Final = 200  # how far back from a stretch stops are looked for
# Line breaks, and spaces in Thai and Lao, end a sentence or not depending on where it began.
_HANGS_ON_START: Final = re.compile("[\r\n\v\f\x85\u2028\u2029\u0e00-\u0eff]")
_BLANK: Final = frozenset(
    "\t \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)
_BREAK: Final = frozenset("\r\n\v\f\x85\u2028\u2029")


# What holds large ranges takes milliseconds to compile: it waits for the first text.
@cache
def _uncommon() -> re.Pattern[str]:
    """Match whatever may be a stop, a bullet or a line break, or begin one; but for blanks."""
    return re.compile(f"[^A-Za-z0-9 ,、{HIRAGANA}{KATAKANA}ー{HAN}{HANGUL}]")


@cache
def _common_stop() -> re.Pattern[str]:
    """Match a letter or digit before a stop."""
    return re.compile(f"[A-Za-z0-9{HIRAGANA}{KATAKANA}ー{HAN}{HANGUL}](?=[。.])")


@cache
def _full_stop() -> re.Pattern[str]:
    """Match a stop between letters that ends a sentence; a period, unless it shortens its word."""
    return re.compile(
        f"[A-Za-z0-9{HIRAGANA}{KATAKANA}ー{HAN}{HANGUL}]。[A-Z0-9{HIRAGANA}{KATAKANA}{HAN}{HANGUL}]"
        "|(?<=[a-z])[a-z][.] [A-Z]"
    )


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of a text, without the space around it."""

    source: str = field(repr=False)
    start: int  # first character, 0-based, in the source
    end: int  # one past the last character

    @property
    def text(self) -> str:
        """The sentence itself."""
        return self.source[self.start : self.end]


@cache
def _stops() -> regex.Pattern[str]:
    """Match stops and the closing marks after them, a line break, a space in Thai, or the place of a bullet.

    Each alternative is possessive, so that a megabyte of one character is read once.
    """
    blank = r"[^\S\r\n\v\f\u0085\u2028\u2029]"
    closing = r"[\p{Pe}\p{Pf}\"'’”»›*_]*+"
    return regex.compile(
        rf"(?<stop>[\p{{Sentence_Break=STerm}}༎།]++[\p{{Sentence_Break=STerm}}.．…]*+)(?<closed>{closing})"
        rf"|(?<period>[.．…]++[\p{{Sentence_Break=STerm}}.．…]*+)(?<closed>{closing})"
        # from the first blank on: tried from each of a long run of them, it would take their square
        rf"|(?<line>(?<!{blank}){blank}*+[\r\n\v\f\u0085\u2028\u2029]\s*+)"
        r"|(?<=[\p{Thai}\p{Lao}])(?<clause>\s++)(?=[\p{Thai}\p{Lao}])"
        r"|(?<=\s)(?<bullet>)(?=[◦•●■□▪▶※])"
    )


@cache
def _list_item() -> regex.Pattern[str]:
    """Match the marker of a list item or a heading at the start of a line."""
    return regex.compile(_WORDS.list_item)


# A bracket, a straight double quote or a line break.
_MARKS: Final = re.compile(f'[{re.escape(_OPENERS + _CLOSERS)}"\n]')
# What may begin a bracket or a quotation.
_OPENER: Final = re.compile(f'[{re.escape(_OPENERS)}"]')


def split(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a text, in order; together they hold every character that is not space.

    Returns:
        No sentence for text that is blank, else at least one.

    >>> [s.text for s in split("Dr. Kim paid 3.5 dollars. 締切は翌月5日です。早めに！")]
    ['Dr. Kim paid 3.5 dollars.', '締切は翌月5日です。', '早めに！']
    >>> [s.text for s in split("彼は「はい。行きます。」と答えた。以上")]
    ['彼は「はい。行きます。」と答えた。', '以上']
    """
    if _is_one(text):
        return (Sentence(text, 0, len(text)),)
    return tuple(_between(text, 0, _boundaries(text)))


def sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a text one by one; who needs the first ones alone need not wait for the rest."""
    return iter(split(text)) if _is_one(text) else _between(text, 0, _boundaries(text))


def _is_one(text: str) -> bool:
    """Tell whether a text is plainly one sentence, without space around it."""
    stop = _uncommon().search(text)
    is_one = stop is None or (stop.end() == len(text) and stop[0] in "。.")
    return is_one and bool(text[:1].strip()) and text[-1] != " "


class Sentences(Sequence[Sentence]):
    """The sentences of a text, of which only the places are held.

    >>> one, two = Sentences("It is red. It is blue.")
    >>> one.text, two.text, Sentences("It is red. It is blue.")[-1].text
    ('It is red.', 'It is blue.', 'It is blue.')
    """

    def __init__(self, text: str) -> None:
        self._text, self._starts, self._ends = text, places(), places()
        for sentence in sentences(text):
            self._starts.append(sentence.start)
            self._ends.append(sentence.end)

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, at: int) -> Sentence: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Sentence, ...]: ...

    def __getitem__(self, at: int | slice) -> Sentence | tuple[Sentence, ...]:
        if isinstance(at, slice):
            return tuple(self[each] for each in range(*at.indices(len(self))))
        return Sentence(self._text, self._starts[at], self._ends[at])


def near(text: str, start: int, end: int) -> list[Sentence]:
    """Return the sentences around a stretch: those that it touches, the one before them and two after them.

    The text is read from the second or a later stop before the stretch on, where that tells as much.

    >>> text = "One is red. Two is blue. Three is green. Four is black. Five is white."
    >>> [sentence.text for sentence in near(text, 41, 55)]
    ['Three is green.', 'Four is black.', 'Five is white.']
    """
    stops = [stop.start() for stop in _common_stop().finditer(text, max(0, start - _NEAR), start)]
    for back in (2, 4):
        if len(stops) < back:
            break
        found = _until(_from_stop(text, stops[-back] + 1), end)
        if len(found) > 1 and found[1].start <= start:
            return found
    return _until(sentences(text), end)


def is_whole(text: str, start: int, end: int) -> bool:
    """Tell whether a stretch surely is whole sentences, one or more, with or without the last stop.

    Surely: a plain stop ends a sentence right before it and another at its end, where the text itself does
    not, and neither stop is in a bracket or a quotation. Others may be whole all the same.

    >>> text = "One is red. Two is blue. Three is green."
    >>> is_whole(text, 12, 24), is_whole(text, 12, 23), is_whole(text, 12, 18), is_whole(text, 16, 24)
    (True, True, False, False)
    """
    if end < len(text) and text[end] in "。.":
        end += 1
    if start > 0 and not _ends_plainly(text, start - (text[start - 1] == " ")):
        return False
    if end < len(text) and not _ends_plainly(text, end):
        return False
    first, last = start or end, end if end < len(text) else start  # of the stops that must stand in the open
    return _OPENER.search(text, max(0, first - 1 - _LONGEST_QUOTATION), last) is None


def _ends_plainly(text: str, end: int) -> bool:
    """Tell whether a sentence surely ends there, if no bracket or quotation is around: by a plain stop."""
    at = end - 2
    if at < 0 or _common_stop().match(text, at) is None:
        return False
    if _full_stop().match(text, at) is not None and (text[at + 1] == "。" or _ends_word(text, at + 1)):
        return True
    match = _stops().match(text, at + 1)
    # nothing but a line break or a space hangs on where the sentence began
    return match is not None and match.end() == end and _ends_sentence(text, 0, match)


def _ends_word(text: str, end: int) -> bool:
    """Tell whether what ends there behind a space surely is a word and no abbreviation."""
    word = text[max(0, end - 4 * _LONGEST_ABBREVIATION) : end].rpartition(" ")[2]
    return word.isascii() and word.isalpha() and word.casefold() not in _ABBREVIATIONS


def _until(each: Iterator[Sentence], end: int) -> list[Sentence]:
    """Take sentences up to two that begin at the end of a stretch or later."""
    found: list[Sentence] = []
    for sentence in each:
        found.append(sentence)
        if len(found) > 1 and found[-2].start >= end:
            break
    return found


def _from_stop(text: str, begin: int) -> Iterator[Sentence]:
    """Yield the sentences from the first that begins there wherever the one before it began.

    Args:
        text: The text.
        begin: Where a stop stands behind a letter or digit.
    """
    boundaries = _boundaries(text, begin)
    first = next(boundaries, None)
    if first is not None and _HANGS_ON_START.search(text, begin, first) is None:
        yield from _between(text, first, boundaries)


def _between(text: str, start: int, boundaries: Iterator[int]) -> Iterator[Sentence]:
    """Yield what stands between boundaries, unless it is blank."""
    for end in chain(boundaries, (len(text),)):
        piece = text[start:end]
        body = piece.lstrip()
        if body:  # what is blank is no sentence
            first = start + len(piece) - len(body)
            yield Sentence(text, first, first + len(body.rstrip()))
        start = end


def _boundaries(text: str, start: int = 0) -> Iterator[int]:
    """Yield where one sentence ends and the next begins, ascending; the end of the text may be left out."""
    quotations: list[tuple[int, int]] | None = None
    nearest = 0  # the first quotation that does not end before the boundary at hand
    for match in _stops_from(text, start):
        end = match.end()
        if end == len(text):
            return
        if quotations is None:
            quotations = _quotations(text, text.rfind("\n", 0, start) + 1)
        while nearest < len(quotations) and quotations[nearest][1] <= end:
            nearest += 1
        if nearest < len(quotations) and quotations[nearest][0] < end:
            continue
        if _ends_sentence(text, start, match):
            yield end
            start = end


def _stops_from(text: str, done: int) -> Iterator[regex.Match[str]]:
    """Yield the stops from a place on; a closer look is taken where a character is no common one."""
    begins = _stops().match
    for candidate in _uncommon().finditer(text, done):
        at = candidate.start()
        if at < done or text[at] in _BLANK:
            continue
        if "\u0e00" <= text[at] <= "\u0eff":  # Thai and Lao, where spaces count
            yield from _stops().finditer(text, at)
            return
        if text[at] in _BREAK:
            while at > done and text[at - 1] in _BLANK:
                at -= 1  # the blanks before a line break belong to it
        match = begins(text, at)
        if match is not None:
            yield match
            done = match.end()


def _ends_sentence(text: str, start: int, match: regex.Match[str]) -> bool:
    """Tell whether a stop, a line break or a space ends the sentence that began at `start`."""
    stop, closed, period, line, clause, bullet = match.groups()  # by name each takes longer than all of them
    if line is not None:
        return _is_line_end(text, start, match)
    if clause is not None or bullet is not None:
        return bullet is not None or match.start() - start >= _SHORTEST_CLAUSE
    end = match.end()
    after = _next_character(text, end)
    is_attached = bool(after) and after == text[end]
    if closed and is_attached:
        return after not in _AFTER_QUOTATION and not is_hangul(after) and not after.islower()
    if after.islower() and not _is_small_first(_word_after(text, end)):
        return False
    if stop is not None:
        # ASCII marks stand inside addresses and code too: http://x?a=b, a!=b
        return not (is_attached and stop[-1] in "!?" and after.isascii())
    return not after or _is_full_stop(text, match, period, after=after, is_attached=is_attached)


def _next_character(text: str, position: int) -> str:
    """Return the next character that is no space; empty at the end of the text."""
    while position < len(text):
        if not text[position].isspace():
            return text[position]
        position += 1
    return ""


def _word_after(text: str, position: int) -> str:
    """Return the next word, as far as it is near, without quotes and punctuation around it."""
    words = text[position : position + 24].split(maxsplit=1)
    return words[0].strip("\"'“”‘’(),.;:!?") if words else ""


def _is_small_first(word: str) -> bool:
    """Tell whether a word is a name such as iPhone or eBay."""
    return word[:1].islower() and word[1:2].isupper()


def _is_full_stop(text: str, match: regex.Match[str], period: str, *, after: str, is_attached: bool) -> bool:
    """Tell whether a period ends a sentence: not in a number, an abbreviation, an initial or an address."""
    if period[0] == "…" or len(period) > 1:
        return not is_attached
    if is_attached:
        # 終わり.次は: a period between letters that need no spaces
        return _needs_no_spaces(text[match.start() - 1 : match.start()]) and _needs_no_spaces(after)
    word = _word_before(text, match.start())
    following = _word_after(text, match.end())
    if word.isdecimal():
        is_marker = len(word) <= 3 and _begins_line(text, match.start() - len(word))
        return not is_marker and not (len(word) <= 2 and following in MONTHS)
    return not _is_abbreviation(word, after=after, following=following)


def _is_abbreviation(word: str, *, after: str, following: str) -> bool:
    """Tell whether the period behind a word shortens it, seeing the character and the word that follow."""
    folded = word.casefold()
    if folded in ALWAYS or (folded in BEFORE_NUMBERS and after.isnumeric()):
        return True
    is_initial = len(word) == 1 and word.isupper()
    is_acronym = "." in word and all(len(part) <= 2 for part in word.split("."))
    if is_initial or is_acronym or folded in UNLESS_STARTER:
        return following not in STARTERS and not _needs_no_spaces(after)
    return False


def _needs_no_spaces(character: str) -> bool:
    """Tell whether it is Han, kana or Hangul (or nothing), which no Latin abbreviation is made of."""
    return not character or "぀" <= character <= "\u9fff" or is_hangul(character)


def _word_before(text: str, end: int) -> str:
    """Return the letters, digits and inner periods before a period, as far as an abbreviation may reach."""
    start = end
    lowest = max(0, end - _LONGEST_ABBREVIATION - 1)
    plain = text[lowest:end].rpartition(" ")[2]
    if plain.isalnum():
        return plain  # as most are
    while start > lowest and (text[start - 1].isalnum() or text[start - 1] in ".-"):
        start -= 1
    return text[start:end].lstrip(".-")


def _begins_line(text: str, position: int) -> bool:
    """Tell whether only blanks stand between the start of the line and the position."""
    while position > 0 and text[position - 1] in " \t\u3000(（":
        position -= 1
    return position == 0 or text[position - 1] in "\r\n"


def _is_line_end(text: str, start: int, match: regex.Match[str]) -> bool:
    """Tell whether a line break ends a sentence, or only wraps it."""
    breaks = match[0]
    if breaks.count("\n") > 1 or breaks.count("\r") > 1 or "\u2029" in breaks:
        return True
    if match.end() == len(text) or _list_item().match(text, match.end()):
        return True
    after = text[match.end()]
    if after.islower():
        return False
    line = text[max(start, match.start() - _WRAPPED_LINE) : match.start()].splitlines()[-1:]
    width = sum(2 if _needs_no_spaces(character) else 1 for piece in line for character in piece)
    return width < _WRAPPED_LINE or text[match.start() - 1] in ":："


def _quotations(text: str, begin: int) -> list[tuple[int, int]]:
    """Return the outermost short pairs of brackets or quotes on one line, ascending, as (start, end).

    Those before the line that begins at `begin` are left out.
    """
    pairs: list[tuple[int, int]] = []
    open_marks: list[tuple[str, int]] = []
    straight = -1
    for match in _MARKS.finditer(text, begin):
        mark, at = match.group(), match.start()
        if mark == "\n":
            open_marks.clear()
            straight = -1
        elif mark == '"':
            if straight < 0:
                straight = at
            else:
                pairs.append((straight, at + 1))
                straight = -1
        elif mark in _PAIRS:
            depth = len(open_marks) - 1
            # the mates of a quotation are near: looking further would cost a look per mark
            for back in range(depth, max(-1, depth - 4), -1):
                if open_marks[back][0] == _PAIRS[mark]:
                    pairs.append((open_marks[back][1], at + 1))
                    del open_marks[back:]
                    break
        else:
            open_marks.append((mark, at))
            if len(open_marks) > _MOST_OPEN:
                del open_marks[: _MOST_OPEN // 2]
    return _outermost([pair for pair in pairs if pair[1] - pair[0] <= _LONGEST_QUOTATION])


def _outermost(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pairs that no other holds, in order of their start."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(pairs):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept
