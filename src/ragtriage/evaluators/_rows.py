"""Judging row by row: a prompt, a reply read strictly, one more chance, and failures that stay their own."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from ragtriage.errors import DataError, JudgeError, RagtriageError, ReplyError
from ragtriage.evaluators._component import Parameters
from ragtriage.evaluators._generators import Ask
from ragtriage.llm.concurrency import each
from ragtriage.llm.messages import Message
from ragtriage.llm.replies import Object, read_object

__all__ = ["Accept", "Inputs", "Row", "as_json", "filled", "judge_rows", "text_of"]

Inputs = Mapping[str, object]  # the values of one row, by the names of the inputs

# Checks a JSON object against the inputs it answers, and returns the result; raises ReplyError.
Accept = Callable[[Inputs, Object], Parameters]


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one row."""

    result: Parameters | None  # None when it failed
    meta: Parameters  # of the last reply; empty when there was none
    error: RagtriageError | None = None


# What writing a value may raise, which may be an object of anybody's, or hold lists a thousand deep.
_UNWRITABLE: Final = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)


def as_json(value: object) -> str:
    """Return a value as JSON that can be sent; documents and messages as their text.

    Raises:
        DataError: It cannot even be printed.

    Example:
        >>> as_json({"contexts": ["say {{ this }}", "東京"]})
        '{"contexts": ["say {{ this }}", "東京"]}'
    """
    try:
        text = json.dumps(value, ensure_ascii=False, default=text_of)
    except _UNWRITABLE:  # keys that are no strings, or a value that holds itself
        try:
            text = json.dumps(str(value), ensure_ascii=False)
        except _UNWRITABLE as error:
            raise DataError(f"an input cannot be written: {type(error).__name__}: {error}") from None
    # Half a surrogate pair cannot be sent as it is.
    return text if text.isascii() or _can_be_sent(text) else json.dumps(json.loads(text))


def filled(template: str, inputs: Inputs) -> str:
    """Return a template with the JSON of an input in each place of its name; what comes in is left as it is.

    Example:
        >>> filled('{"a": {{ a }}} {{ b }}', {"a": "{{ b }}", "b": 1})
        '{"a": "{{ b }}"} 1'
    """
    names = "|".join(map(re.escape, inputs))
    return re.sub(rf"\{{\{{-?\s*({names})\s*-?\}}\}}", lambda place: as_json(inputs[place[1]]), template)


async def judge_rows(
    rows: Sequence[Inputs],
    ask: Ask,
    prompt: Callable[[Inputs], str],
    accept: Accept,
    *,
    limit: int,
    stop_at_failure: bool,
    show_progress: bool,
) -> list[Row | None]:
    """Judge every row and return what became of each, in their order.

    Args:
        rows: The inputs of each row.
        ask: Whom to ask.
        prompt: Makes the prompt of a row.
        accept: Checks what is replied.
        limit: How many rows are under way at once.
        stop_at_failure: Whether to begin no further row after one has failed; those begun are finished,
            because they are paid for.
        show_progress: Whether to draw a bar, if the standard error is a terminal.

    Returns:
        A row each; None for rows that were not begun.
    """
    has_failed = False
    with _progress(len(rows), is_shown=show_progress) as advance:

        async def judge(inputs: Inputs) -> Row:
            nonlocal has_failed
            try:
                row = await _judge(inputs, ask, prompt(inputs), accept)
            except DataError as error:
                row = Row(None, {}, error)
            has_failed = has_failed or row.error is not None
            advance()
            return row

        return await each(rows, judge, limit=limit, until=lambda: stop_at_failure and has_failed)


async def _judge(inputs: Inputs, ask: Ask, prompt: str, accept: Accept) -> Row:
    """Judge one row: a reply that cannot be used is asked for once more."""
    messages = [Message.user(prompt)]
    row = await _attempt(inputs, ask, messages, accept)
    if isinstance(row, Row):
        return row
    if row.text is not None:
        messages += [Message.assistant(row.text), Message.user(_correction(row.error))]
    row = await _attempt(inputs, ask, messages, accept)
    return row if isinstance(row, Row) else Row(None, row.meta, row.error)


@dataclass(frozen=True, slots=True)
class _Unusable:
    """A reply that cannot be used."""

    text: str | None  # None when there is nothing to show the model, or too much
    meta: Parameters
    error: ReplyError


async def _attempt(inputs: Inputs, ask: Ask, messages: Sequence[Message], accept: Accept) -> Row | _Unusable:
    """Ask once, and read the reply."""
    try:
        said = await ask(messages)
    except ReplyError as error:
        return _Unusable(None, {}, error)
    except JudgeError as error:
        return Row(None, {}, error)
    try:
        return Row(read_object(said.text, lambda found: accept(inputs, found)), said.meta)
    except ReplyError as error:
        if not said.is_truncated:
            return _Unusable(said.text or None, said.meta, error)
        return _Unusable(None, said.meta, ReplyError(f"the reply is truncated by the token limit: {error}"))


def _correction(error: ReplyError) -> str:
    """Return what to tell a model whose reply cannot be used."""
    return f"That cannot be used: {error}. Answer again, with the JSON object alone and all of its keys."


def text_of(value: object) -> str:
    """Return the text of a document or a message, or of anything else."""
    if isinstance(value, str):
        return value
    for name in ("content", "text"):
        text = getattr(value, name, None)
        if isinstance(text, str):
            return text
    return str(value)


def _can_be_sent(text: str) -> bool:
    """Whether a text can be encoded."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def _progress(total: int, *, is_shown: bool) -> Generator[Callable[[], None]]:
    """Draw a bar that advances by one with each call, if the standard error is a terminal."""
    if not (is_shown and total and sys.stderr.isatty()):
        yield lambda: None
        return
    from rich.console import Console  # noqa: PLC0415 - only on a terminal
    from rich.progress import Progress  # noqa: PLC0415 - as above

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("judging", total=total)
        yield lambda: bar.advance(task)
