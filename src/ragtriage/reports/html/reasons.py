"""Why a verdict is what it is, in words, in the language of the page where that is known."""

from __future__ import annotations

from typing import NamedTuple

from ragtriage.model import (
    AnswerDetail,
    AnswerRule,
    EvidenceDetail,
    Outcome,
    RetrievalDetail,
    SupportDetail,
    Verdict,
)
from ragtriage.reports.html.messages import Language, Messages
from ragtriage.reports.html.words.reasons import reason_ja
from ragtriage.reports.inert import inert

__all__ = ["Reason", "grounds_in", "reason_in"]


class Reason(NamedTuple):
    """A reason as the page gives it."""

    text: str
    is_translated: bool = False


def reason_in(language: Language, reason: str | None) -> Reason:
    """Return a reason in a language, or as it stands; empty where there is none.

    Example:
        >>> reason_in(Language.JA, "nothing was retrieved")
        Reason(text='何も検索されていません', is_translated=True)
        >>> reason_in(Language.JA, "It says so."), reason_in(Language.EN, None)
        (Reason(text='It says so.', is_translated=False), Reason(text='', is_translated=False))
    """
    known = reason_ja(reason) if reason and language is Language.JA else None
    return Reason(reason or "") if known is None else Reason(known, is_translated=True)


def grounds_in(language: Language, verdict: Verdict, k: int | None) -> Reason:
    """Return why a verdict is what it is: the reason that it gives, or of a pass what was found.

    Args:
        language: Of the page.
        verdict: Of any stage.
        k: The cutoff.

    Example:
        >>> detail = RetrievalDetail(ranks={"a": 2}, missing=())
        >>> verdict = Verdict(outcome=Outcome.PASS, method="recall@4 >= 1", detail=detail)
        >>> grounds_in(Language.EN, verdict, 4).text, grounds_in(Language.JA, verdict, 4).text
        ('the gold came back at rank 2', '正解が2位に返りました')
    """
    if verdict.reason or verdict.outcome is not Outcome.PASS:
        return reason_in(language, verdict.reason)
    told = _found(Messages(language), verdict, k)
    return Reason(told, is_translated=bool(told) and language is not Language.EN)


def _found(t: Messages, verdict: Verdict, k: int | None) -> str:
    """Return what a pass rests on, as far as its detail says."""
    match verdict.detail:
        case RetrievalDetail(ranks=ranks, missing=missing):
            within = [rank for rank in ranks.values() if k is None or rank <= k]
            gold = len(ranks) + len(missing)
            last = max(within, default=0)
            key = "said.golds" if gold > 1 else "said.gold"
            told = t(key, n=len(within), all=gold, rank=last)
        case EvidenceDetail(places=(places,)) if places:
            texts = sorted({place.chunk + 1 for place in places})
            told = t("said.passage", places=", ".join(map(str, texts)))
        case EvidenceDetail(places=places):
            told = t("said.passages", n=len(places))
        case AnswerDetail(expected=expected, place=place) if expected is not None:
            is_by_strings = verdict.method.startswith(tuple(AnswerRule))
            key = "said.judged" if not is_by_strings else "said.equals" if place is None else "said.states"
            told = t(key, expected=inert(expected if isinstance(expected, str) else " + ".join(expected)))
        case AnswerDetail() if not verdict.certain:
            told = t("said.alike")
        case SupportDetail(statements=statements) if statements:
            told = t("said.backed" if verdict.certain else "said.likely_backed", n=len(statements))
        case _:
            told = ""
    return told
