"""What was expected and what was answered, as lines of a report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ragtriage.model import CaseResult, Trace

__all__ = ["answer_line", "expected_line", "texts"]

_SHOWN: Final = 500  # characters; a report holds the beginning of a long answer


def texts(result: CaseResult) -> Iterator[tuple[str, str]]:
    """Yield the expected answers and the answer, each with its name, where they are known."""
    if expected := expected_line(result):
        yield "expected", expected
    if answer := answer_line(result):
        yield "answer", answer


def expected_line(result: CaseResult) -> str:
    """Return the expected answers in a line; empty where none is labelled."""
    if not result.case.answerable:
        return "to decline: the corpus holds no answer"
    answers = result.case.expected_answers or ()
    return _shortened(" / ".join(each if isinstance(each, str) else " and ".join(each) for each in answers))


def answer_line(result: CaseResult) -> str:
    """Return the answer in a line; empty where it was not recorded."""
    trace = result.trace
    answer = trace.answer if isinstance(trace, Trace) else None
    return _shortened(answer) if isinstance(answer, str) else ""


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
