"""Reviews at work: which of them fit the cases of a batch, and the verdicts that these are.

A review is of texts, not of an id: it holds as long as the parts its verdict rests on are the same.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from ragtriage.batch import Batch
from ragtriage.evaluation.beside import STRINGS, part_of
from ragtriage.fingerprint import plain_canonical, sha256
from ragtriage.io.reviews import ReviewFile, Written, read_reviews
from ragtriage.model import (
    PERSON,
    REVIEWED_PARTS,
    UNSET,
    AnswerDetail,
    Case,
    CaseResult,
    Cause,
    Decision,
    Outcome,
    RankedTrace,
    Review,
    ReviewCounts,
    ReviewRemark,
    Settings,
    Stage,
    State,
    Trace,
    Verdict,
)
from ragtriage.verdicts.judge import Judge
from ragtriage.verdicts.seen import seen

__all__ = [
    "Held",
    "Reviewed",
    "Reviews",
    "changed_parts",
    "is_open_or_likely",
    "load_reviews",
    "review_hashes",
    "stale",
    "wants_review",
]

_DIGITS: Final = 16  # of a hash: enough that no two texts of one id share them by chance
_NAMED: Final = 5  # in a warning; report.json has them all
_PARTS: Final = {
    "question": "the question",
    "expected_answers": "the expected answers",
    "gold": "the gold documents",
    "evidence": "the evidence",
    "answer": "the answer",
    "texts": "the texts",
}
_STRINGS: Final[dict[Stage, Judge]] = {made.stage: made for made in (kind() for kind in STRINGS)}


def review_hashes(
    case: Case, trace: Trace | RankedTrace, stage: Stage, settings: Settings
) -> dict[str, str] | None:
    """Return the hash of each part that a verdict rests on; None where there is nothing to review.

    The texts are those that the generator saw. Another k changes them; for an answer it changes nothing.

    Args:
        case: The case.
        trace: What the system did with it.
        stage: Of which verdict.
        settings: Those of the evaluation.

    Example:
        >>> case = Case(id="q1", question="When?", expected_answers=("5 days",))
        >>> sorted(review_hashes(case, Trace(id="q1", answer="In five."), Stage.ANSWER, Settings()))
        ['answer', 'expected_answers', 'gold', 'question']
        >>> review_hashes(case, Trace(id="q1"), Stage.ANSWER, Settings()) is None
        True
    """
    parts = REVIEWED_PARTS.get(stage, ())
    values: dict[str, object] = {
        "question": case.question,
        "expected_answers": (case.answerable, case.expected_answers or ()),
        "gold": _gold(case),
        "evidence": case.evidence or (),
    }
    if isinstance(trace, RankedTrace) or not parts:
        return None
    if "answer" in parts:
        if trace.answer is UNSET:
            return None
        values["answer"] = trace.answer
    if "texts" in parts:
        given = seen(trace, settings.k)
        if given.trace is None:
            return None
        values["texts"] = given.texts
    return {part: sha256(plain_canonical(values[part]))[:_DIGITS] for part in parts}


def _gold(case: Case) -> list[list[str]]:
    """Return the gold ids, whose order does not matter: with their grades, or in their groups."""
    gold = case.gold_documents
    if gold is None:
        return []
    if gold.groups:
        return sorted(sorted(group) for group in gold.groups)
    return sorted([name, f"{grade:g}"] for name, grade in gold.grades.items())


def changed_parts(
    review: Review, case: Case, trace: Trace | RankedTrace, settings: Settings
) -> tuple[str, ...]:
    """Return the parts of what was reviewed that are others now.

    That an accepted answer is among the expected ones by now is no change: it says the same.
    """
    hashes = review_hashes(case, trace, review.stage, settings)
    parts = REVIEWED_PARTS[review.stage]
    if hashes is None:
        return parts[-1:]
    changed = tuple(part for part in parts if hashes[part] != review.hashes[part])
    if changed == ("expected_answers",) and review.stage is Stage.ANSWER:
        answer = trace.answer if isinstance(trace, Trace) else None
        is_expected = isinstance(answer, str) and answer.strip() in (case.expected_answers or ())
        return () if is_expected and review.verdict is Decision.ACCEPT else changed
    return changed


def stale(
    written: Written, case: Case, trace: Trace | RankedTrace, settings: Settings
) -> ReviewRemark | None:
    """Return what has changed since a review was made; None where it fits."""
    changed = changed_parts(written.review, case, trace, settings)
    if not changed:
        return None
    named = [_PARTS[part] for part in changed]
    verb = "has" if len(named) == 1 and not named[0].endswith("s") else "have"
    return _remark("stale", written, f"{' and '.join(named)} {verb} changed", changed)


def is_open_or_likely(verdict: Verdict) -> bool:
    """Say whether a person could settle a verdict: it is unknown, likely, or of what may be a refusal."""
    detail = verdict.detail
    if verdict.cause is Cause.NOT_RECORDED:
        return False
    if isinstance(detail, AnswerDetail) and detail.is_possibly_abstained:
        return True
    if verdict.outcome is Outcome.UNKNOWN:
        return verdict.cause is not Cause.NOT_APPLICABLE
    return not verdict.certain


def wants_review(result: CaseResult, stage: Stage) -> bool:
    """Say whether a person could settle something of a case by judging a stage.

    Where a question has no answer in the corpus, they say whether the answer declines.
    """
    verdict: Verdict = getattr(result.verdicts, stage)
    if stage is Stage.ANSWER and not result.case.answerable and not result.abstained:
        is_recorded = isinstance(result.trace, Trace) and isinstance(result.trace.answer, str)
        return is_recorded and verdict.method != PERSON and result.diagnosed.state is not State.SHOWN
    return is_open_or_likely(verdict)


@dataclass(slots=True)
class Reviewed:
    """What became of reviews, over the cases that went by."""

    seen: set[int] = field(default_factory=set[int])  # lines of the reviews whose case went by
    used: dict[str, int] = field(default_factory=dict[str, int])  # by stage
    remarks: list[ReviewRemark] = field(default_factory=list[ReviewRemark])

    def absorb(self, later: Reviewed) -> None:
        """Take in what became of them over other cases."""
        self.seen |= later.seen
        self.remarks += later.remarks
        for stage, n in later.used.items():
            self.used[stage] = self.used.get(stage, 0) + n


@dataclass(frozen=True, slots=True)
class Reviews:
    """A file of reviews, by the id of the case."""

    name: str
    by_id: Mapping[str, Sequence[Written]]

    @classmethod
    def of(cls, file: ReviewFile) -> Reviews:
        """Put reviews by the id of their case."""
        by_id: dict[str, list[Written]] = {}
        for written in file.reviews:
            by_id.setdefault(written.review.id, []).append(written)
        return cls(file.name, by_id)

    def held(self, batch: Batch) -> Held:
        """Find the reviews that fit the cases of a batch."""
        held = Held(batch)
        for place, case in enumerate(batch.cases):
            for written in self.by_id.get(case.id, ()):
                held.hold(written, place)
        return held

    def counts(self, reviewed: Reviewed) -> ReviewCounts:
        """Count what became of them."""
        everything = self._all()
        kinds = [remark.kind for remark in self.remarks(reviewed)]
        return ReviewCounts(
            file=self.name,
            read=len(everything),
            used=sum(reviewed.used.values()),
            clashes=kinds.count("clash"),
            stale=kinds.count("stale"),
            unknown_id=kinds.count("unknown_id"),
            skipped=sum(written.review.verdict is Decision.SKIP for written in everything),
        )

    def remarks(self, reviewed: Reviewed) -> tuple[ReviewRemark, ...]:
        """Return what is to be said of single reviews, in the order of the file."""
        unknown = [
            _remark("unknown_id", written, f"no case has the id {written.review.id!r}")
            for written in self._all()
            if written.line not in reviewed.seen and written.review.verdict is not Decision.SKIP
        ]
        return tuple(sorted([*reviewed.remarks, *unknown], key=lambda remark: remark.line))

    def warnings(self, reviewed: Reviewed) -> list[str]:
        """Say once for each kind what a reader should know."""
        told: list[str] = []
        for kind, said in _TOLD.items():
            found = [remark for remark in self.remarks(reviewed) if remark.kind == kind]
            if found:
                named = "; ".join(
                    f"line {remark.line}, {remark.stage} of {remark.id!r}: {remark.told}"
                    for remark in found[:_NAMED]
                )
                more = f"; and {len(found) - _NAMED} more, in report.json" if len(found) > _NAMED else ""
                reviews = f"{len(found):,} review{'' if len(found) == 1 else 's'}"
                told.append(f"{self.name}: {reviews} {said}: {named}{more}")
        return told

    def _all(self) -> list[Written]:
        everything = [written for each in self.by_id.values() for written in each]
        return sorted(everything, key=lambda written: written.line)


_TOLD: Final = {
    "stale": "not used, since what was reviewed has changed",
    "unknown_id": "of cases that are not there",
    "clash": "against what strings or a judge say; the person counts",
}


class Held:
    """The reviews that fit the cases of a batch, and what became of all that are of its cases."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._fitting: dict[Stage, dict[int, Written]] = {}
        self.reviewed = Reviewed()

    def hold(self, written: Written, place: int) -> None:
        """Hold a review if it fits the case at a place, else note what has changed."""
        review, batch = written.review, self._batch
        self.reviewed.seen.add(written.line)
        if review.verdict is Decision.SKIP:
            return
        case, trace = batch.cases[place], batch.traces[place]
        remark = stale(written, case, trace, batch.settings)
        if remark is not None:
            self.reviewed.remarks.append(remark)
            return
        self._fitting.setdefault(review.stage, {})[place] = written
        self.reviewed.used[review.stage] = self.reviewed.used.get(review.stage, 0) + 1

    def is_of(self, stage: Stage) -> bool:
        """Say whether a verdict of a stage is a person's."""
        return stage in self._fitting

    async def verdicts(
        self, judge: Judge, batch: Batch, ask: Callable[[Judge, Batch], Awaitable[list[Verdict]]]
    ) -> list[Verdict]:
        """Return the verdicts of a stage; a judge that asks somebody is not asked where a person has said it.

        Args:
            judge: Of the stage.
            batch: The cases, with what is known of them by now.
            ask: Lets a judge judge some cases.
        """
        fitting = self._fitting[judge.stage]
        if isinstance(judge, STRINGS):
            verdicts = dict(enumerate(await ask(judge, batch)))
        else:
            strings = await _STRINGS[judge.stage](part_of(batch, list(fitting)))
            verdicts = dict(zip(fitting, strings, strict=True))
            left = [place for place in range(len(batch)) if place not in fitting]
            if left:
                verdicts |= zip(left, await ask(judge, part_of(batch, left)), strict=True)
        for place, written in fitting.items():
            verdicts[place] = self._given(written, batch.cases[place], verdicts[place])
        return [verdicts[place] for place in range(len(batch))]

    def _given(self, written: Written, case: Case, strings: Verdict) -> Verdict:
        """Return the verdict that a review is; note what says the opposite."""
        review = written.review
        against = [*_opposed(review, strings.outcome, strings.method, strings.reason)]
        said = review.said
        if said is not None and said.method not in {PERSON, strings.method}:
            against += _opposed(review, said.outcome, said.method, None)
        if against:
            self.reviewed.remarks.append(_remark("clash", written, "; ".join(against)))
        return _verdict(review, case, strings)


