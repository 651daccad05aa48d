from __future__ import annotations

import pytest

from ragtriage.comparison.compare import compare
from ragtriage.errors import DataError
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.inputs import evaluate
from ragtriage.evaluation.store import RowStore


def test_rows_of_one_id_on_a_side_are_refused_and_their_places_named():
    made = evaluate(
        [{"id": f"q{i}", "question": f"{i}?", "gold_ids": ["d"], "retrieved": ["d"]} for i in range(3)]
    )
    first, second, _ = made.rows.lines()
    store = RowStore()
    store.write(first + second + first)  # by hand: `evaluate` refuses such cases
    with pytest.raises(DataError, match="cases 1 and 3 have the same id 'q0'; ids must differ"):
        compare(made, Evaluation(made.report, store))
