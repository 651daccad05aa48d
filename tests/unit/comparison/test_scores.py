from __future__ import annotations

import json
import math

import numpy as np
import polars as pl
import pytest
from scipy import stats

from ragtriage.comparison.gates import Requirement, check_comparison
from ragtriage.comparison.records import Kind
from ragtriage.comparison.scores import compare_scores
from ragtriage.errors import ComparisonError, ConfigError, SchemaError
from ragtriage.metrics.statistics.mcnemar import mcnemar_exact

BASIC = "data/exports/cookbook_basic_per_question.csv"
RERANKED = "data/exports/cookbook_reranked_per_question.csv"
SCORES = ["retrieval_precision", "retrieval_recall", "retrieval_mrr", "e2e_correct"]


@pytest.fixture
def cookbook(shared):
    return compare_scores(shared / BASIC, shared / RERANKED, id="question", scores=SCORES)


def rows(comparison):
    return {row.name: row for row in comparison.rows}


def test_the_published_means_of_both_runs_are_found(cookbook):
    # data/README.md: precision 0.4333 recall 0.6733 mrr 0.7200 correct 36/50; 0.4400 0.7033 0.8800 42/50
    found = {name: (round(row.baseline, 4), round(row.candidate, 4)) for name, row in rows(cookbook).items()}
    assert found == {
        "retrieval_precision": (0.4333, 0.4400),
        "retrieval_recall": (0.6733, 0.7033),
        "retrieval_mrr": (0.7200, 0.8800),
        "e2e_correct": (0.72, 0.84),
    }
    assert all(row.n == 50 for row in cookbook.rows)


def test_outcomes_are_tested_by_mcnemar_and_the_flipped_are_named(cookbook, shared):
    row = rows(cookbook)["e2e_correct"]
    one, other = (pl.read_csv(shared / name) for name in (BASIC, RERANKED))
    paired = one.join(other, on="question", suffix="_b")
    won = paired.filter(~pl.col("e2e_correct") & pl.col("e2e_correct_b"))["question"]
    lost = paired.filter(pl.col("e2e_correct") & ~pl.col("e2e_correct_b"))["question"]
    assert (row.wins, row.losses) == (len(won), len(lost))
    assert row.p == mcnemar_exact(len(won), len(lost))
    assert row.p == pytest.approx(stats.binomtest(len(won), len(won) + len(lost)).pvalue)
    assert set(cookbook.flips["e2e_correct"].fixed) == set(won)
    assert set(cookbook.flips["e2e_correct"].broken) == set(lost)


def test_graded_scores_are_tested_by_sign_flips_as_scipy_does(cookbook, shared):
    one, other = (pl.read_csv(shared / name) for name in (BASIC, RERANKED))
    paired = one.join(other, on="question", suffix="_b")
    for name in SCORES[:3]:
        pair = (paired[f"{name}_b"].to_numpy(), paired[name].to_numpy())
        theirs = stats.permutation_test(
            pair,
            lambda x, y, axis: (x - y).mean(axis=axis),
            permutation_type="samples",
            n_resamples=20_000,
            vectorized=True,
            rng=np.random.default_rng(0),
        )
        row = rows(cookbook)[name]
        assert row.difference == pytest.approx(theirs.statistic)
        assert row.p == pytest.approx(theirs.pvalue, abs=0.01)
        assert row.test.startswith("sign-flip")


def test_tables_of_scores_say_nothing_about_stages(cookbook):
    assert cookbook.kind is Kind.SCORES
    assert cookbook.conclusions == ()
    assert (cookbook.differs, cookbook.unverified, cookbook.diagnoses) == ((), (), {})


def test_every_column_of_scores_is_found_when_none_is_named(shared):
    compared = compare_scores(shared / BASIC, shared / RERANKED, id="question")
    assert [row.name for row in compared.rows] == SCORES


def table(folder, name, rows):
    path = folder / name
    frame = pl.DataFrame(rows)
    if path.suffix == ".csv":
        frame.write_csv(path)
    elif path.suffix == ".parquet":
        frame.write_parquet(path)
    elif path.suffix == ".json":
        path.write_text(json.dumps(rows))
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


ROWS = [{"qid": i, "score": i / 10, "ok": i % 2 == 0, "note": 'a,\n"b"'} for i in range(10)]
LATER = [{**row, "score": 1 - row["score"], "ok": True} for row in ROWS[::-1]]


@pytest.mark.parametrize("form", ["csv", "parquet", "jsonl", "json"])
def test_every_format_gives_the_same_numbers(tmp_path, form):
    expected = compare_scores(
        table(tmp_path, "a.csv", ROWS), table(tmp_path, "b.csv", LATER), id="qid", scores=["score", "ok"]
    )
    one, other = table(tmp_path, f"c.{form}", ROWS), table(tmp_path, f"d.{form}", LATER)
    compared = compare_scores(one, other, id="qid", scores=["score", "ok"])
    assert compared.rows == expected.rows
    assert compared.flips == expected.flips == {"ok": compared.flips["ok"]}
    assert compared.flips["ok"].fixed == ("1", "3", "5", "7", "9")
    mixed = compare_scores(table(tmp_path, "e.csv", ROWS), other, id="qid", scores=["score", "ok"])
    assert mixed.rows == expected.rows


