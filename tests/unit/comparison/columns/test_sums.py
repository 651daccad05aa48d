from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.comparison.columns.clustered import Clustered
from ragtriage.comparison.columns.sums import UNIT, Sums, exact_products
from ragtriage.comparison.readings import Readings
from ragtriage.metrics.statistics.clusters import cluster_count, cluster_totals, clustered_standard_error

numbers = st.one_of(
    st.sampled_from([0.0, 1.0, -1.0, 0.1, 1 / 3, 1e-60, -1e60]),
    st.floats(-1, 1).filter(lambda x: x == 0 or abs(x) > 1e-60),
)


@settings(deadline=None)
@given(st.lists(st.lists(numbers, max_size=12), max_size=5))
def test_sums_of_blocks_are_those_of_fractions(blocks):
    sums = Sums()
    for block in blocks:
        sums.add(np.array(block, np.float64))
    values = [Fraction(value) for block in blocks for value in block]
    n = len(values)
    assert (sums.n, sums.above, sums.below) == (n, sum(v > 0 for v in values), sum(v < 0 for v in values))
    assert Fraction(sums.total, UNIT) == sum(values)
    assert Fraction(sums.squares, UNIT) == sum(value**2 for value in values)
    if n > 1:
        mean = sum(values) / n
        assert sums.mean == float(mean)
        assert sums.variance == float(sum((value - mean) ** 2 for value in values) / (n - 1))


def test_equal_values_have_a_variance_of_0_and_none_or_one_value_has_none():
    sums = Sums()
    assert math.isnan(sums.mean)
    sums.add(np.array([0.1]))
    assert sums.mean == 0.1
    assert math.isnan(sums.variance)
    sums.add(np.full(999, 0.1))
    assert sums.variance == 0


@given(st.lists(st.tuples(numbers, numbers), min_size=1))
def test_a_product_and_what_rounding_took_off_it_are_exact(pairs):
    one, other = np.array(pairs).T
    for a, b, product, rest in zip(one, other, *exact_products(one, other), strict=True):
        assert Fraction(product) + Fraction(rest) == Fraction(a) * Fraction(b)


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(1, 12))
def test_sums_over_clusters_of_blocks_are_those_of_the_whole(seed, n, clusters):
    chance = np.random.default_rng(seed)
    groups = chance.integers(clusters, size=n)
    known = chance.choice([0.0, 1 / 3, -0.5, 1.0, np.nan], size=n)
    worst = np.where(np.isnan(known), -1.0, known)
    clustered = Clustered(2, clusters)
    for places in np.array_split(np.arange(n), 3):
        has_unknown = bool(np.isnan(known[places]).any())
        read = Readings(known[places], worst[places], -worst[places])
        plain = Readings(known[places], None, None)
        if len(places):
            clustered.add([read if has_unknown else plain, plain], groups[places])
    first, second, at_worst, _ = clustered.sums([0])
    is_known = ~np.isnan(known)
    for sums in (first, second):
        assert sums.count == (cluster_count(groups[is_known]) if is_known.any() else 0)
        assert sums.most == max(np.bincount(groups[is_known]), default=0)
        if is_known.any():
            expected = clustered_standard_error(known[is_known], groups[is_known])
            assert sums.standard_error() == pytest.approx(expected, rel=1e-9, abs=1e-12, nan_ok=True)
            totals = cluster_totals(known[is_known], groups[is_known])
            assert sums.totals.sums.total / UNIT == pytest.approx(totals.sum(), abs=1e-12)
    assert at_worst.cases == n
    assert at_worst.totals.sums.total / UNIT == pytest.approx(worst.sum(), abs=1e-12)


def test_clusters_that_do_not_differ_have_a_standard_error_of_0():
    clustered = Clustered(1, 30)
    clustered.add([Readings(np.full(90, 0.1), None, None)], np.arange(90) // 3)
    [sums] = clustered.sums([])
    assert sums.standard_error() == 0
    assert (sums.count, sums.most) == (30, 3)
