"""The table that reads the conditions together, and the one that holds its conclusion to the diagnosis.

Memory rule: what mends the answer was missing, and what spoils it was there; where not even the gold alone
mends it, the generator is at fault; where the answer stays right without a text, it was not drawn from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

from ragtriage.model import Diagnosis, Outcome
from ragtriage.model.probing import Conclusion, Reading, Standing

__all__ = [
    "MEANINGS",
    "SECOND",
    "STANDINGS",
    "TABLE",
    "Concluded",
    "ConclusionRow",
    "Observed",
    "conclude",
    "standing",
]


class ConclusionRow(NamedTuple):
    """One row of the table, as it is printed; the first that matches counts.

    Verdicts of the evaluation: `P` pass, `F` fail, `?` unknown. Readings of conditions: `R` right, `W` wrong,
    `M` mixed, `?` unknown; only the baseline tells `M` from `?`. `·` is any.
    """

    number: int
    answerable: str
    retrieval: str
    evidence: str
    baseline: str
    closed_book: str
    gold: str
    gold_added: str
    gold_only: str
    gold_first: str
    without_gold: str
    conclusion: Conclusion


_C = Conclusion
TABLE: Final[tuple[ConclusionRow, ...]] = (
    ConclusionRow(1, "·", "·", "·", "M", "·", "·", "·", "·", "·", "·", _C.FLAKY),
    ConclusionRow(2, "·", "·", "·", "?", "·", "·", "·", "·", "·", "·", _C.NOTHING_CONCLUDED),
    ConclusionRow(3, "no", "·", "·", "R", "·", "·", "·", "·", "·", "·", _C.NOTHING_CONCLUDED),
    ConclusionRow(4, "no", "·", "·", "W", "R", "·", "·", "·", "·", "·", _C.DISTRACTED),
    ConclusionRow(5, "no", "·", "·", "W", "W", "·", "·", "·", "·", "·", _C.GENERATION_AT_FAULT),
    ConclusionRow(6, "no", "·", "·", "W", "?", "·", "·", "·", "·", "·", _C.NOTHING_CONCLUDED),
    ConclusionRow(7, "yes", "·", "·", "R", "R", "·", "·", "·", "·", "·", _C.KNOWN_WITHOUT_RETRIEVAL),
    ConclusionRow(8, "yes", "·", "·", "R", "·", "·", "·", "·", "·", "R", _C.NOT_DRAWN_FROM_GOLD),
    ConclusionRow(9, "yes", "·", "·", "R", "·", "·", "·", "·", "·", "W", _C.DRAWN_FROM_GOLD),
    ConclusionRow(10, "yes", "·", "·", "R", "W", "·", "·", "·", "·", "·", _C.DRAWN_FROM_CONTEXT),
    ConclusionRow(11, "yes", "·", "·", "R", "·", "·", "·", "·", "·", "·", _C.NOTHING_CONCLUDED),
    ConclusionRow(12, "yes", "·", "·", "W", "·", "·", "·", "·", "R", "·", _C.POSITION),
    ConclusionRow(13, "yes", "·", "·", "W", "·", "·", "·", "R", "·", "·", _C.DISTRACTED),
    ConclusionRow(14, "yes", "·", "P", "W", "·", "·", "R", "·", "?", "·", _C.POSITION),
    ConclusionRow(15, "yes", "·", "P", "W", "·", "R", "·", "·", "·", "·", _C.DISTRACTED),
    ConclusionRow(16, "yes", "·", "P", "W", "·", "·", "R", "·", "·", "·", _C.NOTHING_CONCLUDED),
    ConclusionRow(17, "yes", "F", "·", "W", "·", "R", "·", "·", "·", "·", _C.RETRIEVAL_AT_FAULT),
    ConclusionRow(18, "yes", "F", "·", "W", "·", "·", "R", "·", "·", "·", _C.RETRIEVAL_AT_FAULT),
    ConclusionRow(19, "yes", "P", "F", "W", "·", "R", "·", "·", "·", "·", _C.CHUNKING_AT_FAULT),
    ConclusionRow(20, "yes", "P", "F", "W", "·", "·", "R", "·", "·", "·", _C.CHUNKING_AT_FAULT),
    ConclusionRow(21, "yes", "P", "?", "W", "·", "R", "·", "W", "·", "·", _C.CHUNKING_AT_FAULT),
    ConclusionRow(22, "yes", "P", "?", "W", "·", "·", "R", "W", "·", "·", _C.CHUNKING_AT_FAULT),
    ConclusionRow(23, "yes", "·", "·", "W", "·", "R", "·", "·", "·", "·", _C.CONTEXT_AT_FAULT),
    ConclusionRow(24, "yes", "·", "·", "W", "·", "·", "R", "·", "·", "·", _C.CONTEXT_AT_FAULT),
    ConclusionRow(25, "yes", "·", "·", "W", "R", "W", "·", "·", "·", "·", _C.LABELS_DOUBTFUL),
    ConclusionRow(26, "yes", "·", "·", "W", "·", "W", "·", "·", "·", "·", _C.GENERATION_AT_FAULT),
    ConclusionRow(27, "yes", "·", "P", "W", "·", "·", "·", "W", "·", "·", _C.GENERATION_AT_FAULT),
    ConclusionRow(28, "yes", "·", "P", "W", "R", "·", "·", "·", "·", "·", _C.DISTRACTED),
    ConclusionRow(29, "yes", "·", "·", "W", "R", "·", "·", "·", "·", "·", _C.KNOWN_WITHOUT_RETRIEVAL),
    ConclusionRow(30, "yes", "·", "·", "W", "·", "·", "·", "·", "·", "·", _C.NOTHING_CONCLUDED),
)

_AT_FAULT: Final = frozenset({_C.RETRIEVAL_AT_FAULT, _C.CHUNKING_AT_FAULT, _C.CONTEXT_AT_FAULT})

# What else is shown: the conclusions it stands beside, the condition, its reading, and what that adds.
SECOND: Final[tuple[tuple[frozenset[Conclusion], str, str, Conclusion], ...]] = (
    # the gold, put on top of the same texts, does not mend the answer: they would mislead it still
    (_AT_FAULT, "gold_added", "W", _C.DISTRACTED),
    # it knows the answer, and the texts lead it away from it
    (_AT_FAULT | {_C.DISTRACTED, _C.POSITION}, "closed_book", "R", _C.KNOWN_WITHOUT_RETRIEVAL),
    # the same, where nothing tells whether the gold would have kept it on the way
    (frozenset({_C.KNOWN_WITHOUT_RETRIEVAL}), "baseline", "W", _C.DISTRACTED),
)

MEANINGS: Final[dict[Conclusion, str]] = {
    _C.RETRIEVAL_AT_FAULT: "Wrong as retrieved, right with the gold, which had not come back.",
    _C.CHUNKING_AT_FAULT: "Wrong as retrieved, right with the gold: the documents had come back, without the "
    "passage.",
    _C.CONTEXT_AT_FAULT: "Wrong as retrieved, right with the gold; whether its documents and the passage had "
    "come back is not known.",
    _C.GENERATION_AT_FAULT: "Wrong even with nothing but what the answer must rest on.",
    _C.DISTRACTED: "Right without the texts that stand beside what is needed: they lead the generator away.",
    _C.POSITION: "Right once the gold stands first, with the other texts behind it.",
    _C.LABELS_DOUBTFUL: "Right without any text, wrong with the gold: it may say something else than the "
    "expected answer.",
    _C.KNOWN_WITHOUT_RETRIEVAL: "Right without any text: the answer says nothing of retrieval.",
    _C.NOT_DRAWN_FROM_GOLD: "Still right when the gold is taken out: the answer was not drawn from it.",
    _C.DRAWN_FROM_GOLD: "Right as retrieved, wrong when the gold is taken out.",
    _C.DRAWN_FROM_CONTEXT: "Right as retrieved, wrong without any text.",
    _C.FLAKY: "The answer as retrieved changes from one time to the next, or from what was recorded: nothing "
    "is concluded.",
    _C.NOTHING_CONCLUDED: "What was asked shows nothing of this case.",
}

_SET, _NOT, _OPEN = Standing.CONFIRMED, Standing.CONTRADICTED, Standing.OPEN
_GENERATION: Final = {
    _C.GENERATION_AT_FAULT: _SET,
    _C.DISTRACTED: _SET,
    _C.POSITION: _SET,
    _C.RETRIEVAL_AT_FAULT: _NOT,
    _C.CHUNKING_AT_FAULT: _NOT,
}

# What a conclusion says of each diagnosis; of those that are not named, nothing.
STANDINGS: Final[dict[Diagnosis, dict[Conclusion, Standing]]] = {
    Diagnosis.PASSED: {_C.DRAWN_FROM_GOLD: _SET, _C.DRAWN_FROM_CONTEXT: _SET},
    Diagnosis.UNGROUNDED_CORRECT: {_C.KNOWN_WITHOUT_RETRIEVAL: _SET, _C.DRAWN_FROM_GOLD: _NOT},
    Diagnosis.RETRIEVAL_MISS: {
        _C.RETRIEVAL_AT_FAULT: _SET,
        _C.CHUNKING_AT_FAULT: _NOT,
        _C.GENERATION_AT_FAULT: _NOT,
        _C.DISTRACTED: _NOT,
        _C.POSITION: _NOT,
    },
    Diagnosis.EVIDENCE_GAP: {
        _C.CHUNKING_AT_FAULT: _SET,
        _C.RETRIEVAL_AT_FAULT: _NOT,
        _C.GENERATION_AT_FAULT: _NOT,
        _C.DISTRACTED: _NOT,
        _C.POSITION: _NOT,
    },
    Diagnosis.NOT_EXTRACTED: _GENERATION,
    Diagnosis.HALLUCINATION: _GENERATION,
    Diagnosis.OVER_ABSTENTION: _GENERATION,
    Diagnosis.ABSTENTION_FAILURE: {_C.GENERATION_AT_FAULT: _SET, _C.DISTRACTED: _SET},
    Diagnosis.LABEL_CONFLICT: {},
    Diagnosis.UNDETERMINED: {},
}


class Observed(NamedTuple):
    """What is known of one case: two verdicts of its evaluation, and how its conditions read."""

    answerable: bool
    retrieval: Outcome
    evidence: Outcome
    baseline: Reading
    closed_book: Reading = Reading.UNKNOWN
    gold: Reading = Reading.UNKNOWN
    gold_added: Reading = Reading.UNKNOWN
    gold_only: Reading = Reading.UNKNOWN
    gold_first: Reading = Reading.UNKNOWN
    without_gold: Reading = Reading.UNKNOWN


class Concluded(NamedTuple):
    """What the table says."""

    conclusion: Conclusion
    row: ConclusionRow
    second: Conclusion | None
    certain: bool


_LETTERS: Final[dict[Outcome | Reading, str]] = {
    Outcome.PASS: "P",
    Outcome.FAIL: "F",
    Outcome.UNKNOWN: "?",
    Reading.RIGHT: "R",
    Reading.WRONG: "W",
    Reading.MIXED: "?",
    Reading.UNKNOWN: "?",
}


def conclude(observed: Observed, unsteady: frozenset[str] = frozenset()) -> Concluded:
    """Return what the table says of one case.

    Args:
        observed: How its conditions read.
        unsteady: The fields of `observed` that might as well have read the other way. The conclusion is
            certain when none of these readings changes it.

    Example:
        >>> fail, right, wrong = Outcome.FAIL, Reading.RIGHT, Reading.WRONG
        >>> concluded = conclude(Observed(True, fail, fail, baseline=wrong, gold=right))
        >>> concluded.conclusion.value, concluded.row.number, concluded.certain
        ('retrieval_at_fault', 17, True)
        >>> conclude(Observed(True, fail, fail, baseline=wrong, gold=right), frozenset({"gold"})).certain
        False
    """
    row = _row(_letters(observed))
    others = {_row(_letters(reading)).conclusion for reading in _readings(observed, unsteady)}
    return Concluded(row.conclusion, row, _second(row, observed), others == {row.conclusion})


def standing(diagnosis: Diagnosis, conclusion: Conclusion) -> Standing:
    """Return how a conclusion stands to a diagnosis.

    >>> standing(Diagnosis.RETRIEVAL_MISS, Conclusion.GENERATION_AT_FAULT).value
    'contradicted'
    """
    return STANDINGS[diagnosis].get(conclusion, _OPEN)


def _letters(observed: Observed) -> tuple[str, ...]:
    baseline = "M" if observed.baseline is Reading.MIXED else _LETTERS[observed.baseline]
    return (
        "yes" if observed.answerable else "no",
        _LETTERS[observed.retrieval],
        _LETTERS[observed.evidence],
        baseline,
        *(_LETTERS[reading] for reading in observed[4:]),
    )


@cache
def _row(letters: tuple[str, ...]) -> ConclusionRow:
    """Return the first row that matches."""
    return next(
        row
        for row in TABLE
        if all(cell in {"·", letter} for cell, letter in zip(row[1:-1], letters, strict=True))
    )


def _second(row: ConclusionRow, observed: Observed) -> Conclusion | None:
    if not observed.answerable:
        return None
    for beside, arm, letter, second in SECOND:
        if row.conclusion in beside and _LETTERS[getattr(observed, arm)] == letter:
            return second
    return None


def _readings(observed: Observed, unsteady: frozenset[str]) -> Iterator[Observed]:
    """Yield every combination that the conditions which are not steady may turn out to be."""
    named = sorted(unsteady)
    for readings in product((Reading.RIGHT, Reading.WRONG), repeat=len(named)):
        changed: dict[str, Any] = dict(zip(named, readings, strict=True))
        yield observed._replace(**changed)
