from __future__ import annotations

import msgspec
import pytest

from ragtriage.comparison.compare import compare, compare_all
from ragtriage.comparison.records import Finding, Kind
from ragtriage.errors import ComparisonError, ConfigError, DataError
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.metrics.statistics.mcnemar import mcnemar_exact
from ragtriage.model import Diagnosis

from .conftest import SYSTEM, case, missed

OTHER_RETRIEVER = {**SYSTEM, "retriever": "x" * 64}
OTHER_GENERATOR = {**SYSTEM, "generator": "x" * 64}


def row(comparison, name):
    return next(row for row in comparison.rows if row.name == name)


@pytest.fixture
def better_search(judged):
    """Of 60 cases the baseline misses 12 that the candidate finds, and finds 2 that it misses."""
    baseline = judged([case(i, retrieved=missed(i)) if i < 12 else case(i) for i in range(60)])
    candidate = judged(
        [case(i, retrieved=missed(i)) if i >= 58 else case(i) for i in range(60)], system=OTHER_RETRIEVER
    )
    return compare(baseline, candidate)


def test_pass_and_fail_are_paired_and_tested_by_exact_mcnemar(better_search):
    found = row(better_search, "retrieval")
    assert (found.n, found.wins, found.ties, found.losses) == (60, 12, 46, 2)
    assert (found.baseline, found.candidate) == (48 / 60, 58 / 60)
    assert found.difference == pytest.approx(10 / 60)
    assert found.p == mcnemar_exact(12, 2)
    assert found.test == "exact McNemar"
    assert found.low < found.difference < found.high


def test_the_cases_that_flipped_are_named(better_search):
    flips = better_search.flips["retrieval"]
    assert flips.fixed == tuple(f"q{i}" for i in range(12))
    assert flips.broken == ("q58", "q59")
    assert (flips.fixed_count, flips.broken_count) == (12, 2)


def test_the_matrix_of_diagnoses_counts_every_case_once(better_search):
    total = sum(count for row in better_search.diagnoses.values() for count in row.values())
    assert total == better_search.n == 60
    moved = {(m.baseline, m.candidate): m for m in better_search.moved}
    for (one, other), group in moved.items():
        assert one != other
        assert better_search.diagnoses[one][other] == group.count == len(group.ids)
    assert moved[Diagnosis.UNGROUNDED_CORRECT, Diagnosis.PASSED].ids == tuple(f"q{i}" for i in range(12))


def test_a_comparison_prints_itself_as_a_line(better_search, judged):
    count = len(better_search.conclusions)
    assert count > 1
    assert repr(better_search) == (
        f"<Comparison of cases with cases: 60 cases paired, {count} conclusions, nothing refused>"
    )
    other = {**SYSTEM, "corpus": "1" * 64}
    withheld = compare(judged([case(1)]), judged([case(1)], system=other))
    assert repr(withheld).endswith(": 1 case paired, 1 conclusion, refused: retrieval, evidence>")


def test_what_differs_and_what_may_be_said(better_search):
    assert better_search.kind is Kind.SYSTEMS
    assert better_search.differs == ("retriever", "retrieval_results")
    assert better_search.unverified == ()
    assert better_search.changed == {"retrieval_results": 14}
    assert [c.text for c in better_search.conclusions] == [
        "retrieval",
        # The fixture's answers do not change: what was retrieved cannot have changed them.
        (
            "the same was answered in every case, so answer cannot differ, and support only by what the "
            "generator saw"
        ),
    ]


def test_holm_is_over_the_rows_named_beforehand(judged):
    baseline = judged([case(i, retrieved=missed(i)) if i < 12 else case(i) for i in range(60)])
    candidate = judged([case(i) for i in range(60)], system=OTHER_RETRIEVER)
    named = compare(baseline, candidate, metrics=["retrieval", "mrr@2"])
    assert [row.name for row in named.rows] == ["retrieval", "rr@2"]
    assert [row.p_adjusted for row in named.rows] == [2 * mcnemar_exact(12, 0)] * 2
    everything = compare(baseline, candidate)
    assert row(everything, "retrieval").p_adjusted > row(named, "retrieval").p_adjusted
    assert row(named, "retrieval").finding is Finding.BETTER


