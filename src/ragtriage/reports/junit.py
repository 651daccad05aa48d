"""An evaluation as JUnit XML: one test a case, its diagnosis as the failure."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree as ET

from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.report_view import ReportView
from ragtriage.model import CaseResult, Diagnosed, Fix, State, Verdict
from ragtriage.reports.case_texts import texts
from ragtriage.reports.inert import inert

__all__ = ["junit"]

_SKIPPED: Final = "skipped"
_MARK: Final = b"<!-- ragtriage -->\n"  # tells a file that may be replaced by the next


def junit(evaluation: Evaluation) -> bytes:
    """Return the XML; a case that may pass and is open is skipped, and its reasons are kept."""
    summary = evaluation.summary
    skipped = sum(_kind(result.diagnosed) == _SKIPPED for result in evaluation)
    passed = sum(_kind(result.diagnosed) == "" for result in evaluation)
    view = ReportView(evaluation.report)
    inputs = _text(view.name)
    suite = ET.Element(
        "testsuite",
        name=inputs,
        tests=str(summary.n),
        failures=str(summary.n - passed - skipped),
        skipped=str(skipped),
        errors="0",
    )
    for result in evaluation:
        _case(suite, result, inputs)
    ET.SubElement(suite, "system-out").text = _text("\n".join([view.headline, *view.steps]))
    text: bytes = ET.tostring(suite, encoding="utf-8", xml_declaration=True)
    declaration, _, rest = text.partition(b"\n")
    return b"%b\n%b%b\n" % (declaration, _MARK, rest)


def _case(suite: ET.Element, result: CaseResult, inputs: str) -> None:
    case = ET.SubElement(suite, "testcase", classname=inputs, name=_text(result.case.id))
    diagnosed = result.diagnosed
    kind = _kind(diagnosed)
    if not kind:
        return
    element = ET.SubElement(case, kind, message=_message(diagnosed))
    if kind != _SKIPPED:
        element.set("type", diagnosed.diagnosis)
    element.text = "\n".join(_lines(result))


def _kind(diagnosed: Diagnosed) -> str:
    """Return the element that says what became of a case; empty where nothing is to be mended."""
    if not diagnosed.may_pass:
        return "failure"
    return _SKIPPED if diagnosed.state is State.OPEN else ""


def _message(diagnosed: Diagnosed) -> str:
    if diagnosed.state is State.OPEN:
        return f"{diagnosed.diagnosis}: open, {' or '.join(map(_what, diagnosed.possible_stages))}"
    return f"{diagnosed.diagnosis}: fix {diagnosed.stage} ({diagnosed.state})"


def _what(fix: Fix) -> str:
    return "nothing to fix" if fix is Fix.NONE else f"fix {fix}"


def _text(text: str) -> str:
    """Return text that may stand in XML: two code points are printable to us and forbidden there."""
    return inert(text).replace("\ufffe", "<U+FFFE>").replace("\uffff", "<U+FFFF>")


def _lines(result: CaseResult) -> list[str]:
    verdicts = result.verdicts
    named = {
        "retrieval": verdicts.retrieval,
        "evidence": verdicts.evidence,
        "answer": verdicts.answer,
        "support": verdicts.support,
    }
    question = [f"question: {_text(result.case.question)}"] if result.case.question else []
    told = [f"{name}: {_text(text)}" for name, text in texts(result)]
    return question + told + [_line(stage, verdict) for stage, verdict in named.items()]


def _line(stage: str, verdict: Verdict) -> str:
    reason = f": {_text(verdict.reason)}" if verdict.reason else ""
    return f"{stage}: {verdict.outcome} ({_text(verdict.method)}){reason}"
