"""An evaluation as JUnit XML: one test a case, its diagnosis as the failure."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.model import CaseResult, Fix, Verdict
from ragtriage.reports.inert import inert

__all__ = ["junit"]


def junit(evaluation: Evaluation) -> bytes:
    """Return the XML; a case of which no stage is known is skipped, and its reasons are kept."""
    summary = evaluation.summary
    inputs = inert(", ".join(evaluation.manifest.inputs))
    suite = ET.Element(
        "testsuite",
        name=inputs,
        tests=str(summary.n),
        failures=str(summary.n - summary.stages[Fix.NONE] - summary.stages[Fix.UNKNOWN]),
        skipped=str(summary.stages[Fix.UNKNOWN]),
        errors="0",
    )
    for result in evaluation:
        _case(suite, result, inputs)
    text: bytes = ET.tostring(suite, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _case(suite: ET.Element, result: CaseResult, inputs: str) -> None:
    case = ET.SubElement(suite, "testcase", classname=inputs, name=inert(result.case.id))
    diagnosed = result.diagnosed
    if diagnosed.stage is Fix.NONE:
        return
    kind = "skipped" if diagnosed.stage is Fix.UNKNOWN else "failure"
    element = ET.SubElement(case, kind, message=f"{diagnosed.diagnosis}: fix {diagnosed.stage}")
    if kind == "failure":
        element.set("type", diagnosed.diagnosis)
    element.text = "\n".join(_lines(result))


def _lines(result: CaseResult) -> list[str]:
    verdicts = result.verdicts
    named = {
        "retrieval": verdicts.retrieval,
        "evidence": verdicts.evidence,
        "answer": verdicts.answer,
        "support": verdicts.support,
    }
    question = [f"question: {inert(result.case.question)}"] if result.case.question else []
    return question + [_line(stage, verdict) for stage, verdict in named.items()]


def _line(stage: str, verdict: Verdict) -> str:
    reason = f": {inert(verdict.reason)}" if verdict.reason else ""
    return f"{stage}: {verdict.outcome} ({inert(verdict.method)}){reason}"
