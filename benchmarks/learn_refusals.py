"""Makes the weights by which an answer looks like a refusal: `text/declining/weights.json`.

    python benchmarks/learn_refusals.py [FILE]  # ten minutes

From the sentences of `benchmarks/refusals/` and the rows `tuned` of `tests/golden/refusals/`. The lists
were written by language models that were shown neither the patterns nor these rules; what is `plain`
there are ordinary answers, without which every third answer would look like a refusal. A logistic model
of clauses with a quadratic penalty is fitted: every clause of a refusal is taken for one, and of a near
miss the clause that looks least like one answers, in rounds. The weights that matter least are left out.
The thresholds come from the lists, each measured by a model that was made without it; what is printed is
measured in that way too, but for the patterns of words that take a refusal back.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from scipy.special import expit

from ragtriage.text.abstention import Abstention, declines_by_pattern
from ragtriage.text.contractions import folded
from ragtriage.text.declining.features import Asked, clauses, language_of
from ragtriage.text.declining.guesses import LESS, gives_a_guess
from ragtriage.text.declining.weighing import parts

ROOT = Path(__file__).parents[1]
WRITTEN = ROOT / "benchmarks" / "refusals"
GOLDEN = ROOT / "tests" / "golden" / "refusals"
FILE = ROOT / "src" / "ragtriage" / "text" / "declining" / "weights.json"
LANGUAGES = ("en", "ja", "ko", "zh")
LISTS = ("list A", "list B", "list E", "list F", "list G", "list H", "list I", "list J", "list K", "list L")

UNSEEN = "plain, unseen"  # ordinary answers that nothing is learned from

PENALTY = 2.0  # on the squares of the weights
ROUNDS = 3
LEAST = 2  # in how many clauses something stands that is given a weight
WEIGHTS = 21_000  # how many are kept
OTHER_CLAUSES = 0.1  # what a clause of a near miss counts that does not answer

FALSE = 0.0025  # the share of near misses that may be found by likeness
BUT = 3  # so many of them may be found where a pattern agrees
WITHOUT_A_DENIAL = 0.8  # as in the package
MISSED = 0.03  # the share of refusals that likeness alone may leave out
LOST = 0.01  # the share of refusals below which no pattern counts


class Row(NamedTuple):
    """An answer, and whether it declines."""

    part: str
    is_refusal: bool
    question: str
    text: str


class Counted(NamedTuple):
    """Clauses of all rows: what is counted in them, of which row each is, and whether it is a whole."""

    rows: Sequence[Row]
    names: list[str]
    matrix: csr_matrix
    row: np.ndarray
    is_whole: np.ndarray

    def of(self, rows: np.ndarray) -> Counted:
        """Those of some rows."""
        held = np.isin(self.row, rows)
        return self._replace(matrix=self.matrix[held], row=self.row[held], is_whole=self.is_whole[held])

    def likeness(self, weights: np.ndarray) -> np.ndarray:
        """As the package computes it, of every row."""
        worth = self.matrix @ weights
        least = np.full(len(self.rows), np.inf)
        np.minimum.at(least, self.row, worth)
        whole = np.zeros(len(self.rows))
        whole[self.row] = worth  # the whole stands last
        return (least + whole) / 2


def read() -> list[Row]:
    """Read the examples."""
    rows = []
    for language in LANGUAGES:
        for line in lines(WRITTEN / f"{language}.tsv"):
            part, kind, question, text = (cell.replace("\\n", "\n") for cell in line.split("\t"))
            if part != UNSEEN:
                rows.append(Row(part, kind == "refusal", question, text))
        for line in lines(GOLDEN / f"{language}.tsv"):
            part, kind, text = line.split("\t")
            if part == "tuned":
                rows.append(Row("golden", kind == "refusal", "", text))
    return rows


def lines(path: Path) -> list[str]:
    """Return the lines of a table below its head."""
    return path.read_text("utf-8").rstrip("\n").split("\n")[1:]


def counted(rows: Sequence[Row]) -> Counted:
    """Count what stands in the clauses."""
    entries: list[dict[str, float]] = []
    row_of, is_whole = [], []
    for place, row in enumerate(rows):
        language = language_of(row.text, row.question)
        each = clauses(row.text, Asked.by(row.question, language), language)
        for number, clause in enumerate(each, 1):
            of_pieces, of_signs = parts(clause)
            entry = {f"{language} {piece}": of_pieces for piece in clause.pieces}
            entry |= {f"sign {sign}": of_signs for sign in clause.signs}
            entries.append(entry | {f"constant {language}": 1.0})
            row_of.append(place)
            is_whole.append(number == len(each) > 1)
    often = Counter(name for entry in entries for name in entry)
    names = sorted(name for name, count in often.items() if count >= LEAST)
    place_of = {name: place for place, name in enumerate(names)}
    data, columns, starts = [], [], [0]
    for entry in entries:
        for name, value in sorted(entry.items()):
            if name in place_of:
                data.append(value)
                columns.append(place_of[name])
        starts.append(len(data))
    matrix = csr_matrix((data, columns, starts), shape=(len(entries), len(names)))
    return Counted(rows, names, matrix, np.array(row_of), np.array(is_whole))


def fit(clauses: Counted) -> np.ndarray:
    """Return the weights."""
    is_refusal = np.array([row.is_refusal for row in clauses.rows])[clauses.row].astype(float)
    counts = np.ones(len(is_refusal))
    weights = np.zeros(len(clauses.names))
    for _ in range(ROUNDS):
        weights = minimized(clauses.matrix, is_refusal, counts, weights)
        worth = np.where(clauses.is_whole, np.inf, clauses.matrix @ weights)
        least = np.full(len(clauses.rows), np.inf)
        np.minimum.at(least, clauses.row, worth)
        answers = clauses.is_whole | (worth <= least[clauses.row])
        counts = np.where((is_refusal == 1) | answers, 1.0, OTHER_CLAUSES)
    smallest = np.sort(np.abs(weights))[-WEIGHTS] if len(weights) > WEIGHTS else 0.0
    weights = np.where(np.abs(weights) >= smallest, weights, 0.0)
    return np.round(weights, 2)


def minimized(matrix: csr_matrix, labels: np.ndarray, counts: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Return the weights of a logistic model; each example counts for as much as it is said to."""

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        worth = matrix @ weights
        lost = counts @ (np.logaddexp(0.0, worth) - labels * worth) + PENALTY / 2 * weights @ weights
        return lost, matrix.T @ (counts * (expit(worth) - labels)) + PENALTY * weights

    return minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 300}).x


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    rows = read()
    rows += [row._replace(question="", part=f"{row.part} alone") for row in rows if row.question]
    every = counted(rows)
    in_part = np.array([row.part for row in rows])
    held = np.full(len(rows), np.nan)
    for part in LISTS:
        others = (in_part != part) & (in_part != f"{part} alone")
        weights = fit(every.of(np.flatnonzero(others)))
        held[in_part == part] = every.likeness(weights)[in_part == part]
    held -= LESS * np.array([gives_a_guess(folded(row.text)) for row in rows])
    limits = thresholds(rows, held)
    report(rows, held, limits)
    write(path, every.names, fit(every), limits)


