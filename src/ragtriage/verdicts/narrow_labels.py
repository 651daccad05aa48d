"""Labels narrower than the truth: a labelled passage is missing, yet the texts may show the answer.

The splitter may have cut the passage, or another text may say the same. Then nobody knows by strings alone
whether the needed text was there, and the fail is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

from msgspec.structs import replace

from ragtriage.model import Case, Cause, MatchMode, Outcome, Settings, Verdict
from ragtriage.text.chunks import Chunk, overlap
from ragtriage.text.content import content_words, may_share, numbers, share
from ragtriage.text.likely_mentions import OF_THE_PASSAGE, is_of_the_passage
from ragtriage.text.location import find
from ragtriage.text.mentions import Mention, Mentions, is_short, is_telling
from ragtriage.verdicts.evidence_from_answer import short_answers, told_of

__all__ = ["reconsidered"]

# From this share of a passage's content words on a text holds nearly all of it, if the passage has so many.
_NEARLY: Final = 0.8
_FEWEST: Final = 4

# From this share of its characters on a passage that the splitter cut is there for the most part.
_CUT: Final = 0.5
_PARTLY: Final = 0.4  # of its words, which are fewer where long ones are lost

# What a text must share with the passage or the question if the answer in it may stand anywhere.
_MOST: Final = 0.5


def reconsidered(
    failed: Verdict, lost: Sequence[str], case: Case, chunks: tuple[Chunk, ...], settings: Settings
) -> Verdict:
    """Return a fail as it is, or what is left of it where the label may be narrower than the truth.

    Args:
        failed: The verdict that labelled passages stand nowhere.
        lost: Those passages.
        case: The question, and what is known to be right.
        chunks: The texts that the generator saw.
        settings: How texts are compared.
    """
    wanted = tuple(short_answers(case))
    return _Reconsideration(failed, tuple(lost), case, wanted, chunks, settings).verdict()


class _Passage(NamedTuple):
    """A text that should stand in the others."""

    text: str
    words: frozenset[str]


@dataclass(frozen=True)
class _Reconsideration:
    """One case whose passages are missing."""

    failed: Verdict
    lost: tuple[str, ...]
    case: Case
    wanted: tuple[tuple[str, ...], ...]  # expected answers that can be looked for, each as its items
    chunks: tuple[Chunk, ...]
    settings: Settings

    def verdict(self) -> Verdict:
        """Return what is left of the fail."""
        for items in self.wanted:
            found = [self._related(item) for item in items]
            if not all(found):
                continue
            if len(items) == 1:
                likely = next((mention for mention in found[0] if self._is_likely(mention)), None)
                if likely is not None:
                    return self._likely(likely)
            nearest = max(found[0], key=lambda mention: mention.share)
            return self._open(f"but {told_of(nearest)}: whether that is enough was not judged")
        for passage in self._passages():
            told = self._nearly(passage)
            if told is not None:
                return self._open(f"but {told}")
        return self.failed

    def _likely(self, mention: Mention) -> Verdict:
        return replace(
            self.failed,
            outcome=Outcome.PASS,
            certain=False,
            method=f"{self.failed.method}, or the answer {OF_THE_PASSAGE}",
            reason=f"{self.failed.reason}; but {told_of(mention)}",
        )

    def _open(self, told: str) -> Verdict:
        reason = f"{self.failed.reason}; {told}"
        return replace(self.failed, outcome=Outcome.UNKNOWN, cause=Cause.NOT_JUDGED, reason=reason)

    @cached_property
    def _mentions(self) -> Mentions:
        # what is not certain does not hang on how strictly passages are compared
        is_strict = self.settings.match in {MatchMode.STRICT, MatchMode.WHITESPACE}
        mode = MatchMode.STANDARD if is_strict else self.settings.match
        return Mentions(self.chunks, self.case.question, mode, self.settings.fold_chinese)

    @cached_property
    def _lost_words(self) -> tuple[frozenset[str], ...]:
        return tuple(map(content_words, self.lost))

    def _related(self, answer: str) -> list[Mention]:
        """Return where an answer stands; a number, where words of the question or what is lost stand too."""
        mentions = list(self._mentions.all(answer))
        if not mentions:
            return []
        own = content_words(answer)
        others = [words - own for words in (content_words(self.case.question), *self._lost_words)]
        if is_telling(answer) and any(map(str.isalpha, answer)):
            return mentions  # a text in other words may share no word with the question or the passage
        least = 0.0 if is_telling(answer) else _MOST

        def is_related(mention: Mention) -> bool:
            common = max(share(words, self._mentions.words_around(mention)) for words in others)
            return common > 0 and common >= least

        return list(filter(is_related, mentions))

    def _is_likely(self, mention: Mention) -> bool:
        """Tell whether the mention likely says what is missing, which is what says the answer."""
        return all(
            is_of_the_passage(mention, words, self._mentions, self.case.language)
            and find(mention.answer, passage, MatchMode.STANDARD) is not None
            for passage, words in zip(self.lost, self._lost_words, strict=True)
        )

    def _passages(self) -> Iterator[_Passage]:
        """Yield what may stand there for the most part: the lost passages, and long expected answers."""
        for text, words in zip(self.lost, self._lost_words, strict=True):
            yield _Passage(text, words)
        for answer in self.case.expected_answers or ():
            text = answer if isinstance(answer, str) else " ".join(answer)
            if not is_short(text):
                yield _Passage(text, content_words(text))

    def _nearly(self, passage: _Passage) -> str | None:
        """Say in which text nearly all of a passage stands; None where what is missing is the answer."""
        if len(passage.words) < _FEWEST:
            return None
        expected = frozenset(chain.from_iterable(map(content_words, chain.from_iterable(self.wanted))))
        for chunk in self.chunks:
            if not may_share(passage.words, chunk.text, _PARTLY):
                continue
            words = self._mentions.words_of(chunk)
            if not expected.isdisjoint(passage.words - words):
                continue
            if share(passage.words, words) >= _NEARLY and numbers(passage.words) <= words:
                return f"nearly all words of {_shortened(passage.text)!r} stand in text {chunk.position + 1}"
            if _is_cut(passage.text, chunk.text):
                return f"most of {_shortened(passage.text)!r} stands at an edge of text {chunk.position + 1}"
        return None


def _is_cut(passage: str, text: str) -> bool:
    """Tell whether most of a passage stands where a text ends or begins: the splitter cut it there."""
    passage, text = " ".join(passage.split()), " ".join(text.split())
    longest = max(overlap(text, passage), overlap(passage, text))
    return longest >= _CUT * len(passage)


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


_SHOWN: Final = 80
