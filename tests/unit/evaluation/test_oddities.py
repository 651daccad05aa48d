"""Judgements and runs that say something else than a reader would think: each is told, with a count."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from rich.console import Console

import ragtriage
from ragtriage.errors import ComparisonError, ConfigError, SchemaError
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.inputs import Reading
from ragtriage.evaluation.oddities import OWN_LEFT_OUT
from ragtriage.evaluation.rankings import evaluate_trec
from ragtriage.evaluation.store import RowStore
from ragtriage.importers.reading import read
from ragtriage.model import Settings, Unit
from ragtriage.reports.listing import retrieved


class Files:
    """TREC files in a folder, plain or packed."""

    def __init__(self, folder: Path, suffix: str = "") -> None:
        self.folder, self.suffix = folder, suffix

    def write(self, name: str, text: str) -> str:
        path = self.folder / f"{name}{self.suffix}"
        data = text.encode()
        path.write_bytes(gzip.compress(data) if self.suffix else data)
        return str(path)

    def evaluate(self, qrels: str, run: str, **settings: object) -> Evaluation:
        paths = self.write("qrels.txt", qrels), self.write("run.txt", run)
        chosen = Settings(**{"metrics": ("rr", "recall@2", "precision"), **settings})  # type: ignore[arg-type]
        return evaluate_trec(*paths, chosen, Reading(), store=RowStore())

    def warnings(self, qrels: str, run: str, **settings: object) -> list[str]:
        return self.told(self.evaluate(qrels, run, **settings))

    def told(self, evaluation: Evaluation) -> list[str]:
        """Return the warnings with the names of the files alone, as if they were not packed."""
        said = (warning.replace(f"{self.folder}/", "") for warning in evaluation.warnings)
        return [warning.replace(".txt.gz", ".txt") for warning in said]


@pytest.fixture(params=["", ".gz"])
def files(request, tmp_path) -> Files:
    return Files(tmp_path, request.param)


def lines(*rows: tuple[str, str, float]) -> str:
    return "".join(f"{query} Q0 {document} 0 {score} t\n" for query, document, score in rows)


RUN = lines(("q1", "a", 3), ("q1", "b", 2), ("q2", "a", 3), ("q2", "c", 2), ("q3", "z", 2))


class TestTopicsWithoutARelevantDocument:
    def test_they_are_counted_and_named(self, files) -> None:
        evaluation = files.evaluate("q1 0 a 1\nq2 0 a 0\nq2 0 b -1\nq3 0 z 0\n", RUN)
        (warning,) = files.told(evaluation)
        assert warning == (
            "qrels.txt: 2 of 3 judged queries have no relevant document (no grade above 0), "
            "such as 'q2', 'q3': they are in no mean (trec_eval counts them as 0)"
        )
        mean = evaluation.summary.metrics["rr"]
        assert (mean.mean, mean.n) == (1.0, 1)

    def test_the_level_counts(self, files) -> None:
        qrels = "q1 0 a 2\nq2 0 a 1\nq3 0 z 2\n"
        assert files.warnings(qrels, RUN) == []
        (warning,) = files.warnings(qrels, RUN, level=2)
        assert warning == (
            "qrels.txt: 1 of 3 judged queries has no relevant document (no grade of 2 or above: "
            "--level 2), such as 'q2': it is in no mean (trec_eval counts it as 0)"
        )

    def test_only_the_first_few_are_named(self, files) -> None:
        qrels = "q1 0 a 1\n" + "".join(f"q{n} 0 a 0\n" for n in range(2, 40))
        (warning, missing) = sorted(files.warnings(qrels, RUN), reverse=True)
        assert "38 of 39 judged queries have no relevant document" in warning
        assert "such as 'q2', 'q3', 'q4': they" in warning
        assert "have no results" in missing

    def test_cases_of_our_own_are_told_of_too(self) -> None:
        rows = [
            {"id": "1", "gold_ids": {"a": 0, "b": -1}, "retrieved": ["a", "b"]},
            {"id": "2", "gold_ids": {"a": 1}, "retrieved": ["b", "a"]},
        ]
        (warning,) = ragtriage.evaluate(rows).warnings
        assert warning.startswith(
            "cases: 1 of 2 cases has no relevant document (no grade above 0), such as '1'"
        )

    def test_unlabelled_cases_are_no_such_cases(self) -> None:
        rows = [{"id": "1", "retrieved": ["a"]}, {"id": "2", "gold_ids": ["a"], "retrieved": ["b", "a"]}]
        assert ragtriage.evaluate(rows).warnings == ()


class TestFractionsAsGrades:
    def test_grades_between_0_and_1_count_and_are_told(self, files) -> None:
        evaluation = files.evaluate("q1 0 a 0.5\nq1 0 b 0.25\nq2 0 a 1\nq3 0 z 1.5\n", RUN)
        (warning,) = files.told(evaluation)
        assert warning == (
            "qrels.txt: 2 grades are fractions below 1, such as 0.5 of 'a' for 'q1', 0.25 of 'b' "
            "for 'q1': they count as relevant, as every grade above 0 does (trec_eval cuts them to 0); write "
            "whole grades to be sure"
        )
        assert evaluation.summary.metrics["rr"].n == 3

    def test_grades_below_a_higher_level_do_not_count_and_are_told(self, files) -> None:
        (warning,) = files.warnings("q1 0 a 1.5\nq1 0 b 2\nq2 0 a 2\nq3 0 z 2.5\n", RUN, level=2)
        assert warning == (
            "qrels.txt: 1 grade is a fraction below --level 2, such as 1.5 of 'a' for 'q1': it does "
            "not count as relevant; write whole grades, or lower the level"
        )

    def test_whole_grades_below_a_level_are_what_a_level_is_for(self, files) -> None:
        assert files.warnings("q1 0 a 1\nq1 0 b 2\nq2 0 a 2.0\nq3 0 z 3\n", RUN, level=2) == []

    def test_whole_numbers_with_a_point_are_no_fractions(self, files) -> None:
        assert files.warnings("q1 0 a 1.0\nq1 0 b 0.0\nq2 0 a 2.0\nq3 0 z 1\n", RUN) == []

    def test_a_report_marks_as_gold_what_counts(self) -> None:
        evaluation = ragtriage.evaluate([{"id": "1", "gold_ids": {"a": 0.5}, "retrieved": ["a", "b"]}])
        console = Console(width=100)
        with console.capture() as captured:
            for part in retrieved(next(iter(evaluation)), evaluation.manifest.settings):
                console.print(part)
        assert "gold" in captured.get()


class TestTiedRuns:
    def test_a_run_whose_scores_are_all_the_same_is_told(self, files) -> None:
        run = lines(*((query, document, 1.0) for query in ("q1", "q2") for document in "abc"))
        (warning,) = files.warnings("q1 0 a 1\nq2 0 c 1\n", run)
        assert warning == (
            "run.txt: in 2 of 2 judged queries all documents have the same score, such as 'q1', "
            "'q2': their order is that of their ids, last first, as in trec_eval; write scores that fall "
            "with the rank"
        )

    def test_queries_that_are_not_tied_are_not_counted(self, files) -> None:
        run = lines(("q1", "a", 1), ("q1", "b", 1), ("q2", "a", 2), ("q2", "b", 1), ("q3", "z", 1))
        (warning,) = files.warnings("q1 0 a 1\nq2 0 a 1\nq3 0 z 1\n", run)
        assert "in 1 of 3 judged queries all documents have the same score, such as 'q1'" in warning

    def test_a_list_of_one_is_no_tie_and_neither_are_queries_that_nobody_judged(self, files) -> None:
        run = lines(("q1", "a", 1), ("q9", "a", 1), ("q9", "b", 1))
        assert files.warnings("q1 0 a 1\n", run) == ["1 queries of the run are not judged; they are left out"]

    def test_lists_of_our_own_are_in_the_order_in_which_they_stand(self) -> None:
        items = [{"document_id": name, "score": 1.0} for name in "abc"]
        assert ragtriage.evaluate([{"id": "1", "gold_ids": ["b"], "retrieved": items}]).warnings == ()


class TestDocumentsThatStandTwice:
    def test_the_message_names_both_lines(self, files) -> None:
        run = "\n" + lines(("q1", "a", 3), ("q2", "a", 2), ("q1", "b", 2), ("q1", "a", 1))
        with pytest.raises(SchemaError) as caught:
            files.evaluate("q1 0 a 1\nq2 0 a 1\n", run)
        assert (
            str(caught.value)
            .replace(".gz", "")
            .endswith(
                "run.txt, line 5: document 'a' stands twice in the results of query 'q1', first in line "
                "2; keep the line that counts"
            )
        )

    def test_so_does_the_message_for_a_run_that_is_converted(self, files) -> None:
        path = files.write("run.txt", lines(("q1", "a", 3), ("q2", "a", 2), ("q1", "a", 1)))
        with pytest.raises(SchemaError, match=r"line 3: document 'a' stands twice .* 'q1', first in line 1"):
            list(read(path, "trec-run"))


OWN = lines(("q1", "q1", 9), ("q1", "a", 3), ("q1", "b", 2), ("q2", "x", 3), ("q2", "a", 1), ("q3", "q3", 1))
OWN_QRELS = "q1 0 a 1\nq2 0 a 1\nq3 0 z 1\n"


class TestDocumentsOfTheQuerysOwnId:
    def test_they_are_told_with_the_option(self, files) -> None:
        (warning,) = files.warnings(OWN_QRELS, OWN)
        assert warning == (
            "run.txt: in 2 of 3 judged queries a document of the query's own id came back, such as "
            "'q1', 'q3': if it is the query itself, --ignore-identical-ids leaves it out, as BEIR does"
        )

    def test_the_option_leaves_them_out(self, files) -> None:
        before, after = (
            files.evaluate(OWN_QRELS, OWN, ignore_identical_ids=ignores) for ignores in (False, True)
        )
        first = next(iter(after))
        assert [case.metrics["rr"] for case in before] == [0.5, 0.5, 0.0]
        assert [case.metrics["rr"] for case in after] == [1.0, 0.5, 0.0]
        assert [case.trace.retrieved_count for case in after] == [2, 2, 0]
        assert first.metrics["precision"] == 0.5
        assert first.notes == (OWN_LEFT_OUT,)
        (warning,) = files.told(after)
        assert warning == (
            "run.txt: in 2 of 3 judged queries a document of the query's own id came back, such as "
            "'q1', 'q3'; it is left out (--ignore-identical-ids)"
        )
        assert after.manifest.settings.ignore_identical_ids

    def test_gold_of_the_querys_own_id_stays_gold_as_in_beir(self, files) -> None:
        qrels = "q1 0 q1 1\nq1 0 a 1\nq2 0 a 1\nq3 0 z 1\n"
        # a document that is gold came back as it should
        assert (
            files.warnings(qrels, lines(("q1", "q1", 9), ("q1", "a", 3), ("q2", "a", 1), ("q3", "z", 1)))
            == []
        )
        told = files.warnings(qrels, OWN, ignore_identical_ids=True)
        assert told[-1] == (
            "run.txt: in 1 of 3 judged queries the document of the query's own id is gold, such as "
            "'q1': it was left out, and counts as gold that did not come back (--ignore-identical-ids)"
        )
        first = next(iter(files.evaluate(qrels, OWN, ignore_identical_ids=True)))
        assert (first.metrics["recall@2"], first.metrics["rr"]) == (0.5, 1.0)

    @pytest.mark.parametrize("unit", Unit)
    def test_cases_of_our_own_are_measured_likewise(self, unit) -> None:
        items = [
            {"document_id": "q1", "chunk_id": "q1#0", "text": "the query"},
            {"document_id": "a", "chunk_id": "a#1", "text": "x"},
        ]
        gold = "a" if unit is Unit.DOCUMENT else "a#1"
        rows = [{"id": "q1", "gold_ids": [gold], "retrieved": items}]
        before = ragtriage.evaluate(rows, unit=unit, metrics=["rr"])
        assert before.warnings[0].startswith(
            "cases: in 1 of 1 cases a document of the query's own id came back, such as 'q1': if"
        )
        after = ragtriage.evaluate(rows, unit=unit, metrics=["rr"], ignore_identical_ids=True)
        ((one,), (other,)) = before, after
        assert (one.metrics["rr"], other.metrics["rr"]) == (0.5, 1.0)
        assert other.verdicts.retrieval.detail.ranks == {gold: 1}
        assert other.trace == one.trace  # what the generator saw stays as it was recorded

    def test_a_case_whose_gold_is_called_as_it_is_gives_no_warning(self) -> None:
        rows = [{"id": "faq-1", "gold_ids": ["faq-1"], "retrieved": ["faq-1", "faq-2"]}]
        assert ragtriage.evaluate(rows).warnings == ()

    def test_dictionaries_are_scored_likewise(self) -> None:
        qrels = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 1}}
        run = {"q1": {"q1": 9.0, "a": 3.0}, "q2": ["q2", "x", "a"], "q3": ["a"]}
        plain = ragtriage.score_rankings(qrels, run, ["rr", "precision"])
        assert (plain.identical, plain.values["rr"].tolist()) == (2, [1 / 2, 1 / 3, 1.0])
        ignoring = ragtriage.score_rankings(qrels, run, ["rr", "precision"], ignore_identical_ids=True)
        assert (ignoring.identical, ignoring.values["rr"].tolist()) == (2, [1.0, 1 / 2, 1.0])
        assert ignoring.values["precision"].tolist() == [1.0, 1 / 2, 1.0]
        assert set(run["q1"]) == {"q1", "a"}  # nothing given is changed

    def test_two_evaluations_of_which_one_ignores_them_are_not_compared(self, files) -> None:
        one, other = (files.evaluate(OWN_QRELS, OWN, ignore_identical_ids=each) for each in (False, True))
        with pytest.raises(ComparisonError, match=r"ignore_identical_ids \(False and True\).*evaluate both"):
            ragtriage.compare(one, other)
        assert ragtriage.compare(other, other) is not None

    def test_a_run_is_not_rescored_without_what_was_left_out(self, files) -> None:
        stored = files.evaluate(OWN_QRELS, OWN)
        assert len(ragtriage.rescore(stored, stored.manifest.settings)) == 3
        with pytest.raises(ConfigError, match=r"ignore_identical_ids.*evaluate the run again"):
            ragtriage.rescore(stored, Settings(ignore_identical_ids=True))

    def test_cases_of_our_own_are_rescored_with_and_without(self) -> None:
        rows = [{"id": "q1", "gold_ids": ["a"], "retrieved": ["q1", "a"]}]
        stored = ragtriage.evaluate(rows, metrics=["rr"])
        again = ragtriage.rescore(stored, Settings(metrics=("rr",), ignore_identical_ids=True))
        back = ragtriage.rescore(again, Settings(metrics=("rr",)))
        assert [next(iter(each)).metrics["rr"] for each in (again, back)] == [1.0, 0.5]


def test_several_processes_tell_the_same(tmp_path) -> None:
    path = tmp_path / "cases.jsonl"
    rows = [
        {"id": f"q{n}", "gold_ids": {"a": n % 2 * 0.5}, "retrieved": [f"q{n}", "a"], "answer": "x"}
        for n in range(400)
    ]
    path.write_text("\n".join(map(json.dumps, rows)))
    one, two = (ragtriage.evaluate(path, workers=n) for n in (1, 2))
    assert one.warnings == two.warnings
    assert len(one.warnings) == 3
