"""A generator without a model: it answers with the sentence that shares most with the question.

Good enough to see what a probe does, and a pattern for a function of your own:

    ragtriage evaluate examples/expenses.jsonl
    ragtriage probe ragtriage-report --generator examples.extractive:answer
"""  # noqa: INP001 - an example is no package

from __future__ import annotations

import re

_STOPS = re.compile(r"(?<=[.!?。！？])\s*")


def answer(question: str, contexts: list[str]) -> str | None:
    """Return the sentence that shares most pairs of characters with the question; None where none does."""
    wanted = _pairs(question)
    sentences = [sentence for text in contexts for sentence in _STOPS.split(text) if sentence]
    shared = [len(wanted & _pairs(sentence)) for sentence in sentences]
    return sentences[shared.index(max(shared))] if shared and max(shared) > 1 else None


def _pairs(text: str) -> set[str]:
    folded = re.sub(r"\W", "", text.casefold())
    return {folded[at : at + 2] for at in range(len(folded) - 1)}
