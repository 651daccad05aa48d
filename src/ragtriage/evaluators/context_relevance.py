"""Whether contexts hold anything that is needed to answer a question."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from ragtriage.errors import ReplyError
from ragtriage.evaluators._component import Parameters, component, set_output_types, to_dict
from ragtriage.evaluators._judged import judged_outputs, judged_types, statements_of
from ragtriage.evaluators._rows import Inputs, Row, text_of
from ragtriage.evaluators.llm_evaluator import (
    DEFAULT_CONCURRENCY,
    DEFAULT_RETRIES,
    LLMEvaluator,
    meta_of,
)
from ragtriage.llm.replies import Object

if TYPE_CHECKING:
    from ragtriage.text.evidence import Chunks

__all__ = ["ContextRelevanceEvaluator"]

_INSTRUCTIONS: Final = (
    "Pick out of the contexts the sentences that are needed to answer the question, and no others. Copy each "
    "as it stands. If no sentence is needed, or the question cannot be answered from the contexts, return an "
    "empty list: []"
)

_EXAMPLES: Final[tuple[Parameters, ...]] = (
    {
        "inputs": {
            "questions": "When are expenses paid back?",
            "contexts": [
                "Expenses are paid back on the 5th of the following month. Receipts are kept for a year."
            ],
        },
        "outputs": {"relevant_statements": ["Expenses are paid back on the 5th of the following month."]},
    },
    {
        "inputs": {
            "questions": "What is the capital of Portugal?",
            "contexts": [
                "Porto is the second largest city of Portugal.",
                "Europe has 44 countries.",
                "Madrid is the capital of Spain.",
            ],
        },
        "outputs": {"relevant_statements": []},
    },
    {
        "inputs": {
            "questions": "Who founded the company?",
            "contexts": ["The company was founded by two sisters."],
        },
        "outputs": {"relevant_statements": ["The company was founded by two sisters."]},
    },
)


@component
class ContextRelevanceEvaluator(LLMEvaluator):
    """Scores 1 where the contexts hold a sentence that is needed to answer the question, else 0.

    Args:
        examples: As for `LLMEvaluator`, with the inputs `questions` and `contexts` and the output
            `relevant_statements`; None or empty for examples of its own.
        progress_bar: As for `LLMEvaluator`.
        raise_on_failure: As for `LLMEvaluator`; otherwise a row that fails scores NaN.
        chat_generator: As for `LLMEvaluator`.
        max_concurrency: As for `LLMEvaluator`.
        max_retries: As for `LLMEvaluator`.
        zero_shot: As for `LLMEvaluator`.
        verify_statements: Whether every relevant statement must stand in one of the contexts, under the
            match mode `standard`; a reply in which one does not fails like any other that cannot be used.
        proportion: Whether to score the share of the contexts' sentences that stand in a relevant statement
            or hold one, in place of 0 or 1.
        interval: Whether to return an `interval` beside the score.

    Example:
        >>> class Judge:
        ...     def run(self, messages):
        ...         return {"replies": ['{"relevant_statements": ["It opened in 1987."]}']}
        >>> result = ContextRelevanceEvaluator(chat_generator=Judge(), proportion=True).run(
        ...     questions=["When did it open?"], contexts=[["It opened in 1987. Entry is free."]]
        ... )
        >>> result["score"], result["results"]
        (0.5, [{'relevant_statements': ['It opened in 1987.'], 'score': 0.5, 'status': 'evaluated'}])
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
        verify_statements: bool = False,
        proportion: bool = False,
        interval: bool = False,
    ) -> None:
        LLMEvaluator.__init__(
            self,
            instructions=_INSTRUCTIONS,
            inputs=[("questions", list[str]), ("contexts", list[list[str]])],
            outputs=["relevant_statements"],
            examples=examples or copy.deepcopy(list(_EXAMPLES)),
            progress_bar=progress_bar,
            raise_on_failure=raise_on_failure,
            chat_generator=chat_generator,
            max_concurrency=max_concurrency,
            max_retries=max_retries,
            zero_shot=zero_shot,
        )
        self.verify_statements = verify_statements
        self.proportion = proportion
        self.interval = interval
        set_output_types(self, judged_types(interval=interval))

    def run(self, **inputs: Any) -> Parameters:  # noqa: ANN401 - as in LLMEvaluator
        """Judge the contexts of every question.

        Args:
            inputs: `questions`, (q,) texts; `contexts`, (q,) lists of texts.

        Returns:
            `individual_scores`, (q,) from 0 to 1, NaN where a row failed; `score`, the mean of the others;
            `results`, (q,) dicts of `relevant_statements`, `score` and `status` (`evaluated` or `error`);
            `meta` as in `LLMEvaluator`; with `interval=True` also `interval`.

        Raises:
            DataError: An input is missing, no list, or of another length.
            RowsFailedError: A row failed, and `raise_on_failure` is set.
        """
        return LLMEvaluator.run(self, **inputs)

    def to_dict(self) -> Parameters:
        """Return the evaluator as Haystack saves it, arguments of its own only where they were given."""
        own = {
            "verify_statements": self.verify_statements,
            "proportion": self.proportion,
            "interval": self.interval,
        }
        return to_dict(self, {**self._parameters(), **{name: value for name, value in own.items() if value}})

    def _accept(self, inputs: Inputs, found: Object) -> Parameters:
        result = LLMEvaluator._accept(self, inputs, found)  # noqa: SLF001 - a component cannot call super()
        statements = statements_of(result, "relevant_statements")
        if self.verify_statements:
            _check_standing(statements, _texts(inputs["contexts"]))
        return result

    def _outputs(self, rows: Sequence[Inputs], judged: Sequence[Row | None]) -> Parameters:
        return judged_outputs(
            rows,
            judged,
            meta_of(judged),
            _share if self.proportion else _any,
            failed={"relevant_statements": []},
            interval=self.interval,
            is_rate=not self.proportion,
        )


