"""Intervals, against worked numbers."""

from __future__ import annotations

import json
from statistics import NormalDist

import numpy as np
import pytest

from ragtriage.errors import ConfigError
from ragtriage.metrics.intervals import Interval, mean_interval, mean_intervals, normal_interval, wilson


def seeded() -> np.random.Generator:
    return np.random.default_rng(7)


def test_wilson_agrees_with_the_worked_numbers(shared):
    worked = json.loads((shared / "design" / "statistics.json").read_text(encoding="utf-8"))["ci"]
    assert len(worked) == 9
    for rate, intervals in worked.items():
        passed, n = map(int, rate.split("/"))
        interval = wilson(passed, n)
        assert interval is not None
        assert [round(interval.low, 6), round(interval.high, 6)] == intervals["wilson"], rate


def test_wilson_reaches_exactly_0_and_1_and_no_further():
    for n in range(1, 200):
        none, every = wilson(0, n), wilson(n, n)
        assert none is not None
        assert every is not None
        assert none.low == 0.0
        assert every.high == 1.0


def test_nothing_has_no_rate():
    assert wilson(0, 0) is None


@pytest.mark.parametrize("confidence", [0.0, 1.0, 1.5, -0.1])
def test_a_confidence_outside_0_to_1_is_refused(confidence):
    with pytest.raises(ConfigError, match="confidence must be between 0 and 1"):
        wilson(1, 2, confidence)
    with pytest.raises(ConfigError, match="confidence must be between 0 and 1"):
        mean_interval(np.arange(9.0), seeded(), confidence=confidence)


def test_the_bootstrap_agrees_with_the_worked_numbers(shared):
    worked = json.loads((shared / "design" / "statistics.json").read_text(encoding="utf-8"))
    differences = np.array(worked["perm_data"]["A"]) - np.array(worked["perm_data"]["B"])
    interval = mean_interval(differences, seeded(), resamples=20_000)
    assert interval is not None
    assert [interval.low, interval.high] == pytest.approx(worked["boot_percentile"], abs=0.005)


def test_the_bootstrap_approaches_the_normal_interval():
    values = np.random.default_rng(1).random(2_000)
    resampled = mean_interval(values, seeded())
    normal = normal_interval(len(values), values.sum(), (values**2).sum())
    assert resampled is not None
    assert normal is not None
    assert [resampled.low, resampled.high] == pytest.approx([normal.low, normal.high], abs=0.001)


def test_the_normal_interval_is_the_mean_and_its_standard_errors():
    values = [0.0, 0.25, 0.5, 0.5, 1.0, 1.0]
    expected = NormalDist(np.mean(values), np.std(values, ddof=1) / np.sqrt(6))
    interval = normal_interval(6, sum(values), sum(value * value for value in values))
    assert interval is not None
    assert interval.low == pytest.approx(expected.inv_cdf(0.025), abs=1e-12)
    assert interval.high == pytest.approx(expected.inv_cdf(0.975), abs=1e-12)


def test_above_2000_values_the_interval_is_normal():
    values = np.random.default_rng(1).random(2_001)
    assert mean_interval(values, seeded()) == normal_interval(2_001, values.sum(), values @ values)


@pytest.mark.parametrize("values", [[], [1.0, 0.0, 1.0, 0.0], [0.7] * 50, [0.1] * 2_500, [np.nan] * 10])
def test_equal_or_few_values_have_no_interval(values):
    assert mean_interval(np.array(values), seeded()) is None
    defined = [value for value in values if not np.isnan(value)]
    assert normal_interval(len(defined), sum(defined), sum(value * value for value in defined)) is None


def test_undefined_values_are_left_out():
    values = np.array([0.0, 1.0, 0.5, 0.25, 0.75, 1.0])
    with_gaps = np.array([np.nan, *values, np.nan])
    assert mean_interval(values, seeded()) == mean_interval(with_gaps, seeded())


def test_the_same_seed_gives_the_same_interval_and_another_seed_another():
    values = np.random.default_rng(1).random(40)
    assert mean_interval(values, seeded()) == mean_interval(values, seeded())
    assert mean_interval(values, seeded()) != mean_interval(values, np.random.default_rng(8))


def test_columns_together_have_the_intervals_they_have_alone():
    rng = np.random.default_rng(1)
    first, second = rng.random(50), rng.random(50)
    together = mean_intervals({"a": first, "constant": np.ones(50), "b": second}, seeded())
    assert list(together) == ["a", "constant", "b"]
    assert together["constant"] is None
    for name, values in (("a", first), ("b", second)):
        alone, shared = mean_interval(values, seeded()), together[name]
        assert alone is not None
        assert shared is not None
        assert [shared.low, shared.high] == pytest.approx([alone.low, alone.high], abs=1e-12)


def test_a_wider_confidence_gives_a_wider_interval():
    values = np.random.default_rng(1).random(50)
    narrow = mean_interval(values, seeded(), confidence=0.8)
    wide = mean_interval(values, seeded(), confidence=0.99)
    assert narrow is not None
    assert wide is not None
    assert wide.low < narrow.low < narrow.high < wide.high
    assert isinstance(wide, Interval)
