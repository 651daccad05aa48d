"""Rules: what two evaluations may differ in and still be compared, one row for each thing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

from ragtriage.comparison.records import Withheld
from ragtriage.errors import ComparisonError, ConfigError
from ragtriage.evaluation.system import SYSTEM_PARTS
from ragtriage.model import Manifest, ReviewCounts, Stage, Unit
from ragtriage.registry import suggestion

__all__ = ["RULES", "Action", "Held", "Rule", "hold"]


class Action(StrEnum):
    """What a difference leads to."""

    REFUSE = "refuse"  # nothing is compared
    WITHHOLD = "withhold"  # some stages are not compared
    ALLOW = "allow"  # it is what the comparison is about


class Rule(NamedTuple):
    """What follows when two evaluations differ in one thing."""

    differs: str
    action: Action
    stages: tuple[Stage, ...]  # that are withheld
    unit: Unit | None  # the rule is for this unit alone; None: for both
    waiver: str | None  # what `--allow` calls it
    remedy: str


_DATA: Final = "--common-only compares the cases whose question and gold are equal"
_RESCORE: Final = "`ragtriage rescore` puts both under one evaluator without running the system again"
_FROM_ANSWER: Final = (
    "`ragtriage rescore BASELINE CANDIDATE --no-evidence-from-answer` (or with --evidence-from-answer) puts "
    "both under one rule"
)
_IDENTICAL: Final = "evaluate both with --ignore-identical-ids, or both without"
_JUDGED: Final = "judge both sides with the same judge"

RULES: Final = (
    Rule("questions", Action.REFUSE, (), None, None, _DATA),
    Rule("gold", Action.REFUSE, (), None, None, _DATA),
    Rule("k", Action.REFUSE, (), None, None, _RESCORE),
    Rule("unit", Action.REFUSE, (), None, None, _RESCORE),
    Rule("condition", Action.REFUSE, (), None, None, _RESCORE),
    Rule("match", Action.REFUSE, (), None, None, _RESCORE),
    Rule("answer_rule", Action.REFUSE, (), None, None, _RESCORE),
    Rule("evidence_from_answer", Action.REFUSE, (), None, None, _FROM_ANSWER),
    Rule("empty_gold", Action.REFUSE, (), None, None, _RESCORE),
    Rule("level", Action.REFUSE, (), None, None, _RESCORE),
    Rule("fold_chinese", Action.REFUSE, (), None, None, _RESCORE),
    Rule("ignore_identical_ids", Action.REFUSE, (), None, None, _IDENTICAL),
    Rule("tolerance", Action.REFUSE, (), None, None, _RESCORE),
    Rule("version", Action.REFUSE, (), None, None, _RESCORE),
    Rule("unicode", Action.REFUSE, (), None, None, _RESCORE),
    Rule("evaluator", Action.REFUSE, (), None, None, _RESCORE),
    Rule("judges.retrieval", Action.WITHHOLD, (Stage.RETRIEVAL,), None, None, _JUDGED),
    Rule("judges.evidence", Action.WITHHOLD, (Stage.EVIDENCE,), None, None, _JUDGED),
    Rule("judges.answer", Action.WITHHOLD, (Stage.ANSWER,), None, None, _JUDGED),
    Rule("judges.support", Action.WITHHOLD, (Stage.SUPPORT,), None, None, _JUDGED),
    Rule(
        "corpus",
        Action.WITHHOLD,
        (Stage.RETRIEVAL, Stage.EVIDENCE),
        None,
        "corpus",
        "--allow corpus compares",
    ),
    Rule("chunking", Action.ALLOW, (), Unit.DOCUMENT, None, ""),
    Rule("chunking", Action.REFUSE, (), Unit.CHUNK, None, "evaluate both with --unit document"),
    Rule("retriever", Action.ALLOW, (), None, None, ""),
    Rule("generator", Action.ALLOW, (), None, None, ""),
    Rule("retrieval_results", Action.ALLOW, (), None, None, ""),
    Rule("context", Action.ALLOW, (), None, None, ""),
    Rule("answers", Action.ALLOW, (), None, None, ""),
    # Neither changes a verdict: which numbers are reported, and how a status is called.
    Rule("metrics", Action.ALLOW, (), None, None, ""),
    Rule("both_failed", Action.ALLOW, (), None, None, ""),
)


class Held(NamedTuple):
    """What the rules say of two manifests."""

    differs: tuple[str, ...]  # names of rules, in the order of the table
    unverified: tuple[str, ...]  # parts of the system that nobody recorded on both sides
    withheld: tuple[Withheld, ...]
    warnings: tuple[str, ...]


def hold(baseline: Manifest, candidate: Manifest, *, allow: Collection[str] = ()) -> Held:
    """Apply the table to two manifests; what goes by question is compared where the cases are paired.

    Raises:
        ComparisonError: They differ in something that must be equal; the message names all of it.
        ConfigError: `allow` names something that cannot be allowed.
    """
    waivers = {rule.waiver for rule in RULES if rule.waiver is not None}
    for name in allow:
        if name not in waivers:
            raise ConfigError(f"{name!r} cannot be allowed to differ; {suggestion(name, waivers)}")
    unit = baseline.settings.unit
    values = dict(_differences(baseline, candidate))
    rules = [rule for rule in RULES if rule.differs in values and rule.unit in {None, unit}]
    refused = [rule for rule in rules if rule.action is Action.REFUSE]
    if refused:
        differing = "; ".join(f"{rule.differs} ({values[rule.differs]})" for rule in refused)
        remedies = dict.fromkeys(rule.remedy for rule in refused)
        raise ComparisonError(f"the evaluations differ in {differing}. {'. '.join(remedies)}")
    held_back = [rule for rule in rules if rule.action is Action.WITHHOLD]
    withheld = [
        Withheld(
            part=rule.differs,
            stages=rule.stages,
            reason=f"{rule.differs} differs ({values[rule.differs]}); {rule.remedy}",
        )
        for rule in held_back
        if rule.waiver not in allow
    ]
    unverified = tuple(
        part
        for part in SYSTEM_PARTS
        if baseline.fingerprints.get(part) is None or candidate.fingerprints.get(part) is None
    )
    return Held(
        differs=tuple(rule.differs for rule in rules),
        unverified=unverified,
        withheld=tuple(withheld),
        warnings=(
            *_warnings(unverified, [rule for rule in held_back if rule.waiver in allow]),
            *_by_people(baseline, candidate),
        ),
    )


def _warnings(unverified: tuple[str, ...], waived: list[Rule]) -> Iterator[str]:
    system = [part for part in unverified if part != "corpus"]
    if system:
        yield f"unverified: {', '.join(system)} (not recorded on both sides; see --system)"
    if "corpus" in unverified:
        yield "unverified: corpus (not recorded on both sides; see --corpus)"
    for rule in waived:
        stages = " and ".join(rule.stages)
        yield f"{rule.differs} differs, which was allowed: {stages} may have changed through it alone"


def _by_people(baseline: Manifest, candidate: Manifest) -> Iterator[str]:
    """Say how many verdicts are a person's, where that is not the same on both sides."""
    used = [
        manifest.reviews.used if isinstance(manifest.reviews, ReviewCounts) else 0
        for manifest in (baseline, candidate)
    ]
    if used[0] != used[1]:
        yield (
            f"verdicts by people (--reviews): {used[0]:,} and {used[1]:,}; what a person settled on one side "
            "alone may look like a difference"
        )


