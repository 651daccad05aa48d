"""The worked numbers of the design, each reproduced to the digits it is given with."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from ragtriage.metrics.intervals import mean_interval, wilson
from ragtriage.metrics.statistics.agreement import Crossing, agreement
from ragtriage.metrics.statistics.clusters import (
    cluster_totals,
    clustered_standard_error,
    design_effect,
)
from ragtriage.metrics.statistics.corrected_rates import (
    JudgedShare,
    lang_reiczigel,
    prediction_powered,
    rogan_gladen,
    tuned_weight,
)
from ragtriage.metrics.statistics.effects import balance, hedges_g
from ragtriage.metrics.statistics.mcnemar import mcnemar_exact, mcnemar_mid_p, smallest_p
from ragtriage.metrics.statistics.multiplicity import benjamini_hochberg, holm
from ragtriage.metrics.statistics.paired_shares import newcombe_paired, tango
from ragtriage.metrics.statistics.power import (
    detectable_effect,
    detectable_mean_difference,
    detectable_share_difference,
    mcnemar_power,
)
from ragtriage.metrics.statistics.proportions import clopper_pearson, jeffreys
from ragtriage.metrics.statistics.repeats import repeats
from ragtriage.metrics.statistics.sign_flip import sign_flip


@pytest.fixture(scope="module")
def numbers(shared):
    return json.loads((shared / "design" / "statistics.json").read_text())


@pytest.fixture(scope="module")
def differences(numbers):
    data = numbers["perm_data"]
    return np.subtract(data["A"], data["B"])


def arguments(key: str) -> list[float]:
    """The numbers in a key such as `b=5,c=0` or `9/10`."""
    return [float(number) for number in re.findall(r"-?\d*\.?\d+", key.replace(".05", "0.05"))]


def integers(key: str) -> list[int]:
    return [int(number) for number in arguments(key)]


def equal(ours: Any, given: Any, digits: int = 6) -> None:
    """Hold a number, or several, to the digits given; null is what is undefined."""
    for mine, theirs in zip(np.ravel(ours), [given] if not isinstance(given, list) else given, strict=True):
        if theirs is None:
            assert math.isnan(mine)
        else:
            assert mine == pytest.approx(theirs, abs=0.51 * 10**-digits)


def ends(interval: Any) -> list[float]:
    return [interval.low, interval.high]


def test_every_block_of_numbers_is_reproduced_here(numbers):
    source = Path(__file__).read_text(encoding="utf-8")
    assert [key for key in numbers if f'"{key}"' not in source] == []


@pytest.mark.parametrize(
    ("name", "method"), [("wilson", wilson), ("clopper_pearson", clopper_pearson), ("jeffreys", jeffreys)]
)
def test_intervals_of_one_share(numbers, name: str, method: Callable[..., Any]):
    for key, by_method in numbers["ci"].items():
        equal(ends(method(*integers(key))), by_method[name])


def test_other_tools_agree_on_intervals_of_one_share(numbers):
    equal(ends(wilson(7, 10)), numbers["sm_wilson_7_10"])
    low, high = numbers["sm_jeffreys_10_10"]
    equal(jeffreys(10, 10).low, low)
    # statsmodels keeps the quantile where Brown, Cai and DasGupta put the end of the scale.
    equal(stats.beta.ppf(0.975, 10.5, 0.5), high)
    assert jeffreys(10, 10).high == 1


def test_mcnemar(numbers):
    for key, p in numbers["mcnemar_exact"].items():
        equal(mcnemar_exact(*integers(key)), p)
    for key, p in numbers["mcnemar_midp"].items():
        equal(mcnemar_mid_p(*integers(key)), p)
    equal(mcnemar_exact(8, 2), numbers["sm_mcnemar_8_2"])


def test_intervals_of_paired_shares(numbers):
    for key, (difference, low, high) in numbers["newcombe_paired_m10"].items():
        both, first, second, neither = integers(key)
        equal((first - second) / (both + first + second + neither), difference)
        equal(ends(newcombe_paired(both, first, second, neither)), [low, high])
    for key, (difference, low, high) in numbers["tango_paired"].items():
        wins, losses, n = integers(key)
        equal((wins - losses) / n, difference)
        equal(ends(tango(wins, losses, n)), [low, high])


def test_the_sign_flip_test_over_all_patterns(numbers, differences):
    equal(differences.mean(), numbers["perm_data"]["mean_diff"])
    result = sign_flip(differences)
    assert result.p == numbers["perm_exact_p"] == numbers["perm_exact_p_2sample_form"]
    extreme, patterns, p = numbers["perm_enum"]
    assert result.p == extreme / patterns == p
    assert result.p == numbers["wilcoxon_p"]  # all differences are wins, and ranks cannot say more


def test_a_t_test_on_the_same_pairs_claims_more(numbers, differences):
    # What the sign-flip test is preferred to: five changed pairs cannot show p = 0.02.
    t_test = stats.ttest_1samp(differences, 0)
    equal(t_test.pvalue, numbers["ttest_p"], 12)
    equal(ends(t_test.confidence_interval()), numbers["ttest_ci"])
    assert sign_flip(differences).p > t_test.pvalue


def test_smallest_reachable_p(numbers, differences):
    for key, p in numbers["min_p"].items():
        assert smallest_p(int(key)) == p
    assert sign_flip(differences).smallest_p == numbers["min_p"]["5"]


def test_the_bootstrap_interval_but_for_its_seed(numbers, differences):
    interval = mean_interval(differences, np.random.default_rng(0), resamples=20_000)
    equal(ends(interval), numbers["boot_percentile"], 2)
    # Two kinds that are not used here, by scipy, to show that the percentile interval is no outlier.
    for name in ("basic", "BCa"):
        other = stats.bootstrap(
            (differences,), np.mean, n_resamples=20_000, method=name, rng=np.random.default_rng(0)
        )
        equal(ends(other.confidence_interval), numbers[{"basic": "boot_basic", "BCa": "boot_BCa"}[name]], 2)


def test_equal_differences_have_no_interval_where_others_give_nan(numbers):
    assert "nan" in numbers["boot_BCa_constant"][0]
    assert mean_interval(np.full(10, 0.25), np.random.default_rng(0)) is None


def test_effect_sizes(numbers, differences):
    mean, deviation = differences.mean(), differences.std(ddof=1)
    equal(mean / deviation, numbers["dz"])
    equal(hedges_g(mean, deviation, len(differences)), numbers["hedges_g_dz"])
    assert list(balance(differences)) == numbers["cliff_wins"]


def test_adjusted_p_values(numbers):
    given = numbers["holm"]
    equal(holm(given["p"]), given["adj"])
    equal(benjamini_hochberg(given["p"]), given["bh"])
    equal(benjamini_hochberg(given["p"]), numbers["scipy_false_discovery_control"])


def test_detectable_differences(numbers):
    for key, difference in numbers["mde_mean_sd0.5"].items():
        equal(detectable_mean_difference(0.5, int(key)), difference)
    for key, effect in numbers["mde_t_dz"].items():
        ours = detectable_effect(int(key))
        equal(ours, effect, 5)  # the sixth digit given is not that of the root:
        t = stats.t.ppf(0.975, int(key) - 1)
        shifted = stats.nct(int(key) - 1, ours * math.sqrt(int(key)))
        assert shifted.sf(t) + shifted.cdf(-t) == pytest.approx(0.8, abs=1e-9)
    for changed, name in ((0.2, "mcnemar_mde_psi0.2"), (0.3, "mcnemar_mde_psi0.3")):
        for key, difference in numbers[name].items():
            equal(detectable_share_difference(int(key), changed), difference, 4)


def test_power_of_mcnemar(numbers):
    for key, power in numbers["mcnemar_power"].items():
        n, wins, losses = arguments(key)
        equal(mcnemar_power(int(n), wins, losses), power)


def test_clusters(numbers, differences):
    given = numbers["cluster"]
    clusters = np.array(given["clusters"])
    equal(differences.std(ddof=1) / math.sqrt(len(differences)), given["naive_se"])
    equal(clustered_standard_error(differences, clusters, corrected=False), given["cr0"])
    equal(clustered_standard_error(differences, clusters), given["cr1"])
    extreme, patterns, p = numbers["cluster_signflip"]
    assert sign_flip(cluster_totals(differences, clusters)).p == extreme / patterns == p


def test_design_effect(numbers):
    given = numbers["design_effect"]
    equal(design_effect(5, 0.3), given["m=5,rho=.3"])
    equal(100 / design_effect(5, 0.3), given["n=100 neff"], 4)


def test_repeats(numbers):
    given = numbers["repeats"]
    # Ten questions, three times each: five always right, one never, four right once.
    values = np.array([[1.0, 1, 1]] * 5 + [[0.0, 0, 0]] + [[0.0, 1, 0]] * 4)
    ours = repeats(values)
    equal(ours.mean, given["mean"])
    equal(ours.standard_error, given["se_from_question_means"])
    equal(ours.within_variance, given["within_var"])
    equal(ours.between_variance, given["sigma_q2"])
    equal(ours.flip_rate, given["flip_rate"])
    # Thirty answers are not thirty questions: pooling them would look surer than it is.
    pooled = values.std(ddof=1) / math.sqrt(values.size)
    equal(pooled, given["wrong_se_pooled_30"])
    assert pooled < ours.standard_error


def test_rates_corrected_by_the_judges_errors(numbers):
    for key, given in numbers["rogan_gladen"].items():
        passed, sensitivity, specificity = (
            JudgedShare(*map(int, re.findall(r"\d+", part))) for part in key.split(",")
        )
        equal([passed.share, sensitivity.share, specificity.share], [given[x] for x in ("p", "se", "sp")])
        corrected = rogan_gladen(passed, sensitivity, specificity)
        equal(corrected.rate, given["theta"])
        equal(min(1, corrected.rate), given["theta_clipped"])
        equal((corrected.high - corrected.low) / (2 * 1.959963984540054), given["delta_se"])
        equal(ends(corrected), given["wald"])
        equal(ends(lang_reiczigel(passed, sensitivity, specificity)), given["lang_reiczigel"])


def test_rates_from_few_labels_and_many_judgements(numbers):
    given = numbers["ppi"]
    # 50 labelled: 32 passed by both, 3 by the judge alone, 3 by people alone, 12 by neither; 160 of 200 more.
    people = np.repeat([1.0, 0, 1, 0], [32, 3, 3, 12])
    judged = np.repeat([1.0, 1, 0, 0], [32, 3, 3, 12])
    alone = np.repeat([1.0, 0], [160, 40])
    for weight, name in ((1.0, "lam1"), (0.0, "lam0"), (None, "lam_hat")):
        ours = prediction_powered(people, judged, alone, weight=weight)
        equal([ours.rate, *ends(ours)], given[name])
    equal(tuned_weight(people, judged, alone), given["lam_hat_formula"])
    ours = prediction_powered(people, judged, alone, weight=1)
    equal([ours.rate], given["ppi_py_lam1_point"])
    equal(ends(ours), given["ppi_py_lam1_ci"])
    # ppi_py divides the variance by the count less one.
    ours = prediction_powered(people, judged, alone, weight=tuned_weight(people, judged, alone) * 249 / 250)
    equal([ours.rate], given["ppi_py_auto_point"], 5)
    equal(ends(ours), given["ppi_py_auto_ci"])


def test_agreement_with_people(numbers):
    for key, given in numbers["agreement"].items():
        ours = agreement(Crossing(*integers(key)))
        equal(
            [ours.observed, ours.kappa, ours.ac1, ours.pabak, ours.on_pass, ours.on_fail],
            [given[name] for name in ("po", "kappa", "ac1", "pabak", "ppos", "pneg")],
        )
    equal(agreement(Crossing(40, 5, 5, 50)).kappa, numbers["sk_kappa_40_5_5_50"])


def test_half_widths_of_wilson(numbers):
    for key, width in numbers["halfwidth_wilson"].items():
        n = int(key.rpartition("=")[2])
        interval = wilson(round(0.9 * n), n)
        equal((interval.high - interval.low) / 2, width, 4)


def coverage(n: int, share: float, interval: Callable[[int, int], Any]) -> float:
    """How often the interval holds the true share, summed over everything that can happen."""
    covered = [x for x in range(n + 1) if (i := interval(x, n)).low <= share <= i.high]
    return float(stats.binom.pmf(covered, n, share).sum())


def test_exact_coverage_of_the_intervals_and_of_the_one_not_used(numbers):
    for key, given in numbers["coverage_normal_vs_wilson"].items():
        n, share = arguments(key)
        for name, method in (("wilson", wilson), ("beta", clopper_pearson), ("jeffreys", jeffreys)):
            equal(coverage(int(n), share, method), given[name], 4)
        x = np.arange(n + 1)
        reach = 1.959963984540054 * np.sqrt(x / n * (1 - x / n) / n)
        held = np.abs(x / n - share) <= reach
        equal(stats.binom.pmf(x[held], n, share).sum(), given["normal"], 4)
