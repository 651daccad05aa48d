"""Laws of the statistics that hold for any data."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from ragtriage.metrics.statistics.agreement import Crossing, agreement
from ragtriage.metrics.statistics.clusters import (
    cluster_interval,
    cluster_totals,
    clustered_standard_error,
    connected,
)
from ragtriage.metrics.statistics.corrected_rates import JudgedShare, lang_reiczigel, rogan_gladen
from ragtriage.metrics.statistics.mcnemar import mcnemar_exact, mcnemar_mid_p, smallest_p
from ragtriage.metrics.statistics.multiplicity import benjamini_hochberg, holm
from ragtriage.metrics.statistics.paired_shares import newcombe_paired, tango
from ragtriage.metrics.statistics.power import detectable_share_difference, mcnemar_power
from ragtriage.metrics.statistics.proportions import clopper_pearson, jeffreys
from ragtriage.metrics.statistics.repeats import repeats
from ragtriage.metrics.statistics.sign_flip import sign_flip, sign_flips

counts = st.integers(0, 60)
grades = st.sampled_from([-1.0, -0.5, -1 / 3, 0.0, 0.1, 0.25, 2 / 3, 1.0])
columns = st.lists(grades, max_size=14).map(np.array)


@given(st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_of_a_share_holds_the_share_and_the_exact_one_is_widest_below_its_ends(pair):
    passed, n = pair
    exact = clopper_pearson(passed, n)
    credible = jeffreys(passed, n)
    assert 0 <= exact.low <= credible.low <= passed / n <= credible.high <= exact.high <= 1


@given(counts, counts)
def test_mcnemar_is_the_binomial_test_of_the_changed_pairs(wins, losses):
    p = mcnemar_exact(wins, losses)
    if wins + losses:
        assert p == pytest.approx(stats.binomtest(wins, wins + losses).pvalue)
    assert p == mcnemar_exact(losses, wins)
    assert smallest_p(wins + losses) <= p * (1 + 1e-12)
    assert p / 2 <= mcnemar_mid_p(wins, losses) + 1e-12 <= p + 1e-9


@given(st.integers(0, 15), st.integers(0, 15))
def test_mcnemar_is_the_sign_flip_test_of_ones(wins, losses):
    if wins + losses <= 20:
        ones = np.repeat([1.0, -1.0], [wins, losses])
        assert sign_flip(ones).p == pytest.approx(mcnemar_exact(wins, losses))


@given(counts, counts, counts)
def test_the_interval_of_a_paired_difference_holds_it_and_turns_round_with_the_sides(wins, losses, others):
    n = wins + losses + others
    if n == 0:
        assert tango(0, 0, 0) is None
        return
    one, other = tango(wins, losses, n), tango(losses, wins, n)
    difference = (wins - losses) / n
    assert -1 <= one.low <= difference + 1e-12
    assert difference - 1e-12 <= one.high <= 1
    assert one.low == pytest.approx(-other.high, abs=1e-9)
    assert one.high == pytest.approx(-other.low, abs=1e-9)


@given(counts, counts, counts, counts)
def test_the_other_interval_of_a_paired_difference_obeys_the_same_laws(both, first, second, neither):
    n = both + first + second + neither
    one = newcombe_paired(both, first, second, neither)
    if n == 0:
        assert one is None
        return
    other = newcombe_paired(both, second, first, neither)
    assert one.low - 1e-12 <= (first - second) / n <= one.high + 1e-12
    assert one.low == pytest.approx(-other.high, abs=1e-12)


def every_pattern(differences: Any) -> float:
    """The definition, sign pattern by sign pattern."""
    differences = differences[differences != 0]
    if len(differences) == 0:
        return 1.0
    observed = abs(differences.sum())
    patterns = np.array(np.meshgrid(*[[-1, 1]] * len(differences))).reshape(len(differences), -1)
    return float((np.abs(differences @ patterns) >= observed - 1e-9).mean())


@given(columns)
def test_the_sign_flip_test_counts_every_pattern(differences):
    assert sign_flip(differences).p == pytest.approx(every_pattern(differences))


@given(columns, st.randoms(use_true_random=False))
def test_the_order_of_the_pairs_ties_and_unknowns_and_the_sides_do_not_matter(differences, random):
    p = sign_flip(differences).p
    shuffled = [*differences, 0.0, math.nan]
    random.shuffle(shuffled)
    assert sign_flip(np.array(shuffled)) == sign_flip(differences)
    assert sign_flip(-differences).p == p
    assert sign_flip(differences).smallest_p <= p


@settings(max_examples=5, deadline=None)
@given(st.lists(st.integers(21, 60), min_size=1, max_size=3), st.integers(0, 5))
def test_a_column_gets_the_same_p_in_any_company(lengths, seed):
    generator = np.random.default_rng(seed)
    several = [np.round(generator.normal(0.3, 1, n), 2) for n in lengths]
    together = sign_flips(several, seed=seed)
    assert together == [sign_flip(column, seed=seed) for column in several]
    assert [sign_flip(generator.permutation(column), seed=seed) for column in several] == together
    for column, result in zip(several, together, strict=True):
        normal = math.erfc(abs(column.sum()) / math.sqrt(2 * (column @ column)))
        assert result.p == pytest.approx(normal, abs=0.03)


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
@given(p=st.lists(st.floats(0, 1), max_size=12), data=st.data())
def test_adjusting_keeps_order_and_never_lowers(adjust: Callable[..., list[float]], p, data):
    adjusted = adjust(p)
    assert all(a >= b - 1e-15 and a <= 1 for a, b in zip(adjusted, p, strict=True))
    order = data.draw(st.permutations(range(len(p))))
    assert adjust([p[i] for i in order]) == pytest.approx([adjusted[i] for i in order])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_the_false_discovery_rate_is_that_of_scipy_and_never_stricter_than_holm(p):
    assert benjamini_hochberg(p) == pytest.approx(list(stats.false_discovery_control(p)))
    assert all(a <= b + 1e-12 for a, b in zip(benjamini_hochberg(p), holm(p), strict=True))


def power_by_definition(n: int, wins: float, losses: float) -> float:
    """Sum the chance of every outcome that would be called significant."""
    return float(
        sum(
            stats.multinomial.pmf([b, c, n - b - c], n, [wins, losses, 1 - wins - losses])
            for b in range(n + 1)
            for c in range(n + 1 - b)
            if mcnemar_exact(b, c) <= 0.05
        )
    )


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 22), st.floats(0.01, 0.5), st.floats(0.01, 0.5))
def test_power_is_the_chance_of_a_significant_outcome(n, wins, losses):
    assert mcnemar_power(n, wins, losses) == pytest.approx(power_by_definition(n, wins, losses), abs=1e-9)


@settings(max_examples=25, deadline=None)
@given(st.integers(10, 300), st.floats(0.05, 1))
def test_a_detectable_difference_has_the_power_asked_for(n, changed):
    d = detectable_share_difference(n, changed)
    if math.isnan(d):
        assert mcnemar_power(n, changed, 0) < 0.8
    else:
        assert mcnemar_power(n, (changed + d) / 2, (changed - d) / 2) == pytest.approx(0.8, abs=1e-6)


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=3), max_size=12))
def test_clusters_are_the_connected_parts(labels):
    pairs = [(i, ord(label)) for i, own in enumerate(labels) for label in own]
    cases, numbers = np.array(pairs, np.int64).reshape(-1, 2).T
    clusters = connected(len(labels), cases, numbers)
    together = {frozenset([i]) for i in range(len(labels))}
    for label in "abcdefgh":
        joined = [part for part in together if any(label in labels[i] for i in part)]
        together = (together - set(joined)) | ({frozenset().union(*joined)} if joined else set())
    ours = {frozenset(np.flatnonzero(clusters == c).tolist()) for c in set(clusters.tolist())}
    assert ours == together
    assert list(dict.fromkeys(clusters.tolist())) == list(range(len(ours)))


@given(st.lists(grades, min_size=5, max_size=30))
def test_cases_that_stand_alone_are_clusters_of_one(values):
    values = np.array(values)
    alone = np.arange(len(values))
    assert cluster_totals(values, alone).tolist() == values.tolist()
    interval = cluster_interval(values, alone)
    if values.min() == values.max():
        assert interval is None
    else:
        expected = stats.ttest_1samp(values, 0).confidence_interval()
        assert [interval.low, interval.high] == pytest.approx(list(expected))


@given(st.lists(st.lists(st.sampled_from([0.0, 1.0, math.nan]), min_size=3, max_size=3), max_size=10))
def test_repeats_count_each_question_once(rows):
    values = np.array(rows).reshape(-1, 3)
    ours = repeats(values)
    means = [np.mean(kept) for row in rows if (kept := [v for v in row if not math.isnan(v)])]
    assert ours.questions == len(means)
    assert ours.mean == pytest.approx(np.mean(means) if means else math.nan, nan_ok=True)
    repeated = [kept for row in rows if len(kept := [v for v in row if not math.isnan(v)]) > 1]
    flips = np.mean([len(set(kept)) > 1 for kept in repeated]) if repeated else math.nan
    assert ours.flip_rate == pytest.approx(flips, nan_ok=True)


@given(counts, counts, counts, counts)
def test_agreement_stays_in_its_range_and_forgets_who_is_who(a, b, c, d):
    ours, turned = agreement(Crossing(a, b, c, d)), agreement(Crossing(a, c, b, d))
    assert np.allclose(ours, turned, equal_nan=True)
    for value in ours:
        assert math.isnan(value) or -1 <= value <= 1 + 1e-12
    failed = agreement(Crossing(d, b, c, a))
    assert np.allclose([ours.on_pass, ours.on_fail], [failed.on_fail, failed.on_pass], equal_nan=True)


shares = st.integers(1, 80).flatmap(lambda n: st.builds(JudgedShare, st.integers(0, n), st.just(n)))


@given(shares)
def test_a_perfect_judge_needs_no_correction(passed):
    perfect = JudgedShare(40, 40)
    corrected = rogan_gladen(passed, perfect, perfect)
    assert corrected.rate == pytest.approx(passed.share)


@given(shares, shares, shares)
def test_a_judge_no_better_than_a_coin_corrects_nothing(passed, sensitivity, specificity):
    corrected = rogan_gladen(passed, sensitivity, specificity)
    interval = lang_reiczigel(passed, sensitivity, specificity)
    if sensitivity.share + specificity.share <= 1:
        assert math.isnan(corrected.rate)
    else:
        assert corrected.low <= corrected.rate <= corrected.high
    assert math.isnan(interval.low) or 0 <= interval.low <= interval.high <= 1


def test_clusters_that_do_not_differ_have_no_interval():
    values, clusters = np.tile([1.0, 1.0, 0.0, 1.0, 1.0, 1.0], 10), np.repeat(np.arange(10), 6)
    assert clustered_standard_error(values, clusters) == 0
    assert cluster_interval(values, clusters) is None
    values[0] = 0.0
    assert cluster_interval(values, clusters) is not None
