"""Decomposition: the statements of an answer, each traceable to a stretch of it, none added and none lost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from ragtriage.errors import ReplyError
from ragtriage.languages.statements import compiled, tables_for
from ragtriage.llm.blocks import Data
from ragtriage.llm.messages import Request
from ragtriage.llm.questions import Accepted, Answered, Question
from ragtriage.llm.replies import Object
from ragtriage.text.characters import HAN_BLOCK, HANGUL
from ragtriage.verdicts.asked.forms import Filled, fill, schema_of, within
from ragtriage.verdicts.asked.panel import Form, Panel, Taken, Vote
from ragtriage.verdicts.asked.quotes import stands, values_missing
from ragtriage.verdicts.asked.shown import numbered

__all__ = ["STATEMENTS", "Part", "decompose"]


class _Statement(Filled, frozen=True):
    """A statement of an answer."""

    sentence: int  # the number of its sentence, from 1
    text: str
    stretch: str  # of the sentence


class _Reply(Filled, frozen=True):
    """What a model makes of an answer."""

    statements: list[_Statement]


STATEMENTS: Final = Form("statements", schema_of(_Reply))

# A sentence of which the stretches hold less than this share of its letters is judged as a whole besides.
_COVERED: Final = 0.6

# So is one with a statement of which less than this share of the letters is in words of the answer.
_OWN: Final = 0.6

# More statements than this to a sentence are a model that cannot stop.
_MOST_A_SENTENCE: Final = 20

# Nor is a statement much longer than the answer that it is of.
_MOST_TIMES: Final = 2
_MOST_MORE: Final = 200

_LETTER: Final = re.compile(r"[^\W_]")
_WORD: Final = re.compile(rf"[぀-\u30ff{HAN_BLOCK}{HANGUL}]|[^\W_぀-\u30ff{HAN_BLOCK}{HANGUL}]+")


class Part(NamedTuple):
    """One statement of an answer."""

    sentence: int  # its place among the sentences, 0-based
    text: str


async def decompose(
    panel: Panel, answer: str, sentences: Sequence[str], *, language: str, taken: Taken
) -> Answered[tuple[Part, ...]]:
    """Return the statements of some sentences of an answer; a single sentence of an answer is not split.

    Args:
        panel: Asks.
        answer: The whole answer, which says what "it" is.
        sentences: Those whose statements are wanted.
        language: Of the statements.
        taken: What the case takes; this is added to it.
    """
    whole_sentences = tuple(Part(place, sentence) for place, sentence in enumerate(sentences))
    if len(sentences) == 1 and _is_all_of(sentences[0], answer):
        return Answered(whole_sentences)
    blocks: dict[str, Data] = {
        "answer": {"answer": answer, "sentences": numbered(sentences, "sentence", "text")}
    }

    def accept(found: Object) -> Accepted[tuple[Part, ...]]:
        return Accepted(_parts(found, answer, sentences))

    def question(request: Request) -> Question[tuple[Part, ...]]:
        return Question(request, accept, whole_sentences, expected_tokens=40 * len(sentences))

    vote = Vote(0, panel.seed, taken)  # all votes are about the same statements
    return await panel.ask(STATEMENTS.prompt, blocks, question, language=language, vote=vote)


def _parts(found: Object, answer: str, sentences: Sequence[str]) -> tuple[Part, ...]:
    """Read the statements of a reply.

    Raises:
        ReplyError: A sentence has none, or one points at words that are not its sentence's.
    """
    parts: list[Part] = []
    stretches: list[list[str]] = [[] for _ in sentences]
    given = [0] * len(sentences)
    numbers = (1, len(sentences))
    given_statements = fill(found, _Reply, sentence=numbers).statements
    if len(given_statements) > _MOST_A_SENTENCE * len(sentences):
        raise ReplyError(f"{len(given_statements)} statements were given for {len(sentences)} sentences")
    longest = _MOST_TIMES * len(answer) + _MOST_MORE
    for statement in given_statements:
        place = within("sentence", statement.sentence, numbers) - 1
        said, stretch = statement.text.strip(), statement.stretch.strip()
        if not said or not stretch or stands(stretch, sentences[place]) is None:
            raise ReplyError(f"the stretch of each statement must be words of its sentence: {stretch[:80]!r}")
        if len(said) > longest:
            raise ReplyError(f"a statement must not be longer than the answer: {said[:80]!r}")
        given[place] += 1
        if not values_missing(said, (answer,)):  # else it is not the answer's own, as far as can be read
            parts.append(Part(place, said))
            stretches[place].append(stretch)
    for place, sentence in enumerate(sentences):
        if not 0 < given[place] <= _MOST_A_SENTENCE:
            raise ReplyError(f"sentence {place + 1} must have from 1 to {_MOST_A_SENTENCE} statements")
        own = [part.text for part in parts if part.sentence == place]
        if not _is_faithful(own, sentence, answer) or _covered(sentence, stretches[place]) < _COVERED:
            parts.append(Part(place, sentence))
    return tuple(sorted(dict.fromkeys(parts), key=lambda part: part.sentence))


def _is_faithful(own: Sequence[str], sentence: str, answer: str) -> bool:
    """Whether the statements of a sentence say it in the answer's words, with all its values and denials."""
    return (
        bool(own)
        and not values_missing(sentence, own)
        and _denies(sentence) == any(map(_denies, own))
        and min(_own(one, answer) for one in own) >= _OWN
    )


def _covered(sentence: str, stretches: Sequence[str]) -> float:
    """Return which share of a sentence's letters and digits its stretches hold."""
    held = [False] * len(sentence)
    for stretch in stretches:
        span = stands(stretch, sentence)
        if span is not None:
            held[span.start : span.end] = [True] * (span.end - span.start)
    letters = [match.start() for match in _LETTER.finditer(sentence)]
    return sum(held[at] for at in letters) / max(1, len(letters))


def _own(statement: str, answer: str) -> float:
    """Return which share of a statement's letters and digits is in words that the answer holds.

    A character of Chinese, Japanese or Korean is a word.

    Example:
        >>> _own("Dogs travel free", "Dogs pay 30 euros."), _own("犬は無料", "犬は30ユーロ")
        (0.2857142857142857, 0.5)
    """
    known = frozenset(word.casefold() for word in _WORD.findall(answer))
    words = _WORD.findall(statement)
    return sum(len(word) for word in words if word.casefold() in known) / max(1, sum(map(len, words)))


def _denies(text: str) -> bool:
    """Whether a text denies something, in any of the languages it may be in."""
    patterns = (compiled(table.denials) for table in tables_for(text))
    return any(pattern is not None and pattern.search(text.lower()) is not None for pattern in patterns)


def _is_all_of(sentence: str, answer: str) -> bool:
    """Whether a sentence is the whole of an answer, but for marks around it."""
    return len(_LETTER.findall(sentence)) >= len(_LETTER.findall(answer))
