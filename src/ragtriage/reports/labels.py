"""What was found in labels, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from ragtriage.evaluation.labels import FAULTS, LabelReport
from ragtriage.evaluation.wording import cases
from ragtriage.reports.inert import inert

__all__ = ["label_lines"]


def label_lines(report: LabelReport, name: str, *, most: int | None = 5) -> Iterator[str]:
    """Yield a paragraph for each fault: how often it was found, what it means, and the first places.

    Args:
        report: What was found.
        name: Of the file.
        most: How many places of a fault are shown; None for all.
    """
    found = len(report.findings)
    yield f"{inert(name)}: {cases(report.cases)}, {'nothing' if not found else f'{found:,}'} to look at"
    for fault, meaning in FAULTS.items():
        findings = report.of(fault)
        if findings:
            yield ""
            yield f"{fault}: {len(findings):,} ({meaning})"
            yield from (f"  {inert(finding.message)}" for finding in findings[:most])
            if most is not None and len(findings) > most:
                yield f"  and {len(findings) - most:,} more (--all)"
    if report.unchecked:
        yield ""
        reasons = {
            reason: [fault for fault in report.unchecked if report.unchecked[fault] == reason]
            for reason in report.unchecked.values()
        }
        yield from (f"not looked for: {', '.join(faults)}: {reason}" for reason, faults in reasons.items())
