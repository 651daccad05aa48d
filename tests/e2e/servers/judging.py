"""What a judge is shown, read back from its prompt, and replies as judges of several characters give them."""

from __future__ import annotations

import json
import re
from typing import Any

BLOCK = re.compile(r"^BEGIN (\w+) ([0-9a-f]{24})\n(.*)\nEND \1 \2$", re.MULTILINE)


def shown(received: Any) -> dict[str, Any]:
    """Return the data of every block by its name; the one marker must stand in the system's message."""
    system, user = received.body["messages"][:2]
    found = BLOCK.findall(user["content"])
    markers = {marker for _, marker, _ in found}
    assert len(markers) == 1
    assert markers.pop() in system["content"]
    assert BLOCK.sub("", user["content"]).strip() == ""  # nothing stands outside a block
    return {name: json.loads(data) for name, _, data in found}


def kind(received: Any) -> str:
    """Return what is asked."""
    system = received.body["messages"][0]["content"]
    for name, words in (
        ("statements", "split an answer"),
        ("support", "statements are backed"),
        ("evidence", "hold what is needed"),
        ("answer", "says the same as one"),
        ("relevance", "retrieved texts help"),
    ):
        if words in system:
            return name
    raise AssertionError(system)


def whole_sentences(data: Any) -> dict[str, Any]:
    """Split an answer into its sentences."""
    return {
        "statements": [
            {"sentence": each["sentence"], "text": each["text"], "stretch": each["text"]}
            for each in data["answer"]["sentences"]
        ]
    }


def verdicts(
    data: Any, verdict: str = "supported", quote: str | None = None, chunk: int = 1
) -> dict[str, Any]:
    """Give every statement the same verdict; without a quote, the whole first text is quoted."""
    texts = data["texts"]["texts"]
    said = texts[chunk - 1]["text"] if quote is None else quote
    named = verdict in {"supported", "contradicted"}
    return {
        "verdicts": [
            {
                "statement": each["statement"],
                "reason": "It says so.",
                "chunk": chunk if named else 0,
                "quote": said if named else "",
                "verdict": verdict,
            }
            for each in data["statements"]["statements"]
        ]
    }


def reply(received: Any, **arguments: Any) -> dict[str, Any]:
    """Reply to what is asked about support."""
    data = shown(received)
    return whole_sentences(data) if kind(received) == "statements" else verdicts(data, **arguments)
