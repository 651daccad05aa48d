"""Accepted answers as expected ones: written into the cases, in which nothing else changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, cast

import msgspec
from msgspec.structs import replace

from ragtriage.io.spellings import FIELDS
from ragtriage.model import Case
from ragtriage.reports.writers.losses import Pair

__all__ = ["with_wordings", "wordings_in_lines"]

_EXPECTED: Final = FIELDS["expected_answers"]


def with_wordings(pairs: Iterable[Pair], wordings: Mapping[str, str]) -> Iterator[Pair]:
    """Yield cases with their traces, an answer more among the expected ones of those that have a wording.

    Args:
        pairs: The cases.
        wordings: Accepted answers, by the id of their case.

    Example:
        >>> case = Case(id="q", question="When?", expected_answers=("5 days",))
        >>> [case.expected_answers for case, _ in with_wordings([(case, None)], {"q": "in five days"})]
        [('5 days', 'in five days')]
    """
    for case, trace in pairs:
        wording = wordings.get(case.id or case.question)
        yield (case if wording is None else _with(case, wording)), trace


def _with(case: Case, wording: str) -> Case:
    return replace(case, expected_answers=(*(case.expected_answers or ()), wording))


def wordings_in_lines(
    lines: Iterable[bytes], cases: Iterable[Case], wordings: Mapping[str, str]
) -> Iterator[bytes]:
    r"""Yield lines of JSON, each as it was but for the expected answers of a case that has a wording.

    Args:
        lines: One object each, in the order of the cases.
        cases: What they were read as.
        wordings: Accepted answers, by the id of their case.

    Example:
        >>> case = Case(id="q", question="When?", expected_answers=("5 days",))
        >>> list(wordings_in_lines([b'{"id": "q", "expected": "5 days", "x": 1.0}\n'], [case], {"q": "five"}))
        [b'{"id":"q","expected":["5 days","five"],"x":1.0}\n']
    """
    for line, case in zip(lines, cases, strict=True):
        wording = wordings.get(case.id or case.question)
        if wording is None:
            yield line if line.endswith(b"\n") else line + b"\n"
            continue
        found = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        name = next((name for name in found if name in _EXPECTED), _EXPECTED[0])
        written: object = msgspec.json.decode(found[name]) if name in found else None
        answers: list[object] = cast("list[object]", written) if isinstance(written, list) else []
        if written is not None and not isinstance(written, list):
            answers = [written]
        found[name] = msgspec.Raw(msgspec.json.encode([*answers, wording]))
        yield msgspec.json.encode(found) + b"\n"
