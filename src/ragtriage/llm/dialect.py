"""What an endpoint takes: the forms of a reply and the parameters that not every server knows.

Every server speaks a dialect of OpenAI's interface. Which one is found out by asking: what a server refuses
is given up, one thing at a time, and not sent again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from ragtriage.llm.messages import Request
from ragtriage.model import Metadata

__all__ = ["Dialect", "Form"]


class Form(IntEnum):
    """How the form of a reply can be asked for, weakest first."""

    TEXT = 0
    JSON_OBJECT = 1
    JSON_SCHEMA = 2


# Words with which servers refuse a form of reply; with nothing else is the form ever refused.
_FORM_WORDS: Final = ("response_format", "json_schema", "json_object", "json schema", "json mode", "grammar")

# What some servers say where a prompt fits their context, and with the longest reply besides does not.
_NO_ROOM: Final = re.compile(
    r"maximum context length is (?P<most>\d+) tokens.*\((?P<sent>\d+) in the (?:messages|prompt)\b",
    re.DOTALL,
)

# The newer name of a parameter, for servers that refuse the older one.
_RENAMED: Final = {"max_tokens": "max_completion_tokens"}

# The names of the longest reply.
_LONGEST: Final = ("max_tokens", "max_completion_tokens")


@dataclass(frozen=True, slots=True)
class Dialect:
    """What is known of an endpoint: at first, that it takes everything."""

    form: Form = Form.JSON_SCHEMA
    refused: frozenset[str] = frozenset()  # names of parameters

    def payload(self, request: Request, model: str) -> Metadata:
        """Return the body of the request, without what the endpoint refuses.

        Example:
            >>> from ragtriage.llm.messages import Message
            >>> request = Request(messages=(Message.user("Hi"),), seed=42)
            >>> Dialect(refused=frozenset({"seed"})).payload(request, "m")
            {'model': 'm', 'messages': [{'role': 'user', 'content': 'Hi'}]}
        """
        messages = [{"role": said.role.value, "content": said.content} for said in request.messages]
        body: Metadata = {"model": model, "messages": messages}
        form = self._form(request)
        if form is Form.JSON_SCHEMA:
            named = {"name": "reply", "strict": True, "schema": request.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        elif form is Form.JSON_OBJECT:
            body["response_format"] = {"type": "json_object"}
        parameters = {
            "temperature": request.temperature,
            "seed": request.seed,
            "max_tokens": request.max_tokens,
        }
        for name, value in parameters.items():
            spoken = _RENAMED.get(name, name) if name in self.refused else name
            if value is not None and spoken not in self.refused:
                body[spoken] = value
        return body

    def conceding(self, refusal: str, body: Metadata) -> Dialect | None:
        """Return the dialect without what a server's message refuses; None when it is not about that.

        Args:
            refusal: What the server said.
            body: What it was sent.
        """
        said = refusal.casefold()
        if "response_format" in body and any(word in said for word in _FORM_WORDS):
            is_schema = body["response_format"]["type"] == "json_schema"
            return replace(self, form=Form.JSON_OBJECT if is_schema else Form.TEXT)
        for name in ("temperature", "seed", *_LONGEST):
            if name in body and name in said:
                return replace(self, refused=self.refused | {name})
        room = _NO_ROOM.search(said)
        if (
            room is not None
            and int(room["sent"]) < int(room["most"])
            and not body.keys().isdisjoint(_LONGEST)
        ):
            return replace(self, refused=self.refused | frozenset(_LONGEST))
        return None

    def _form(self, request: Request) -> Form:
        """Return the strongest form that is both wanted and taken."""
        wanted = Form.JSON_SCHEMA if request.schema is not None else Form.JSON_OBJECT
        return min(wanted if request.is_json else Form.TEXT, self.form)
