"""How much one case may hold and still be judged by its strings: what is far beyond it comes of no system.

Every statement, passage or expected answer is held against every text. A case whose lists were multiplied by
accident would keep an evaluation for hours; what it would tell is unknown instead.
"""

from __future__ import annotations

from typing import Final

from ragtriage.model import Cause, Outcome, Verdict

__all__ = ["too_much"]

_MOST_PAIRS: Final = 50_000  # some seconds


def too_much(method: str, pieces: int, what: str, texts: int) -> Verdict | None:
    """Return the verdict on what is too much to be judged; None where it is not.

    Args:
        method: Of the judge.
        pieces: How many things are to be held against the texts, at least one.
        what: What they are, in the plural.
        texts: How many they are held against.

    Example:
        >>> too_much("m", 300, "passages", 20) is None
        True
        >>> too_much("m", 1000, "passages", 1000).reason
        'too much to be judged: 1,000 passages against 1,000 texts'
    """
    if pieces * max(texts, 1) <= _MOST_PAIRS:
        return None
    reason = f"too much to be judged: {pieces:,} {what} against {texts:,} texts"
    return Verdict(outcome=Outcome.UNKNOWN, method=method, reason=reason, cause=Cause.NOT_JUDGED)
