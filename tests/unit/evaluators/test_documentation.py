"""The migration page: its examples run, and what it says of defaults is so."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "haystack.md"


def test_the_examples_give_what_they_show():
    failed, attempted = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert attempted > 8
    assert failed == 0


def test_every_argument_of_our_own_is_on_the_page():
    text = PAGE.read_text(encoding="utf-8")
    for name in (
        *(
            "cutoff",
            "document_comparison_field",
            "ignore_empty_content",
            "normalization",
            "verify_statements",
        ),
        *("proportion", "zero_shot", "interval", "max_concurrency", "max_retries"),
    ):
        assert f"`{name}" in text
