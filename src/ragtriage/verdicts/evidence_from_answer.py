"""Evidence from the answer: where a case has no evidence, the texts are searched for its expected answers.

An answer that stands in a text does not show that the text answers the question, and one that stands nowhere
may stand there in other words. Neither is ever certain: it is likely where a rule says so whose precision was
measured (`text/likely_mentions.py`), else unknown.
"""

from __future__ import annotations

from typing import Final

from ragtriage.model import (
    Case,
    Cause,
    EvidenceDetail,
    EvidenceFromAnswer,
    Outcome,
    Settings,
    Verdict,
)
from ragtriage.text.likely_mentions import LACKING, STATED, is_lacking, is_stated
from ragtriage.text.mentions import Mention, Mentions, is_short, is_yes_or_no
from ragtriage.verdicts.seen import Seen

__all__ = ["METHOD", "judge_by_answer", "looks_for_answers", "short_answers", "told_of"]

# What the method of every verdict begins with that was reached so.
METHOD: Final = "expected answer contained"

# How much of a sentence a reason shows.
_SHOWN: Final = 160


def looks_for_answers(case: Case, settings: Settings) -> bool:
    """Tell whether expected answers are looked for in the place of evidence.

    By itself that is done where nothing else says what the texts should hold: no gold documents either.
    """
    match settings.evidence_from_answer:
        case EvidenceFromAnswer.ALWAYS:
            return True
        case EvidenceFromAnswer.AUTO:
            gold = case.gold_documents
            return (gold is None or not gold.grades) and bool(case.expected_answers)
        case _:
            return False


def short_answers(case: Case) -> list[tuple[str, ...]]:
    """Return the expected answers that can be looked for, each as its items: short, and no yes or no."""
    answers = [(answer,) if isinstance(answer, str) else answer for answer in case.expected_answers or ()]
    return [
        items
        for items in answers
        if items and all(map(is_short, items)) and not any(map(is_yes_or_no, items))
    ]


def judge_by_answer(case: Case, given: Seen, settings: Settings) -> Verdict:
    """Look for any expected answer: all items of one."""
    wanted = short_answers(case)
    if not wanted:
        return _why_none(case)
    mentions = Mentions(given.chunks(), case.question, settings.match, settings.fold_chinese)
    nearest: list[Mention | None] = []
    sought = wanted[0]
    for items in wanted:
        found = [mentions.best(item) for item in items]
        first = found[0]
        if first is not None and len(items) == 1 and is_stated(first, mentions, case.language):
            return Verdict(
                outcome=Outcome.PASS,
                certain=False,
                method=f"{METHOD} ({settings.match}), {STATED}",
                detail=EvidenceDetail(places=((first.place,),)),
            )
        if not nearest or found.count(None) < nearest.count(None):
            nearest, sought = found, items
    missing = tuple(item for item, mention in zip(sought, nearest, strict=True) if mention is None)
    detail = EvidenceDetail(
        places=tuple(() if mention is None else (mention.place,) for mention in nearest), missing=missing
    )
    if not missing:
        told = told_of(next(mention for mention in nearest if mention is not None))
        reason = f"no evidence is labelled; {told}: whether that answers the question was not judged"
        return _open(reason, Cause.NOT_JUDGED, detail, settings)
    reason = (
        f"no evidence is labelled; expected answer: {len(missing)} of {len(nearest)} not found in the "
        f"{len(given.texts)} texts that the generator saw; missing first: {missing[0]!r}"
    )
    if given.unrecorded:
        reason += f"; {given.unrecorded} of the texts were not recorded"
        return _open(reason, Cause.NOT_RECORDED, detail, settings)
    names = [items[0] for items in wanted if len(items) == 1]
    if len(names) == len(case.expected_answers or ()) and is_lacking(names, mentions, case.language):
        method = f"{METHOD} ({settings.match}): {LACKING}"
        reason += ", a name of which no word stands there"
        return Verdict(outcome=Outcome.FAIL, certain=False, method=method, reason=reason, detail=detail)
    reason += "; they may say it in other words"
    return _open(reason, Cause.NOT_JUDGED, detail, settings)


def told_of(mention: Mention) -> str:
    """Say where an expected answer stands: the number of the text, from 1, and the words around it."""
    around = mention.sentence if len(mention.sentence) <= _SHOWN else _cut(mention)
    return f"the expected answer {mention.answer!r} stands in text {mention.place.chunk + 1} ({around!r})"


def _cut(mention: Mention) -> str:
    """Return what stands nearest to the answer in a long sentence."""
    at = max(0, mention.sentence.find(mention.answer))
    start = max(0, min(at - _SHOWN // 2, len(mention.sentence) - _SHOWN))
    end = start + _SHOWN
    return f"{'…' * (start > 0)}{mention.sentence[start:end]}{'…' * (end < len(mention.sentence))}"


def _why_none(case: Case) -> Verdict:
    """Say why no expected answer is looked for."""
    if not case.expected_answers:
        return _NO_ANSWER
    items = [
        item
        for answer in case.expected_answers
        for item in ((answer,) if isinstance(answer, str) else answer)
    ]
    return _YES_OR_NO if all(map(is_yes_or_no, items)) else _TOO_LONG


def _open(reason: str, cause: Cause, detail: EvidenceDetail, settings: Settings) -> Verdict:
    method = f"{METHOD} ({settings.match})"
    return Verdict(outcome=Outcome.UNKNOWN, method=method, reason=reason, cause=cause, detail=detail)


def _unknown(reason: str) -> Verdict:
    return Verdict(outcome=Outcome.UNKNOWN, method="recorded texts", reason=reason, cause=Cause.NOT_LABELLED)


_NO_ANSWER: Final = _unknown("the case has no evidence")
_YES_OR_NO: Final = _unknown("the case has no evidence, and yes or no as an expected answer is none")
_TOO_LONG: Final = _unknown(
    "the case has no evidence, and its expected answers are too long to be looked for"
)
