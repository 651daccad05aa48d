from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.comparison import columns
from ragtriage.comparison.clusters import standard_error
from ragtriage.comparison.compare import compare
from ragtriage.errors import ConfigError
from ragtriage.metrics.statistics.clusters import clustered_standard_error

from .conftest import case, missed


def test_what_would_not_fit_into_memory_is_refused_with_the_number_and_fewer_metrics_fit(judged, monkeypatch):
    one = judged([case(i) for i in range(9)])
    other = judged([case(i, retrieved=missed(i)) for i in range(9)])
    held = 2 * 9 * (250 + 8 * len(one.summary.metrics))
    monkeypatch.setattr(columns, "_MOST_BYTES", held)
    compare(one, other)
    monkeypatch.setattr(columns, "_MOST_BYTES", held - 1)
    with pytest.raises(ConfigError, match=r"2 evaluations of 18 cases in all, with \d+ metrics, .* GB"):
        compare(one, other)
    assert [row.name for row in compare(one, other, metrics=["recall@1"]).rows] == ["recall@1"]


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(1, 12))
def test_the_standard_error_over_clusters_is_that_of_the_definition(seed, n, clusters):
    chance = np.random.default_rng(seed)
    groups = chance.integers(clusters, size=n)
    values = chance.choice([0.0, 1 / 3, -0.5, 1.0], size=n)
    expected = clustered_standard_error(values, groups)
    assert standard_error(values, groups) == pytest.approx(expected, rel=1e-9, abs=1e-12, nan_ok=True)


def test_clusters_that_do_not_differ_have_a_standard_error_of_0():
    assert standard_error(np.full(90, 0.1), np.arange(90) // 3) == 0
