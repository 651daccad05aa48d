"""The page on formats names what the code reads, and its reader of one's own works as it stands there."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from ragtriage.importers.own import OwnReader
from ragtriage.importers.table import IMPORTERS

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text("utf-8")


def test_every_layout_of_another_tool_is_on_the_page() -> None:
    assert not {name for name in IMPORTERS if f"`{name}`" not in PAGE}


def test_the_reader_of_ones_own_on_the_page_reads_a_file(tmp_path, monkeypatch) -> None:
    [code] = re.findall(r"```python\n# log_reader\.py\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "page_log_reader.py").write_text(code, encoding="utf-8")
    (tmp_path / "log.txt").write_text("q~a~b\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    def refuse(error):
        raise error

    reader = OwnReader.named(str(tmp_path / "log.txt"), "page_log_reader:read")
    [row] = reader.rows(refuse)
    assert (row.case.question, row.case.expected_answers, row.trace.answer) == ("q", ("b",), "a")
    sys.modules.pop("page_log_reader")