def test_scores_of_answers_may_be_named_too(judged):
    baseline = judged([case(i, answer=f"so answer{i}") for i in range(8)])
    compared = compare(
        baseline, judged([case(i) for i in range(8)], system=OTHER_GENERATOR), metrics=["char_f1"]
    )
    [found] = compared.rows
    assert (found.name, found.wins) == ("char_f1", 8)


def test_a_metric_that_is_not_there_is_an_error_that_says_how_to_get_it(judged):
    one = judged([case(1)])
    with pytest.raises(ConfigError, match=r"'recall@20'.*ragtriage rescore --metrics recall@20"):
        compare(one, one, metrics=["recall@20"])


def test_two_runs_over_the_same_cases_are_paired_by_id_whatever_their_order(judged):
    cases = [case(i, retrieved=missed(i)) if i % 3 == 0 else case(i) for i in range(30)]
    candidate = [case(i) for i in range(30)]
    one = compare(judged(cases), judged(candidate, system=OTHER_RETRIEVER))
    other = compare(judged(cases), judged(candidate[::-1], system=OTHER_RETRIEVER))
    assert one.rows == other.rows
    assert one.flips == other.flips


# I5 of the field reports: two runs paired, 0/1 outcomes.
def test_a_small_one_sided_change_is_not_called_significant_as_an_unpaired_test_would(judged):
    baseline = judged([case(i, retrieved=missed(i)) if i < 5 else case(i) for i in range(10)])
    candidate = judged([case(i) for i in range(10)], system=OTHER_RETRIEVER)
    found = row(compare(baseline, candidate), "retrieval")
    assert found.p == found.smallest_p == 0.0625  # an unpaired z test gives 0.0098
    assert found.finding is Finding.NOT_SHOWN


# I6: runs over different data.
def test_runs_over_different_questions_are_refused_and_the_ids_named(judged):
    with pytest.raises(ComparisonError, match=r"1 only in the baseline \('q0'\); 2 only in the candidate"):
        compare(judged([case(0), case(1)]), judged([case(1), case(2), case(3)]))


def test_an_edited_question_is_refused_and_its_id_named(judged):
    with pytest.raises(ComparisonError, match=r"1 with another question \('q1'\)"):
        compare(judged([case(0), case(1)]), judged([case(0), case(1, question="Edited?")]))


# I7: gold edited between two runs.
@pytest.mark.parametrize(
    "edit",
    [
        {"gold_documents": ["d1", "d2"]},
        {"gold_documents": {"d1": 2}},
        {"expected_answers": ["another"]},
        {"evidence": ["It is answer1."]},
        {"answerable": False},
        {"gold_documents": None},
    ],
)
def test_edited_gold_is_refused_and_its_id_named(judged, edit):
    baseline, candidate = judged([case(0), case(1)]), judged([case(0), case(1, **edit)])
    prints = [side.manifest.fingerprints["gold"] for side in (baseline, candidate)]
    assert prints[0] != prints[1]
    with pytest.raises(ComparisonError, match=r"1 with other gold documents.*\('q1'\).*--common-only"):
        compare(baseline, candidate)


def test_common_only_compares_what_is_the_same_and_says_what_was_left_out(judged):
    baseline = judged([case(i) for i in range(10)])
    candidate = judged([case(i, **({"question": "Edited?"} if i == 3 else {})) for i in range(2, 12)])
    compared = compare(baseline, candidate, common_only=True)
    assert compared.n == 7  # q2 to q9, less q3
    assert compared.left_out == 5  # q0, q1, q3, q10, q11
    assert any(warning.startswith("5 cases were left out") for warning in compared.warnings)


def test_nothing_in_common_is_refused_also_with_common_only(judged):
    with pytest.raises(ComparisonError, match="no case in common"):
        compare(judged([case(0)]), judged([case(1)]), common_only=True)


