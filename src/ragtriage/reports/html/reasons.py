"""Why a verdict is not a pass, in the language of the page where that is known."""

from __future__ import annotations

from typing import NamedTuple

from ragtriage.reports.html.messages import Language
from ragtriage.reports.html.words.reasons import reason_ja

__all__ = ["Reason", "reason_in"]


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
