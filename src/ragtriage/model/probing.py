"""Probing: what a generator answers when its context is changed, and what that shows."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ragtriage.model.diagnosis import Diagnosis, Fix
from ragtriage.model.records import Record
from ragtriage.model.results import Judging, Rate
from ragtriage.model.settings import Settings
from ragtriage.model.verdict import Outcome
from ragtriage.model.words import Word

__all__ = [
    "Arm",
    "ArmResult",
    "CaseProbe",
    "Conclusion",
    "Headroom",
    "LeftOut",
    "PairedTest",
    "ProbeManifest",
    "ProbeReport",
    "ProbeSlice",
    "ProbeSummary",
    "Reading",
    "Sample",
    "Share",
    "Source",
    "Standing",
]


class Arm(Word):
    """A condition under which the generator is asked again; what differs is the context alone."""

    CLOSED_BOOK = "closed_book"
    RETRIEVED = "retrieved"
    GOLD = "gold"
    GOLD_ADDED = "gold_added"
    GOLD_ONLY_OF_RETRIEVED = "gold_only_of_retrieved"
    GOLD_FIRST = "gold_first"
    WITHOUT_GOLD = "without_gold"
    LEAVE_ONE_OUT = "leave_one_out"


class Source(Word):
    """Where the texts of the gold come from."""

    EVIDENCE = "evidence"
    CORPUS = "corpus"
    RETRIEVED = "retrieved"


class Reading(Word):
    """What the answers under one condition come to: most of them right, most wrong, neither, or not known."""

    RIGHT = "right"
    WRONG = "wrong"
    MIXED = "mixed"
    UNKNOWN = "unknown"


class Conclusion(Word):
    """What the conditions together show of a case."""

    RETRIEVAL_AT_FAULT = "retrieval_at_fault"
    CHUNKING_AT_FAULT = "chunking_at_fault"
    CONTEXT_AT_FAULT = "context_at_fault"
    GENERATION_AT_FAULT = "generation_at_fault"
    DISTRACTED = "distracted"
    POSITION = "position"
    LABELS_DOUBTFUL = "labels_doubtful"
    KNOWN_WITHOUT_RETRIEVAL = "known_without_retrieval"
    NOT_DRAWN_FROM_GOLD = "not_drawn_from_gold"
    DRAWN_FROM_GOLD = "drawn_from_gold"
    DRAWN_FROM_CONTEXT = "drawn_from_context"
    FLAKY = "flaky"
    NOTHING_CONCLUDED = "nothing_concluded"


class Standing(Word):
    """How a conclusion stands to the diagnosis, which it never replaces."""

    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    OPEN = "open"


class Sample(Record, frozen=True, kw_only=True, omit_defaults=True):
    """One answer, and whether it is right.

    Args:
        answer: As the generator gave it; None where there is none, or where texts are left out.
        outcome: pass, fail or unknown; for an unanswerable question declining passes.
        certain: False where strings differ but a paraphrase would look the same.
        reason: Why it did not pass, or why there is no answer.
    """

    answer: str | None = None
    outcome: Outcome
    certain: bool = True
    reason: str | None = None


class ArmResult(Record, frozen=True, kw_only=True, omit_defaults=True):
    """What came of one condition.

    Args:
        reading: What most of the samples say; unknown where the condition could not be built.
        is_steady: Whether the samples agree (at most one in ten differs), for certain, and none is unknown.
        right: Samples that are right.
        wrong: Samples that are wrong.
        unknown: Samples that could not be judged, or were not asked for.
        texts: How many texts the generator was given.
        source: Where the gold comes from, in the conditions that need its text.
        same_as: The condition that gives the generator the very same texts, so that it was asked once.
        not_built: Why the condition could not be built; nothing was asked then.
        samples: The answers; empty where they are those of `same_as`.
    """

    reading: Reading
    is_steady: bool = False
    right: int = 0
    wrong: int = 0
    unknown: int = 0
    texts: int = 0
    source: Source | None = None
    same_as: Arm | None = None
    not_built: str | None = None
    samples: tuple[Sample, ...] = ()

    @property
    def n(self) -> int:
        """How many samples there are."""
        return self.right + self.wrong + self.unknown


class LeftOut(Record, frozen=True, kw_only=True):
    """What came of leaving out one text of those that were retrieved."""

    position: int  # of the text, 1-based
    document_id: str | None
    chunk_id: str | None
    is_gold: bool
    result: ArmResult


class CaseProbe(Record, frozen=True, kw_only=True):
    """One case: what each condition brought, and what that shows beside the diagnosis.

    Args:
        id: Of the case.
        diagnosis: As the evaluation has it; it stays.
        stage: What it says to fix.
        recorded: Whether the recorded answer is right.
        baseline: The recorded answer and the samples under `retrieved` read together.
        is_reproduced: Whether the samples under `retrieved` say what the recorded answer says; None where
            one of them is not known.
        arms: By condition.
        left_out: One for each text, where that was asked for.
        conclusion: What the table says.
        row: The row of the table that applied.
        second: What else is shown.
        certain: Whether every reading of the conditions that are not steady gives the same conclusion.
        standing: How the conclusion stands to the diagnosis.
        why: In a sentence.
    """

    id: str
    diagnosis: Diagnosis
    stage: Fix
    recorded: Reading
    baseline: Reading
    is_reproduced: bool | None
    arms: dict[Arm, ArmResult] = msgspec.field(name="conditions")
    left_out: tuple[LeftOut, ...] = ()
    conclusion: Conclusion
    row: int
    second: Conclusion | None = None
    certain: bool
    standing: Standing
    why: str


class Share(Record, frozen=True, kw_only=True):
    """A count among n cases, with its 95 % interval; None where n is 0."""

    count: int
    n: int
    share: float | None
    low: float | None
    high: float | None


class Headroom(Record, frozen=True, kw_only=True):
    """What there is to win, over the answerable cases of which the readings it needs are known.

    Args:
        n: Cases read as retrieved and with gold alone.
        now: Right as retrieved.
        retrieval: Wrong as retrieved and right with gold: what perfect retrieval could win at most.
        generation: Wrong with gold too: what only a better generator could win.
        lost_with_gold: Right as retrieved and wrong with gold alone.
        known: Right closed-book, of the cases right as retrieved: what was never due to retrieval.
        due: Wrong closed-book, of the cases right as retrieved: what retrieval wins already.
    """

    n: int
    now: Share
    retrieval: Share
    generation: Share
    lost_with_gold: Share
    known: Share
    due: Share


class PairedTest(Record, frozen=True, kw_only=True):
    """Two conditions over the cases known under both; a win is right under the second alone."""

    first: Arm
    second: Arm
    n: int
    wins: int
    losses: int
    ties: int
    difference: float | None  # second less first
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None  # by Holm, over all tests of the probe
    smallest_p: float | None  # that so many differing pairs could have given
    test: str
    clusters: int | None = None  # where cases hang together and are flipped together


class ProbeSlice(Record, frozen=True, kw_only=True):
    """The picture of the cases that share a tag or a language; `name` is empty for those without one."""

    by: Annotated[str, msgspec.Meta(pattern="^(?:tags|language)$")]
    name: str
    n: int
    levels: dict[Arm, Rate]
    headroom: Headroom
    conclusions: dict[Conclusion, int]


class ProbeSummary(Record, frozen=True, kw_only=True):
    """All probed cases together.

    Args:
        n: How many were probed.
        of: How many the evaluation holds.
        unanswerable: Probed cases that have no answer; they are in no level.
        levels: By condition, how many of the answerable cases are right; a tie between samples is unknown.
        headroom: What there is to win.
        tests: Of the conditions against one another.
        conclusions: How many cases, by conclusion; every name is there.
        standings: How many cases, by how the conclusion stands to the diagnosis.
        reproduced: Cases whose samples as retrieved say what the recorded answer says, of those where both
            are known.
        is_still: Whether anything may be confirmed: five samples, or recorded answers that are reproduced.
        not_built: By condition, how often it could not be built, by cause.
        asked: Different prompts, each asked for as often as there are samples.
        failed: Samples for which there is no answer.
        not_asked: Of these, those that a limit forbade.
        calls: Replies.
        prompt_tokens: Of all of them together, where they are counted.
        completion_tokens: Of all of them together, where they are counted.
        cost: By the prices that were given; None without them.
        judging: What a judge that asks judged, and what that took; None where strings alone judged.
        slices: By tag and by language, where the cases have any.
    """

    n: int
    of: int
    unanswerable: int
    levels: dict[Arm, Rate]
    headroom: Headroom
    tests: tuple[PairedTest, ...]
    conclusions: dict[Conclusion, int]
    standings: dict[Standing, int]
    reproduced: Share
    is_still: bool
    not_built: dict[Arm, dict[str, int]]
    asked: int
    failed: int
    not_asked: int
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None = None
    judging: Judging | None = None
    slices: tuple[ProbeSlice, ...] = ()


class ProbeManifest(Record, frozen=True, kw_only=True):
    """What a probe rests on.

    Args:
        version: Of ragtriage.
        generator: What was asked, with the hash of its prompt, its body or its code.
        endpoint: Where it is, without a user or a password; None for a function.
        parameters: What was sent beside the prompt.
        samples: Answers asked for each prompt.
        arms: The conditions that were asked for.
        cases: Which cases: `all`, `failed`, or how many ids were named.
        corpus: SHA-256 of the corpus; None without one.
        judge: What judged the answers.
        evaluated_by: What judged them in the evaluation.
        settings: Those of the evaluation.
        fingerprints: Those of the evaluation.
    """

    version: str
    generator: str
    endpoint: str | None
    parameters: dict[str, int | float | None]
    samples: int
    arms: tuple[Arm, ...] = msgspec.field(name="conditions")
    cases: str
    corpus: str | None
    judge: str
    evaluated_by: str
    settings: Settings
    fingerprints: dict[str, str | None]


class ProbeReport(Record, frozen=True, kw_only=True):
    """What `probe.json` holds."""

    schema_version: int = 1
    manifest: ProbeManifest
    summary: ProbeSummary
    warnings: tuple[str, ...] = ()
    cases: tuple[CaseProbe, ...] = msgspec.field(default=())
