"""Abstention: whether an answer declines to answer.

The patterns are those of `text/languages/`; a file may add others. Words in quotation marks are not the
system's own and do not count, and only the beginning of an answer is read: who declines, says so at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

import regex

from ragtriage.errors import ConfigError
from ragtriage.io.opening import read_configuration
from ragtriage.text.languages import Language, Pattern, tables_for
from ragtriage.text.languages.table import words
from ragtriage.text.sentences import split

__all__ = ["Abstention", "OwnPattern", "abstains", "load_patterns", "spelled_out"]

# How much of an answer is read.
_BEGINNING: Final = 1000

# How much of a sentence is read.
_LONGEST: Final = 400

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


def abstains(answer: str | None, patterns: Sequence[OwnPattern] = ()) -> Abstention:
    """Return whether an answer declines to answer; an empty one does.

    Args:
        answer: As recorded; None when the system gave none.
        patterns: More patterns, from `load_patterns`.

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
    """
    if answer is None or not answer.strip():
        return Abstention.YES
    beginning = " ".join(answer[:_BEGINNING].split())
    if any(pattern.is_found(beginning) for pattern in patterns):
        return Abstention.YES
    if not _has_cue(_fold(beginning)):
        return Abstention.NO
    return _read(_unquoted(beginning.translate(_STRAIGHT)))


def _read(text: str) -> Abstention:
    """Return whether a text that holds a cue declines to answer."""
    tables = tables_for(text)
    is_possible = says_something = False
    for sentence in (spelled_out(sentence.text[:_LONGEST]) for sentence in split(text)):
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


_STRAIGHT: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "＂": '"', "…": ".", "，": "，"})
_CROOKED: Final = re.compile(f"[{''.join(map(chr, _STRAIGHT))}]")


def _fold(text: str) -> str:
    straight = text if _CROOKED.search(text) is None else text.translate(_STRAIGHT)
    return straight.casefold()


def _unquoted(text: str) -> str:
    """Empty what stands between quotation marks, unless the whole text does."""
    bare = text.strip(" .")
    whole = _quoted().fullmatch(bare)
    if whole:
        return bare[1:-1]
    return _quoted().sub('""', text)


_CONTRACTIONS: Final = {
    "can't": "can not",
    "cannot": "can not",
    "won't": "will not",
    "shan't": "shall not",
    "ain't": "is not",
    "i'm": "i am",
    "im": "i am",
    "let's": "let us",
    "dont": "do not",
    "doesnt": "does not",
    "didnt": "did not",
    "cant": "can not",
    "couldnt": "could not",
    "isnt": "is not",
}


_CLITICS: Final = {"n't": "not", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would", "'s": "is"}


def spelled_out(text: str) -> str:
    """Fold a text as the patterns of refusals expect it, with the contractions of English spelled out.

    Example:
        >>> spelled_out("I can’t say; it isn't known.")
        'i can not say; it is not known.'
    """
    return _contraction().sub(_spell_out, _fold(text))


def _spell_out(match: regex.Match[str]) -> str:
    return _CONTRACTIONS.get(match[0]) or f"{match['word']} {_CLITICS[match['clitic']]}"


@cache
def _contraction() -> regex.Pattern[str]:
    known = "|".join(sorted(_CONTRACTIONS, key=len, reverse=True))
    return regex.compile(
        rf"\b(?:(?:{known})\b|(?<word>\w{{1,12}}?)(?<clitic>n't|'re|'ve|'ll|'d)\b"
        r"|(?<word>it|there|that|here|what|he|she|this)(?<clitic>'s)\b)"
    )


@cache
def _quoted() -> regex.Pattern[str]:
    return regex.compile(
        r"\"[^\"]{1,300}+\"|「[^「」]{1,300}+」|『[^『』]{1,300}+』|《[^《》]{1,300}+》|«[^«»]{1,300}+»"
    )


# Every refusal holds one of these words, or of the pieces below.
_CUE_WORDS: Final = frozenset(
    words(
        "no not none nothing nowhere never neither cannot unable insufficient impossible inconclusive",
        "missing unknown unclear unsure uncertain unaware undetermined unanswerable unspecified unmentioned",
        "unstated undisclosed unfamiliar lack lacks lacking fail fails failed without silent leave leaves na",
        "idk dunno outside beyond need needs require difficult hard decline dont cant doesnt didnt couldnt",
        "isnt ends absent",
    )
)
_CUE_PHRASES: Final = ("n't", "n/a", "out of")


def _has_cue(folded: str) -> bool:
    """Whether there is a cue; in ASCII, a look at its words is faster than a search."""
    if folded.isascii() and not any(phrase in folded for phrase in _CUE_PHRASES):
        return not _CUE_WORDS.isdisjoint(_WORD.findall(folded))
    return _cues().search(folded) is not None


_WORD: Final = re.compile(r"\w+", re.ASCII)


@cache
def _cues() -> regex.Pattern[str]:
    return regex.compile(
        rf"\b(?:{'|'.join(sorted(_CUE_WORDS))}|n/a|out of)\b|n't\b"
        r"|ません|ない|なし|無し|不|無|未|かねま|ず|困難|控え|範囲|対象外|なく|(?:あ|て)ら(?:ず|ぬ)|欠"
        r"|없|않|못|모르|모름|모릅|몰라|미상|불|부족|어렵|곤란|범위|필요합니다|아니|아닙|빠져|누락"
        r"|没|無|无|难|不够|不足|含糊|模糊|難|沒|否|非|抱歉|超出|缺"
    )


@cache
def _own(expression: str) -> regex.Pattern[str]:
    return regex.compile(expression, regex.IGNORECASE)
