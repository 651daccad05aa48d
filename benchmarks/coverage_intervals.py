"""How often intervals hold the truth, and how often the tests cry wolf.

Wilson by exact sums over everything that can happen, Tango and the sign-flip test by simulation.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from scipy import stats

from measure import Row, least, most, report
from ragtriage.metrics.intervals import Interval, wilson
from ragtriage.metrics.statistics.mcnemar import mcnemar_exact
from ragtriage.metrics.statistics.paired_shares import newcombe_paired, tango
from ragtriage.metrics.statistics.proportions import clopper_pearson, jeffreys
from ragtriage.metrics.statistics.sign_flip import sign_flips

SHARES = [round(0.1 * i, 1) for i in range(1, 10)]
SIZES = [10, 20, 50]
LEAST_WILSON = 0.915
LEAST_TANGO = 0.93
MOST_FALSE = 0.05
SIMULATED = 20_000
TESTED = 2_000  # data sets a row for the sign-flip test
LUCK = 3  # standard errors by which one of twenty rows may lie above what is true


def normal(passed: int, n: int) -> Interval:
    share = passed / n
    reach = 1.959963984540054 * float(np.sqrt(share * (1 - share) / n))
    return Interval(share - reach, share + reach)


def exact_coverage(interval: Callable[[int, int], Interval | None], n: int, share: float) -> float:
    held = [x for x in range(n + 1) if (i := interval(x, n)) is not None and i.low <= share <= i.high]
    return float(stats.binom.pmf(held, n, share).sum())


def shares() -> float:
    methods = {
        "wilson": wilson,
        "clopper-pearson": clopper_pearson,
        "jeffreys": jeffreys,
        "normal": normal,
    }
    print("Coverage of 95 % intervals of one share, least over shares 0.1 ... 0.9, exact")
    print(f"{'n':>5}", *(f"{name:>16}" for name in methods))
    least = {n: [min(exact_coverage(m, n, p) for p in SHARES) for m in methods.values()] for n in SIZES}
    for n, row in least.items():
        print(f"{n:>5}", *(f"{value:>16.4f}" for value in row))
    return min(row[0] for row in least.values())


def paired(generator: np.random.Generator) -> float:
    print(f"\nCoverage of 95 % intervals of a paired difference, {SIMULATED:,} simulated")
    print(f"{'n':>5} {'won':>6} {'lost':>6} {'tango':>8} {'newcombe':>9}")
    worst = 1.0
    for n in SIZES:
        for won, lost in [(0.05, 0.05), (0.1, 0.1), (0.15, 0.05), (0.2, 0.1), (0.3, 0.05)]:
            rest = 1 - won - lost
            drawn = generator.multinomial(n, [rest * 0.6, won, lost, rest * 0.4], SIMULATED)
            score, together = cache(tango), cache(newcombe_paired)
            held = np.zeros(2)
            for both, wins, losses, neither in drawn.tolist():
                for i, interval in enumerate((score(wins, losses, n), together(both, wins, losses, neither))):
                    held[i] += interval is not None and interval.low <= won - lost <= interval.high
            print(f"{n:>5} {won:>6} {lost:>6} {held[0] / SIMULATED:>8.4f} {held[1] / SIMULATED:>9.4f}")
            worst = min(worst, held[0] / SIMULATED)
    return worst


def false_positives(generator: np.random.Generator) -> float:
    print(f"\nFalse positives at p <= 0.05 where nothing differs, {TESTED:,} data sets a row")
    print(f"{'n':>6} {'differences':<28} {'sign-flip':>10} {'t test':>8}")
    kinds: dict[str, Callable[[int], np.ndarray]] = {
        "normal": lambda n: generator.normal(size=n),
        "few change, skewed sizes": lambda n: (
            generator.choice([0, 0, 0, 1, -1], n) * generator.exponential(size=n)
        ),
        "pass or fail, 20 % change": lambda n: generator.choice([0, 0, 0, 0, 0, 0, 0, 0, 1, -1], n) * 1.0,
        "recall of 3 documents": lambda n: (generator.integers(0, 4, n) - generator.integers(0, 4, n)) / 3,
    }
    worst = 0.0
    for n in (10, 20, 50, 200, 12_000):
        tested = TESTED if n < 100 else TESTED // 2
        for name, kind in kinds.items():
            columns = [kind(n) for _ in range(tested)]
            found = np.mean([result.p <= 0.05 for result in sign_flips(columns, seed=n)])
            with np.errstate(invalid="ignore", divide="ignore"):
                t = np.mean(stats.ttest_1samp(np.array(columns), 0, axis=1).pvalue <= 0.05)
            print(f"{n:>6} {name:<28} {found:>10.4f} {t:>8.4f}")
            worst = max(worst, found - LUCK * np.sqrt(0.05 * 0.95 / tested))
    return worst


def exact_false_positives(generator: np.random.Generator) -> float:
    """Let every sign pattern be the data once: the share of them with p <= 0.05 is no estimate."""
    print("\nFalse positives at p <= 0.05, exact: every sign pattern of some sizes is the data once")
    worst = 0.0
    for m in (6, 8, 10, 12):
        patterns = np.array(np.meshgrid(*[[-1.0, 1.0]] * m)).reshape(m, -1).T
        for name, sizes in {
            "ones": np.ones(m),
            "thirds": generator.integers(1, 4, m) / 3,
            "skewed": generator.exponential(size=m),
        }.items():
            found = float(np.mean([result.p <= 0.05 for result in sign_flips(patterns * sizes)]))
            print(f"{m:>6} {name:<28} {found:>10.4f}")
            worst = max(worst, found)
    split = max(
        sum(stats.binom.pmf(w, m, 0.5) for w in range(m + 1) if mcnemar_exact(w, m - w) <= 0.05)
        for m in range(1, 200)
    )
    print(f"{'':>6} exact McNemar, most over 1 ... 199 changed pairs, exact: {split:.4f}")
    return max(worst, split)


def main() -> None:
    generator = np.random.default_rng(0)
    held, held_pairs = shares(), paired(generator)
    exact, wolf = exact_false_positives(generator), false_positives(generator)
    print()
    for name, value, n, asked in (
        ("Wilson's interval holds the truth, least", held, len(SHARES), least("median", LEAST_WILSON)),
        ("Tango's interval holds the truth, least", held_pairs, SIMULATED, least("median", LEAST_TANGO)),
        ("false positives of exact tests, most", exact, 1, most("median", MOST_FALSE)),
        (f"simulated ones, less {LUCK} standard errors, most", wolf, TESTED, most("median", MOST_FALSE)),
    ):
        report(Row(task="Nominal 95 %", name=name, n=n, median=value, unit="of all data", asked=[asked]))


if __name__ == "__main__":
    main()
