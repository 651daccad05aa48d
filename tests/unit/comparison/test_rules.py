from __future__ import annotations

import itertools

import msgspec
import pytest

from ragtriage.comparison.records import Withheld
from ragtriage.comparison.rules import RULES, SYSTEM_PARTS, Action, hold
from ragtriage.errors import ComparisonError, ConfigError
from ragtriage.evaluation.inputs import evaluate
from ragtriage.fingerprint import PARTS
from ragtriage.model import (
    AnswerRule,
    Condition,
    EmptyGold,
    Manifest,
    MatchMode,
    Settings,
    Stage,
    Unit,
)

OTHER = {
    "k": 7,
    "unit": Unit.CHUNK,
    "condition": Condition.ANY,
    "match": MatchMode.STRICT,
    "answer_rule": AnswerRule.EQUALS,
    "evidence_from_answer": True,
    "empty_gold": EmptyGold.UNANSWERABLE,
    "level": 2,
    "fold_chinese": True,
    "ignore_identical_ids": True,
    "tolerance": "1%",
    "metrics": ("recall@20",),
    "both_failed": True,
}


def manifest(unit: Unit = Unit.DOCUMENT) -> Manifest:
    given = evaluate([{"question": "?", "gold_ids": ["a"], "retrieved": ["a"]}], k=2).manifest
    parts = {part: part[0] * 64 for part in PARTS}
    settings = msgspec.structs.replace(given.settings, unit=unit)
    return msgspec.structs.replace(given, settings=settings, fingerprints=parts)


def differing(base: Manifest, name: str) -> Manifest:
    """The manifest with the one thing changed that a rule is about."""
    if name in OTHER:
        value = OTHER[name]
        if getattr(base.settings, name) == value:
            value = Unit.DOCUMENT
        settings = msgspec.structs.replace(base.settings, **{name: value})
        return msgspec.structs.replace(
            base, settings=settings, fingerprints={**base.fingerprints, "evaluator": "f" * 64}
        )
    if name.startswith("judges."):
        stage = name.removeprefix("judges.")
        return msgspec.structs.replace(base, judges={**base.judges, stage: "a model"})
    if name in {"version", "unicode"}:
        return msgspec.structs.replace(base, **{name: "0"})
    return msgspec.structs.replace(base, fingerprints={**base.fingerprints, name: "f" * 64})


# Held where the cases are paired, question by question, and not from the manifests.
BY_QUESTION = {"questions", "gold", "retrieval_results", "context", "answers"}


def test_the_table_has_a_rule_for_everything_that_can_differ():
    named = {rule.differs for rule in RULES}
    settings = set(Settings.__struct_fields__)
    judges = {f"judges.{stage}" for stage in Stage}
    assert named == {*PARTS, *settings, *judges, "version", "unicode"}


@pytest.mark.parametrize(
    ("rule", "unit"),
    [
        (rule, unit)
        for rule, unit in itertools.product(RULES, Unit)
        if rule.differs not in BY_QUESTION and rule.unit in {None, unit}
    ],
    ids=str,
)
def test_every_row_of_the_table_does_what_it_says(rule, unit):
    base = manifest(unit)
    other = differing(base, rule.differs)
    if rule.action is Action.REFUSE:
        with pytest.raises(ComparisonError, match=rule.differs) as error:
            hold(base, other)
        assert rule.remedy in str(error.value)
        with pytest.raises(ComparisonError):
            hold(other, base)
        return
    held = hold(base, other)
    assert held.differs == (rule.differs,)
    if rule.action is Action.WITHHOLD:
        [withheld] = held.withheld
        assert (withheld.part, withheld.stages) == (rule.differs, rule.stages)
        assert rule.remedy in withheld.reason
    else:
        assert held.withheld == ()


def test_equal_manifests_differ_in_nothing():
    held = hold(manifest(), manifest())
    assert held == ((), (), (), ())


def test_a_waiver_turns_withholding_into_a_warning():
    base = manifest()
    held = hold(base, differing(base, "corpus"), allow=["corpus"])
    assert held.withheld == ()
    assert held.warnings == (
        "corpus differs, which was allowed: retrieval and evidence may have changed through it alone",
    )


def test_what_cannot_be_allowed_is_an_error_that_says_what_can():
    with pytest.raises(ConfigError, match="'k' cannot be allowed to differ; known: corpus"):
        hold(manifest(), manifest(), allow=["k"])


@pytest.mark.parametrize("part", SYSTEM_PARTS)
@pytest.mark.parametrize("sides", [(None, "a" * 64), ("a" * 64, None), (None, None)])
def test_a_part_that_is_missing_on_a_side_is_unverified_never_the_same(part, sides):
    base = manifest()
    one, other = (
        msgspec.structs.replace(base, fingerprints={**base.fingerprints, part: value}) for value in sides
    )
    held = hold(one, other)
    assert held.unverified == (part,)
    assert held.differs == ()
    assert any(warning.startswith(f"unverified: {part}") for warning in held.warnings)


def test_a_refusal_names_everything_at_once():
    base = manifest()
    other = differing(differing(base, "k"), "match")
    with pytest.raises(ComparisonError, match=r"k \(2 and 7\); match \(standard and strict\)"):
        hold(base, other)


def test_withheld_is_a_record_that_says_why():
    base = manifest()
    other = differing(base, "judges.support")
    assert hold(base, other).withheld == (
        Withheld(
            part="judges.support",
            stages=("support",),
            reason=f"judges.support differs ({base.judges['support']} and a model); "
            "judge both sides with the same judge",
        ),
    )
