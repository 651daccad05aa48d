"""Faithfulness and context relevance: which replies count, how rows score, and what failed rows look like."""

from __future__ import annotations

import json
import math

import pytest

from ragtriage.evaluators import (
    ContextRelevanceEvaluator,
    FaithfulnessEvaluator,
    LLMEvaluator,
    RowsFailedError,
)
from ragtriage.llm.backoff import Backoff


class Judge:
    """A chat generator that replies with objects, by a word of the prompt's inputs."""

    def __init__(self, **replies):
        self.replies = replies
        self.asked = 0

    def run(self, messages):
        self.asked += 1
        inputs = messages[0].text.rsplit("Inputs:\n", 1)[1]
        reply = next(reply for word, reply in self.replies.items() if word in inputs)
        return {"replies": [reply if isinstance(reply, str) else json.dumps(reply)]}


def faithfulness(judge, **arguments):
    rows = list(judge.replies)
    made = FaithfulnessEvaluator(chat_generator=judge, **arguments)
    made._backoff = Backoff(retries=0)
    return made.run(questions=["?"] * len(rows), contexts=[["c"]] * len(rows), predicted_answers=rows)


def relevance(judge, contexts=None, **arguments):
    rows = list(judge.replies)
    made = ContextRelevanceEvaluator(chat_generator=judge, **arguments)
    return made.run(questions=rows, contexts=contexts or [["c"]] * len(rows))


def statements(*scores, **more):
    return {"statements": [f"s{n}" for n in range(len(scores))], "statement_scores": list(scores), **more}


def test_faithfulness_is_the_mean_score_of_the_statements():
    result = faithfulness(Judge(row1=statements(1, 0), row2=statements(1, 1), row3=statements()))
    assert result["individual_scores"] == [0.5, 1.0, 0.0]
    assert result["score"] == 0.5
    assert result["meta"] is None
    assert result["results"] == [
        {"statements": ["s0", "s1"], "statement_scores": [1, 0], "score": 0.5, "status": "evaluated"},
        {"statements": ["s0", "s1"], "statement_scores": [1, 1], "score": 1.0, "status": "evaluated"},
        {"statements": [], "statement_scores": [], "score": 0.0, "status": "evaluated"},
    ]


@pytest.mark.parametrize(
    "reply",
    [
        statements(5),
        statements(-1),
        statements(1.01),
        statements("1"),
        statements(None),
        statements([1]),
        {"statements": ["a", "b"], "statement_scores": [1]},
        {"statements": [], "statement_scores": [1]},
        {"statements": None, "statement_scores": []},
        {"statements": ["a"], "statement_scores": 1},
        {"statements": "a", "statement_scores": [1]},
        {"statements": [1], "statement_scores": [1]},
        {"statements": ["a"]},
        '{"statements": ["a"], "statement_scores": [NaN]}',
        "I cannot say.",
    ],
)
def test_a_reply_that_is_not_what_was_asked_for_fails_its_row_and_leaves_the_mean(reply, caplog):
    judge = Judge(good1=statements(1), bad=reply, good2=statements(0))
    result = faithfulness(judge, raise_on_failure=False)
    assert result["score"] == 0.5
    assert [result["individual_scores"][0], result["individual_scores"][2]] == [1.0, 0.0]
    failed = result["results"][1]
    assert math.isnan(failed.pop("score"))
    assert failed == {"statements": [], "statement_scores": [], "status": "error"}
    assert "1 query(s) failed and were excluded from the score." in caplog.text


def test_failed_rows_share_nothing():
    result = faithfulness(Judge(bad1="no", bad2="no"), raise_on_failure=False)
    result["results"][0]["statements"].append("x")
    assert result["results"][1]["statements"] == []
    assert math.isnan(result["score"])


def test_the_exception_carries_scored_results():
    judge = Judge(good=statements(1), bad="no", later=statements(1))
    with pytest.raises(RowsFailedError) as raised:
        faithfulness(judge, max_concurrency=1)
    assert [row["status"] for row in raised.value.results] == ["evaluated", "error", "error"]
    assert raised.value.outputs["score"] == 1.0


def test_an_answer_of_a_model_to_its_own_keys_is_overwritten():
    result = faithfulness(Judge(row=statements(0, score=1, status="great", note="kept")))
    assert result["results"] == [
        {**statements(0), "note": "kept", "score": 0.0, "status": "evaluated"},
    ]


