"""The table of pairs that a person checked, every one of them."""

from __future__ import annotations

import pytest

from ragtriage.model import MatchMode
from ragtriage.text.matching import equal, normalize


def _unescaped(text: str) -> str:
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape")


@pytest.fixture(scope="module")
def pairs(shared):
    lines = (shared / "cases/matching.tsv").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def test_every_pair_is_equal_or_not_as_the_table_says(pairs):
    wrong = [
        (name, normalize(_unescaped(a), mode), normalize(_unescaped(b), mode))
        for name, _, mode, a, b, expected, _ in pairs
        if equal(_unescaped(a), _unescaped(b), MatchMode(mode)) != (expected == "true")
    ]
    assert not wrong
    assert len(pairs) == 40


def test_every_pair_that_is_equal_stays_so_in_the_modes_behind(pairs):
    modes = list(MatchMode)
    for _, _, mode, a, b, expected, _ in pairs:
        if expected == "true":
            for behind in modes[modes.index(MatchMode(mode)) :]:
                assert equal(_unescaped(a), _unescaped(b), behind)
