from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.metrics.statistics.sums import UNIT, Sums, exact_mean, exact_products

numbers = st.one_of(
    st.sampled_from([0.0, 1.0, -1.0, 0.1, 1 / 3, 1e-60, -1e60]),
    st.floats(-1, 1).filter(lambda x: x == 0 or abs(x) > 1e-60),
)


@settings(deadline=None)
@given(st.lists(numbers, max_size=40))
def test_sums_are_those_of_fractions(column):
    sums = Sums.of(np.array([*column, math.nan], np.float64))
    values = [Fraction(value) for value in column]
    n = len(values)
    assert (sums.n, sums.above, sums.below) == (n, sum(v > 0 for v in values), sum(v < 0 for v in values))
    assert Fraction(sums.total, UNIT) == sum(values)
    assert Fraction(sums.squares, UNIT) == sum(value**2 for value in values)
    if n:
        assert sums.mean == exact_mean(np.array(column, np.float64)) == float(sum(values) / n)
    if n > 1:
        mean = sum(values) / n
        assert sums.variance == float(sum((value - mean) ** 2 for value in values) / (n - 1))


def test_equal_values_have_a_variance_of_0_and_none_or_one_value_has_none():
    assert math.isnan(Sums.of(np.empty(0)).mean)
    assert math.isnan(exact_mean(np.empty(0)))
    one = Sums.of(np.array([0.1]))
    assert one.mean == 0.1
    assert math.isnan(one.variance)
    assert Sums.of(np.full(1000, 0.1)).variance == 0


@given(st.lists(st.tuples(numbers, numbers), min_size=1))
def test_a_product_and_what_rounding_took_off_it_are_exact(pairs):
    one, other = np.array(pairs).T
    for a, b, product, rest in zip(one, other, *exact_products(one, other), strict=True):
        assert Fraction(product) + Fraction(rest) == Fraction(a) * Fraction(b)
