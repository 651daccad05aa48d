"""A chat-completions server on loopback that does what a test tells it to, over real sockets."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Self


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the server does with one request."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    delay_seconds: float = 0.0
    sent_bytes: int | None = None  # how much of the body is sent before the connection is closed
    stall_after: int | None = None  # how much of it is sent before nothing comes any more


def completion(text: str | None, *, finish_reason: str = "stop") -> Answer:
    """Return an answer that holds a completion."""
    return said({"role": "assistant", "content": text}, finish_reason=finish_reason)


def said(message: dict[str, Any], *, finish_reason: str = "stop") -> Answer:
    """Return an answer that holds a message as a server makes it."""
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
    choice = {"index": 0, "message": message, "finish_reason": finish_reason}
    body = {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [choice],
        "usage": usage,
    }
    return Answer(body=json.dumps(body).encode())


def error(status: int, message: str, **headers: str) -> Answer:
    """Return an answer that holds an error in OpenAI's form."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status=status, headers=named, body=json.dumps({"error": {"message": message}}).encode())


@dataclass(frozen=True)
class Received:
    """A request as it came."""

    body: dict[str, Any]
    headers: dict[str, str]
    path: str
    at_seconds: float  # on the monotonic clock

    @property
    def prompt(self) -> str:
        """What the user said first."""
        return next(said["content"] for said in self.body["messages"] if said["role"] == "user")


class ScriptedServer:
    """Serves from a thread of its own until it is closed.

    Args:
        script: Makes the answer to a request from it and its number, counted from 0.
    """

    def __init__(self, script: Callable[[Received, int], Answer]) -> None:
        self.script = script
        self.received: list[Received] = []
        self.most_at_once = 0
        self._at_once = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_up = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._is_up.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._closed.set)
        self._thread.join(10)

    @property
    def base_url(self) -> str:
        """What a client is given."""
        return f"http://127.0.0.1:{self._port}/v1"

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._closed = asyncio.Event()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0, backlog=512)
        self._port = server.sockets[0].getsockname()[1]
        self._is_up.set()
        await self._closed.wait()
        server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            while await self._answer(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; return whether the connection stays open."""
        start, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {
            name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)
        }
        body = json.loads(await reader.readexactly(int(headers.get("content-length", 0))))
        request = Received(body, headers, start.split()[1], monotonic())
        self.received.append(request)
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            answer = self.script(request, len(self.received) - 1)
            await asyncio.sleep(answer.delay_seconds)
        finally:
            self._at_once -= 1
        sent = {"content-type": "application/json", **answer.headers, "content-length": str(len(answer.body))}
        head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        if answer.sent_bytes == 0:
            return False  # nor is its head
        writer.write(f"HTTP/1.1 {answer.status} Scripted\r\n{head}\r\n".encode("latin-1"))
        writer.write(answer.body[: answer.sent_bytes if answer.stall_after is None else answer.stall_after])
        await writer.drain()
        if answer.stall_after is not None:
            await asyncio.sleep(30)
        return answer.sent_bytes is None
