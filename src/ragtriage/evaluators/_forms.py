"""The forms that a judging evaluator asks of its arguments and of the inputs of a run."""

from __future__ import annotations

from typing import Any, cast

from ragtriage.errors import ConfigError, DataError
from ragtriage.evaluators._component import Parameters

__all__ = ["check_arguments", "check_inputs"]


def check_arguments(
    inputs: list[tuple[str, type[list[Any]]]], outputs: list[str], examples: list[Parameters]
) -> None:
    """Check the form of the arguments.

    Raises:
        ConfigError: One of them has another form.
    """
    if not _is_list_of(inputs, tuple) or not all(map(_is_input, inputs)):
        raise ConfigError(
            "LLM evaluator expects inputs to be a list of tuples. Each tuple must contain an input name "
            f"and type of list but received {inputs}."
        )
    if not _is_list_of(outputs, str):
        raise ConfigError(f"LLM evaluator expects outputs to be a list of str but received {outputs}.")
    if not _is_list_of(examples, dict):
        raise ConfigError(
            f"LLM evaluator expects examples to be a list of dictionaries but received {examples}."
        )
    for example in examples:
        if not _is_example(example):
            raise ConfigError(
                "LLM evaluator expects each example to have keys `inputs` and `outputs` with values that "
                f"are dictionaries with str keys but received {example}."
            )


def check_inputs(expected: Parameters, received: Parameters) -> None:
    """Check the inputs of a run.

    Raises:
        DataError: One is missing, no list, or of another length than the others.
    """
    for name in expected:
        if name not in received:
            raise DataError(
                f"LLM evaluator expected input parameter '{name}' but received only {list(received)}."
            )
    if not all(isinstance(values, list) for values in received.values()):
        kinds = {name: type(values).__name__ for name, values in received.items()}
        raise DataError(f"LLM evaluator expects all input values to be lists but received {kinds}.")
    lengths = {name: len(values) for name, values in received.items()}
    if len(set(lengths.values())) > 1:
        raise DataError(
            f"LLM evaluator expects all input lists to have the same length but received {lengths}."
        )


def _is_list_of(values: object, kind: type) -> bool:
    """Whether something is a list, and all it holds is of one kind."""
    return isinstance(values, list) and all(isinstance(value, kind) for value in cast("list[object]", values))


def _is_input(pair: tuple[Any, ...]) -> bool:
    """Whether a tuple is the name of an input and a list type that says of what."""
    return len(pair) == 2 and isinstance(pair[0], str) and pair[1] is not list


def _is_example(example: Parameters) -> bool:
    """Whether a dict is an example."""
    return example.keys() == {"inputs", "outputs"} and all(
        isinstance(part, dict) and all(isinstance(key, str) for key in cast("dict[object, object]", part))
        for part in example.values()
    )
