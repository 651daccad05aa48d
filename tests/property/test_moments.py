"""Moments and tallies of parts: equal to those of the whole, however it is parted."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.evaluation.moments import Moments
from ragtriage.metrics.intervals import MOST_RESAMPLED, mean_intervals
from ragtriage.metrics.statistics.sums import exact_sums

finite = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300)
metric = st.one_of(
    st.sampled_from([0.0, 1.0, 0.5, 1 / 3, math.nan]), st.floats(min_value=0, max_value=1), st.just(5e-324)
)


@given(st.lists(finite, max_size=50))
def test_sums_are_those_of_fractions(values):
    (units,) = exact_sums(np.array([values], dtype=np.float64))
    assert Fraction(units, 1 << 1126) == sum(map(Fraction, values))


@settings(deadline=None, max_examples=40)  # resampling takes a while
@given(
    st.lists(st.tuples(metric, metric, metric), min_size=1, max_size=60),
    st.lists(st.integers(0, 60), max_size=6),
    st.integers(1, 60),
    st.integers(1, 400),
)
def test_parts_add_up_to_the_whole_bit_for_bit(rows, cuts, batch, times):
    columns = dict(zip("abc", np.tile(np.array(rows), (times, 1)).T, strict=True))
    n = len(columns["a"])
    whole = Moments("abc")
    whole.add(columns)
    edges = sorted({0, n, *(min(cut * times, n) for cut in cuts)})
    merged = Moments("abc")
    for low, high in pairwise(edges):
        part = Moments("abc")
        for start in range(low, high, batch * times):
            stop = min(start + batch * times, high)
            part.add({name: column[start:stop] for name, column in columns.items()})
        merged.absorb(part)
    rng = np.random.default_rng
    assert merged.intervals("abc", rng(1)) == whole.intervals("abc", rng(1))
    for name, column in columns.items():
        defined = column[~np.isnan(column)]
        assert merged.n(name) == whole.n(name) == len(defined)
        expected = math.fsum(defined) / len(defined) if len(defined) else None
        assert merged.mean(name) == whole.mean(name) == expected
    if n <= MOST_RESAMPLED:
        assert whole.intervals("abc", rng(1)) == mean_intervals(columns, rng(1))
