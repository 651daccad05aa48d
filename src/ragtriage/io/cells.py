"""Cells of CSV files that a spreadsheet would take for a formula: guarded on writing, read back as they were.

A cell that begins with `=`, `+`, `-` or `@` is run by a spreadsheet that opens the file, and by some where
white space stands before the sign. An apostrophe before it makes it text, and is taken off when the file is
read. A cell that begins with apostrophes and then such a sign gets one more, so that every text comes back as
it was.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["guarded", "unguarded"]

# The signs and their full-width forms, which some spreadsheets read alike, behind what some skip before them;
# a tab or a line break alone may hide what stands behind it.
_FORMULA: Final = re.compile("'*(?:[\t\r]|[\\s\ufeff]*[=+\\-@＝＋－＠])")


def guarded(cell: str) -> str:
    """Put an apostrophe before what would be a formula.

    Example:
        >>> guarded("=1+1"), guarded(" -5"), guarded("'=1"), guarded("5日")
        ("'=1+1", "' -5", "''=1", '5日')
    """
    return f"'{cell}" if _FORMULA.match(cell) else cell


def unguarded(cell: str) -> str:
    """Take the apostrophe off again.

    Example:
        >>> unguarded("'=1+1"), unguarded("''=1"), unguarded("'tis"), unguarded("-5")
        ('=1+1', "'=1", "'tis", '-5')
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