def test_other_ids_are_refused_and_named_and_the_common_ones_compared_when_asked(tmp_path):
    one = table(tmp_path, "a.csv", ROWS)
    other = table(tmp_path, "b.csv", [*LATER[:-1], {**LATER[-1], "qid": 99}])
    with pytest.raises(ComparisonError, match=r"1 only in .*a\.csv \('0'\); 1 only in .*b\.csv \('99'\)"):
        compare_scores(one, other, id="qid", scores=["score"])
    compared = compare_scores(one, other, id="qid", scores=["score"], common_only=True)
    assert (compared.n, compared.left_out) == (9, 2)


def test_an_unknown_score_is_left_out_of_the_pairs_and_not_taken_for_zero(tmp_path):
    rows_ = [dict(row, score=None if row["qid"] == 3 else row["score"]) for row in ROWS]
    compared = compare_scores(
        table(tmp_path, "a.jsonl", rows_), table(tmp_path, "b.jsonl", LATER), id="qid", scores=["score"]
    )
    [row] = compared.rows
    assert row.n == 9
    assert (row.bounds.baseline, row.bounds.candidate) == (1, 0)
    assert row.bounds.worst < row.difference < row.bounds.best


def test_scores_without_ends_have_no_bounds_and_prove_nothing_beside_many_unknowns(tmp_path):
    many = [{"qid": i, "tokens": None if i < 10 else 100 + i} for i in range(40)]
    more = [{"qid": i, "tokens": 300 + i} for i in range(40)]
    compared = compare_scores(
        table(tmp_path, "a.jsonl", many), table(tmp_path, "b.jsonl", more), id="qid", scores=["tokens"]
    )
    [row] = compared.rows
    assert row.p_adjusted < 0.01
    assert (row.bounds.worst, row.bounds.best, row.finding) == (None, None, "not shown")


@pytest.mark.parametrize("cell", ["high", [1], {"a": 1}, 1e999])
def test_what_is_no_score_is_an_error_with_row_id_and_column(tmp_path, cell):
    path = tmp_path / "a.jsonl"
    path.write_text(
        '{"qid": "x", "score": 1}\n'
        + json.dumps({"qid": "y", "score": cell}).replace("Infinity", '"inf"')
        + "\n"
    )
    with pytest.raises(SchemaError, match=r"row 2 \(id 'y'\), column 'score'"):
        compare_scores(path, path, id="qid", scores=["score"])


def test_a_missing_column_is_an_error_that_says_which_was_meant(tmp_path):
    path = table(tmp_path, "a.csv", ROWS)
    with pytest.raises(ConfigError, match="has no column 'scor'; did you mean 'score'"):
        compare_scores(path, path, id="qid", scores=["scor"])
    with pytest.raises(ConfigError, match="has no column 'question'"):
        compare_scores(path, path, id="question")


def test_an_id_twice_or_missing_is_an_error(tmp_path):
    path = table(tmp_path, "a.csv", [*ROWS, ROWS[2]])
    with pytest.raises(SchemaError, match="rows 3 and 11 have the same id '2'"):
        compare_scores(path, path, id="qid", scores=["score"])
    path = table(tmp_path, "b.jsonl", [{"qid": "", "score": 1}])
    with pytest.raises(SchemaError, match="row 1: has no 'qid'"):
        compare_scores(path, path, id="qid", scores=["score"])


def test_tables_without_any_score_are_an_error(tmp_path):
    path = table(tmp_path, "a.csv", [{"qid": 1, "note": "x"}])
    with pytest.raises(ConfigError, match="name them: --scores"):
        compare_scores(path, path, id="qid")


def test_equal_tables_differ_in_nothing(shared):
    compared = compare_scores(shared / BASIC, shared / BASIC, id="question", scores=SCORES)
    for row in compared.rows:
        assert (row.difference, row.p, row.finding) == (0.0, 1.0, "not shown")
        assert not math.isnan(row.baseline)


@pytest.mark.parametrize("cell", [1e101, -1e308, 10**400], ids=["large", "larger", "no float"])
def test_a_score_too_large_to_be_squared_is_an_error(tmp_path, cell):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "q", "s": cell}))
    with pytest.raises(SchemaError, match="expected a number up to 1e100"):
        compare_scores(path, path, id="id", scores=["s"])


def test_a_column_named_twice_is_one_row(shared):
    compared = compare_scores(shared / BASIC, shared / RERANKED, id="question", scores=["e2e_correct"] * 2)
    assert [row.name for row in compared.rows] == ["e2e_correct"]
    assert compared.rows[0].p_adjusted == compared.rows[0].p


def test_a_requirement_may_name_a_column(shared):
    compared = compare_scores(shared / BASIC, shared / RERANKED, id="question")
    columns = [row.name for row in compared.rows]
    texts = ["e2e_correct >= 0.8", "retrieval_mrr drop <= 0", "retrieval_recall >= 5"]
    results = check_comparison([Requirement.parse(text, columns) for text in texts], compared)
    assert [result.is_met for result in results] == [True, True, False]


def test_grades_that_differ_by_one_are_no_outcomes(tmp_path):
    one = table(tmp_path, "a.jsonl", [{"id": i, "grade": 4} for i in range(8)])
    other = table(tmp_path, "b.jsonl", [{"id": i, "grade": 4 + (i < 3)} for i in range(8)])
    [row] = compare_scores(one, other, id="id").rows
    assert row.test == "sign-flip, all 2^3"
    assert row.p == mcnemar_exact(3, 0)
    assert row.interval == "bootstrap"  # and not that of a difference of shares
