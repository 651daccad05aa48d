"""Prose on a terminal, broken between words, and between ideographs where Japanese typesetting allows it.

rich breaks at blanks alone. A Japanese sentence, which has none, is to it one word, cut off where the column
ends; folded, its lines begin with full stops. Nothing is left out here, however long a word is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ragtriage.reports.highlight import LEFT, RIGHT

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.measure import Measurement
    from rich.text import Text

__all__ = ["WrappedText", "breaks"]

# JIS X 4051: what may not begin a line, and what may not end one.
_NEVER_FIRST: Final = frozenset(
    "、。，．・：；？！‐‑–゠〜～ー々ヽヾゝゞ」』）〕］｝〉》】〙〗〟｠’”»…‥,.:;?!)]}%‰°℃％"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ\"'" + RIGHT
)
_NEVER_LAST: Final = frozenset("「『（〔［｛〈《【〘〖〝｟‘“«([{\"'" + LEFT)

_HANGUL: Final = range(0xAC00, 0xD7A4)  # Korean is written with blanks, and broken there
_SMALLEST: Final = 8  # cells; a column of prose is not made narrower while there is any room


class WrappedText:
    """A text that a table or a console breaks into lines as a reader of its language expects."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the text line by line, none wider than there is room."""
        from rich.text import Text  # noqa: PLC0415 - the command line starts without rich

        for line in self.text.split("\n", allow_blank=True):
            for part in line.divide(breaks(line.plain, options.max_width)):
                part.rstrip()
                yield Text(style=part.style, no_wrap=True, overflow="ignore").append_text(part)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return how narrow and how wide the text may be set."""
        from rich.cells import cell_len  # noqa: PLC0415
        from rich.measure import Measurement  # noqa: PLC0415

        widest = max((cell_len(line) for line in self.text.plain.split("\n")), default=0)
        least = min(_SMALLEST, widest)
        return Measurement(least, widest).with_maximum(options.max_width)


def breaks(line: str, width: int) -> list[int]:
    """Return where a line is broken so that no part is wider; blanks at the end of a part do not count.

    Args:
        line: Without line breaks.
        width: In cells; wide characters take two.

    Example:
        >>> breaks("Claims are due", 9)
        [7]
        >>> breaks("期限は五日です。", 14)  # the full stop takes the letter before it along
        [6]
    """
    from rich.cells import get_character_cell_size  # noqa: PLC0415

    places: list[int] = []
    start = allowed = 0
    cells = beyond = 0  # of the part so far, and of what would move to the next one
    for index, letter in enumerate(line):
        size = get_character_cell_size(letter)
        if index > start and _may_break(line[index - 1], letter, size):
            allowed, beyond = index, 0
        if size and cells + size > width and not letter.isspace():
            if allowed > start:
                start, cells = allowed, beyond
                places.append(start)
            if cells + size > width and index > start:
                start, cells = index, 0
                places.append(start)
            beyond = cells
        cells += size
        beyond += size
    return places


def _may_break(before: str, after: str, size: int) -> bool:
    """Say whether a line may end between two letters, of which the second takes `size` cells."""
    if size == 0 or after.isspace():
        return False
    if before.isspace():
        return True
    if after in _NEVER_FIRST or before in _NEVER_LAST:
        return False
    return _is_ideographic(before) or _is_ideographic(after)


def _is_ideographic(letter: str) -> bool:
    from rich.cells import get_character_cell_size  # noqa: PLC0415

    return ord(letter) not in _HANGUL and get_character_cell_size(letter) == 2