def test_another_evaluator_is_refused_and_rescore_offered(judged):
    with pytest.raises(ComparisonError, match=r"k \(2 and 3\).*rescore"):
        compare(judged([case(0)]), judged([case(0)], k=3))


def test_another_corpus_withholds_retrieval_and_what_rests_on_it_until_allowed(judged):
    baseline = judged([case(i) for i in range(10)])
    candidate = judged(
        [case(i, retrieved=missed(i)) for i in range(10)], system={**SYSTEM, "corpus": "x" * 64}
    )
    withheld = compare(baseline, candidate)
    assert [row.name for row in withheld.rows] == ["answer", "support", "token_f1", "char_f1"]
    assert [each.stages for each in withheld.withheld] == [("retrieval", "evidence")]
    assert (withheld.diagnoses, withheld.moved) == ({}, ())
    assert [c.stages for c in withheld.conclusions] == [("answer", "support")]
    allowed = compare(baseline, candidate, allow=["corpus"])
    assert row(allowed, "retrieval").losses == 10
    assert any("corpus differs, which was allowed" in warning for warning in allowed.warnings)


def test_many_unknowns_forbid_a_claim_that_their_worst_reading_does_not_support(judged):
    def cases(wrong: int, silent: int):
        # A case without an expected answer on one side would be other gold; a missing answer is unknown.
        for i in range(60):
            made = case(i, answer="something else" if i < wrong else f"answer{i}")
            if i >= 60 - silent:
                del made["answer"]
            yield made

    baseline = judged(list(cases(wrong=20, silent=0)))
    few = row(compare(baseline, judged(list(cases(0, silent=2)), system=OTHER_GENERATOR)), "answer")
    assert few.finding is Finding.BETTER
    assert (few.bounds.baseline, few.bounds.candidate, few.bounds.p) == (0, 2, None)
    many = compare(baseline, judged(list(cases(0, silent=25)), system=OTHER_GENERATOR))
    found = row(many, "answer")
    assert found.p_adjusted < 0.05
    assert found.finding is Finding.NOT_SHOWN
    assert found.bounds.worst == pytest.approx((20 - 25) / 60)
    assert found.bounds.best == pytest.approx(20 / 60)
    assert any(warning.startswith("answer is unknown for 0 cases") for warning in many.warnings)


def test_cases_that_share_a_gold_document_are_flipped_together(judged):
    def cases(*, found):
        return [
            case(i, gold_documents=["shared"], retrieved=[{"document_id": "shared" if found else "no"}])
            if i < 12
            else case(i)
            for i in range(20)
        ]

    baseline, candidate = judged(cases(found=False)), judged(cases(found=True), system=OTHER_RETRIEVER)
    together = row(compare(baseline, candidate), "retrieval")
    assert (together.wins, together.clusters) == (12, 9)
    assert (together.p, together.smallest_p) == (1.0, 1.0)  # one document changed: it shows nothing
    apart = row(compare(baseline, candidate, are_independent=True), "retrieval")
    assert apart.p == mcnemar_exact(12, 0)


