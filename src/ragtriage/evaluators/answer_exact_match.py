"""Answers that equal an expected one exactly, or under one of the project's match modes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self, cast

from ragtriage.errors import ConfigError, DataError
from ragtriage.evaluators._component import (
    Answers,
    Parameters,
    component,
    from_dict,
    set_output_types,
    to_dict,
)
from ragtriage.evaluators._scores import score_types, scored
from ragtriage.model import MatchMode

__all__ = ["AnswerExactMatchEvaluator"]


@component
class AnswerExactMatchEvaluator:
    """Scores 1 where an answer equals the expected one, or one of several, else 0.

    Args:
        normalization: How far two texts may differ and still be equal: `strict`, `whitespace`, `standard`
            or `values`; None for equality character by character, as in Haystack, so that two ways to write
            one letter differ. `standard` and `values` read the normal form of both.
        interval: Whether to return an `interval` (Wilson's) beside the score.

    Raises:
        ConfigError: There is no such mode.

    Example:
        >>> evaluator = AnswerExactMatchEvaluator(normalization="standard")
        >>> evaluator.run(
        ...     ground_truth_answers=["Berlin", ["Paris", "Paname"]], predicted_answers=["berlin.", "Lyon"]
        ... )
        {'score': 0.5, 'individual_scores': [1, 0]}
    """

    def __init__(self, *, normalization: MatchMode | str | None = None, interval: bool = False) -> None:
        self.normalization = None if normalization is None else _mode(normalization)
        self.interval = interval
        set_output_types(self, score_types(list[int], interval=interval))

    def run(self, ground_truth_answers: Answers, predicted_answers: list[str]) -> Parameters:
        """Compare each answer with what is expected.

        Args:
            ground_truth_answers: (q,) expected answers; a list in place of a string holds several, of which
                one is enough.
            predicted_answers: (q,) answers.

        Returns:
            `individual_scores`, (q,) of 0 and 1, and `score`, their mean; with `interval=True` also
            `interval`, a dict of `low` and `high`.

        Raises:
            DataError: One of the two is empty, or they are not equally long.
        """
        if len(ground_truth_answers) == 0 or len(predicted_answers) == 0:
            raise DataError("ground_truth_answers and predicted_answers must be provided.")
        if len(ground_truth_answers) != len(predicted_answers):
            raise DataError(
                "The length of ground_truth_answers and predicted_answers must be the same: "
                f"{len(ground_truth_answers)} and {len(predicted_answers)}."
            )
        matches = [
            int(any(self._is_match(expected, predicted) for expected in _accepted(truth, predicted)))
            for truth, predicted in zip(ground_truth_answers, predicted_answers, strict=True)
        ]
        return scored(matches, interval=self.interval, is_rate=True)

    def to_dict(self) -> Parameters:
        """Return the evaluator as Haystack saves it, arguments of its own only where they were given."""
        own = {"normalization": self.normalization and self.normalization.value, "interval": self.interval}
        return to_dict(self, {name: value for name, value in own.items() if value})

    @classmethod
    def from_dict(cls, data: Parameters) -> Self:
        """Make an evaluator again from what was saved."""
        return from_dict(cls, data)

    def _is_match(self, expected: object, predicted: object) -> bool:
        """Whether an answer equals an expected one."""
        if self.normalization is None or not (isinstance(expected, str) and isinstance(predicted, str)):
            return expected == predicted
        from ragtriage.text.matching import equal  # noqa: PLC0415 - exact equality needs no tables
        from ragtriage.text.written import is_about_escapes, written  # noqa: PLC0415 - as above

        if self.normalization in _OF_NORMAL_FORM:
            with_escapes = not is_about_escapes((expected, predicted))
            expected = written(expected, with_escapes=with_escapes).text
            predicted = written(predicted, with_escapes=with_escapes).text
        return equal(expected, predicted, self.normalization)


# The modes whose texts are read in normal form; in the others every character counts.
_OF_NORMAL_FORM: Final = frozenset((MatchMode.STANDARD, MatchMode.VALUES))


def _accepted(truth: object, predicted: object) -> Sequence[object]:
    """Return the acceptable answers; a list is one answer where the predicted one is a list too."""
    if isinstance(predicted, list | tuple) or not isinstance(truth, list | tuple):
        return [truth]
    return cast("Sequence[object]", truth)


def _mode(name: str) -> MatchMode:
    """Return the match mode of this name.

    Raises:
        ConfigError: There is none.
    """
    try:
        return MatchMode(name)
    except ValueError:
        raise ConfigError(f"normalization must be one of {', '.join(MatchMode)}: {name!r}") from None
