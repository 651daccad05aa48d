"""Small evaluations to hold against each other, made by the real pipeline."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.inputs import evaluate


def case(number: int, **fields: Any) -> dict[str, Any]:
    """A case that passes every stage that is judged; fields replace its own."""
    return {
        "id": f"q{number}",
        "question": f"Question {number}?",
        "expected_answers": [f"answer{number}"],
        "gold_documents": [f"d{number}"],
        "retrieved": [{"document_id": f"d{number}", "text": f"It is answer{number}."}],
        "answer": f"answer{number}",
        **fields,
    }


def missed(number: int) -> list[dict[str, str]]:
    return [{"document_id": "other", "text": f"Nothing on {number}."}]


def with_parts(evaluation: Evaluation, **parts: str | None) -> Evaluation:
    """The same evaluation with other fingerprints of its system in the manifest."""
    manifest = evaluation.manifest
    changed = msgspec.structs.replace(manifest, fingerprints={**manifest.fingerprints, **parts})
    report = msgspec.structs.replace(evaluation.report, manifest=changed)
    return Evaluation(report, evaluation.rows)


SYSTEM = {"chunking": "c" * 64, "retriever": "r" * 64, "generator": "g" * 64, "corpus": "0" * 64}


@pytest.fixture
def judged() -> Callable[..., Evaluation]:
    """Evaluate cases; `system` sets the fingerprints of the parts of the system."""

    def run(cases: list[dict[str, Any]], *, system: dict[str, str | None] | None = None, **settings: Any):
        # an answer in other words fails here: what is compared are passes and fails
        evaluation = evaluate(cases, **{"k": 2, "answer_rule": "equals", **settings})
        return with_parts(evaluation, **(SYSTEM if system is None else system))

    return run
