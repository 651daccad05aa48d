"""An HTTP endpoint of one's own, given a JSON body and a path to the answer: `http://…` or `https://…`.

Nothing but the one address is ever asked: a redirect, which might carry a key or a text elsewhere, is an
error. An answer is read as far as was agreed, and as long; then the connection is closed.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Self, TypeAlias, cast

from ragtriage.errors import ConfigError, EndpointError
from ragtriage.io.mapping import Path
from ragtriage.io.opening import read_configuration
from ragtriage.llm.backoff import Pace, TransientError, persist, retry_after
from ragtriage.llm.bodies import ACCEPTED
from ragtriage.llm.doubt import Doubt
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.headers import check_key
from ragtriage.llm.messages import Reply, Request
from ragtriage.llm.redaction import Redaction
from ragtriage.llm.redirects import REDIRECTS, led_away
from ragtriage.llm.transport import check_way
from ragtriage.probing.generators.calls import Call
from ragtriage.probing.generators.generator import Generator, payload, sendable
from ragtriage.probing.generators.threads import threaded

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["DEFAULT_ANSWER_PATH", "DEFAULT_BODY", "posted", "read_body"]

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

DEFAULT_BODY: Final = '{"question": "{{question}}", "contexts": "{{contexts}}"}'
DEFAULT_ANSWER_PATH: Final = "answer"

_SLOT: Final = re.compile(r"\{\{\s*(question|contexts)\s*\}\}")
_TRANSIENT: Final = frozenset({408, 409, 425, 429})
_NOBODY: Final = (ConnectionRefusedError, socket.gaierror)  # nobody is there, or no such host
_MOST_SAID: Final = 16_384  # bytes that are read of an error
_SHOWN: Final = 500  # characters
_MOST_LEVELS: Final = 64  # of a body


def posted(
    endpoint: Endpoint, *, body: Json = None, answer_path: str = DEFAULT_ANSWER_PATH, key: str | None = None
) -> Generator:
    """Return the generator that posts to an address.

    Args:
        endpoint: The address; what its model is called is not looked at.
        body: JSON in which a string `{{question}}` stands for the question and `{{contexts}}` for the list of
            texts; within a longer string, for the texts with blank lines between them.
        answer_path: Where the answer stands in the reply, such as `choices[0].message.content`.
        key: Sent as a bearer token; never shown.

    Raises:
        ConfigError: The body has no place for the question or cannot be sent, the path is none, the key
            cannot be a header, or the proxy or certificates that the environment names cannot be used.
    """
    check_key(key)
    check_way(endpoint.bare)
    template: Json = json.loads(DEFAULT_BODY) if body is None else body
    path = Path.parse(answer_path)
    text = _sent(template)
    if not re.search(r"\{\{\s*question\s*\}\}", text):
        raise ConfigError("the body must say {{question}} somewhere")
    digest = sha256(text.encode()).hexdigest()[:12]
    identity = f"{endpoint.place} (body {digest}, answer at {path.text})"

    def request(question: str, contexts: Sequence[str], _: int) -> Request:
        return payload(json.dumps(_filled(template, question, list(contexts)), ensure_ascii=False))

    # a query may name a collection or a key: it tells two addresses apart, and is not shown
    query = sha256(endpoint.address.encode()).hexdigest()[:12]
    named = Endpoint(
        model=f"body {digest}, answer at {path.text}, address {query}",
        base_url=endpoint.base_url,
        api_key=endpoint.api_key,
        max_concurrency=endpoint.max_concurrency,
        timeout_seconds=endpoint.timeout_seconds,
        max_reply_bytes=endpoint.max_reply_bytes,
        backoff=endpoint.backoff,
    )
    redaction = named.redaction(key)
    return Generator(
        identity=identity,
        endpoint=named,
        request=request,
        connect=lambda: _Posts(named, path, key, redaction),
        place=endpoint.place,
    )


def read_body(text: str) -> Json:
    """Read a template of the body: JSON itself, or the name of a file that holds it.

    Raises:
        ConfigError: It is no JSON.

    Example:
        >>> read_body('{"query": "{{question}}"}')
        {'query': '{{question}}'}
    """
    name = "--body"
    if not text.lstrip().startswith(("{", "[")):
        name = text
        try:
            text = read_configuration(text, text)
        except ConfigError as error:
            raise ConfigError(f"--body: cannot be read as the template of a body: {error}") from None
    try:
        return cast("Json", json.loads(text))
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{name}: is no JSON: {error}") from None


def _sent(template: Json) -> str:
    """Return the JSON of a body.

    Raises:
        ConfigError: No server could read it.
    """
    if _is_deeper(template, _MOST_LEVELS):
        raise ConfigError(f"the body cannot be sent: it is nested more than {_MOST_LEVELS} deep")
    try:
        text = json.dumps(template, ensure_ascii=False, sort_keys=True, allow_nan=False)
        text.encode()
    except UnicodeEncodeError:
        raise ConfigError(
            "the body cannot be sent: it holds half of a surrogate pair, which is no text"
        ) from None
    except ValueError:
        raise ConfigError(
            "the body cannot be sent: it holds NaN, Infinity or a number past the largest, which JSON has not"
        ) from None
    return text


def _is_deeper(value: Json, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return not levels or any(_is_deeper(each, levels - 1) for each in inner)


def _filled(value: Json, question: str, contexts: list[str]) -> Json:
    """Return a body with question and texts in their places; what they hold is never looked at again."""
    if isinstance(value, dict):
        return {name: _filled(each, question, contexts) for name, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, question, contexts) for each in value]
    if not isinstance(value, str):
        return value
    whole = _SLOT.fullmatch(value)
    if whole is not None and whole[1] == "contexts":
        return cast("Json", contexts)
    slots = {"question": question, "contexts": "\n\n".join(contexts)}
    return _SLOT.sub(lambda match: slots[match[1]], value)


class _Posts:
    """Posts to one address, in threads."""

    def __init__(self, endpoint: Endpoint, path: Path, key: str | None, redaction: Redaction) -> None:
        self._endpoint = endpoint
        self._path = path
        self._key = key
        self._redaction = redaction
        self._pace = Pace()
        self._doubt = Doubt()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return

    async def ask(self, request: Request) -> Reply:
        """Return the answer.

        Raises:
            EndpointError: There was no usable answer, however often it was asked for.
        """
        body = request.messages[0].content.encode("utf-8", "surrogatepass")
        said = await persist(
            lambda: self._in_a_thread(body),
            backoff=self._endpoint.backoff,
            pace=self._pace,
            doubt=self._doubt,
        )
        return Reply(text=self._answer(said))

    async def _in_a_thread(self, body: bytes) -> bytes:
        import asyncio  # noqa: PLC0415 - runs already

        limit = self._endpoint.timeout_seconds
        call = Call(self._endpoint.place, seconds=limit, most_bytes=self._endpoint.max_reply_bytes)
        try:
            async with asyncio.timeout(limit):
                answer = await threaded(lambda: self._post(body, call), "ragtriage-endpoint")
        except TimeoutError:
            call.close()
            has_begun = bool(call.body.received)
            said = f"did not answer {'to the end ' if has_begun else ''}within {limit:g} s"
            most = 0 if has_begun else 1
            raise TransientError(f"{self._endpoint.place} {said}", most_retries=most) from None
        self._doubt.is_heard = True
        return answer

    def _post(self, body: bytes, call: Call) -> bytes:
        """Post once.

        Raises:
            TransientError: It failed, and may not fail again.
            EndpointError: It failed, and would fail again.
        """
        from http.client import HTTPException  # noqa: PLC0415 - loaded with urllib
        from urllib.error import HTTPError, URLError  # noqa: PLC0415 - only this kind of generator needs it
        from urllib.request import Request as Post  # noqa: PLC0415 - as above

        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Accept-Encoding": ACCEPTED,
            "User-Agent": "ragtriage",
        }
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        headers |= self._endpoint.headers()
        post = Post(self._endpoint.bare, data=body, headers=headers, method="POST")  # noqa: S310 - http alone
        try:
            return call.sent(post)
        except TransientError:
            raise
        except EndpointError as error:
            raise EndpointError(self._redaction.message(str(error))) from None
        except HTTPError as error:
            with error:
                said = call.read(error, most_bytes=_MOST_SAID)
            raise self._refused(error.code, said, dict(error.headers.items())) from None
        except (URLError, OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            most = 0 if isinstance(reason, _NOBODY) and not self._doubt.is_heard else None
            what = f"{self._endpoint.place} cannot be reached: {self._redaction.message(str(reason))}"
            raise TransientError(what, most_retries=most) from None

    def _refused(self, status: int, said: bytes, headers: dict[str, str]) -> EndpointError:
        """Return what an error status means."""
        place, known = self._endpoint.place, {name.lower(): value for name, value in headers.items()}
        self._doubt.is_heard = True
        if status in REDIRECTS:
            told = led_away(place, self._endpoint.bare, status, known.get("location"))
            return EndpointError(self._redaction.message(told))
        what = f"{place} answered {status}: {self._shown(said.decode('utf-8', 'replace'))}"
        if status not in _TRANSIENT and status < 500:
            return EndpointError(what)
        return TransientError(what, retry_after_seconds=retry_after(known), is_limit=status in {429, 503})

    def _answer(self, said: bytes) -> str | None:
        """Return the answer in a reply.

        Raises:
            EndpointError: It is no JSON object, or holds no text there.
        """
        place = self._endpoint.place
        try:
            found: object = json.loads(said)
        except (ValueError, RecursionError):
            shown = self._shown(said.decode("utf-8", "replace"))
            raise EndpointError(f"{place} answered with something else than JSON: {shown}") from None
        answer = self._path.find(cast("dict[str, object]", found)) if isinstance(found, dict) else found
        if answer is None:
            return None
        if isinstance(answer, str) and isinstance(found, dict):
            return self._redaction.reply(sendable(answer, place))
        shown = self._shown(json.dumps(found, ensure_ascii=False))
        raise EndpointError(f"{place}: no text stands at {self._path.text} (--answer-path) in {shown}")

    def _shown(self, text: str) -> str:
        """Return the beginning of what was said, without what lets anybody in."""
        return self._redaction.message(text)[:_SHOWN]
