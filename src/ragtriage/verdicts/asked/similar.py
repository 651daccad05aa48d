"""Answers, by similarity: a model's score with a threshold, and the numbers and dates equal besides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ragtriage.batch import Batch
from ragtriage.model import AnswerDetail, Case, Outcome, Stage, Trace, Verdict
from ragtriage.text.mending import mended
from ragtriage.text.written import written
from ragtriage.verdicts.answer import judge_answer
from ragtriage.verdicts.asked.answer import is_open
from ragtriage.verdicts.asked.quotes import values_missing
from ragtriage.verdicts.asked.shown import expected_items

if TYPE_CHECKING:
    from ragtriage.text.similarity import Similarity

__all__ = ["AnswerSimilar"]

_SHOWN: Final = 80


def _read(text: str) -> str:
    return mended(written(text)).text.strip()


@dataclass(frozen=True, slots=True)
class AnswerSimilar:
    """Judges answers: by strings where they are certain, else by how alike a model finds them.

    Of texts the normal form is read, lines joined. An answer passes when it is at least so similar to an
    expected one, and each holds the numbers and dates of the other. A lesser similarity is a fail that is
    not certain.

    Args:
        similarity: Scores pairs of texts.
        name: Of the model.
        threshold: The least score that passes.
    """

    similarity: Similarity
    name: str
    threshold: float

    @property
    def stage(self) -> Stage:
        """Answer."""
        return Stage.ANSWER

    @property
    def identity(self) -> str:
        """The model and the threshold."""
        return f"similarity:{self.name}@{self.threshold:g}"

    async def __call__(self, batch: Batch) -> list[Verdict]:
        """Judge the batch."""
        verdicts = [
            judge_answer(case, trace, batch.settings, is_abstained=is_abstained, is_followed=True)
            for case, trace, is_abstained in zip(batch.cases, batch.traces, batch.abstained, strict=True)
        ]
        open_pairs: list[tuple[int, Case, str, list[str]]] = []
        for place, (case, trace, verdict) in enumerate(zip(batch.cases, batch.traces, verdicts, strict=True)):
            if is_open(verdict) and isinstance(trace, Trace) and isinstance(trace.answer, str):
                expected = ["; ".join(items) for items in expected_items(case)]
                open_pairs.append((place, case, _read(trace.answer), expected))
        scores = iter(
            self.similarity.scores(
                [(_read(one), answer) for _, _, answer, expected in open_pairs for one in expected]
            )
        )
        for place, case, answer, expected in open_pairs:
            verdicts[place] = self._verdict(case, answer, [(next(scores), one) for one in expected])
        return verdicts

    def _verdict(self, case: Case, answer: str, scored: list[tuple[float, str]]) -> Verdict:
        """Say what the scores of one answer give."""
        method = f"{self.identity}, numbers and dates equal"
        # what the question gives may be left out or repeated
        fitting = [
            (score, expected)
            for score, expected in scored
            if not values_missing(_read(expected), (answer, _read(case.question)))
            and not values_missing(answer, (_read(expected), _read(case.question)))
        ]
        score, expected = max(fitting or scored)
        if fitting and score >= self.threshold:
            detail = AnswerDetail(expected=expected)
            return Verdict(outcome=Outcome.PASS, certain=False, score=score, method=method, detail=detail)
        why = f"is below {self.threshold:g}" if fitting else "does not count: a number or a date differs"
        reason = f"the similarity {score:.3f} to {expected[:_SHOWN]!r} {why}"
        return Verdict(
            outcome=Outcome.FAIL,
            certain=False,
            score=score,
            method=method,
            reason=reason,
            detail=AnswerDetail(),
        )
