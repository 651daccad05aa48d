"""What stands beside an outcome in an explanation: how it was reached and why, said once.

A verdict's reason is whole in itself, for files and lists. An explanation shows each gold id with its rank,
each passage with its text and each statement with its reason already: a reason leaves them out here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ragtriage.evaluation.wording import CAUSES
from ragtriage.model import (
    Case,
    Cause,
    EvidenceDetail,
    RetrievalDetail,
    Statement,
    SupportDetail,
    UnusableDetail,
    Verdict,
)
from ragtriage.reports.highlight import highlighted
from ragtriage.reports.inert import inert

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["grounds"]

_FAULTS: Final = {
    "recall": "a fault of recall: some gold did not come back at all",
    "ranking": "a fault of ranking: gold came back, but too late",
}

# Causes that a reason does not name by itself.
_UNSAID: Final = frozenset({Cause.JUDGE_FAILED, Cause.NOT_APPLICABLE})

_GOLD: Final = re.compile(r"not retrieved(?: within the first \d+)?: ")
_PASSAGES: Final = re.compile(
    r"evidence: (?P<count>.*?); missing first: .*?(?P<rest>; \d+ of the texts were not recorded)?", re.DOTALL
)


def grounds(verdict: Verdict, case: Case) -> list[Text]:
    """Return the lines beside an outcome: method, reason, and what a model said.

    Args:
        verdict: How a stage was judged.
        case: The case, of which gold and evidence are shown with what came of each.
    """
    from rich.text import Text  # noqa: PLC0415 - the command line starts without rich

    score = "" if verdict.score is None else f" ({verdict.score:.3f})"
    is_unsaid = verdict.cause is not None and (verdict.cause in _UNSAID or not verdict.reason)
    cause = f": {CAUSES[verdict.cause]}" if is_unsaid and verdict.cause is not None else ""
    lines = [Text(f"{inert(verdict.method)}{score}{cause}", style="dim")]
    reason = _reason(verdict, case)
    if reason:
        lines.append(highlighted(reason))
    detail = verdict.detail
    if isinstance(detail, EvidenceDetail) and detail.is_split:
        lines.append(Text("a passage stands only across texts"))
    if isinstance(detail, SupportDetail):
        lines += _statements(detail.statements)
    if isinstance(detail, SupportDetail | UnusableDetail):
        lines += [Text("reply: ").append_text(highlighted(reply)) for reply in detail.raw_replies]
    return lines


def _reason(verdict: Verdict, case: Case) -> str | None:
    """Return the reason without what the blocks around it say of each gold id, passage and statement."""
    reason, detail = verdict.reason, verdict.detail
    if isinstance(detail, RetrievalDetail) and detail.fault is not None:
        fault = _FAULTS.get(detail.fault, detail.fault)
        return fault if not reason or _GOLD.match(reason) else f"{reason}; {fault}"
    if reason is None:
        return None
    if isinstance(detail, EvidenceDetail) and case.evidence:
        found = _PASSAGES.fullmatch(reason)
        return reason if found is None else f"{found['count']}{found['rest'] or ''}"
    if isinstance(detail, SupportDetail):
        said = tuple(statement.reason for statement in detail.statements if statement.reason)
        count, _, first = reason.partition(": ")
        return count if said and first.endswith(said) else reason
    return reason


def _statements(statements: Sequence[Statement]) -> Iterator[Text]:
    """Yield each statement, what a text says instead in its own words, and why it was judged so."""
    from rich.text import Text  # noqa: PLC0415 - as above

    for statement in statements:
        yield Text(f"{inert(statement.outcome)}: ").append_text(highlighted(statement.text))
        if statement.quote and statement.quote != statement.text:
            yield highlighted(statement.quote)
        if statement.reason:
            yield highlighted(statement.reason)
