"""Completions: what a server says in the form of OpenAI's interface, or nearly so, as far as it is needed."""

from __future__ import annotations

from typing import Final, NamedTuple, cast

import msgspec

from ragtriage.errors import ReplyError
from ragtriage.llm.messages import Reply
from ragtriage.llm.redaction import Redaction
from ragtriage.model import Metadata

__all__ = ["Usage", "error_message", "read_completion", "usage_of"]

_MOST_TOKENS: Final = 10**9  # of one reply; more is no count


class _Message(msgspec.Struct):
    """The part of a choice that says something, in one of the forms that servers give it."""

    content: object = None  # a text, its parts, or None
    tool_calls: object = None
    function_call: object = None


class _Choice(msgspec.Struct):
    """One answer of several."""

    message: _Message | None = None
    finish_reason: str | None = None


class _Completion(msgspec.Struct):
    """An endpoint's answer; whatever else it holds is not looked at."""

    choices: list[_Choice]
    model: str | None = None
    usage: object = None


class Usage(NamedTuple):
    """What a reply took, as far as the server counts; None where it says nothing that is a count."""

    prompt_tokens: int | None
    completion_tokens: int | None


def read_completion(answer: bytes, *, is_json: bool, redaction: Redaction) -> Reply:
    """Return the reply in an answer, without secrets.

    Raises:
        ReplyError: It is not a chat completion.
    """
    try:
        completion = msgspec.json.decode(answer, type=_Completion)
    except (msgspec.DecodeError, RecursionError) as error:  # also raised for JSON in another form
        raise ReplyError(str(error)) from None
    choice = completion.choices[0] if completion.choices else _Choice()
    usage = _usage(completion.usage)
    said = None if choice.message is None else _said(choice.message, is_json=is_json)
    return Reply(
        text=None if said is None else redaction.reply(said),
        model=None if completion.model is None else redaction.reply(completion.model),
        finish_reason=None if choice.finish_reason is None else redaction.reply(choice.finish_reason),
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
    )


def usage_of(answer: bytes) -> Usage:
    """Return what an answer that is no completion says that it took."""
    said = _decoded(answer)
    return _usage(cast("Metadata", said).get("usage") if isinstance(said, dict) else None)


def _said(message: _Message, *, is_json: bool) -> str | None:
    """Return what a message says; where an object is wanted, also with what functions are called."""
    content = message.content
    said = content if isinstance(content, str) or content is None else _of_parts(content)
    if not is_json or (message.tool_calls is None and message.function_call is None):
        return said
    called = message.tool_calls
    calls = cast("list[object]", called) if isinstance(called, list) else []
    given = [_arguments(cast("Metadata", call).get("function")) for call in calls if isinstance(call, dict)]
    parts = [said, *given, _arguments(message.function_call)]
    return "\n".join(part for part in parts if part) or said


def _of_parts(content: object) -> str | None:
    """Return the text of a content that comes in parts, or as the object that the text says."""
    if isinstance(content, dict):
        return _written(cast("Metadata", content))
    if not isinstance(content, list):
        return None
    return "".join(_text_of(part) for part in cast("list[object]", content))


def _text_of(part: object) -> str:
    """Return the text of one part of a content; thoughts and pictures have none."""
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    fields = cast("Metadata", part)
    kind, text = fields.get("type", "text"), fields.get("text")
    is_text = kind in ("text", "output_text")
    return text if is_text and isinstance(text, str) else ""


def _arguments(function: object) -> str:
    """Return with what a function is called: a text in JSON, or an object."""
    given = cast("Metadata", function).get("arguments") if isinstance(function, dict) else None
    if isinstance(given, str):
        return given
    return _written(cast("Metadata", given)) if isinstance(given, dict) else ""


def _written(value: object) -> str:
    """Return a value in JSON; nothing of one that is nested too deep to be written."""
    try:
        return msgspec.json.encode(value).decode("utf-8", "replace")
    except RecursionError:
        return ""


def _usage(said: object) -> Usage:
    return Usage(_tokens(said, "prompt_tokens"), _tokens(said, "completion_tokens"))


def _tokens(usage: object, name: str) -> int | None:
    """Return how many tokens a server counted; None where it says nothing that is a count."""
    count = cast("Metadata", usage).get(name) if isinstance(usage, dict) else None
    is_count = isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= _MOST_TOKENS
    return count if is_count else None


def _decoded(received: bytes) -> object:
    """Return what is said in JSON; None where it is none."""
    try:
        return msgspec.json.decode(received)
    except (msgspec.DecodeError, RecursionError):
        return None


def error_message(body: bytes) -> str:
    """Return what a server says about an error, as shortly as it says it."""
    said = _decoded(body)
    if said is None:
        return body.decode("utf-8", "replace")
    if isinstance(said, dict):
        said = cast("Metadata", said).get("error", cast("Metadata", said))
    return said if isinstance(said, str) else _written(said)
