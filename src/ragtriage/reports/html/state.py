"""How far a case is known: shown, likely or open; the one place where the page reads it."""

from __future__ import annotations

from typing import Final

from ragtriage.model import CaseResult, Diagnosis, Stage

__all__ = ["LIKELY", "OPEN", "SHOWN", "STATES", "state_of"]

SHOWN: Final = "shown"
LIKELY: Final = "likely"
OPEN: Final = "open"

# In the order in which a list gives them.
STATES: Final = (SHOWN, LIKELY, OPEN)


def state_of(result: CaseResult) -> str:
    """Return the state of a case's diagnosis."""
    diagnosed = result.diagnosed
    if diagnosed.diagnosis is Diagnosis.UNDETERMINED:
        return OPEN
    if diagnosed.certain:
        return SHOWN
    is_likely = any(not getattr(result.verdicts, stage).certain for stage in Stage)
    return LIKELY if is_likely else OPEN
