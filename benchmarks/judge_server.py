"""A judge on loopback that answers after a fixed time: a process of its own, that shares no interpreter.

It speaks just enough HTTP to keep connections open, and replies to the prompts of ragtriage, and of the tools
it is measured beside, in the forms that they ask for. It prints its address, and serves until standard input
is closed.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys

import msgspec

BLOCK = re.compile(r"^BEGIN (\w+) ([0-9a-f]{24})\n(.*)\nEND \1 \2$", re.MULTILINE)
QUESTION = re.compile(r"pass (\d+)")


def reply(body):
    """Return a reply in the form that a request asks for."""
    messages = body["messages"]
    named = (body.get("response_format") or {}).get("json_schema", {}).get("name", "")
    told, asked = messages[0]["content"], messages[-1]["content"]
    if "statements are backed" in told:
        blocks = {name: json.loads(data) for name, _, data in BLOCK.findall(asked)}
        quote = blocks["texts"]["texts"][0]["text"]
        verdicts = [
            {
                "statement": each["statement"],
                "reason": "It says so.",
                "chunk": 1,
                "quote": quote,
                "verdict": "supported",
            }
            for each in blocks["statements"]["statements"]
        ]
        return {"verdicts": verdicts}
    for words, form in OTHERS:
        if words == named or words in told or words in asked:
            return form
    print(f"an unknown prompt: {told[:2000]!r} {asked[-2000:]!r}", file=sys.stderr, flush=True)
    return {"error": "an unknown prompt"}


# What marks a prompt of another tool, and the reply that it can read.
OTHERS = (
    # Haystack's FaithfulnessEvaluator
    ("statement_scores", {"statements": ["You pay 30 euros."], "statement_scores": [1]}),
    # ragas' Faithfulness
    ("StatementGeneratorOutput", {"statements": ["You pay 30 euros."]}),
    (
        "NLIStatementOutput",
        {"statements": [{"statement": "You pay 30 euros.", "reason": "It says so.", "verdict": 1}]},
    ),
    # deepeval's FaithfulnessMetric
    ("Truths", {"truths": ["For the pass one has to pay 30 euros."]}),
    ("Claims", {"claims": ["You pay 30 euros."]}),
    ("Verdicts", {"verdicts": [{"verdict": "yes", "reason": None}]}),
)


class Judge(asyncio.Protocol):
    """One connection."""

    def __init__(self, delay):
        self.delay = delay
        self.buffer = b""

    def connection_made(self, transport):
        """Keep what is written to."""
        self.transport = transport

    def data_received(self, data):
        """Take in a part of a request, or of several."""
        self.buffer += data
        while (end := self.buffer.find(b"\r\n\r\n")) >= 0:
            head = self.buffer[:end].lower()
            at = head.find(b"content-length:")
            length = int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
            if len(self.buffer) < end + 4 + length:
                return
            body, self.buffer = self.buffer[end + 4 : end + 4 + length], self.buffer[end + 4 + length :]
            asyncio.get_running_loop().call_later(self.delay, self.answer, body)

    def answer(self, body):
        """Answer a request."""
        if self.transport.is_closing():
            return
        text = json.dumps(reply(msgspec.json.decode(body)), ensure_ascii=False)
        said = msgspec.json.encode(
            {
                "id": "c",
                "object": "chat.completion",
                "created": 1,
                "model": "m",
                "choices": [
                    {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
                ],
                "usage": {"prompt_tokens": 600, "completion_tokens": 40, "total_tokens": 640},
            }
        )
        self.transport.write(
            b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b"
            % (len(said), said)
        )


async def _serve(delay):
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Judge(delay), "127.0.0.1", 0, backlog=512)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


def serve():
    """Serve until standard input is closed."""
    asyncio.run(_serve(float(sys.argv[1])))
