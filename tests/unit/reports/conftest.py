"""Results to print, made by hand, and a console that keeps what is printed on it."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from rich.console import Console

from ragtriage.model import (
    Case,
    CaseResult,
    Diagnosed,
    Diagnosis,
    Fix,
    Mean,
    OpenGroup,
    Outcome,
    Rate,
    Stage,
    State,
    Status,
    Summary,
    Trace,
    Verdict,
    Verdicts,
)

NOT_JUDGED = Rate(
    passed=0, fail=0, unknown=10, not_applicable=0, rate=None, low=None, high=None, worst=0.0, best=1.0
)


@pytest.fixture
def printed() -> Callable[..., list[str]]:
    """Return a function that runs a printer on a console of 80 columns and returns the lines."""

    def run(printer, *args, width: int = 80, **named) -> list[str]:
        console = Console(file=io.StringIO(), width=width, color_system=None, legacy_windows=False)
        printer(console, *args, **named)
        return console.file.getvalue().split("\n")

    return run


@pytest.fixture
def summary() -> Callable[..., Summary]:
    """Return a function that makes a summary of ten cases, of which seven passed."""

    def make(
        *,
        stages: dict[Fix, int] | None = None,
        diagnoses: dict[Diagnosis, int] | None = None,
        metrics: dict[str, Mean] | None = None,
        shown: dict[Fix, int] | None = None,
        likely: dict[Fix, int] | None = None,
        open_groups: tuple[OpenGroup, ...] = (),
        **verdicts: Rate,
    ) -> Summary:
        stages = stages or {Fix.NONE: 7, Fix.RETRIEVAL: 2, Fix.CHUNKING: 1}
        diagnoses = diagnoses or {
            Diagnosis.PASSED: 7,
            Diagnosis.RETRIEVAL_MISS: 2,
            Diagnosis.EVIDENCE_GAP: 1,
        }
        return Summary(
            n=sum(stages.values()),
            diagnoses={name: diagnoses.get(name, 0) for name in Diagnosis},
            stages={name: stages.get(name, 0) for name in Fix},
            status={Status.PASSED: stages.get(Fix.NONE, 0)},
            metrics=metrics or {},
            verdicts={stage: verdicts.get(stage, NOT_JUDGED) for stage in Stage},
            shown={
                fix: n for fix, n in (stages if shown is None else shown).items() if fix is not Fix.UNKNOWN
            },
            likely=likely or {},
            open=open_groups,
        )

    return make


@pytest.fixture
def result() -> Callable[..., CaseResult]:
    """Return a function that makes a case that was not found, with anything in it replaced."""

    def make(case_id: str = "q1", question: str = "Until when?", **replaced) -> CaseResult:
        verdict = Verdict(outcome=Outcome.FAIL, method="by hand", reason="made for a test")
        fields = {
            "case": Case(id=case_id, question=question),
            "trace": Trace(id=case_id),
            "verdicts": Verdicts(retrieval=verdict, evidence=verdict, answer=verdict, support=verdict),
            "diagnosed": Diagnosed(
                diagnosis=Diagnosis.RETRIEVAL_MISS,
                stage=Fix.RETRIEVAL,
                second_stage=None,
                certain=True,
                possible=(Diagnosis.RETRIEVAL_MISS,),
                row=15,
                stage_certain=True,
                state=State.SHOWN,
                possible_stages=(Fix.RETRIEVAL,),
            ),
            "status": Status.RETRIEVAL_FAILURE,
            "abstained": False,
            "metrics": {},
        }
        return CaseResult(**{**fields, **replaced})

    return make
