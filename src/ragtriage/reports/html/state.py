"""How a case is counted on the page: by its diagnosis where that is shown or likely, else as open."""

from __future__ import annotations

from typing import Final, NamedTuple

from ragtriage.model import CaseResult, Diagnosis, Fix, State

__all__ = ["STATES", "Counted", "counted"]

# In the order in which a list gives them.
STATES: Final = (State.SHOWN, State.LIKELY, State.OPEN)


class Counted(NamedTuple):
    """What a case counts as; one that is open counts as undetermined, whatever the table calls it."""

    diagnosis: Diagnosis
    fix: Fix
    state: State

    @property
    def is_passed(self) -> bool:
        """Whether nothing is to be fixed, as far as that is shown or likely."""
        return self.fix is Fix.NONE


def counted(result: CaseResult) -> Counted:
    """Return what a case counts as."""
    diagnosed = result.diagnosed
    if diagnosed.state is State.OPEN:
        return Counted(Diagnosis.UNDETERMINED, Fix.UNKNOWN, State.OPEN)
    return Counted(diagnosed.diagnosis, diagnosed.stage, diagnosed.state)
