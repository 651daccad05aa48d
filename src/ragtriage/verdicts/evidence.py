"""Evidence: does the needed passage stand in what the generator saw?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from ragtriage.batch import Batch
from ragtriage.model import (
    Case,
    Cause,
    EvidenceDetail,
    MatchMode,
    Outcome,
    RankedTrace,
    Settings,
    Stage,
    Trace,
    Verdict,
)
from ragtriage.text.evidence import Chunks, Standing, at_a_glance
from ragtriage.text.matching import normalize
from ragtriage.verdicts.seen import Seen, seen

__all__ = ["EvidenceJudge", "judge_evidence"]

_METHOD: Final = "recorded texts"

_EVIDENCE: Final = "evidence"
_CONTAINED: Final = {mode: f"{_EVIDENCE} contained ({mode})" for mode in MatchMode}

# How much of a missing passage a reason shows.
_SHOWN: Final = 80


@dataclass(frozen=True, slots=True)
class EvidenceJudge:
    """Judges evidence by looking for its passages."""

    @property
    def stage(self) -> Stage:
        """Evidence."""
        return Stage.EVIDENCE

    async def __call__(self, batch: Batch) -> list[Verdict]:
        """Judge the batch."""
        return [
            judge_evidence(case, trace, batch.settings)
            for case, trace in zip(batch.cases, batch.traces, strict=True)
        ]


def judge_evidence(case: Case, trace: Trace | RankedTrace, settings: Settings) -> Verdict:
    """Return whether every evidence passage of the case stands in what the generator saw.

    The rows are tried in order:

    1. An unanswerable question without evidence: not applicable.
    2. No text was recorded: unknown.
    3. The texts were recorded and are blank: fail, labelled or not.
    4. No evidence: unknown, unless the settings let any expected answer stand for it.
    5. Every passage stands in the texts: pass.
    6. A passage stands in none: fail; unknown where some texts were not recorded.
    """
    if not case.answerable and not case.evidence:
        return _NOT_APPLICABLE
    given = seen(trace, settings.k)
    if given.trace is None:
        return _NO_TEXTS
    if given.is_blank:
        return _NOTHING_SEEN
    passages = tuple(passage for passage in case.evidence or () if passage.strip())
    if passages:
        return _judge(passages, given, settings)
    if settings.evidence_from_answer:
        return _judge_by_answer(case, given, settings)
    return _NOT_LABELLED


def _judge(passages: Sequence[str], given: Seen, settings: Settings) -> Verdict:
    """Look for every passage; at a glance first, which is all that most cases need."""
    places = at_a_glance(passages, given.texts)
    if places is not None:
        return Verdict(
            outcome=Outcome.PASS, method=_CONTAINED[settings.match], detail=EvidenceDetail(places=places)
        )
    chunks = Chunks(given.chunks(), settings.match, settings.fold_chinese)
    return _verdict([chunks.find(passage) for passage in passages], given, settings, wanted=_EVIDENCE)


def _judge_by_answer(case: Case, given: Seen, settings: Settings) -> Verdict:
    """Look for any expected answer instead: all items of one; a yes or no stands in every text."""
    answers = [(answer,) if isinstance(answer, str) else answer for answer in case.expected_answers or ()]
    wanted = [items for items in answers if items and not any(map(_is_yes_or_no, items))]
    if not wanted:
        return _YES_OR_NO if answers else _NOT_LABELLED
    chunks = Chunks(given.chunks(), settings.match, settings.fold_chinese)
    nearest: list[Standing] = []
    for items in wanted:
        found = [chunks.find(item) for item in items]
        if not nearest or _missing(found) < _missing(nearest):
            nearest = found
        if not _missing(found):
            break
    return _verdict(nearest, given, settings, wanted="expected answer")


def _is_yes_or_no(answer: str) -> bool:
    return normalize(answer, MatchMode.STANDARD) in _yes_and_no()


@cache
def _yes_and_no() -> frozenset[str]:
    """Return the words that decide a question without naming anything, in normal form."""
    from ragtriage.text.languages import LANGUAGES  # noqa: PLC0415 - large tables, and seldom asked for

    words = [word for table in LANGUAGES.values() for word in (*table.yes, *table.no)]
    return frozenset(normalize(word, MatchMode.STANDARD) for word in (*words, "true", "false"))


def _missing(standings: Sequence[Standing]) -> int:
    return sum(bool(standing.missing) for standing in standings)


def _verdict(standings: Sequence[Standing], given: Seen, settings: Settings, *, wanted: str) -> Verdict:
    """Say what the search found."""
    missing = tuple(text for standing in standings for text in standing.missing)
    is_split = any(standing.is_split for standing in standings)
    detail = EvidenceDetail(
        places=tuple(standing.places for standing in standings), missing=missing, is_split=is_split
    )
    method = f"{wanted} contained{' across chunks' if is_split else ''} ({settings.match})"
    if not missing:
        return Verdict(outcome=Outcome.PASS, method=method, detail=detail)
    reason = (
        f"{wanted}: {_missing(standings)} of {len(standings)} not found in the {len(given.texts)} texts "
        f"that the generator saw; missing first: {_shortened(missing[0])!r}"
    )
    if given.unrecorded:
        reason += f"; {given.unrecorded} of the texts were not recorded"
        return Verdict(
            outcome=Outcome.UNKNOWN, method=method, reason=reason, cause=Cause.NOT_RECORDED, detail=detail
        )
    # a passage is quoted from the corpus, but an expected answer may stand there in other words
    is_certain = wanted == _EVIDENCE
    return Verdict(outcome=Outcome.FAIL, certain=is_certain, method=method, reason=reason, detail=detail)


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _unknown(reason: str, cause: Cause) -> Verdict:
    return Verdict(outcome=Outcome.UNKNOWN, method=_METHOD, reason=reason, cause=cause)


_NOT_APPLICABLE: Final = _unknown("the question is unanswerable and has no evidence", Cause.NOT_APPLICABLE)
_NO_TEXTS: Final = _unknown("the texts that the generator saw were not recorded", Cause.NOT_RECORDED)
_NOT_LABELLED: Final = _unknown("the case has no evidence", Cause.NOT_LABELLED)
_YES_OR_NO: Final = _unknown("yes or no as an expected answer is no evidence", Cause.NOT_LABELLED)
_NOTHING_SEEN: Final = Verdict(
    outcome=Outcome.FAIL, method=_METHOD, reason="the generator saw no text at all"
)
