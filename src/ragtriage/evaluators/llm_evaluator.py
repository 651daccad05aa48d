"""Judging by a model: instructions, inputs, and the keys of the JSON object that must come back."""

from __future__ import annotations

import copy
import logging
from collections.abc import Sequence
from typing import Any, Final, Self

from ragtriage.errors import ConfigError, DataError, JudgeError, ReplyError
from ragtriage.evaluators._component import (
    Parameters,
    component,
    default_generator,
    deserialize_generator,
    deserialize_type,
    from_dict,
    serialize_generator,
    serialize_type,
    set_input_types,
    set_output_types,
    to_dict,
)
from ragtriage.evaluators._forms import check_arguments, check_inputs
from ragtriage.evaluators._generators import asking, check_generator
from ragtriage.evaluators._rows import Inputs, Row, as_json, filled, judge_rows
from ragtriage.llm.backoff import Backoff
from ragtriage.llm.concurrency import blocking
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.replies import Object, read_object

__all__ = ["DEFAULT_CONCURRENCY", "DEFAULT_RETRIES", "LLMEvaluator", "RowsFailedError", "meta_of"]

DEFAULT_CONCURRENCY: Final = 8
DEFAULT_RETRIES: Final = 2  # on top of what a generator does itself

_LOGGER: Final = logging.getLogger(__name__)

_META: Final[Any] = list[dict[str, Any]] | None


class RowsFailedError(JudgeError, ValueError):
    """A row could not be judged, and the evaluator was told to raise then.

    Args:
        message: Which row failed first, and why.
        outputs: What `run` would have returned: rows that failed or were not begun count as failed in it,
            and those that were judged are there.
    """

    def __init__(self, message: str, *, outputs: Parameters) -> None:
        super().__init__(message)
        self.outputs = outputs

    @property
    def results(self) -> list[Parameters | None]:
        """The results, one a row."""
        results: list[Parameters | None] = self.outputs["results"]
        return results


