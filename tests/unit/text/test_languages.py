"""Every pattern of the language tables is found in its example, and not in its near miss."""

from __future__ import annotations

import pytest
import regex
from msgspec.structs import fields

from ragtriage.languages.load import Pattern
from ragtriage.languages.statements import Language, languages, tables_for
from ragtriage.text.abstention import spelled_out

# Patterns that look at what comes after a match; in their examples one of these is the match.
AFTER_A_MATCH = {"negations_after", "hedges_after", "links"}
MATCHES = ("paris", "京都", "서울", "北京")


def patterns():
    for table in languages().values():
        for field in fields(Language):
            rows = getattr(table, field.name)
            if rows and isinstance(rows[0], Pattern):
                for pattern in rows:
                    yield pytest.param(field.name, pattern, id=f"{table.code}-{field.name}-{pattern.example}")


def folded(text: str, field: str) -> str:
    text = spelled_out(text) if field in {"refusals", "preambles", "contrasts"} else text.lower()
    if field in AFTER_A_MATCH:
        for match in MATCHES:
            text = text.removeprefix(match)
    return text


@pytest.mark.parametrize(("field", "pattern"), list(patterns()))
def test_a_pattern_is_found_in_its_example_and_not_in_its_near_miss(field, pattern):
    compiled = regex.compile(pattern.expression)
    assert compiled.search(folded(pattern.example, field)) is not None
    assert compiled.search(folded(pattern.near_miss, field)) is None


@pytest.mark.parametrize(
    ("text", "hint", "codes"),
    [
        ("Paris", None, ["en"]),
        ("서울", None, ["ko"]),
        ("서울特別市", None, ["ko"]),
        ("京都です", None, ["ja"]),
        ("北京", None, ["zh", "ja"]),
        ("北京", "zh-CN", ["zh"]),
        ("京都", "ja", ["ja"]),
        ("期限は5 days", "zh", ["en", "ja"]),
        ("5", None, []),
    ],
)
def test_a_text_is_read_with_the_tables_of_its_scripts(text, hint, codes):
    assert [table.code for table in tables_for(text, hint)] == codes