def test_a_named_cluster_binds_cases_together(judged):
    baseline = judged([case(i, retrieved=missed(i), cluster=str(i // 2)) for i in range(12)])
    candidate = judged([case(i, cluster=str(i // 2)) for i in range(12)], system=OTHER_RETRIEVER)
    found = row(compare(baseline, candidate), "retrieval")
    assert found.clusters == 6
    assert found.p == 2 / 2**6


def test_below_fifty_cases_it_is_said_what_could_have_been_seen(judged):
    baseline = judged([case(i) for i in range(12)])
    candidate = judged([case(i, retrieved=missed(i)) for i in range(12)], system=OTHER_RETRIEVER)
    assert any("must change by 50 points" in warning for warning in compare(baseline, candidate).warnings)
    enough = [case(i) for i in range(50)]
    told = compare(judged(enough), judged(enough, system=OTHER_RETRIEVER)).warnings
    assert not any("must change" in warning for warning in told)


def test_the_same_configuration_twice_is_repeats_and_not_a_comparison(judged):
    first = judged([case(i) for i in range(10)])
    second = judged([case(i, answer="no idea" if i < 4 else f"answer{i}") for i in range(10)])
    compared = compare(first, second)
    assert compared.kind is Kind.REPEATS
    assert {row.finding for row in compared.rows} == {Finding.NOT_SHOWN}
    steadiness = {each.name: each for each in compared.repeats}
    assert steadiness["answer"].flip_rate == 0.4
    assert steadiness["answer"].mean == pytest.approx(0.8)
    assert steadiness["retrieval"].flip_rate == 0.0
    assert compared.flips["answer"].broken == ("q0", "q1", "q2", "q3")


def test_without_a_record_of_the_system_only_equal_outcomes_are_repeats(judged):
    nothing = dict.fromkeys(SYSTEM)
    first = judged([case(i) for i in range(10)], system=nothing)
    assert compare(first, first).kind is Kind.REPEATS
    other = judged([case(i, answer="no idea" if i < 4 else f"answer{i}") for i in range(10)], system=nothing)
    compared = compare(first, other)
    assert compared.kind is Kind.SYSTEMS
    assert compared.unverified == ("chunking", "retriever", "generator", "corpus")


def test_the_same_outcomes_under_another_judge_are_no_repeats(judged):
    first = judged([case(i) for i in range(6)])
    judges = {**first.manifest.judges, "support": "a model"}
    manifest = msgspec.structs.replace(first.manifest, judges=judges)
    other = Evaluation(msgspec.structs.replace(first.report, manifest=manifest), first.rows)
    compared = compare(first, other)
    assert compared.kind is Kind.SYSTEMS
    assert [each.stages for each in compared.withheld] == [("support",)]
    assert "support" not in {row.name for row in compared.rows}


def test_evaluations_without_gold_or_answers_are_compared_as_far_as_they_go(judged):
    answered = [{"id": str(i), "question": "?", "expected": "5", "answer": "5"} for i in range(6)]
    wrong = [{**row, "answer": "6"} if row["id"] < "3" else row for row in answered]
    compared = compare(judged(answered), judged(wrong, system=OTHER_GENERATOR))
    assert row(compared, "answer").losses == 3
    assert row(compared, "retrieval").n == 0


def test_more_than_two_are_held_against_the_first_and_adjusted_together(judged):
    baseline = judged([case(i, retrieved=missed(i)) if i < 9 else case(i) for i in range(30)])
    better = judged([case(i) for i in range(30)], system=OTHER_RETRIEVER)
    third = {**SYSTEM, "retriever": "y" * 64}
    same = judged([case(i, retrieved=missed(i)) if i < 8 else case(i) for i in range(30)], system=third)
    one, other = compare_all([baseline, better, same], metrics=["retrieval"])
    p = mcnemar_exact(9, 0)
    assert (one.rows[0].p_adjusted, other.rows[0].p_adjusted) == (2 * p, 1.0)
    assert compare(baseline, better, metrics=["retrieval"]).rows[0].p_adjusted == p


def test_repeats_are_averaged_question_by_question_before_they_are_compared(judged):
    def answers(right):
        return [case(i, answer=f"answer{i}" if right(i) else "no") for i in range(12)]

    baselines = [judged(answers(lambda i, r=r: i % 2 == r)) for r in (0, 1)]
    candidates = [judged(answers(lambda i: i != 0), system=OTHER_GENERATOR) for _ in (0, 1)]
    [compared] = compare_all([*baselines, *candidates], metrics=["answer"])
    found = compared.rows[0]
    assert (found.baseline, found.candidate) == (0.5, pytest.approx(11 / 12))
    assert (found.wins, found.losses) == (11, 1)
    assert found.p == pytest.approx(2 * 13 / 2**12)  # of twelve equal halves eleven or more to one side
    flip_rates = [(each.side, each.flip_rate) for each in compared.repeats]
    assert [rate for _, rate in flip_rates] == [1.0, 0.0]
    assert compared.flips == {}


@pytest.mark.parametrize("extra", [1, 2])
def test_one_side_may_be_repeated_more_often_than_the_other(judged, extra):
    def answers(right):
        return [case(i, answer=f"answer{i}" if right(i) else "no") for i in range(12)]

    baselines = [judged(answers(lambda i, r=r: i % 2 == r % 2)) for r in range(1 + extra)]
    candidate = judged(answers(lambda i: i != 0), system=OTHER_GENERATOR)
    [compared] = compare_all([*baselines, candidate], metrics=["answer"])
    assert compared.rows[0].candidate == pytest.approx(11 / 12)
    assert compared.changed == {"answers": 12}  # and neither the lists nor what was seen
    assert compared.conclusions[1].text == "generation changed answer and support, over equal contexts"
    [other_way] = compare_all([candidate, *baselines], metrics=["answer"])
    assert other_way.rows[0].difference == -compared.rows[0].difference


def test_one_evaluation_is_no_comparison(judged):
    with pytest.raises(ConfigError, match="two evaluations or more"):
        compare_all([judged([case(0)])])


def test_folders_are_compared_as_evaluations_are(judged, tmp_path):
    baseline = judged([case(i, retrieved=missed(i)) if i < 4 else case(i) for i in range(10)])
    candidate = judged([case(i) for i in range(10)], system=OTHER_RETRIEVER)
    baseline.save(tmp_path / "a")
    candidate.save(tmp_path / "b")
    assert compare(tmp_path / "a", tmp_path / "b").rows == compare(baseline, candidate).rows
    assert compare(tmp_path / "a", tmp_path / "b").baseline == str(tmp_path / "a")


def test_a_folder_without_an_evaluation_is_an_error(tmp_path):
    with pytest.raises(DataError, match="holds no evaluation"):
        compare(tmp_path, tmp_path)


def test_a_broken_row_is_an_error_that_names_it(judged, tmp_path):
    judged([case(0), case(1)]).save(tmp_path / "a")
    path = tmp_path / "a" / "cases.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"diagnosis":"', b'"diagnosis":"x', 1))
    with pytest.raises(DataError, match="case 1: is no row of an evaluation"):
        compare(tmp_path / "a", tmp_path / "a")


def test_rows_that_were_lost_are_an_error_and_not_fewer_cases(judged, tmp_path):
    judged([case(i) for i in range(5)]).save(tmp_path / "whole")
    rows = tmp_path / "whole" / "cases.jsonl"
    rows.write_bytes(b"".join(rows.read_bytes().splitlines(keepends=True)[:3]))
    with pytest.raises(DataError, match="holds 3 rows, but its report is about 5 cases"):
        compare(tmp_path / "whole", tmp_path / "whole")


def test_a_comparison_survives_its_file(better_search):
    data = msgspec.json.encode(better_search)
    assert msgspec.json.decode(data, type=type(better_search)) == better_search
    keys = set(msgspec.json.decode(data))
    assert keys >= {"differs", "unverified", "conclusions", "rows", "flips"}
    asked = ["name", "n", "wins", "ties", "losses", "difference", "low", "high", "p", "p_adjusted"]
    assert set(msgspec.json.decode(data)["rows"][0]) >= {*asked, "smallest_p", "test"}


def test_the_same_seed_gives_the_same_numbers(judged):
    baseline = judged([case(i, retrieved=missed(i)) if i % 3 else case(i) for i in range(40)])
    candidate = judged(
        [case(i, retrieved=[*missed(i), *case(i)["retrieved"]]) for i in range(40)], system=OTHER_RETRIEVER
    )
    assert compare(baseline, candidate, seed=4) == compare(baseline, candidate, seed=4)


def test_evaluations_are_left_as_they_are(judged):
    one, other = judged([case(0), case(1)]), judged([case(0), case(1, answer="no")], system=OTHER_GENERATOR)
    before = [list(side) for side in (one, other)]
    compare(one, other)
    assert [list(side) for side in (one, other)] == before
    assert isinstance(one, Evaluation)
