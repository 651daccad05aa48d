"""The document evaluators: what they check, and what they do better than Haystack's."""

from __future__ import annotations

import copy
import logging
import math
import pickle
from time import process_time
from types import SimpleNamespace

import pytest

from ragtriage.errors import ConfigError, DataError
from ragtriage.evaluators import (
    Document,
    DocumentMAPEvaluator,
    DocumentMRREvaluator,
    DocumentNDCGEvaluator,
    DocumentRecallEvaluator,
    RecallMode,
)

ALL = [DocumentRecallEvaluator, DocumentMRREvaluator, DocumentMAPEvaluator, DocumentNDCGEvaluator]


def texts(*contents, **meta) -> list[Document]:
    return [Document(content=content, meta=meta) for content in contents]


def of_meta(*metas) -> list[Document]:
    return [Document(meta=meta) for meta in metas]


def scores(evaluator, gold, retrieved) -> list[float]:
    return evaluator.run([gold], [retrieved])["individual_scores"]


@pytest.mark.parametrize("evaluator", ALL)
class TestEvery:
    def test_right_documents_alone_score_1(self, evaluator):
        result = evaluator().run([texts("a", "b"), texts("c")], [texts("a", "b"), texts("c")])
        assert result == {"score": 1.0, "individual_scores": [1.0, 1.0]}
        assert all(type(score) is float for score in (result["score"], *result["individual_scores"]))

    def test_other_documents_alone_score_0(self, evaluator):
        assert scores(evaluator(), texts("a"), texts("b", "c")) == [0.0]

    @pytest.mark.parametrize(("gold", "retrieved"), [([], ["a"]), (["a"], []), ([], []), ([None], [None])])
    def test_a_question_with_nothing_on_one_side_scores_0(self, evaluator, gold, retrieved):
        assert scores(evaluator(), texts(*gold), texts(*retrieved)) == [0.0]

    @pytest.mark.parametrize(("gold", "retrieved"), [([], []), ([[]], []), ([], [[]]), ([[]], [[], []])])
    def test_lists_that_are_empty_or_do_not_match_are_refused(self, evaluator, gold, retrieved):
        with pytest.raises(ValueError, match="must be"):
            evaluator().run(gold, retrieved)

    @pytest.mark.parametrize(
        "field", ["text", "", "meta", "meta.", "score", [], ["content", "name"], None, 5, [5]]
    )
    def test_an_unknown_field_is_refused_at_once(self, evaluator, field):
        with pytest.raises(ValueError, match="document_comparison_field"):
            evaluator(document_comparison_field=field)

    @pytest.mark.parametrize("cutoff", [0, -1, 1.5, True, "3"])
    def test_a_cutoff_that_is_no_positive_integer_is_refused(self, evaluator, cutoff):
        with pytest.raises(ConfigError, match="cutoff must be a positive integer"):
            evaluator(cutoff=cutoff)

    def test_what_stands_below_the_cutoff_does_not_count(self, evaluator):
        assert scores(evaluator(cutoff=2), texts("a"), texts("x", "y", "a")) == [0.0]
        assert scores(evaluator(cutoff=3), texts("a"), texts("x", "y", "a"))[0] > 0

    def test_a_document_that_comes_back_twice_counts_once(self, evaluator):
        assert scores(evaluator(), texts("a"), texts("a", "a")) == [1.0]
        assert scores(evaluator(), texts("a", "a"), texts("a")) == [1.0]

    def test_values_that_are_lists_or_dicts_are_compared_by_what_they_hold(self, evaluator):
        by = evaluator(document_comparison_field="meta.key")
        same = {"key": ["a", {"page": [1, 2], "of": "b"}]}
        assert scores(by, of_meta(same), of_meta({"key": ["a", {"of": "b", "page": [1, 2]}]})) == [1.0]
        assert scores(by, of_meta(same), of_meta({"key": ["a", {"page": [2, 1], "of": "b"}]})) == [0.0]
        assert scores(by, of_meta({"key": ["a"]}), of_meta({"key": ("a",)})) == [0.0]
        assert scores(by, of_meta({"key": {"a"}}), of_meta({"key": {"a"}})) == [1.0]

    def test_a_value_that_cannot_be_compared_is_refused(self, evaluator):
        class Strange:
            __hash__ = None  # type: ignore[assignment]

        with pytest.raises(DataError, match="Strange"):
            evaluator().run([texts(Strange())], [texts("a")])

    def test_keys_may_be_nested_or_hold_dots(self, evaluator):
        by = evaluator(document_comparison_field="meta.source.url")
        nested, dotted = {"source": {"url": "u"}}, {"source.url": "u"}
        assert scores(by, of_meta(nested), of_meta(dotted)) == [1.0]
        deep = evaluator(document_comparison_field="meta.a.b.c")
        for spelled in ({"a": {"b.c": 1}}, {"a.b": {"c": 1}}, {"a.b.c": 1}, {"a": {"x": 2}, "a.b": {"c": 1}}):
            assert scores(deep, of_meta({"a": {"b": {"c": 1}}}), of_meta(spelled)) == [1.0]
        assert scores(deep, of_meta({"a": {"b": {"c": 1}}}), of_meta({"a": 1, "b": {"c": 1}})) == [0.0]

    def test_several_fields_must_all_agree(self, evaluator):
        by = evaluator(document_comparison_field=["meta.file", "meta.page"])
        right = of_meta({"file": "f", "page": 1})
        assert scores(by, right, of_meta({"file": "f", "page": 1})) == [1.0]
        assert scores(by, right, of_meta({"file": "f", "page": 2})) == [0.0]
        assert scores(by, of_meta({"file": "f"}), of_meta({"file": "f"})) == [0.0]

    def test_empty_values_are_left_out_when_told_so(self, evaluator):
        assert scores(evaluator(ignore_empty_content=True), texts(""), texts("")) == [0.0]
        assert scores(evaluator(ignore_empty_content=False), texts(""), texts("")) == [1.0]

    def test_anything_with_the_four_attributes_is_a_document(self, evaluator):
        thing = SimpleNamespace(content="a", id=1, meta={}, score=None)
        assert scores(evaluator(), [thing], texts("a")) == [1.0]

    def test_an_interval_is_returned_when_asked_for(self, evaluator):
        golds = [texts("a")] * 20
        found = [texts("a")] * 15 + [texts("x", "a")] * 5
        result = evaluator(interval=True, cutoff=1).run(golds, found)
        assert result["score"] == 0.75
        assert 0 < result["interval"]["low"] < 0.75 < result["interval"]["high"] < 1
        assert evaluator(interval=True, cutoff=1).run(golds, found) == result
        assert "interval" not in evaluator().run(golds, found)

    def test_inputs_are_left_as_they_are_and_give_the_same_again(self, evaluator):
        gold, found = texts("a", "b"), texts("b", "x", "a")
        first = scores(evaluator(), gold, found)
        assert scores(evaluator(), gold, found) == first
        assert [document.content for document in (*gold, *found)] == ["a", "b", "b", "x", "a"]

    def test_it_can_be_copied_and_pickled(self, evaluator):
        for by in ("content", "meta.a.b", ["id", "meta.a"]):
            made = evaluator(document_comparison_field=by)
            for again in (copy.deepcopy(made), pickle.loads(pickle.dumps(made))):  # noqa: S301 - our own
                assert again.to_dict() == made.to_dict()
                gold = [[Document(content="a", id="1", meta={"a": {"b": 1}})]]
                assert again.run(gold, gold)["score"] == 1.0

    def test_what_is_saved_makes_it_again(self, evaluator):
        made = evaluator(document_comparison_field=["id", "meta.page"], cutoff=3, interval=True)
        saved = made.to_dict()
        assert saved["init_parameters"].items() >= {"cutoff": 3, "interval": True}.items()
        again = evaluator.from_dict(saved)
        assert again.to_dict() == saved
        assert evaluator().to_dict()["init_parameters"].keys() <= {"mode", "document_comparison_field"}