def _any(inputs: Inputs, result: Parameters) -> float:
    """Return 1 where there is a relevant statement, else 0."""
    del inputs
    return float(bool(result["relevant_statements"]))


def _share(inputs: Inputs, result: Parameters) -> float:
    """Return the share of the contexts' sentences in which a relevant statement stands, at least in part."""
    from ragtriage.text.sentences import split  # noqa: PLC0415 - its tables are not needed for 0 or 1

    texts = _texts(inputs["contexts"])
    chunks = _chunks(texts)
    places = [place for statement in result["relevant_statements"] for place in chunks.find(statement).places]
    sentences = [(chunk, sentence) for chunk, text in enumerate(texts) for sentence in split(text)]
    held = sum(
        any(
            place.chunk == chunk and place.start < sentence.end and sentence.start < place.end
            for place in places
        )
        for chunk, sentence in sentences
    )
    return held / len(sentences) if sentences else 0.0


def _check_standing(statements: Sequence[str], texts: Sequence[str]) -> None:
    """Check that the statements stand in the texts.

    Raises:
        ReplyError: One does not.
    """
    chunks = _chunks(texts)
    for statement in statements:
        standing = chunks.find(statement)
        if not statement.strip() or standing.missing or not standing.places:
            raise ReplyError(f"a relevant statement does not stand in any context: {statement!r}")


def _chunks(texts: Sequence[str]) -> Chunks:
    """Return the contexts, ready to be searched."""
    from ragtriage.text.chunks import Chunk  # noqa: PLC0415 - as in _share
    from ragtriage.text.evidence import Chunks  # noqa: PLC0415 - as in _share

    return Chunks(tuple(Chunk(position, text, None, None) for position, text in enumerate(texts)))


def _texts(contexts: object) -> list[str]:
    """Return the texts of the contexts of a row, which may be documents."""
    if not isinstance(contexts, list | tuple):
        return [text_of(contexts)]
    return [text_of(context) for context in cast("Sequence[object]", contexts)]