def _differences(baseline: Manifest, candidate: Manifest) -> Iterator[tuple[str, str]]:
    """Yield what differs, by the name of its rule, with both values."""
    one, other = (msgspec.to_builtins(manifest.settings) for manifest in (baseline, candidate))
    for name, value in one.items():
        if value != other[name]:
            yield name, f"{_shown(value)} and {_shown(other[name])}"
    for name in ("version", "unicode"):
        value, against = getattr(baseline, name), getattr(candidate, name)
        if value != against:
            yield name, f"{value} and {against}"
    for stage in Stage:
        judge, against = baseline.judges.get(stage), candidate.judges.get(stage)
        if judge != against:
            yield f"judges.{stage}", f"{judge} and {against}"
    for part in SYSTEM_PARTS:
        print_, against = baseline.fingerprints.get(part), candidate.fingerprints.get(part)
        if print_ is not None and against is not None and print_ != against:
            yield part, f"{print_[:8]}… and {against[:8]}…"
    if one == other:
        yield from _unnamed(baseline, candidate)


def _unnamed(baseline: Manifest, candidate: Manifest) -> Iterator[tuple[str, str]]:
    """Yield the evaluator where its fingerprints differ although the settings agree and all else named."""
    one, other = baseline.fingerprints.get("evaluator"), candidate.fingerprints.get("evaluator")
    named_agree = (baseline.version, baseline.unicode, baseline.judges) == (
        candidate.version,
        candidate.unicode,
        candidate.judges,
    )
    if one != other and named_agree:
        yield "evaluator", "in something its settings do not name, such as patterns of abstention"


def _shown(value: object) -> str:
    return "none" if value is None or value == "" else str(value)
