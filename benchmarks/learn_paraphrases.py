"""Makes the coefficients by which answers in other words are likely right or wrong: `text/paraphrase/`.

    python benchmarks/learn_paraphrases.py [FILE]

From the even rows, numbered from 1, of three sets that people judged (EVOUNA, NQ301, EfficientQA), and of
these from the answers that strings leave undecided: none of the expected ones is stated, and not each of them
is contradicted. A logistic model with a quadratic penalty is fitted by Newton's method. The thresholds come
from cross-validation in which no question is in two parts: the probability from which, or up to which, the
answers are right, or wrong, with a margin above the 90 % that the rule must reach on odd rows. Trees grown by
boosting, alone and beside the model, and thirty features more (years, initials, the share of the question
that stands in the answer) were no better in cross-validation: what is left is what people know of the world.
Everything is decided by the rows and their text: another run makes the same file.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.special import expit

from ragtriage.model import MatchMode, Outcome
from ragtriage.text.abstention import Abstention, abstains
from ragtriage.text.marks import strip_marks
from ragtriage.text.paraphrase import weigh
from ragtriage.text.paraphrase.features import Features
from ragtriage.text.paraphrase.wording import Weighed
from ragtriage.text.stating import Reading, Stated

ROOT = Path(__file__).parents[1]
SHARED = Path(os.environ.get("RAGTRIAGE_SHARED", ROOT.parent / "shared"))
LABELS = SHARED / "data" / "human_labels"
FILE = ROOT / "src" / "ragtriage" / "text" / "paraphrase" / "coefficients.json"

PENALTY = 1 / 0.003  # on the squares of the coefficients of features scaled to variance 1
FOLDS = 10
ROUNDS = 8  # of cross-validation, each with other parts; an answer's probability is their mean

PRECISION = 0.92  # what the thresholds reach in cross-validation


class Rated(NamedTuple):
    """An answer, what was expected, and whether people accept it."""

    source: str
    row: int  # from 1
    question: str
    expected: tuple[str, ...]
    answer: str
    is_accepted: bool


class Undecided(NamedTuple):
    """An answer that strings leave undecided, and what the model weighs of it."""

    rated: Rated
    answer: str  # without citation marks
    readings: tuple[Reading, ...]
    weighed: Weighed


def rated() -> Iterator[Rated]:
    """Yield every judged answer."""
    for number, row in enumerate(read(LABELS / "evouna_nq_a.jsonl.gz"), 1):
        yield Rated(
            "EVOUNA",
            number,
            row["question"],
            tuple(row["expected_answers"]),
            row["answer"],
            row["human_correct"],
        )
    for number, row in enumerate(read(LABELS / "openqa_nq301.jsonl"), 1):
        accepted = row["human_acceptable"] == "Yes"
        yield Rated("NQ301", number, row["question"], tuple(row["expected_answers"]), row["answer"], accepted)
    for number, row in enumerate(read(LABELS / "efficientqa_rated.jsonl"), 1):
        for key, accepted in (("def_correct_predictions", True), ("def_incorrect_predictions", False)):
            for answer in row[key]:
                yield Rated("EfficientQA", number, row["question"], tuple(row["answer"]), answer, accepted)


def undecided(rows: Sequence[Rated]) -> list[Undecided]:
    """Return the answers that strings leave undecided, and to which a rule applies."""
    found = []
    for row in rows:
        readings = left_open(row)
        if readings is not None:
            answer = strip_marks(row.answer, ())
            weighed = weigh(answer, row.expected, question=row.question, language="en", readings=readings)
            if weighed is not None:
                found.append(Undecided(row, answer, readings, weighed))
    return found


def left_open(row: Rated) -> tuple[Reading, ...] | None:
    """Return the readings of an answer that strings leave undecided; None of one that they decide."""
    answer = strip_marks(row.answer, ())
    if not answer.strip() or abstains(row.answer) is Abstention.YES:
        return None
    stated = Stated(answer, row.question, row.expected, MatchMode.STANDARD, "en")
    readings = []
    for expected in row.expected:
        reading = stated.of(expected)
        if reading.outcome is Outcome.PASS:
            return None
        readings.append(reading)
    return None if all(reading.certain for reading in readings) else tuple(readings)


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    path.write_text(json.dumps(learned(), indent=1) + "\n", "utf-8")


def learned() -> dict:
    """Return what the file holds."""
    rows = undecided([row for row in rated() if row.row % 2 == 0])
    numbers, labels = arrays(rows)
    probabilities = (
        sum(cross_validated(numbers, labels, folds(rows, part)) for part in range(ROUNDS)) / ROUNDS
    )
    coefficients = fit(numbers, labels)
    return {
        "en": {
            "coefficients": {
                name: round(float(value), 6)
                for name, value in zip(Features._fields, coefficients, strict=True)
            },
            **thresholds(rows, labels, probabilities),
        }
    }


def arrays(rows: Sequence[Undecided]) -> tuple[np.ndarray, np.ndarray]:
    """Return the features, a row an answer, and whether people accept it."""
    return (
        np.array([row.weighed.features for row in rows], dtype=float),
        np.array([row.rated.is_accepted for row in rows], dtype=float),
    )


def folds(rows: Sequence[Undecided], part: int) -> np.ndarray:
    """Return in which part of a cross-validation each answer is; those to one question are in the same."""
    return np.array(
        [zlib.crc32(f"{part} {question_key(row.rated)}".encode()) % FOLDS for row in rows], dtype=int
    )


def question_key(row: Rated) -> str:
    """Return what makes a question the same in every set."""
    return row.question.lower().strip(" ?")


def cross_validated(numbers: np.ndarray, labels: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """Return the probability of each answer by a model that was made without its question."""
    probabilities = np.zeros(len(labels))
    for part in range(FOLDS):
        held = parts == part
        probabilities[held] = expit(numbers[held] @ fit(numbers[~held], labels[~held]))
    return probabilities


def fit(numbers: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the coefficients of a logistic model; the constant, which comes first, bears no penalty."""
    mean, spread = numbers.mean(axis=0), numbers.std(axis=0)
    mean[0], spread[spread == 0] = 0.0, 1.0
    scaled = (numbers - mean) / spread
    penalty = np.full(numbers.shape[1], PENALTY)
    penalty[0] = 0.0
    weights = np.zeros(numbers.shape[1])
    for _ in range(50):
        probability = expit(scaled @ weights)
        gradient = scaled.T @ (probability - labels) + penalty * weights
        curvature = (scaled.T * (probability * (1 - probability))) @ scaled + np.diag(penalty)
        step = np.linalg.solve(curvature, gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-10:
            break
    weights = weights / spread
    weights[0] -= weights[1:] @ mean[1:]
    return weights


def thresholds(rows: Sequence[Undecided], labels: np.ndarray, probabilities: np.ndarray) -> dict[str, float]:
    """Return from which probability on an answer passes, and up to which it fails."""
    may_be = [row.weighed.may_be for row in rows]
    may_pass = np.array([outcome is Outcome.PASS for outcome in may_be])
    may_fail = np.array([outcome is Outcome.FAIL for outcome in may_be])
    return {
        "pass": round(1 - reached(1 - probabilities[may_pass], labels[may_pass]), 4),
        "fail": round(reached(probabilities[may_fail], 1 - labels[may_fail]), 4),
    }


def reached(values: np.ndarray, is_right: np.ndarray) -> float:
    """Return the highest value up to which the share that is aimed at is right."""
    order = np.argsort(values, kind="stable")
    shares = np.cumsum(is_right[order]) / np.arange(1, len(order) + 1)
    return float(values[order][np.flatnonzero(shares >= PRECISION)[-1]])


def read(path: Path) -> Iterator[dict]:
    """Read a file of JSON lines, as it is or compressed."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    for line in text.split("\n"):
        if line:
            yield json.loads(line)


if __name__ == "__main__":
    main()
