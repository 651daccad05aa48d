"""Settings: what an evaluation holds fixed while it judges."""

from __future__ import annotations

import re

from msgspec.structs import force_setattr

from ragtriage.errors import ConfigError
from ragtriage.model.records import Record
from ragtriage.model.words import Word

__all__ = [
    "AnswerRule",
    "Condition",
    "EmptyGold",
    "EvidenceFromAnswer",
    "MatchMode",
    "Settings",
    "Unit",
    "checked_tolerance",
]


class Unit(Word):
    """What gold ids name."""

    DOCUMENT = "document"
    CHUNK = "chunk"


class Condition(Word):
    """When retrieval passes: every gold id within the cutoff, any of them, or one of each group."""

    ALL = "all"
    ANY = "any"
    GROUPS = "groups"


class MatchMode(Word):
    """How far two texts may differ and still be equal; each mode includes the ones before it."""

    STRICT = "strict"
    WHITESPACE = "whitespace"
    STANDARD = "standard"
    VALUES = "values"


class AnswerRule(Word):
    """Whether an answer must equal an expected one, or state it."""

    EQUALS = "equals"
    STATED = "stated"


class EmptyGold(Word):
    """What empty gold without expected answers means."""

    UNLABELLED = "unlabelled"
    UNANSWERABLE = "unanswerable"


class EvidenceFromAnswer(Word):
    """When expected answers are looked for where a case has no evidence.

    `auto`: where it has no gold documents either, so that nothing else says what the texts should hold.
    """

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


def checked_tolerance(share: str) -> str:
    """Return a tolerance as it is written, if it is one.

    Args:
        share: A percentage below 100, such as `1%` or `0.5%`; empty for none.

    Raises:
        ConfigError: It is none.

    Example:
        >>> checked_tolerance("0.5 %")
        '0.5%'
    """
    bare = share.strip().removesuffix("%").strip()
    if not share.strip() or (share.strip().endswith("%") and re.fullmatch(r"0+(?:\.0+)?", bare)):
        return ""
    if not share.strip().endswith("%") or re.fullmatch(r"[0-9]{1,2}(?:\.[0-9]{1,6})?", bare) is None:
        raise ConfigError(f"the tolerance must be a percentage below 100, such as 1%: {share!r}")
    return f"{bare}%"


class Settings(Record, frozen=True, kw_only=True):
    """Everything that may change a verdict or a number.

    Args:
        k: The deepest rank judged; None for the whole list.
        unit: What gold ids name.
        condition: When retrieval passes.
        match: How answers and evidence are compared.
        answer_rule: Whether an answer must equal or state an expected one.
        metrics: Names of further metrics, such as `recall@20`; empty for the usual ones.
        both_failed: Whether the status tells apart cases in which retrieval and answer failed.
        evidence_from_answer: When expected answers are looked for where a case has no evidence; evaluations
            from before there were three ways hold true or false.
        empty_gold: What empty gold without expected answers means.
        level: The lowest grade that counts as relevant.
        fold_chinese: Hold Traditional and Simplified characters for equal.
        ignore_identical_ids: Leave a document of the query's own id out of its ranked list.
        tolerance: How far an amount of an answer may be from the expected one, such as `1%`; empty for not
            at all.
    """

    k: int | None = None
    unit: Unit = Unit.DOCUMENT
    condition: Condition = Condition.ALL
    match: MatchMode = MatchMode.STANDARD
    answer_rule: AnswerRule = AnswerRule.STATED
    metrics: tuple[str, ...] = ()
    both_failed: bool = False
    evidence_from_answer: EvidenceFromAnswer | bool = EvidenceFromAnswer.AUTO
    empty_gold: EmptyGold = EmptyGold.UNLABELLED
    level: int = 1
    fold_chinese: bool = False
    ignore_identical_ids: bool = False
    tolerance: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.evidence_from_answer, bool):
            always, never = EvidenceFromAnswer.ALWAYS, EvidenceFromAnswer.NEVER
            force_setattr(self, "evidence_from_answer", always if self.evidence_from_answer else never)
