"""Support without a model: what a text shows of each statement of an answer, and nothing beyond that.

A statement is `supported` when it stands in the text word for word and the text vouches for it;
`not_mentioned` when it gives a figure that the text neither holds nor yields; else `unclear`. Of what would
be unclear two rules, measured against people, make some likely.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import Final, NamedTuple

import regex

from ragtriage.model import MatchMode, Statement
from ragtriage.text.characters import HAN, HANGUL, HIRAGANA, KATAKANA
from ragtriage.text.chunks import Chunk, Joined, alone, chains, joined, stands_alone
from ragtriage.text.cuts import ends_in_amount
from ragtriage.text.edges import hits
from ragtriage.text.entailment import Texts
from ragtriage.text.figures import Figures, missing_figures
from ragtriage.text.location import Haystack, Span
from ragtriage.text.marks import strip_marks
from ragtriage.text.planted import is_planted
from ragtriage.text.reservations import Surroundings, is_undisputed, reservation
from ragtriage.text.sentences import Sentence, is_whole, near, sentences

__all__ = ["NOT_MENTIONED", "SUPPORTED", "UNCLEAR", "Context", "Judged", "is_shown"]

SUPPORTED: Final = "supported"
NOT_MENTIONED: Final = "not_mentioned"
UNCLEAR: Final = "unclear"

# What stands in a text by chance is shorter.
_FEWEST_WORDS: Final = 4
_FEWEST_CHARACTERS: Final = 10  # Han, kana or Hangul

# How many of the places where a statement stands are looked at.
_PLACES: Final = 8

# Sentences that stand in a text together are quoted together, up to so many characters: each quotes them.
_LONGEST_QUOTE: Final = 2_000

_QUESTION_MARKS: Final = ("?", "？", "؟")

# Normal form drops an article, so that what it finds begins behind the one that opens a statement.
_ARTICLE: Final = re.compile(r"(?:an?|the)\s", re.IGNORECASE)
_ARTICLE_BEFORE: Final = re.compile(r"(?<![^\W_])(?:an?|the)\s+\Z", re.IGNORECASE)
_NEAR: Final = 16  # characters in which an article and the space behind it are looked for

# English words after which a new clause begins, so that a statement that starts there is whole.
_CLAUSE_OPENERS: Final = frozenset(
    ("and", "but", "that", "because", "since", "while", "which", "so", "then", "where", "when", "however")
)

# A statement with one of these has its own subject; if the text has words before that, they may change it:
# "Osaka is a city" in "The mayor of Osaka is a city dweller".
_FINITE: Final = frozenset(
    (
        "is",
        "are",
        "was",
        "were",
        "has",
        "have",
        "had",
        "does",
        "did",
        "do",
        "can",
        "will",
        "became",
        "remains",
    )
)


class _Backing(NamedTuple):
    """Where a statement stands, and why that does not count, if it does not."""

    text: Joined
    span: Span
    doubt: str | None


class Judged(NamedTuple):
    """A statement, and the language of the rule by which its outcome is likely, if it only is that."""

    statement: Statement
    likely: str | None = None


def is_shown(statement: Statement) -> bool:
    """Whether strings alone showed that a statement is backed: then there is no more to say of it.

    >>> is_shown(Statement(text="Due on the 5th.", outcome=SUPPORTED))
    True
    """
    return statement.outcome == SUPPORTED and statement.reason is None


@dataclass(frozen=True)
class Context:
    """What a statement is held against.

    Args:
        chunks: What the generator saw; those that follow each other count as one text.
        question: What else it was told; a figure that stands there is no invention.
        ids: What was retrieved: in brackets, such ids are citations, and a year that is part of one, such as
            policy-2024, is no invention either.
        fold_chinese: Hold Traditional and Simplified characters for equal.
    """

    chunks: tuple[Chunk, ...]
    question: str = ""
    ids: frozenset[str] = frozenset()
    fold_chinese: bool = False

    def statements(self, answer: str) -> tuple[Statement, ...]:
        """Return the statements of an answer, less its citation and list markers, and what is known of each.

        >>> context = Context((Chunk(0, "The rail pass costs 30 euros."),))
        >>> [s.outcome for s in context.statements("It costs 50 euros. The rail pass costs 30 euros. [1]")]
        ['not_mentioned', 'supported']
        """
        return tuple(judged.statement for judged in self.judge(answer))

    def judge(self, answer: str) -> tuple[Judged, ...]:
        """Return the same, and by which rule an outcome is likely."""
        bare = strip_marks(answer, self.ids)
        said = [s.text for s in sentences(bare) if _letters().search(s.text)]
        whole = self._backing(bare) if len(said) > 1 else None
        if whole is not None and whole.doubt is None:
            return tuple(Judged(_supported(sentence, part)) for sentence, part in _parts(said, whole))
        return tuple(self._judge(sentence) for sentence in said)

    def at_a_glance(self, answer: str) -> tuple[Judged, ...] | None:
        """Return the statements of an answer, if each plainly stands in a text to the letter; else None.

        >>> context = Context((Chunk(0, "The rail pass costs 30 euros."),))
        >>> context.at_a_glance("The rail pass costs 50 euros.") is None
        True
        """
        judged: list[Judged] = []
        for sentence in sentences(strip_marks(answer, self.ids)):
            if not _letters().search(sentence.text):
                continue
            is_sought = _is_long_enough(sentence.text) and not sentence.text.endswith(_QUESTION_MARKS)
            backing = self._at_a_glance(sentence.text) if is_sought else None
            if backing is None:
                return None
            judged.append(Judged(_supported(sentence.text, backing)))
        return tuple(judged) or None

    def _judge(self, sentence: str) -> Judged:
        """Judge one statement."""
        backing = self._backing(sentence)
        if backing is not None and backing.doubt is None:
            return Judged(_supported(sentence, backing))
        missing = missing_figures(sentence, self._figures)
        if missing and self._figures.all_readable:
            named = ", ".join(dict.fromkeys(value.text for value in missing))
            reason = f"{named} is neither in the texts nor in the question, and does not follow from them"
            return Judged(Statement(text=sentence, outcome=NOT_MENTIONED, reason=reason))
        if missing:
            reason = "it gives a figure that was not found, but a numeral of the texts cannot be read"
        elif backing is not None:
            reason = f"the texts hold it, but {backing.doubt}"
        elif not _is_long_enough(sentence):
            reason = "it is so short that it may stand in the texts by chance"
        else:
            reason = "the texts do not hold it word for word, and none of its figures rules it out"
            likely = self._likely(sentence)
            if likely is not None:
                return likely
        return Judged(Statement(text=sentence, outcome=UNCLEAR, reason=reason))

    def _likely(self, sentence: str) -> Judged | None:
        """Return what a rule makes likely of a statement, if one does."""
        if sentence.rstrip().endswith(_QUESTION_MARKS):
            return None
        shortened = self._wordings.shortened(sentence)
        if shortened is not None:
            text = self._texts[shortened.text].joined
            statement = Statement(
                text=sentence,
                outcome=SUPPORTED,
                place=text.places(shortened.start, shortened.end)[0],
                quote=text.text[shortened.start : shortened.end],
                reason="the sentence of the texts says this, and more that does not change it",
            )
            return Judged(statement, shortened.language)
        absent = self._wordings.absent(sentence)
        if absent is None:
            return None
        reason = f"{absent.found} of the {absent.terms} words that carry its meaning stand in the texts"
        return Judged(Statement(text=sentence, outcome=NOT_MENTIONED, reason=reason), absent.language)

    def _backing(self, statement: str) -> _Backing | None:
        """Return where the statement stands, best where the text vouches for it."""
        if not _is_long_enough(statement) or statement.rstrip().endswith(_QUESTION_MARKS):
            return None
        plain = self._at_a_glance(statement)
        if plain is not None:
            return plain
        doubted: _Backing | None = None
        for backing in self._backings(statement):
            if backing.doubt is None:
                return backing
            doubted = doubted or backing
        return doubted

    def _at_a_glance(self, statement: str) -> _Backing | None:
        """Return where the statement stands, if that is a plain place of a text that no other continues."""
        for chunk in self.chunks:
            start = chunk.text.find(statement)
            if start >= 0:
                span = Span(start, start + len(statement))
                is_backed = (
                    _is_plain(chunk.text, span)
                    and not ends_in_amount(chunk.text, *span)
                    and not is_planted(span, chunk.text)
                    and stands_alone(chunk, self.chunks)
                )
                return _Backing(alone(chunk), span, None) if is_backed else None
        return None

    def _backings(self, statement: str) -> Iterator[_Backing]:
        """Yield the places where a statement stands.

        Only where no text holds it to the letter is it looked for in normal form, which costs more.
        """
        literal = [text for text in self._texts if statement in text.joined.text]
        for text in literal:
            yield from text.backings(text.literal(statement))
        for text in () if literal else self._texts:
            yield from text.backings(text.normal(statement))

    @cached_property
    def _texts(self) -> tuple[_Text, ...]:
        linked = list(chains(self.chunks))
        followed = {link.chunk.text for chain in linked for link in chain}
        joins = [text for chain in linked for text in joined(chain)]
        singles = [alone(chunk) for chunk in self.chunks if chunk.text not in followed]
        return tuple(_Text(text, self.fold_chinese) for text in (*singles, *joins))

    @cached_property
    def _wordings(self) -> Texts:
        return Texts(tuple(text.joined.text for text in self._texts), self.question)

    @cached_property
    def _figures(self) -> Figures:
        told = " ".join((self.question, *sorted(self.ids)))
        return Figures(tuple(text.joined.text for text in self._texts), told)


@dataclass(frozen=True)
class _Text:
    """A text of the context, its sentences found when they are needed."""

    joined: Joined
    fold_chinese: bool

    @cached_property
    def haystack(self) -> Haystack:
        """The text, to be searched."""
        return Haystack(self.joined.text, MatchMode.STANDARD, self.fold_chinese)

    def backings(self, places: Iterator[Span]) -> Iterator[_Backing]:
        """Yield some places of the text, and what is to be said of each."""
        for span in islice(places, _PLACES):
            yield _Backing(self.joined, span, self.doubt(span))

    def literal(self, statement: str) -> Iterator[Span]:
        """Yield the places where a statement stands to the letter."""
        for at in hits(statement, self.joined.text):
            yield Span(at, at + len(statement))

    def normal(self, statement: str) -> Iterator[Span]:
        """Yield the places where a statement stands in normal form, with the article that opened it."""
        places = self.haystack.places(statement)
        if _ARTICLE.match(statement) is None:
            return places
        return (self._with_article(span) for span in places)

    def _with_article(self, span: Span) -> Span:
        before = self.joined.text[max(0, span.start - _NEAR) : span.start]
        article = _ARTICLE_BEFORE.search(before)
        return span if article is None else Span(span.start - len(before) + article.start(), span.end)

    def doubt(self, span: Span) -> str | None:
        """Return why a statement that stands there is not backed by it, if it is not."""
        text = self.joined.text
        is_plain = _is_plain(text, span)
        if ends_in_amount(text, *span):
            return "as part of another amount"
        if not is_plain and _is_torn(text, span):
            return "as part of a longer word or clause"
        if is_planted(span, text):
            return "only in what was planted for a machine to obey"
        reserved = None if is_plain else reservation(self._around(span))
        return None if reserved is None else f"do not vouch for it: {reserved!r}"

    def _around(self, span: Span) -> Surroundings:
        """Return what stands around a stretch, as far as the sentences next to its own."""
        text = self.joined.text
        read = near(text, span.start, span.end)
        first = max(0, bisect_right(read, span.start, key=_start) - 1)
        last = max(first, bisect_right(read, span.end - 1, key=_start) - 1)
        return Surroundings(
            preceding=read[first - 1].text if first else "",
            before=text[read[first].start : span.start],
            after=text[span.end : max(span.end, read[last].end)],
            following=read[last + 1].text if last + 1 < len(read) else "",
        )


def _start(sentence: Sentence) -> int:
    return sentence.start


def _supported(sentence: str, backing: _Backing) -> Statement:
    start, end = backing.span
    is_quoted = end - start <= max(_LONGEST_QUOTE, 2 * len(sentence))
    return Statement(
        text=sentence,
        outcome=SUPPORTED,
        place=backing.text.places(start, end)[0],
        quote=backing.text.text[start:end] if is_quoted else None,
    )


def _parts(said: Sequence[str], whole: _Backing) -> Iterator[tuple[str, _Backing]]:
    """Yield the sentences that stand in a text together; where that is long, each with its own stretch."""
    at, end = whole.span
    is_short = end - at <= _LONGEST_QUOTE
    for sentence in said:
        found = -1 if is_short else whole.text.text.find(sentence, at, min(end, at + 2 * len(sentence)))
        if found >= 0:
            at = found + len(sentence)
        yield sentence, whole if found < 0 else whole._replace(span=Span(found, at))


@cache
def _letters() -> regex.Pattern[str]:
    """Match what a statement is made of."""
    return regex.compile(r"[\p{L}\p{N}]")


@cache
def _unspaced() -> regex.Pattern[str]:
    """Match a character of a script in which length is counted in characters."""
    return regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")


def _is_long_enough(statement: str) -> bool:
    """Whether a statement is too long to stand in a text by chance."""
    if _LONG.match(statement) is not None:
        return True
    words = sum(_letters().search(word) is not None for word in statement.split())
    return words >= _FEWEST_WORDS or len(_unspaced().findall(statement)) >= _FEWEST_CHARACTERS


# Of common characters alone, what is surely long enough.
_LONG: Final = re.compile(
    rf"(?:[^A-Za-z]*+[A-Za-z]\S*+(?:\s++|\Z)){{{_FEWEST_WORDS}}}"
    rf"|(?:[^{HIRAGANA}{KATAKANA}{HAN}{HANGUL}]*+[{HIRAGANA}{KATAKANA}{HAN}{HANGUL}]){{{_FEWEST_CHARACTERS}}}"
)


def _is_plain(text: str, span: Span) -> bool:
    """Whether the stretch surely is whole sentences that nothing around them takes back."""
    return is_whole(text, *span) and is_undisputed(text, *span)


def _is_torn(text: str, span: Span) -> bool:
    """Whether the stretch begins or ends inside a word, or leaves out the beginning of its clause.

    Han continues Han (東京 in 西東京), katakana continues katakana, Hangul continues Hangul.
    """
    start, end = span
    if _is_within_word(text, start) or _is_within_word(text, end):
        return True
    words = text[max(0, start - 40) : start].split(" ")
    if len(words) < 2 or words[-1]:
        return False
    word = words[-2]
    return (
        word.isascii()
        and word.isalpha()
        and word.lower() not in _CLAUSE_OPENERS
        and not word.endswith("ly")
        and not _FINITE.isdisjoint(text[start:end].lower().split())
    )


@cache
def _within_words() -> regex.Pattern[str]:
    return regex.compile(r"\p{Han}\p{Han}|[\p{Katakana}ー][\p{Katakana}ー]|\p{Hangul}\p{Hangul}")


def _is_within_word(text: str, at: int) -> bool:
    """Whether the characters on both sides of a place may belong to one word."""
    return at > 0 and _within_words().match(text, at - 1) is not None
