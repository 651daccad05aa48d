from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.metrics.statistics import connections
from ragtriage.metrics.statistics.connections import Connections


@given(
    st.integers(1, 40).flatmap(
        lambda n: st.tuples(
            st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, 25)), max_size=60)
        )
    )
)
def test_labels_that_come_some_at_a_time_connect_what_a_search_finds(given_labels):
    n, labelled = given_labels
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "_AT_ONCE", 7)
        patch.setattr(connections, "_FEWEST", 3)
        found = Connections(n)
        for part in range(4):
            some = [(case, label) for case, label in labelled if label % 4 == part]
            found.add(*np.array(some, np.int64).reshape(-1, 2).T)
        numbers = found.numbers()
    neighbours: dict[int, set[int]] = {case: {case} for case in range(n)}
    for case, label in labelled:
        neighbours[case] |= {other for other, same in labelled if same == label}
    expected = [-1] * n
    count = 0
    for case in range(n):
        if expected[case] < 0:
            waiting = [case]
            while waiting:
                each = waiting.pop()
                if expected[each] < 0:
                    expected[each] = count
                    waiting += neighbours[each]
            count += 1
    if numbers is None:
        assert count == n
    else:
        assert numbers.tolist() == expected


def test_a_chain_of_many_cases_is_one_cluster():
    n = 200_000
    order = np.random.default_rng(1).permutation(n)
    found = Connections(n)
    found.add(np.stack([order[:-1], order[1:]]).ravel(), np.tile(np.arange(n - 1), 2))
    assert not found.numbers().any()


def test_without_a_shared_label_nothing_is_held():
    found = Connections(3)
    found.add(np.array([0, 1, 1]), np.array([7, 8, 8]))
    assert found.numbers() is None