def test_context_relevance_is_1_where_anything_is_relevant():
    judge = Judge(row1={"relevant_statements": ["a", "b"]}, row2={"relevant_statements": []})
    result = relevance(judge)
    assert result["individual_scores"] == [1.0, 0.0]
    assert result["results"][0] == {"relevant_statements": ["a", "b"], "score": 1.0, "status": "evaluated"}


@pytest.mark.parametrize("value", [None, "a", 1, [1], [None], {"a": 1}])
def test_relevant_statements_are_texts(value):
    judge = Judge(good={"relevant_statements": ["a"]}, bad={"relevant_statements": value})
    result = relevance(judge, raise_on_failure=False)
    assert result["score"] == 1.0
    assert result["results"][1]["status"] == "error"
    assert result["results"][1]["relevant_statements"] == []


CONTEXTS = [["It opened in 1987. Entry is free.", "締切は翌月5日です。"]]


@pytest.mark.parametrize(
    ("statement", "stands"),
    [
        ("Entry is free.", True),
        ("entry is free", True),
        ("締切は翌月５日です", True),
        ("It opened in 1988.", False),
        ("It opened in 198", False),
        ("Entry is not free.", False),
        ("", False),
    ],
)
def test_statements_must_stand_in_the_context_when_verified(statement, stands):
    judge = Judge(row={"relevant_statements": [statement]})
    result = relevance(judge, CONTEXTS, verify_statements=True, raise_on_failure=False)
    assert result["results"][0]["status"] == ("evaluated" if stands else "error")
    assert judge.asked == (1 if stands else 2)
    assert relevance(judge, CONTEXTS)["score"] == 1.0


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([], 0.0),
        (["Entry is free."], 1 / 3),
        (["Entry is free.", "entry is free"], 1 / 3),
        (["It opened in 1987. Entry is free."], 2 / 3),
        (["翌月5日", "Entry is free."], 2 / 3),
        (["Nobody said so."], 0.0),
    ],
)
def test_a_proportion_is_of_the_sentences_of_the_contexts(found, expected):
    result = relevance(Judge(row={"relevant_statements": found}), CONTEXTS, proportion=True)
    assert result["individual_scores"] == [pytest.approx(expected)]


def test_a_proportion_of_no_sentence_is_0():
    judge = Judge(row={"relevant_statements": ["a"]})
    assert relevance(judge, [["  "]], proportion=True)["score"] == 0.0


@pytest.mark.parametrize("evaluator", [FaithfulnessEvaluator, ContextRelevanceEvaluator])
class TestBoth:
    def test_default_examples_are_not_shared(self, evaluator):
        judge = Judge(row={})
        first, second = evaluator(chat_generator=judge), evaluator(chat_generator=judge)
        first.examples[0]["inputs"]["questions"] = "changed"
        assert second.examples[0]["inputs"]["questions"] != "changed"
        assert evaluator(chat_generator=judge).examples == second.examples

    def test_own_examples_take_their_place(self, evaluator):
        own = [{"inputs": {"questions": "Q"}, "outputs": {"x": 0}}]
        assert evaluator(examples=own, chat_generator=Judge(row={})).examples == own

    def test_it_is_an_llm_evaluator(self, evaluator):
        assert issubclass(evaluator, LLMEvaluator)

    def test_arguments_have_the_order_of_haystack(self, evaluator):
        judge = Judge(row={})
        made = evaluator(None, False, False, judge)  # noqa: FBT003 - the order is what is tested
        assert (made.progress_bar, made.raise_on_failure, made._chat_generator) == (False, False, judge)

    def test_a_missing_input_is_named(self, evaluator):
        with pytest.raises(ValueError, match="expected input parameter 'questions'"):
            evaluator(chat_generator=Judge(row={})).run()

    def test_the_default_examples_are_replies_that_would_be_accepted(self, evaluator):
        made = evaluator(chat_generator=Judge(row={}), **VERIFIED.get(evaluator.__name__, {}))
        for example in made.examples:
            assert made._accept(example["inputs"], dict(example["outputs"])) == example["outputs"]


VERIFIED = {"ContextRelevanceEvaluator": {"verify_statements": True}}


def test_intervals():
    result = faithfulness(Judge(a1=statements(1), a2=statements(0), a3=statements(1, 0)), interval=True)
    assert result["interval"] is None  # three questions say nothing
    judge = Judge(**{f"row{n:02}": {"relevant_statements": ["a"] if n < 7 else []} for n in range(10)})
    interval = relevance(judge, interval=True)["interval"]
    assert (round(interval["low"], 6), round(interval["high"], 6)) == (0.396778, 0.892209)
