from __future__ import annotations

import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ragtriage.reports.layout import indented, show, table
from ragtriage.reports.line_breaking import WrappedText, breaks


def parts(line: str, width: int) -> list[str]:
    places = [0, *breaks(line, width), len(line)]
    return [line[start:end].rstrip() for start, end in pairwise(places)]


@pytest.mark.parametrize(
    ("line", "width", "wanted"),
    [
        ("Claims are due", 9, ["Claims", "are due"]),
        ("期限は五日です。", 14, ["期限は五日で", "す。"]),  # no line begins with a full stop
        ("日本語「あ」とabc、def。", 6, ["日本語", "「あ」", "と", "abc、", "def。"]),
        ("東京（とうきょう）は", 8, ["東京（と", "うきょ", "う）は"]),  # a small kana may not begin one
        ("한국어 문장은 띄어쓰기로 나눕니다", 10, ["한국어", "문장은", "띄어쓰기로", "나눕니다"]),
        ("一 aaaaaaaaaaaa b", 6, ["一", "aaaaaa", "aaaaaa", "b"]),  # too long a word is broken, not cut
        ("。。。。", 4, ["。。", "。。"]),  # where nothing may be broken, something must
        ("cafe\u0301s", 4, ["cafe\u0301", "s"]),  # an accent stays with its letter
        ("", 5, [""]),
    ],
)
def test_a_line_is_broken_where_its_language_allows_it(line, width, wanted):
    assert parts(line, width) == wanted


@given(st.text("ab 日本。、「」한국ーっ（）\"'", max_size=60), st.integers(2, 20))
def test_nothing_is_lost_and_no_part_is_too_wide(line, width):
    places = [0, *breaks(line, width), len(line)]
    assert places == sorted(places)
    assert all(cell_len(part) <= width for part in parts(line, width))
    assert "".join(parts(line, width)).replace(" ", "") == line.replace(" ", "")


def test_a_cell_of_a_table_is_broken_and_no_line_ends_in_blanks():
    console = Console(file=io.StringIO(), width=30, color_system=None)
    rows = table("", " ", wide=(" ",))
    rows.add_row("evidence", WrappedText(Text("経費精算の期限は翌月5日です。詳しくは規程を見てください。")))
    rows.add_row("id", WrappedText(Text("x" * 40)))
    show(console, [[indented(rows)]])
    lines = console.file.getvalue().splitlines()
    assert lines[0].startswith("  evidence  経費")
    assert "…" not in console.file.getvalue()
    assert all(line == line.rstrip() and cell_len(line) <= 36 for line in lines)
    text = "".join(line.strip() for line in lines)
    assert "見てください。" in text.replace("\n", "")
    assert text.count("x") == 40
