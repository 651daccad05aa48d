"""A thousand tries to get a verdict that is certain and wrong, by writers that knew none of the rules.

260 in each language: figures cut from their scale, the same value written otherwise, denied answers,
bounds, homographs, rivals, refusals that go on to answer, damaged text, paraphrases, answers in parts.
Language models wrote them, with what a verdict should be, and only where nobody could dispute it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ragtriage

FOLDER = Path(__file__).with_name("tries")
LANGUAGES = ("en", "ja", "ko", "zh")

# So many answers of 260 are certainly judged as written down; the rest is likely or open.
LEAST = {"en": 85, "ja": 85, "ko": 85, "zh": 85}


def judged(language):
    tries = [json.loads(line) for line in (FOLDER / f"{language}.jsonl").read_text("utf-8").splitlines()]
    cases = [{**each["case"], "id": each["id"]} for each in tries]
    results = ragtriage.evaluate(cases, allow_disjoint_ids=True)
    for each, result in zip(tries, results, strict=True):
        for stage, right in each["right"].items():
            yield each["id"], stage, right, getattr(result.verdicts, stage)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_verdict_is_certain_and_wrong(language):
    found = list(judged(language))
    assert len(found) > 400
    wrong = [
        (name, stage, str(verdict.outcome))
        for name, stage, right, verdict in found
        if verdict.certain and verdict.outcome not in {"unknown", right}
    ]
    assert wrong == []
    answers = [(right, verdict) for _, stage, right, verdict in found if stage == "answer"]
    assert sum(verdict.certain and verdict.outcome == right for right, verdict in answers) >= LEAST[language]
