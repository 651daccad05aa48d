"""Semantic answer similarity: how alike an answer and the expected one are in meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Self

from ragtriage.errors import DataError
from ragtriage.evaluators._component import (
    Parameters,
    component,
    environment_token,
    from_dict,
    set_output_types,
    to_dict,
)
from ragtriage.evaluators._scores import score_types, scored
from ragtriage.text.similarity import Similarity

__all__ = ["SASEvaluator"]

_MODEL: Final = "sentence-transformers/paraphrase-multilingual-mpnet-base-v2"

# Where Haystack looks for the token.
_TOKEN: Final = environment_token("HF_API_TOKEN", "HF_TOKEN")


@component
class SASEvaluator:
    """Scores how alike each answer and the expected one are, as a bi-encoder or a cross-encoder sees it.

    The model is given both texts as they are, as in Haystack. (The judge `answer=similarity:MODEL` of an
    evaluation gives it their normal form.)

    Source: Risch et al. (2021), Semantic Answer Similarity for Evaluating Question Answering Models.

    Args:
        model: A name on the Hugging Face hub, or a folder; a model whose architecture is one for sequence
            classification is a cross-encoder, any other a bi-encoder.
        batch_size: How many texts or pairs are computed at once.
        device: A `ComponentDevice` of Haystack's or a name such as `cuda:0`; None for the best there is.
        token: A `Secret` of Haystack's or a text, for models that are not public; by default what
            `HF_API_TOKEN` or `HF_TOKEN` holds.
        interval: Whether to return an `interval` beside the score.

    Raises:
        MissingExtraError: `sentence-transformers` is not installed.

    Example:
        >>> evaluator = SASEvaluator()  # loads nothing yet
        >>> evaluator.run(ground_truth_answers=[], predicted_answers=[])
        {'score': 0.0, 'individual_scores': [0.0]}
    """

    def __init__(
        self,
        model: str = _MODEL,
        batch_size: int = 32,
        device: Any = None,  # noqa: ANN401 - a class of Haystack's, which may not be there
        token: Any = _TOKEN,  # noqa: ANN401 - as device
        *,
        interval: bool = False,
    ) -> None:
        self._model = model
        self._batch_size = batch_size
        self._device = device
        self._token = token
        self._interval = interval
        self._similarity_model = Similarity(
            model,
            batch_size=batch_size,
            device=device.to_torch_str() if hasattr(device, "to_torch_str") else device,
            token=getattr(token, "resolve_value", token),  # asked for when the model is loaded
        )
        set_output_types(self, score_types(list[float], interval=interval))

    def warm_up(self) -> None:
        """Load the model, unless it is loaded.

        Raises:
            ConfigError: It is a cross-encoder with several scores for a pair.
        """
        self._similarity_model.load()

    def run(self, ground_truth_answers: list[str], predicted_answers: list[str]) -> Parameters:
        """Score each answer.

        Args:
            ground_truth_answers: (q,) expected answers.
            predicted_answers: (q,) answers.

        Returns:
            `individual_scores`, (q,): cosines from -1 to 1 of a bi-encoder, or from 0 to 1 of a
            cross-encoder; and `score`, their mean. Without any answer 0.0 and [0.0]. With `interval=True`
            also `interval`, a dict of `low` and `high`, or None where an interval would say nothing.

        Raises:
            DataError: The two are not equally long, or one holds something else than texts.
            ConfigError: As `warm_up`.
        """
        if len(ground_truth_answers) != len(predicted_answers):
            raise DataError(
                "The number of predictions and labels must be the same: "
                f"{len(predicted_answers)} and {len(ground_truth_answers)}."
            )
        _check_texts(predicted_answers, "Predicted answers")
        _check_texts(ground_truth_answers, "Ground truth answers")
        pairs = list(zip(predicted_answers, ground_truth_answers, strict=True))
        scores = self._similarity_model.scores(pairs) if pairs else [0.0]
        return scored(scores, interval=self._interval, is_rate=False)

    def to_dict(self) -> Parameters:
        """Return the evaluator as Haystack saves it, arguments of its own only where they were given.

        Raises:
            DataError: The token was given as a text, which must not be saved.
        """
        if isinstance(self._token, str):
            raise DataError("a token given as a text is not saved; put it into HF_TOKEN")
        own = {"interval": True} if self._interval else {}
        first = {"model": self._model, "batch_size": self._batch_size}
        return to_dict(self, {**first, "device": self._device, "token": self._token, **own})

    @classmethod
    def from_dict(cls, data: Parameters) -> Self:
        """Make an evaluator again from what was saved."""
        return from_dict(cls, data)


def _check_texts(answers: Sequence[object], what: str) -> None:
    """Check that answers are texts.

    Raises:
        DataError: One is not.
    """
    if any(answer is None for answer in answers):
        raise DataError(f"{what} must not contain None values.")
    for number, answer in enumerate(answers):
        if not isinstance(answer, str):
            raise DataError(f"{what} must be texts; number {number} is a {type(answer).__name__}.")
