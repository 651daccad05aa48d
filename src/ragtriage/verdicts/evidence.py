"""Evidence: does the needed passage stand in what the generator saw?

A passage that stands there passes. One that stands nowhere fails for certain, unless the label may be
narrower than the truth: another text states an expected answer, or most of the passage stands there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
from ragtriage.text.mending import mended
from ragtriage.text.written import Written
from ragtriage.verdicts.amount import too_much
from ragtriage.verdicts.evidence_from_answer import judge_by_answer, looks_for_answers
from ragtriage.verdicts.narrow_labels import reconsidered
from ragtriage.verdicts.normal_form import NormalForm, led_back, normal_form
from ragtriage.verdicts.seen import Seen, seen

__all__ = ["EvidenceJudge", "judge_evidence"]

_METHOD: Final = "recorded texts"

_CONTAINED: Final = {mode: f"evidence contained ({mode})" for mode in MatchMode}

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
    4. No evidence: expected answers are looked for where the settings say so, else unknown.
    5. Every passage stands in the texts, as they are or mended: pass.
    6. A passage stands in none, and some texts were not recorded: unknown.
    7. The label may be narrower than the truth: unknown, or a pass that is not certain.
    8. Else fail.
    """
    if not case.answerable and not case.evidence:
        return _NOT_APPLICABLE
    given = seen(trace, settings.k)
    if given.trace is None:
        return _NO_TEXTS
    if given.is_blank:
        return _NOTHING_SEEN
    passages = tuple(passage for passage in case.evidence or () if passage.strip())
    if not passages and not looks_for_answers(case, settings):
        return _NOT_LABELLED
    places = at_a_glance(passages, given.texts) if passages else None  # which is all that most cases need
    if places is not None:
        return Verdict(
            outcome=Outcome.PASS, method=_CONTAINED[settings.match], detail=EvidenceDetail(places=places)
        )
    return _judge(case, given.trace, given, settings)


def _judge(case: Case, trace: Trace, given: Seen, settings: Settings) -> Verdict:
    """Look for every passage, or for an expected answer where there is none, as the texts are written."""
    if settings.match not in _AS_WRITTEN:
        return _judge_passages(case, given, settings)
    form = normal_form(case, trace, texts=given.texts)
    return form.restored(_judge_passages(form.case, seen(form.trace, settings.k), settings))


def _judge_passages(case: Case, given: Seen, settings: Settings) -> Verdict:
    passages = tuple(passage for passage in case.evidence or () if passage.strip())
    if not passages:
        return _judge_by_answer(case, given, settings)
    excess = too_much(_METHOD, len(passages), "passages", len(given.texts))
    if excess is not None:
        return excess
    chunks = Chunks(given.chunks(), settings.match, settings.fold_chinese)
    standings = [chunks.find(passage) for passage in passages]
    is_mended = False
    if any(standing.missing for standing in standings) and settings.match in _AS_WRITTEN:
        standings, is_mended = _in_mended_texts(passages, standings, chunks)
    is_split = any(standing.is_split for standing in standings)
    missing = tuple(text for standing in standings for text in standing.missing)
    detail = EvidenceDetail(
        places=tuple(standing.places for standing in standings), missing=missing, is_split=is_split
    )
    method = (
        f"evidence contained{' across chunks' if is_split else ''}"
        f"{' in mended text' if is_mended else ''} ({settings.match})"
    )
    if not missing:
        return Verdict(outcome=Outcome.PASS, method=method, detail=detail)
    reason = (
        f"evidence: {sum(bool(standing.missing) for standing in standings)} of {len(standings)} not found in "
        f"the {len(given.texts)} texts that the generator saw; missing first: {_shortened(missing[0])!r}"
    )
    if given.unrecorded:
        reason += f"; {given.unrecorded} of the texts were not recorded"
        return Verdict(
            outcome=Outcome.UNKNOWN, method=method, reason=reason, cause=Cause.NOT_RECORDED, detail=detail
        )
    failed = Verdict(outcome=Outcome.FAIL, method=method, reason=reason, detail=detail)
    lost = [passage for passage, standing in zip(passages, standings, strict=True) if standing.missing]
    verdict = reconsidered(failed, lost, case, chunks.chunks, settings)
    forms = _mended(given, settings) if verdict.outcome is Outcome.FAIL else None
    if forms is None:
        return verdict
    return reconsidered(failed, lost, case, _with_forms(given, forms).chunks(), settings)