def thresholds(rows: Sequence[Row], held: np.ndarray) -> dict[str, float]:
    """Return from which likeness on an answer is read as what."""
    known = np.flatnonzero(~np.isnan(held))
    is_refusal = np.array([rows[place].is_refusal for place in known])
    agrees = np.array([by_pattern(rows[place]) for place in known])
    is_one = np.array([is_one_clause(rows[place]) for place in known])
    worth = held[known]
    near_misses = np.sort(worth[~is_refusal])[::-1]
    declines = near_misses[int(FALSE * len(near_misses))] + 0.05
    refusals = np.sort(worth[is_refusal])
    possibly, answers = (refusals[int(share * len(refusals))] for share in (MISSED, LOST))
    return {
        "declines": round(float(declines), 2),
        "agrees": above(worth[~is_refusal & agrees & ~is_one], declines, but=BUT),
        "agrees_alone": above(worth[~is_refusal & agrees & is_one], declines, but=BUT),
        "possibly": round(float(possibly), 2),
        "answers": round(float(answers), 2),
    }


def above(worth: np.ndarray, most: float, but: int) -> float:
    """Return what is above all of some near misses but so many."""
    highest = np.sort(worth)[::-1][but:]
    return round(float(min(highest[0] + 0.05, most)), 2) if len(highest) else 0.0


def is_one_clause(row: Row) -> bool:
    """Whether an answer is read as one clause."""
    language = language_of(row.text, row.question)
    return len(clauses(row.text, Asked.by("", language), language)) == 1


def by_pattern(row: Row) -> bool:
    """Whether a pattern of a refusal finds it."""
    return declines_by_pattern(row.text) is Abstention.YES


def report(rows: Sequence[Row], held: np.ndarray, limits: dict[str, float]) -> None:
    """Print what a list gives that the model was made without."""
    print("| without | refusals found | or possibly | near misses found | possibly |")
    print("|---|---|---|---|---|")
    for part in LISTS:
        for language in LANGUAGES:
            places = [
                place
                for place, row in enumerate(rows)
                if row.part == part and language_of(row.text, row.question) == language
            ]
            counts = Counter(
                (rows[place].is_refusal, said(rows[place], held[place], limits)) for place in places
            )
            found, maybe = counts[True, "yes"], counts[True, "possibly"]
            refusals = sum(rows[place].is_refusal for place in places)
            print(
                f"| {part}, {language} | {found}/{refusals} | {found + maybe}/{refusals}"
                f" | {counts[False, 'yes']}/{len(places) - refusals} | {counts[False, 'possibly']} |"
            )
    print(limits)


def said(row: Row, worth: float, limits: dict[str, float]) -> str:
    """Return what the package says of a row, at that likeness."""
    if worth < limits["answers"]:
        return "no"
    found = declines_by_pattern(row.text)
    more = WITHOUT_A_DENIAL if found is Abstention.NO else 0.0
    agrees = limits["agrees_alone" if is_one_clause(row) else "agrees"]
    if worth >= limits["declines"] + more or (found is Abstention.YES and worth >= agrees):
        return "yes"
    return "no" if found is Abstention.NO and worth < limits["possibly"] + more else "possibly"


def write(path: Path, names: list[str], weights: np.ndarray, limits: dict[str, float]) -> None:
    """Write the file."""
    tables: dict[str, dict[str, int]] = {language: {} for language in (*LANGUAGES, "sign", "constant")}
    for name, weight in zip(names, weights, strict=True):
        table, _, key = name.partition(" ")
        if round(weight * 100):
            tables[table][key] = round(weight * 100)
    content = {
        "thresholds": limits,
        "constants": {language: tables["constant"].get(language, 0) for language in LANGUAGES},
        "pieces": {language: tables[language] for language in LANGUAGES},
        "signs": tables["sign"],
    }
    path.write_text(
        json.dumps(content, ensure_ascii=False, indent=None, separators=(",", ":")) + "\n", "utf-8"
    )


if __name__ == "__main__":
    main()
