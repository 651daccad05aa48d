"""Whether an answer can be inferred from its contexts, statement by statement."""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from typing import Any, Final, cast

from ragtriage.errors import ReplyError
from ragtriage.evaluators._component import Parameters, component, set_output_types, to_dict
from ragtriage.evaluators._judged import judged_outputs, judged_types, statements_of
from ragtriage.evaluators._rows import Inputs, Row
from ragtriage.evaluators.llm_evaluator import (
    DEFAULT_CONCURRENCY,
    DEFAULT_RETRIES,
    LLMEvaluator,
    meta_of,
)
from ragtriage.llm.replies import Object

__all__ = ["FaithfulnessEvaluator"]

_INSTRUCTIONS: Final = (
    "Judge whether a predicted answer is faithful to the contexts. First, break the predicted answer up into "
    "the statements it makes. Second, score each statement: 1 if it can be inferred from the contexts, 0 if "
    "it cannot. What you know yourself does not count."
)

_EXAMPLES: Final[tuple[Parameters, ...]] = (
    {
        "inputs": {
            "questions": "When and by whom was the company founded?",
            "contexts": ["The company was founded by two sisters in Osaka in 1987."],
            "predicted_answers": "It was founded in the eighties, by two sisters.",
        },
        "outputs": {
            "statements": [
                "The company was founded in the 1980s.",
                "The company was founded by two sisters.",
            ],
            "statement_scores": [1, 1],
        },
    },
    {
        "inputs": {
            "questions": "What is the capital of Portugal?",
            "contexts": ["Porto is the second largest city of Portugal."],
            "predicted_answers": "Lisbon",
        },
        "outputs": {"statements": ["The capital of Portugal is Lisbon."], "statement_scores": [0]},
    },
    {
        "inputs": {
            "questions": "When are expenses paid back?",
            "contexts": ["Expenses are paid back on the 5th of the following month."],
            "predicted_answers": "On the 5th of the following month, into the account of your choice.",
        },
        "outputs": {
            "statements": [
                "Expenses are paid back on the 5th of the following month.",
                "Expenses are paid back into the account of your choice.",
            ],
            "statement_scores": [1, 0],
        },
    },
)


@component
class FaithfulnessEvaluator(LLMEvaluator):
    """Scores the share of an answer's statements that can be inferred from its contexts.

    Args:
        examples: As for `LLMEvaluator`, with the inputs `questions`, `contexts` and `predicted_answers` and
            the outputs `statements` and `statement_scores`; None or empty for examples of its own.
        progress_bar: As for `LLMEvaluator`.
        raise_on_failure: As for `LLMEvaluator`; otherwise a row that fails scores NaN.
        chat_generator: As for `LLMEvaluator`.
        max_concurrency: As for `LLMEvaluator`.
        max_retries: As for `LLMEvaluator`.
        zero_shot: As for `LLMEvaluator`.
        interval: Whether to return an `interval` beside the score.

    Example:
        >>> class Judge:
        ...     def run(self, messages):
        ...         return {"replies": ['{"statements": ["a", "b"], "statement_scores": [1, 0]}']}
        >>> result = FaithfulnessEvaluator(chat_generator=Judge()).run(
        ...     questions=["Who created Python?"],
        ...     contexts=[["Python was created by Guido van Rossum."]],
        ...     predicted_answers=["Guido van Rossum, in Paris."],
        ... )
        >>> result["score"], result["results"]
        (0.5, [{'statements': ['a', 'b'], 'statement_scores': [1, 0], 'score': 0.5, 'status': 'evaluated'}])
    """

    def __init__(
        self,
        examples: list[Parameters] | None = None,
        progress_bar: bool = True,  # noqa: FBT001, FBT002 - as Haystack has it
        raise_on_failure: bool = True,  # noqa: FBT001, FBT002 - as above
        chat_generator: object | None = None,
        *,
        max_concurrency: int = DEFAULT_CONCURRENCY,
        max_retries: int = DEFAULT_RETRIES,
        zero_shot: bool = False,
        interval: bool = False,
    ) -> None:
        LLMEvaluator.__init__(
            self,
            instructions=_INSTRUCTIONS,
            inputs=[
                ("questions", list[str]),
                ("contexts", list[list[str]]),
                ("predicted_answers", list[str]),
            ],
            outputs=["statements", "statement_scores"],
            examples=examples or copy.deepcopy(list(_EXAMPLES)),
            progress_bar=progress_bar,
            raise_on_failure=raise_on_failure,
            chat_generator=chat_generator,
            max_concurrency=max_concurrency,
            max_retries=max_retries,
            zero_shot=zero_shot,
        )
        self.interval = interval
        set_output_types(self, judged_types(interval=interval))

    def run(self, **inputs: Any) -> Parameters:  # noqa: ANN401 - as in LLMEvaluator
        """Judge every answer.

        Args:
            inputs: `questions`, (q,) texts; `contexts`, (q,) lists of texts; `predicted_answers`, (q,) texts.

        Returns:
            `individual_scores`, (q,) from 0 to 1, NaN where a row failed; `score`, the mean of the others;
            `results`, (q,) dicts of `statements`, `statement_scores`, `score` and `status` (`evaluated` or
            `error`); `meta` as in `LLMEvaluator`; with `interval=True` also `interval`. An answer without a
            statement scores 0.

        Raises:
            DataError: An input is missing, no list, or of another length.
            RowsFailedError: A row failed, and `raise_on_failure` is set.
        """
        return LLMEvaluator.run(self, **inputs)

    def to_dict(self) -> Parameters:
        """Return the evaluator as Haystack saves it, arguments of its own only where they were given."""
        own = {"interval": True} if self.interval else {}
        return to_dict(self, {**self._parameters(), **own})

    def _accept(self, inputs: Inputs, found: Object) -> Parameters:
        result = LLMEvaluator._accept(self, inputs, found)  # noqa: SLF001 - a component cannot call super()
        statements = statements_of(result, "statements")
        scores = result["statement_scores"]
        if not isinstance(scores, list):
            raise ReplyError("statement_scores is no list")
        listed = cast("list[object]", scores)
        if len(listed) != len(statements):
            raise ReplyError(f"{len(statements)} statements have {len(listed)} statement_scores")
        for score in listed:
            if not isinstance(score, int | float) or not 0 <= score <= 1:
                raise ReplyError(f"a statement score is no number from 0 to 1: {score!r}")
        return result

    def _outputs(self, rows: Sequence[Inputs], judged: Sequence[Row | None]) -> Parameters:
        return judged_outputs(
            rows,
            judged,
            meta_of(judged),
            _share,
            failed={"statements": [], "statement_scores": []},
            interval=self.interval,
            is_rate=False,
        )


def _share(inputs: Inputs, result: Parameters) -> float:
    """Return the mean score of the statements, 0 without any."""
    del inputs
    scores: list[float] = result["statement_scores"]
    return math.fsum(scores) / len(scores) if scores else 0.0