def _judge_by_answer(case: Case, given: Seen, settings: Settings) -> Verdict:
    """Look for an expected answer, in mended texts too: a fail is one by both readings."""
    verdict = judge_by_answer(case, given, settings)
    forms = None if verdict.outcome is Outcome.PASS else _mended(given, settings)
    if forms is None:
        return verdict
    again = judge_by_answer(case, _with_forms(given, forms), settings)
    if again.outcome is Outcome.FAIL or (again.outcome is verdict.outcome and _missing(again)):
        return verdict
    return NormalForm(case, Trace(id=case.id), texts=forms).restored(again)


def _missing(verdict: Verdict) -> bool:
    return isinstance(verdict.detail, EvidenceDetail) and bool(verdict.detail.missing)


def _mended(given: Seen, settings: Settings) -> Sequence[Written | None] | None:
    """Return the texts as they stood before lines were made of them; None where none is damaged."""
    if settings.match not in _AS_WRITTEN:
        return None
    forms = [None if text is None else mended(Written(text, text), has_pages=True) for text in given.texts]
    return forms if any(form is not None and form.changes for form in forms) else None


def _with_forms(given: Seen, forms: Sequence[Written | None]) -> Seen:
    return given._replace(texts=tuple([None if form is None else form.text for form in forms]))


# The modes in which it does not count how the same text was written or broken into lines.
_AS_WRITTEN: Final = frozenset((MatchMode.STANDARD, MatchMode.VALUES))


def _in_mended_texts(
    passages: Sequence[str], standings: list[Standing], chunks: Chunks
) -> tuple[list[Standing], bool]:
    """Look again for the passages that are missing, all texts as they stood before lines were made of them.

    Returns:
        Where each stands now, and whether any was found so.
    """
    texts = {
        chunk.position: mended(Written(chunk.text, chunk.text), has_pages=True) for chunk in chunks.chunks
    }
    as_meant = [mended(Written(passage, passage)).text for passage in passages]
    if as_meant == list(passages) and not any(text.changes for text in texts.values()):
        return standings, False
    whole = Chunks(
        tuple(chunk._replace(text=texts[chunk.position].text) for chunk in chunks.chunks),
        chunks.mode,
        chunks.fold_chinese,
    )
    found: list[Standing] = []
    is_mended = False
    for passage, standing in zip(as_meant, standings, strict=True):
        again = whole.find(passage) if standing.missing else standing
        if again is standing or again.missing:
            found.append(standing)
            continue
        is_mended = True
        places = tuple(led_back(place, texts[place.chunk]) for place in again.places)
        found.append(Standing(places, is_split=again.is_split))
    return found, is_mended


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _unknown(reason: str, cause: Cause) -> Verdict:
    return Verdict(outcome=Outcome.UNKNOWN, method=_METHOD, reason=reason, cause=cause)


_NOT_APPLICABLE: Final = _unknown("the question is unanswerable and has no evidence", Cause.NOT_APPLICABLE)
_NO_TEXTS: Final = _unknown("the texts that the generator saw were not recorded", Cause.NOT_RECORDED)
_NOT_LABELLED: Final = _unknown("the case has no evidence", Cause.NOT_LABELLED)
_NOTHING_SEEN: Final = Verdict(
    outcome=Outcome.FAIL, method=_METHOD, reason="the generator saw no text at all"
)
