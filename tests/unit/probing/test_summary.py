"""All probed cases together, held against numbers that come from elsewhere."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest

from ragtriage.model import Case, Diagnosis, Fix, Gold
from ragtriage.model.probing import (
    Arm,
    ArmResult,
    CaseProbe,
    Conclusion,
    Reading,
    Standing,
)
from ragtriage.probing.summary import not_built, picture, slices

R, W, U = Reading.RIGHT, Reading.WRONG, Reading.UNKNOWN


def probe(number, **readings):
    arms = {
        Arm(name): ArmResult(reading=U, not_built=f"no text: of {number}")
        if each is None
        else ArmResult(reading=each)
        for name, each in readings.items()
    }
    return CaseProbe(
        id=f"q{number}",
        diagnosis=Diagnosis.RETRIEVAL_MISS,
        stage=Fix.RETRIEVAL,
        recorded=U,
        baseline=readings.get("retrieved", U),
        is_reproduced=None,
        arms=arms,
        conclusion=Conclusion.NOTHING_CONCLUDED,
        row=29,
        certain=True,
        standing=Standing.OPEN,
        why="",
    )


def case(number, **fields):
    return Case(id=f"q{number}", question="?", **fields)


def pictured(rows, **fields):
    cases = [case(number, **fields) for number in range(len(rows))]
    probes = [
        probe(number, closed_book=closed, retrieved=retrieved, gold=gold)
        for number, (closed, retrieved, gold) in enumerate(rows)
    ]
    return picture(cases, probes)


# 2 known by heart, 3 right as retrieved alone, 5 right with gold alone, 2 never right
ROWS = [(R, R, R)] * 2 + [(W, R, R)] * 3 + [(W, W, R)] * 5 + [(W, W, W)] * 2


def test_three_levels_and_the_headroom_between_them():
    made = pictured(ROWS)
    counts = {arm: (level.passed, level.fail) for arm, level in made.levels.items()}
    assert counts == {Arm.CLOSED_BOOK: (2, 10), Arm.RETRIEVED: (5, 7), Arm.GOLD: (10, 2)}
    head = made.headroom
    assert (head.n, head.now.count, head.retrieval.count, head.generation.count) == (12, 5, 5, 2)
    assert (head.known.count, head.known.n, head.due.count) == (2, 5, 3)


def test_paired_tests_are_exact_and_adjusted_over_all_of_them():
    made = pictured(ROWS)
    found = {(each.first, each.second): each for each in made.tests}
    pairs = {
        (Arm.CLOSED_BOOK, Arm.RETRIEVED): (3, 0),
        (Arm.RETRIEVED, Arm.GOLD): (5, 0),
        (Arm.CLOSED_BOOK, Arm.GOLD): (8, 0),
    }
    assert set(found) == set(pairs)
    raw = {}
    for pair, (wins, losses) in pairs.items():
        test = found[pair]
        raw[pair] = binomtest(wins, wins + losses, 0.5).pvalue
        assert (test.wins, test.losses, test.n, test.test) == (wins, losses, 12, "exact McNemar")
        assert test.p == pytest.approx(raw[pair])
        assert test.difference == pytest.approx((wins - losses) / 12)
        assert test.low < test.difference < test.high
    # Holm: the smallest thrice, the next twice, the last once, none below one before it
    smallest, middle, largest = sorted(raw, key=raw.__getitem__)
    assert found[smallest].p_adjusted == pytest.approx(3 * raw[smallest])
    assert found[middle].p_adjusted == pytest.approx(max(2 * raw[middle], 3 * raw[smallest]))
    assert found[largest].p_adjusted == pytest.approx(max(raw[largest], 2 * raw[middle]))


def test_the_interval_of_a_difference_is_tangos():
    # five changed to the better of ten: the worked example of the statistics
    made = pictured([(W, W, R)] * 5 + [(W, W, W)] * 5)
    [test] = [each for each in made.tests if (each.first, each.second) == (Arm.RETRIEVED, Arm.GOLD)]
    assert (test.low, test.high) == (pytest.approx(0.083701, abs=1e-6), pytest.approx(0.763407, abs=1e-6))


def test_what_is_not_known_is_in_no_rate_and_widens_the_bounds():
    made = pictured([(R, R, R)] * 8 + [(W, W, W), (U, U, U)])
    level = made.levels[Arm.GOLD]
    assert (level.passed, level.fail, level.unknown, level.not_applicable) == (8, 1, 1, 0)
    assert (level.rate, level.worst, level.best) == (pytest.approx(8 / 9), 0.8, 0.9)
    assert made.headroom.n == 9


def test_what_could_not_be_built_is_no_unknown():
    made = pictured([(R, R, R)] * 3 + [(R, R, None)] * 2)
    level = made.levels[Arm.GOLD]
    assert (level.passed, level.unknown, level.not_applicable) == (3, 0, 2)


def test_unanswerable_cases_are_in_no_level():
    made = pictured(ROWS, answerable=False)
    assert made.levels == {}
    assert made.headroom.n == 0
    assert made.headroom.now.share is None
    assert made.tests == ()


def test_cases_that_share_a_gold_document_are_flipped_together():
    gold = Gold(grades={"policy": 1})
    made = pictured(ROWS, gold_documents=gold)
    # all of them are one cluster, which can fall either way
    assert {(each.clusters, each.p) for each in made.tests} == {(1, 1.0)}


def test_clusters_of_two_count_as_one():
    rows = [(W, W, R)] * 6 + [(W, W, W)] * 6
    cases = [case(number, cluster=f"c{number // 2}") for number in range(12)]
    probes = [probe(number, closed_book=a, retrieved=b, gold=c) for number, (a, b, c) in enumerate(rows)]
    tests = {(each.first, each.second): each for each in picture(cases, probes).tests}
    test = tests[Arm.RETRIEVED, Arm.GOLD]
    assert test.clusters == 6
    assert test.p == pytest.approx(2 / 2**3)  # three clusters changed, all to one side


def test_slices_are_by_tag_and_by_language():
    cases = [
        case(0, tags=("a", "b"), language="ja"),
        case(1, tags=("a",), language="ko"),
        case(2),
    ]
    probes = [probe(number, closed_book=W, retrieved=W, gold=R) for number in range(3)]
    made = slices(cases, probes)
    assert [(each.by, each.name, each.n) for each in made] == [
        ("tags", "", 1),
        ("tags", "a", 2),
        ("tags", "b", 1),
        ("language", "", 1),
        ("language", "ja", 1),
        ("language", "ko", 1),
    ]
    assert all(each.headroom.retrieval.count == each.n for each in made)
    assert slices([case(2)], probes[:1]) == ()


def test_causes_are_counted_without_what_they_name():
    probes = [probe(number, retrieved=W, gold=None) for number in range(3)]
    assert not_built(probes) == {Arm.GOLD: {"no text": 3}}
