"""What a comparison says, as it is written to a file."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from ragtriage.comparison.notebook import comparison_html
from ragtriage.model import Diagnosis, Record, Stage

__all__ = [
    "Bounds",
    "Comparison",
    "Conclusion",
    "Finding",
    "Flips",
    "Kind",
    "Moved",
    "Regression",
    "Row",
    "Unsteadiness",
    "Withheld",
]

_FEW: Final = 8  # rows
_OUTCOMES: Final = frozenset({*(stage.value for stage in Stage), "passed"})


class Kind(StrEnum):
    """What was held against each other."""

    SYSTEMS = "systems"
    REPEATS = "repeats"  # of one configuration: there is no difference to look for
    SCORES = "scores"  # tables of scores from anywhere: nothing is known of stages


class Finding(StrEnum):
    """What one row shows of the candidate."""

    BETTER = "better"
    WORSE = "worse"
    NOT_SHOWN = "not shown"  # which is not the same as equal


class Bounds(Record, frozen=True, kw_only=True):
    """What the unknowns could make of a difference.

    Args:
        baseline: Unknown cases of the baseline, those left out to which the stage does not apply.
        candidate: Unknown cases of the candidate, likewise.
        worst: The difference if every unknown of the baseline had passed and every one of the candidate
            failed. None where the scale has no ends.
        best: The other way round.
        p: Of the reading that is worst for what the difference seems to show, with the same test.
    """

    baseline: int
    candidate: int
    worst: float | None
    best: float | None
    p: float | None


class Row(Record, frozen=True, kw_only=True):
    """One number of both sides, over the cases where it is known on both.

    Args:
        name: A stage (its pass rate), `passed` (the share diagnosed as passed), a metric or a score.
        n: Pairs of cases.
        baseline: Its mean over the pairs. None without pairs, as all that follow.
        candidate: Likewise.
        wins: Pairs in which the candidate is above the baseline.
        ties: Pairs in which they are equal.
        losses: Pairs in which it is below.
        difference: Candidate less baseline.
        low: Lower end of the difference's 95 % interval; None where there is none.
        high: Upper end.
        interval: How the interval was made.
        p: Of the test that neither side is favoured.
        p_adjusted: By Holm's method, for all rows of the comparison.
        smallest_p: That the test could have given with as many differing pairs.
        test: How p was found.
        effect: Mean difference in standard deviations of the differences, less its bias (Hedges).
        detectable: The difference that would be found four times in five with pairs such as these; None
            where none would.
        clusters: Groups of cases that were counted together; None where every case stands alone.
        bounds: What the unknowns could make of it; None when nothing is unknown.
        finding: What it shows, after adjustment and under the worst reading of many or unequal unknowns.
    """

    name: str
    n: int
    baseline: float | None
    candidate: float | None
    wins: int
    ties: int
    losses: int
    difference: float | None
    low: float | None
    high: float | None
    interval: str | None
    p: float | None
    p_adjusted: float | None
    smallest_p: float | None
    test: str
    effect: float | None
    detectable: float | None
    clusters: int | None
    bounds: Bounds | None
    finding: Finding


class Withheld(Record, frozen=True, kw_only=True):
    """Stages that were not compared, and why."""

    part: str
    stages: tuple[str, ...]
    reason: str


class Conclusion(Record, frozen=True, kw_only=True):
    """What may be said about the cause of a difference in some stages."""

    stages: tuple[str, ...]
    text: str


class Flips(Record, frozen=True, kw_only=True):
    """Cases whose outcome at one stage changed; the first thousand ids each."""

    fixed_count: int
    broken_count: int
    fixed: tuple[str, ...]  # failed in the baseline, pass in the candidate
    broken: tuple[str, ...]  # passed in the baseline, fail in the candidate
    lost_count: int
    lost: tuple[str, ...]  # passed in the baseline, unknown in the candidate


class Regression(Record, frozen=True, kw_only=True):
    """Cases that passed in the baseline and no longer do; the first thousand ids each.

    Args:
        passed_count: Cases that passed in the baseline: diagnosed as passed, or, where they were not
            diagnosed, with their retrieval passed.
        fixed_count: That failed in the baseline and pass in the candidate.
        broken_count: That passed and now fail.
        broken: Their ids.
        lost_count: That passed and are now unknown.
        lost: Their ids.
        p: Of the test that as many are fixed as are broken or lost.
    """

    passed_count: int
    fixed_count: int
    broken_count: int
    broken: tuple[str, ...]
    lost_count: int
    lost: tuple[str, ...]
    p: float


class Moved(Record, frozen=True, kw_only=True):
    """Cases that went from one diagnosis to another; the first thousand ids."""

    baseline: Diagnosis
    candidate: Diagnosis
    count: int
    ids: tuple[str, ...]


class Unsteadiness(Record, frozen=True, kw_only=True):
    """What repeats of one configuration say of one number; None where they are too few.

    Args:
        side: The first of the evaluations that repeat one another.
        name: As a row's.
        repeats: How many evaluations.
        questions: With a known value in at least one.
        mean: Of the questions' means.
        low: Lower end of its 95 % interval, from the questions' means.
        high: Upper end.
        flip_rate: Share of the questions, known at least twice, whose repeats are not all equal.
        within_variance: Of one question's repeats, on average.
        between_variance: Of the questions' means beyond that.
    """

    side: str
    name: str
    repeats: int
    questions: int
    mean: float | None
    low: float | None
    high: float | None
    flip_rate: float | None
    within_variance: float | None
    between_variance: float | None


class Comparison(Record, frozen=True, kw_only=True):
    """Two sides, and what may be said about their difference.

    Args:
        kind: What was held against each other.
        baseline: The name of the one side, such as its folder.
        candidate: The name of the other.
        n: Cases compared.
        left_out: Cases left out because they are not the same on both sides.
        differs: Parts that differ, in the order of the fingerprints.
        unverified: Parts that were not recorded on both sides, so that nobody knows.
        changed: Of the parts that go by question, for how many cases they differ.
        withheld: Stages that cannot be compared.
        warnings: What a reader must know before the numbers.
        conclusions: What may be said, and no more.
        rows: The numbers.
        flips: By stage, and under `passed` for the diagnosis.
        diagnoses: How many cases went from which diagnosis (outer) to which (inner); the stayers too.
        moved: Which cases those were that did not stay.
        regression: Which cases passed and no longer do; None where that was not compared case by case.
        repeats: When one configuration was repeated: how steady it is.
        schema_version: Of this record.
    """

    kind: Kind
    baseline: str
    candidate: str
    n: int
    left_out: int
    differs: tuple[str, ...]
    unverified: tuple[str, ...]
    changed: dict[str, int]
    withheld: tuple[Withheld, ...]
    warnings: tuple[str, ...]
    conclusions: tuple[Conclusion, ...]
    rows: tuple[Row, ...]
    flips: dict[str, Flips]
    diagnoses: dict[str, dict[str, int]]
    moved: tuple[Moved, ...]
    regression: Regression | None
    repeats: tuple[Unsteadiness, ...]
    schema_version: int = 1

    def __repr__(self) -> str:
        """Return a line that fits a terminal; the record itself would fill hundreds."""
        cases = "1 case" if self.n == 1 else f"{self.n:,} cases"
        said = "1 conclusion" if len(self.conclusions) == 1 else f"{len(self.conclusions)} conclusions"
        stages = dict.fromkeys(stage for each in self.withheld for stage in each.stages)
        refused = f"refused: {', '.join(stages)}" if stages else "nothing refused"
        return f"<Comparison of {self.candidate} with {self.baseline}: {cases} paired, {said}, {refused}>"

    @property
    def known(self) -> list[Row]:
        """The rows that anything is known of on both sides."""
        return [row for row in self.rows if row.n]

    @property
    def telling(self) -> list[Row]:
        """What a reader wants first: outcomes, and what is better or worse; every row if they are few."""
        known = self.known
        if len(known) <= _FEW:
            return known
        return [row for row in known if row.name in _OUTCOMES or row.finding is not Finding.NOT_SHOWN]

    @property
    def headline(self) -> str:
        """Which rows are shown to be better or worse; empty for repeats, where none can be."""
        known = self.known
        if self.kind is Kind.REPEATS or not known:
            return ""
        named = {
            finding: [row.name for row in known if row.finding is finding]
            for finding in (Finding.BETTER, Finding.WORSE)
        }
        sentences = [
            f"{finding.capitalize()}: {', '.join(names)}." for finding, names in named.items() if names
        ]
        rest = len(known) - sum(map(len, named.values()))
        if not sentences:
            rows = "1 row" if rest == 1 else f"{rest} rows"
            return f"Nothing is shown to differ, in {rows}; which is not to say that it is equal."
        if rest:
            sentences.append(f"In {rest} more {'row' if rest == 1 else 'rows'} no difference is shown.")
        return " ".join(sentences)

    def _repr_html_(self) -> str:
        """Show the comparison in a notebook: what is shown, what it may be put down to, and the numbers."""
        return comparison_html(self)