@component
class LLMEvaluator:
    """Has a model judge rows of inputs, and returns one JSON object for each.

    Without `chat_generator`, Haystack's `OpenAIChatGenerator` is asked for JSON with a seed of 42, or where
    Haystack is not installed the endpoint that `OPENAI_BASE_URL` and `OPENAI_API_KEY` name.

    Args:
        instructions: What to judge; sent as it stands.
        inputs: Names and types of the inputs; the types are lists.
        outputs: The keys that the JSON object must have.
        examples: Each a dict of `inputs` and `outputs`, which are dicts by name.
        progress_bar: Whether to draw a progress bar; only ever on a terminal.
        raise_on_failure: Whether a row that cannot be judged raises; otherwise its result is None.
        chat_generator: A chat generator of Haystack's, an `Endpoint`, or anything with a `run(messages=…)`
            that returns `{"replies": […]}`.
        max_concurrency: How many rows are judged at once. A chat generator's `run` is called in as many
            threads; 1 for one that bears only one call at a time. For an `Endpoint` it counts in place of
            its own.
        max_retries: How often a failed call is made again, with exponential back-off; an `Endpoint` has
            its own rule.
        zero_shot: Whether to leave the examples out of the prompt.

    Raises:
        ConfigError: An argument has not the form described.

    Example:
        >>> class Polite:
        ...     def run(self, messages):
        ...         return {"replies": ['{"score": 1}']}
        >>> evaluator = LLMEvaluator(
        ...     instructions="Is this answer polite?",
        ...     inputs=[("predicted_answers", list[str])],
        ...     outputs=["score"],
        ...     examples=[],
        ...     chat_generator=Polite(),
        ... )
        >>> evaluator.run(predicted_answers=["Yes, please.", "Thank you."])
        {'results': [{'score': 1}, {'score': 1}], 'meta': None}
    """

    def __init__(
        self,
        instructions: str,
        inputs: list[tuple[str, type[list[Any]]]],
        outputs: list[str],
        examples: list[Parameters],
        progress_bar: bool = True,  # noqa: FBT001, FBT002 - as Haystack has it
        *,
        raise_on_failure: bool = True,
        chat_generator: object | None = None,
        max_concurrency: int = DEFAULT_CONCURRENCY,
        max_retries: int = DEFAULT_RETRIES,
        zero_shot: bool = False,
    ) -> None:
        self.validate_init_parameters(inputs, outputs, examples)
        if max_concurrency < 1:
            raise ConfigError(f"max_concurrency must be a positive integer: {max_concurrency}")
        if max_retries < 0:
            raise ConfigError(f"max_retries must not be negative: {max_retries}")
        self.instructions = instructions
        self.inputs = list(inputs)
        self.outputs = list(outputs)
        self.examples = copy.deepcopy(examples)
        self.progress_bar = progress_bar
        self.raise_on_failure = raise_on_failure
        self.max_concurrency = max_concurrency
        self.max_retries = max_retries
        self.zero_shot = zero_shot
        # Whatever may be asked: what it can do beyond `run` is found out when it is needed.
        self._chat_generator: Any = default_generator() if chat_generator is None else chat_generator
        check_generator(self._chat_generator)
        self._backoff = Backoff(retries=max_retries)
        set_input_types(self, dict(inputs))
        set_output_types(self, {"results": list[dict[str, Any]], "meta": _META})

    def warm_up(self) -> None:
        """Make the chat generator ready, or check that there is a key for the endpoint."""
        if isinstance(self._chat_generator, Endpoint):
            self._chat_generator.check()
        else:
            _call(self._chat_generator, "warm_up")

    async def warm_up_async(self) -> None:
        """Make the chat generator ready on this event loop."""
        if hasattr(self._chat_generator, "warm_up_async"):
            await self._chat_generator.warm_up_async()
        else:
            self.warm_up()

    def close(self) -> None:
        """Let the chat generator give back what it holds."""
        _call(self._chat_generator, "close")

    async def close_async(self) -> None:
        """Let the chat generator give back what it holds on this event loop."""
        if hasattr(self._chat_generator, "close_async"):
            await self._chat_generator.close_async()
        else:
            self.close()

    def run(self, **inputs: Any) -> Parameters:  # noqa: ANN401 - inputs are whatever the user names
        """Judge every row.

        Args:
            inputs: By name, lists of equal length q.

        Returns:
            `results`, (q,) JSON objects, None for rows that failed, and `meta`, (q,) dicts of what is known
            about each reply, or None when nothing is known about any.

        Raises:
            DataError: An input is missing, no list, or of another length.
            RowsFailedError: A row failed, and `raise_on_failure` is set.
            MissingExtraError: An endpoint is to be asked, and `aiohttp` is not installed.
        """
        self.warm_up()
        return blocking(self._judge(inputs, in_threads=True))

    async def run_async(self, **inputs: Any) -> Parameters:  # noqa: ANN401 - as run
        """Judge every row as `run` does, on this event loop."""
        await self.warm_up_async()
        return await self._judge(inputs, in_threads=False)

    def prepare_template(self) -> str:
        """Return the prompt, with `{{ name }}` where the JSON of an input comes.

        A subclass may return a prompt of its own, in which nothing but these places is template code.

        Example:
            >>> evaluator = LLMEvaluator("Is it polite?", [("answers", list[str])], ["score"], [])
            >>> evaluator.prepare_template().splitlines()[-2:]
            ['{"answers": {{ answers }}}', 'Outputs:']
        """
        places = ", ".join(f'"{name}": {{{{ {name} }}}}' for name, _ in self.inputs)
        return self._template(f"{{{places}}}")

    @staticmethod
    def validate_init_parameters(
        inputs: list[tuple[str, type[list[Any]]]], outputs: list[str], examples: list[Parameters]
    ) -> None:
        """Check the form of the arguments.

        Args:
            inputs: Names and types.
            outputs: Keys.
            examples: Dicts of `inputs` and `outputs`.

        Raises:
            ConfigError: One of them has another form.
        """
        check_arguments(inputs, outputs, examples)

    @staticmethod
    def validate_input_parameters(expected: Parameters, received: Parameters) -> None:
        """Check the inputs of a run.

        Args:
            expected: Types by name.
            received: Values by name.

        Raises:
            DataError: One is missing, no list, or of another length than the others.
        """
        check_inputs(expected, received)

    def is_valid_json_and_has_expected_keys(self, expected: list[str], received: str) -> bool:
        """Whether a reply holds a JSON object with these keys.

        Args:
            expected: The keys.
            received: The reply.

        Raises:
            DataError: It does not, and `raise_on_failure` is set; else that is a warning.
        """
        try:
            read_object(received, lambda found: _with_keys(found, expected))
        except ReplyError as error:
            if self.raise_on_failure:
                raise DataError(f"Response from LLM evaluator cannot be used: {error}") from None
            _LOGGER.warning("Response from LLM evaluator cannot be used: %s", error)
            return False
        return True

    def to_dict(self) -> Parameters:
        """Return the evaluator as Haystack saves it, arguments of its own only where they were given."""
        inputs = [[name, serialize_type(type_)] for name, type_ in self.inputs]
        first: Parameters = {"instructions": self.instructions, "inputs": inputs, "outputs": self.outputs}
        return to_dict(self, {**first, **self._parameters()})

    @classmethod
    def from_dict(cls, data: Parameters) -> Self:
        """Make an evaluator again from what was saved; the data stay as they are."""
        parameters: Parameters = dict(data.get("init_parameters", {}))
        if "inputs" in parameters:
            parameters["inputs"] = [(name, deserialize_type(kind)) for name, kind in parameters["inputs"]]
        if parameters.get("chat_generator"):
            # A generator's own from_dict may change what it is given.
            parameters["chat_generator"] = deserialize_generator(copy.deepcopy(parameters["chat_generator"]))
        return from_dict(cls, {**data, "init_parameters": parameters})

    async def _judge(self, inputs: Parameters, *, in_threads: bool) -> Parameters:
        """Judge every row, and return the outputs."""
        self.validate_input_parameters(dict(self.inputs), inputs)
        names = [name for name, _ in self.inputs]
        columns = [inputs[name] for name in names]
        rows: list[Inputs] = [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]
        async with asking(
            self._chat_generator, backoff=self._backoff, limit=self.max_concurrency, in_threads=in_threads
        ) as ask:
            judged = await judge_rows(
                rows,
                ask,
                self._prompt,
                self._accept,
                limit=self.max_concurrency,
                stop_at_failure=self.raise_on_failure,
                show_progress=self.progress_bar,
            )
        outputs = self._outputs(rows, judged)
        self._report(judged, outputs)
        return outputs

    def _report(self, judged: Sequence[Row | None], outputs: Parameters) -> None:
        """Say how many rows failed, and why.

        Raises:
            RowsFailedError: One failed, and `raise_on_failure` is set.
        """
        failures = [(number, row.error) for number, row in enumerate(judged) if row and row.error]
        if not failures:
            return
        number, error = failures[0]
        name = type(self).__name__
        if self.raise_on_failure:
            message = f"Error while generating response: {name} failed for row {number}: {error}"
            raise RowsFailedError(message, outputs=outputs) from error
        _LOGGER.warning(
            "%s failed for %d out of %d inputs. First, row %d: %s",
            name,
            len(failures),
            len(judged),
            number,
            error,
        )

    def _accept(self, inputs: Inputs, found: Object) -> Parameters:
        """Return the result that a reply holds.

        Raises:
            ReplyError: A key is missing.
        """
        del inputs  # what a reply must hold depends on them in some evaluators
        return _with_keys(found, self.outputs)

    def _outputs(self, rows: Sequence[Inputs], judged: Sequence[Row | None]) -> Parameters:
        """Return what `run` returns."""
        del rows  # scores depend on them in some evaluators
        results = [None if row is None else row.result for row in judged]
        return {"results": results, "meta": meta_of(judged)}

    def _prompt(self, row: Inputs) -> str:
        """Return the prompt of a row."""
        if type(self).prepare_template is LLMEvaluator.prepare_template:
            return self._template(as_json(row))
        return filled(self.prepare_template(), row)

    def _template(self, inputs: str) -> str:
        """Return the prompt around a row's inputs."""
        consider = "instructions" if self.zero_shot else "instructions and the examples below"
        sections = [
            f"Instructions:\n{self.instructions}",
            "\n".join(
                [
                    "Generate the response in JSON format with the following keys:",
                    as_json(self.outputs),
                    f"Consider the {consider} to determine those values.",
                ]
            ),
        ]
        if not self.zero_shot:
            shown = [
                f"Inputs:\n{as_json(example['inputs'])}\nOutputs:\n{as_json(example['outputs'])}"
                for example in self.examples
            ]
            sections.append("Examples:\n" + "\n".join(shown))
        sections.append(f"Inputs:\n{inputs}\nOutputs:\n")
        return "\n\n".join(sections)

    def _parameters(self) -> Parameters:
        """Return the arguments that every judging evaluator has."""
        own = {
            "max_concurrency": (self.max_concurrency, DEFAULT_CONCURRENCY),
            "max_retries": (self.max_retries, DEFAULT_RETRIES),
            "zero_shot": (self.zero_shot, False),
        }
        return {
            "examples": self.examples,
            "progress_bar": self.progress_bar,
            "raise_on_failure": self.raise_on_failure,
            "chat_generator": serialize_generator(self._chat_generator),
            **{name: value for name, (value, default) in own.items() if value != default},
        }


def meta_of(judged: Sequence[Row | None]) -> list[Parameters] | None:
    """Return what is known about the reply of each row, None when nothing is known about any."""
    known = [row.meta if row else {} for row in judged]
    return known if any(known) else None


def _with_keys(found: Object, expected: Sequence[str]) -> Parameters:
    """Return the object.

    Raises:
        ReplyError: It lacks a key.
    """
    missing = [key for key in expected if key not in found]
    if missing:
        raise ReplyError(f"Missing expected keys in JSON: {missing}. Got keys: {list(found)}")
    return dict(found)


def _call(generator: object, name: str) -> None:
    """Call a method that a chat generator may have."""
    method = getattr(generator, name, None)
    if callable(method):
        method()