@pytest.mark.parametrize("mode", ["any", "SINGLE_HIT", "", None, 1])
def test_an_unknown_recall_mode_is_refused_at_once(mode):
    with pytest.raises(ValueError, match="Unknown recall mode"):
        DocumentRecallEvaluator(mode=mode)


def test_a_recall_mode_of_haystack_is_as_good():
    theirs = pytest.importorskip("haystack.components.evaluators.document_recall")
    assert DocumentRecallEvaluator(mode=theirs.RecallMode.MULTI_HIT).mode is RecallMode.MULTI_HIT


def test_a_recall_mode_has_its_name_as_string():
    assert RecallMode.from_str("single_hit") is RecallMode.SINGLE_HIT
    assert str(RecallMode.MULTI_HIT) == "multi_hit"


def test_recall_in_either_mode():
    gold, found = texts("a", "b", "c", "d"), texts("a", "x", "c")
    assert scores(DocumentRecallEvaluator(), gold, found) == [1.0]
    assert scores(DocumentRecallEvaluator(RecallMode.MULTI_HIT), gold, found) == [0.5]


def test_recall_says_of_how_many_questions_there_was_nothing_to_compare(caplog):
    caplog.set_level(logging.WARNING)
    evaluator = DocumentRecallEvaluator()
    evaluator.run([texts("a"), texts("", None)], [texts("a"), []])
    assert "no ground truth documents" in caplog.text
    assert "no retrieved documents" in caplog.text
    assert "1 of 2 questions" in caplog.text
    caplog.clear()
    evaluator.run([texts("a")], [texts("b")])
    assert caplog.text == ""