def _opposed(review: Review, outcome: Outcome, method: str, reason: str | None) -> list[str]:
    if outcome in {Outcome.UNKNOWN, review.outcome}:
        return []
    return [f"{method} says {outcome}{'' if reason is None else f' ({reason})'}, a person {review.outcome}"]


def _verdict(review: Review, case: Case, strings: Verdict) -> Verdict:
    """Return the verdict that a review is; what strings found stays beside it where it goes with it."""
    outcome, detail = review.outcome, strings.detail
    if isinstance(detail, AnswerDetail):
        # whether a wrong answer declines, nobody was asked; where declining is right, it does not
        is_possible = detail.is_possibly_abstained and outcome is Outcome.FAIL and case.answerable
        found = detail if outcome is strings.outcome else AnswerDetail()
        detail = replace(found, is_possibly_abstained=is_possible)
    elif outcome is not strings.outcome:
        detail = None
    reason = review.note or ("a person rejected it" if outcome is Outcome.FAIL else None)
    return Verdict(outcome=outcome, method=PERSON, reason=reason, detail=detail)


def _remark(kind: str, written: Written, told: str, changed: tuple[str, ...] = ()) -> ReviewRemark:
    review = written.review
    return ReviewRemark(
        kind=kind, id=review.id, stage=review.stage, line=written.line, told=told, changed=changed
    )


def load_reviews(path: str | os.PathLike[str]) -> Reviews:
    """Read a file of reviews.

    Raises:
        DataError: It cannot be read, or a line is no review.
    """
    return Reviews.of(read_reviews(path))
