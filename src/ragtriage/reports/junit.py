"""An evaluation as JUnit XML: one test a case, its diagnosis as the failure."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.model import CaseResult, Diagnosed, Diagnosis, Fix, Verdict
from ragtriage.reports.inert import inert

__all__ = ["junit"]


def junit(evaluation: Evaluation) -> bytes:
    """Return the XML; a case of which too little was judged is skipped, and its reasons are kept."""
    summary = evaluation.summary
    undetermined = summary.diagnoses[Diagnosis.UNDETERMINED]
    inputs = _text(", ".join(evaluation.manifest.inputs))
    suite = ET.Element(
        "testsuite",
        name=inputs,
        tests=str(summary.n),
        failures=str(summary.n - summary.stages[Fix.NONE] - undetermined),
        skipped=str(undetermined),
        errors="0",
    )
    for result in evaluation:
        _case(suite, result, inputs)
    text: bytes = ET.tostring(suite, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _case(suite: ET.Element, result: CaseResult, inputs: str) -> None:
    case = ET.SubElement(suite, "testcase", classname=inputs, name=_text(result.case.id))
    diagnosed = result.diagnosed
    if diagnosed.stage is Fix.NONE:
        return
    kind = "skipped" if diagnosed.diagnosis is Diagnosis.UNDETERMINED else "failure"
    element = ET.SubElement(case, kind, message=_message(diagnosed))
    if kind == "failure":
        element.set("type", diagnosed.diagnosis)
    element.text = "\n".join(_lines(result))


def _message(diagnosed: Diagnosed) -> str:
    what = "the stage is not known" if diagnosed.stage is Fix.UNKNOWN else f"fix {diagnosed.stage}"
    return f"{diagnosed.diagnosis}: {what}"


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
    return question + [_line(stage, verdict) for stage, verdict in named.items()]


def _line(stage: str, verdict: Verdict) -> str:
    reason = f": {_text(verdict.reason)}" if verdict.reason else ""
    return f"{stage}: {verdict.outcome} ({_text(verdict.method)}){reason}"
