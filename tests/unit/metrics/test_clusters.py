from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.metrics.statistics.clusters import connected


@given(
    st.integers(1, 40).flatmap(
        lambda n: st.tuples(
            st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, 25)), max_size=60)
        )
    )
)
def test_labels_connect_what_a_search_finds(given_labels):
    n, labelled = given_labels
    numbers = connected(n, *np.array(labelled, np.int64).reshape(-1, 2).T)
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
    assert numbers.tolist() == expected


def test_a_chain_of_many_cases_is_one_cluster():
    n = 200_000
    order = np.random.default_rng(1).permutation(n)
    numbers = connected(n, np.stack([order[:-1], order[1:]]).ravel(), np.tile(np.arange(n - 1), 2))
    assert not numbers.any()


def test_without_a_shared_label_every_case_stands_alone():
    assert connected(3, np.array([0, 1, 1]), np.array([7, 8, 8])).tolist() == [0, 1, 2]
