"""Parts of an evaluation whose judge was reached or not, together."""

from __future__ import annotations

import pytest

from ragtriage.evaluation.distributed.merging import _added
from ragtriage.model import Judging

GONE = "connection refused at http://localhost:8000/v1"
SILENT = Judging(judge="m", to_judge=2, failed=2, unreachable=GONE)
HEARD = Judging(judge="m", to_judge=2, failed=0, calls=2)
FAILED = Judging(judge="m", to_judge=2, failed=2, calls=4)
IDLE = Judging(judge="m", to_judge=0, failed=0)


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (SILENT, SILENT, GONE),
        (SILENT, IDLE, GONE),
        (IDLE, SILENT, GONE),
        (SILENT, HEARD, None),
        (FAILED, SILENT, None),
        (IDLE, IDLE, None),
    ],
)
def test_a_judge_was_not_reached_if_no_part_that_asked_reached_it(one, other, told):
    assert _added(one, other).unreachable == told
