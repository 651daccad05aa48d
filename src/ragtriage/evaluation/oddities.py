"""Oddities of judgements and ranked lists: what makes numbers say something else than a reader thinks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from ragtriage.model import Case, Settings, is_relevant

__all__ = ["JUDGED", "OWN_LEFT_OUT", "TIES_OF_TREC_EVAL", "UNJUDGED", "Oddities", "Seen", "tied_told"]

_NAMED: Final = 3

JUDGED: Final = "judged queries"  # what the cases of a run of rankings are called

UNJUDGED: Final = "{} queries of the run are not judged; they are left out"
TIES_OF_TREC_EVAL: Final = "that of their ids, last first, as in trec_eval"

# The note of a case whose own document was left out of its ranking.
OWN_LEFT_OUT: Final = (
    "a document of the query's own id came back; it is left out of the ranking (--ignore-identical-ids)"
)


@dataclass(slots=True)
class Seen:
    """How often something was seen, and the first few times."""

    times: int = 0
    examples: list[str] = field(default_factory=list[str])

    def add(self, example: str) -> None:
        """Count it once more."""
        self.times += 1
        if len(self.examples) < _NAMED:
            self.examples.append(example)

    def absorb(self, later: Seen) -> None:
        """Take in what was seen of the cases that follow."""
        self.times += later.times
        self.examples.extend(later.examples[: _NAMED - len(self.examples)])

    @property
    def such(self) -> str:
        """The first few, as they are named in a message."""
        return f"such as {', '.join(self.examples)}"


@dataclass(slots=True)
class Oddities:
    """What was seen of all cases; of a run of rankings, these are the judged queries."""

    of: str = "cases"  # what they are called
    irrelevant: Seen = field(default_factory=Seen)  # cases with gold of which no grade counts
    fractions: Seen = field(default_factory=Seen)  # grades above 0 and below the level that are not whole
    own: Seen = field(default_factory=Seen)  # cases for which a document of their own id came back
    own_gold: Seen = field(default_factory=Seen)  # those for which it is gold
    tied: Seen = field(default_factory=Seen)  # cases whose documents all score the same

    def see_grades(self, case: Case, ideal: Sequence[float], level: int) -> None:
        """Look at the grades of a case; `ideal` holds those above 0, highest first."""
        if ideal and ideal[-1] >= level:
            return
        if not ideal or not is_relevant(ideal[0], level):
            self.irrelevant.add(repr(case.id))
        grades = {} if case.gold_documents is None else case.gold_documents.grades
        for name, grade in grades.items():
            if 0 < grade < level and grade != int(grade):
                self.fractions.add(f"{grade} of {name!r} for {case.id!r}")

    def see_own(self, case: Case, level: int) -> None:
        """Take note of a case for which a document of its own id came back."""
        grades = {} if case.gold_documents is None else case.gold_documents.grades
        is_gold = is_relevant(grades.get(case.id, 0), level)
        (self.own_gold if is_gold else self.own).add(repr(case.id))

    def absorb(self, later: Oddities) -> None:
        """Take in what was seen of the cases that follow."""
        self.irrelevant.absorb(later.irrelevant)
        self.fractions.absorb(later.fractions)
        self.own.absorb(later.own)
        self.own_gold.absorb(later.own_gold)
        self.tied.absorb(later.tied)

    def warnings(self, inputs: Sequence[str], n: int, settings: Settings) -> Iterator[str]:
        """Say what was seen.

        Args:
            inputs: The file of the judgements, and that of the lists where it is another.
            n: How many cases there are.
            settings: What was held fixed.
        """
        gold, lists = inputs[0], inputs[-1]
        if self.irrelevant.times:
            yield f"{gold}: {_irrelevant(self.irrelevant, f'{n} {self.of}', settings.level)}"
        if self.fractions.times:
            yield f"{gold}: {_fractions(self.fractions, settings.level)}"
        if self.tied.times:
            told = tied_told(self.tied, f"{n} {self.of}", TIES_OF_TREC_EVAL)
            yield f"{lists}: {told}"
        for told in self._own(settings, f"{n} {self.of}"):
            yield f"{lists}: {told}"

    def _own(self, settings: Settings, of: str) -> Iterator[str]:
        if self.own.times:
            came = f"in {self.own.times} of {of} a document of the query's own id came back, {self.own.such}"
            yield (
                f"{came}; it is left out (--ignore-identical-ids)"
                if settings.ignore_identical_ids
                else f"{came}: if it is the query itself, --ignore-identical-ids leaves it out, as BEIR does"
            )
        if self.own_gold.times and settings.ignore_identical_ids:
            yield (
                f"in {self.own_gold.times} of {of} the document of the query's own id is gold, "
                f"{self.own_gold.such}: it was left out, and counts as gold that did not come back "
                "(--ignore-identical-ids)"
            )


def tied_told(seen: Seen, of: str, ties: str) -> str:
    """Say in how many queries all scores are the same.

    Args:
        seen: These.
        of: How many there are, and what they are called.
        ties: The order in which equal scores are then put.
    """
    return (
        f"in {seen.times} of {of} all documents have the same score, {seen.such}: their order is {ties}; "
        "write scores that fall with the rank"
    )


def _irrelevant(seen: Seen, of: str, level: int) -> str:
    lacking = "no grade above 0" if level == 1 else f"no grade of {level} or above: --level {level}"
    one = seen.times == 1
    return (
        f"{seen.times} of {of} {'has' if one else 'have'} no relevant document ({lacking}), {seen.such}: "
        f"{'it is' if one else 'they are'} in no mean (trec_eval counts {'it' if one else 'them'} as 0)"
    )


def _fractions(seen: Seen, level: int) -> str:
    one = seen.times == 1
    are = f"{seen.times} {'grade is a fraction' if one else 'grades are fractions'} below"
    if level == 1:
        return (
            f"{are} 1, {seen.such}: {'it counts' if one else 'they count'} as relevant, as every grade above "
            f"0 does (trec_eval cuts {'it' if one else 'them'} to 0); write whole grades to be sure"
        )
    return (
        f"{are} --level {level}, {seen.such}: {'it does' if one else 'they do'} not count as relevant; write "
        "whole grades, or lower the level"
    )