def test_the_interval_of_single_hits_is_wilsons():
    golds, found = [texts("a")] * 10, [texts("a")] * 7 + [texts("b")] * 3
    interval = DocumentRecallEvaluator(interval=True).run(golds, found)["interval"]
    assert (round(interval["low"], 6), round(interval["high"], 6)) == (0.396778, 0.892209)


def test_an_interval_of_equal_scores_or_few_questions_would_say_nothing():
    evaluator = DocumentMRREvaluator(interval=True)
    assert evaluator.run([texts("a")] * 10, [texts("a")] * 10)["interval"] is None
    assert evaluator.run([texts("a")] * 2, [texts("a"), []])["interval"] is None


def test_the_first_right_document_decides_the_reciprocal_rank():
    assert scores(DocumentMRREvaluator(), texts("a", "b"), texts("x", "b", "a")) == [0.5]


def test_average_precision_by_hand():
    """Precision 1/2 at rank 2 and 2/3 at rank 3, over the two right documents."""
    expected = pytest.approx((1 / 2 + 2 / 3) / 2)
    assert scores(DocumentMAPEvaluator(), texts("a", "b"), texts("x", "b", "a")) == [expected]


class TestNDCG:
    def graded(self, **grades) -> list[Document]:
        return [Document(content=content, score=score) for content, score in grades.items()]

    def test_gains_are_the_scores_and_discounts_logarithms(self):
        gold, found = self.graded(a=3, b=1), texts("b", "x", "a")
        evaluator = DocumentNDCGEvaluator()
        gain, ideal = 1 + 3 / 2, 3 + 1 / math.log2(3)
        assert evaluator.calculate_dcg(gold, found) == pytest.approx(gain)
        assert evaluator.calculate_idcg(gold) == pytest.approx(ideal)
        assert scores(evaluator, gold, found) == [pytest.approx(gain / ideal)]

    def test_without_scores_every_right_document_gains_1(self):
        evaluator = DocumentNDCGEvaluator()
        assert evaluator.calculate_dcg(texts("a", "b"), texts("b", "x", "a")) == pytest.approx(1.5)
        assert evaluator.calculate_idcg(texts("a", "b", "c")) == pytest.approx(1.5 + 1 / math.log2(3))
        assert evaluator.calculate_dcg(texts("a"), []) == 0
        assert evaluator.calculate_idcg([]) == 0

    def test_scores_of_0_are_no_gain(self):
        assert scores(DocumentNDCGEvaluator(), self.graded(a=0, b=0), texts("a", "b")) == [0.0]
        assert scores(DocumentNDCGEvaluator(), self.graded(a=1, b=0), texts("b", "a")) == [
            pytest.approx(1 / math.log2(3))
        ]

    @pytest.mark.parametrize("score", [-1, -0.5, math.nan, math.inf])
    def test_a_score_that_is_negative_or_no_number_is_refused(self, score):
        gold = self.graded(a=1, b=score)
        with pytest.raises(DataError, match=r"ground_truth_documents\[1\]"):
            DocumentNDCGEvaluator().run([texts("a"), gold], [[], []])
        with pytest.raises(DataError):
            DocumentNDCGEvaluator().calculate_dcg(gold, [])
        with pytest.raises(DataError):
            DocumentNDCGEvaluator().calculate_idcg(gold)

    def test_all_right_documents_of_a_question_have_a_score_or_none(self):
        mixed = self.graded(a=1, b=None)
        with pytest.raises(ValueError, match="Either none or all documents"):
            DocumentNDCGEvaluator.validate_inputs([mixed], [[]])
        DocumentNDCGEvaluator.validate_inputs([self.graded(a=1), texts("b")], [[], []])

    def test_the_ideal_is_cut_where_the_ranking_is(self):
        """One document of five, at rank 1, k = 1: the best there can be."""
        assert scores(DocumentNDCGEvaluator(cutoff=1), texts(*"abcde"), texts("a")) == [1.0]
        assert scores(DocumentNDCGEvaluator(cutoff=5), texts(*"abcde"), texts("a")) == [
            pytest.approx(0.339160, abs=1e-6)
        ]


def test_average_precision_takes_time_in_proportion_to_its_input():
    """Twice as many documents on both sides take about twice as long, not four times."""

    def seconds(size: int) -> float:
        gold, found = texts(*map(str, range(size))), texts(*map(str, reversed(range(size))))
        started = process_time()
        DocumentMAPEvaluator().run([gold], [found])
        return process_time() - started

    seconds(5_000)
    assert seconds(100_000) < 60 * max(seconds(5_000), 0.005)
