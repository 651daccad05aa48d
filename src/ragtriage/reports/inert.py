"""Text of a case, made harmless: what would steer a terminal or hide from a reader is spelt out."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["inert", "uncommanded"]

_LINE_BREAKS: Final = re.compile("\r\n|[\n\r\x85\u2028\u2029]")

# Not here: the joiners U+200C and U+200D and the variation selectors, which shape Indic, Persian and
# emoji text and neither move nor hide anything.
_UNSAFE: Final = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # controls, ESC among them
    "\xad\u034f\u180e\u200b\u2060-\u2065\ufeff"  # soft hyphen, joiners and spaces of no width
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"  # direction marks, embeddings, overrides, isolates
    "\u115f\u1160\u3164\uffa0"  # Hangul fillers: letters that look like nothing
    "\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e007f"  # annotations, beams, tags
    "\ud800-\udfff"  # surrogates that stand alone; no encoding takes them
    "]"
)

# What the runner of a CI step takes out of a log and obeys: `::error …` where a line begins, however far it
# is indented, and `##[error]` or `##vso[…]` anywhere.
_COMMAND: Final = re.compile(r"^[^\S\n]*+:(?=:[A-Za-z])|#(?=#\w*+\[)", re.MULTILINE)


def inert(text: str, *, one_line: bool = True) -> str:
    r"""Return the text with control, direction and invisible characters written as `<U+202E>`.

    Terminal escapes thereby print as text, and a hidden direction mark or zero-width space can be seen.
    The result can be encoded in UTF-8 whatever the text was.

    Args:
        text: Anything from a case or a trace.
        one_line: Write line breaks as `↵`. Otherwise they stay, and of all controls only they.

    Example:
        >>> inert("\x1b[2Jgone \u202e5")
        '<U+001B>[2Jgone <U+202E>5'
        >>> inert("first\r\nsecond\tthird")
        'first↵second third'
    """
    if text.isascii() and text.isprintable():
        return text
    lines = _LINE_BREAKS.split(text.replace("\t", " "))
    return ("↵" if one_line else "\n").join(_UNSAFE.sub(_spelt, line) for line in lines)


def uncommanded(lines: str) -> str:
    r"""Return lines, as they are printed, of which a CI runner that reads them takes none for a command.

    Example:
        >>> uncommanded("  ::error::q1\n##[group]std::vector ::error")
        '  <U+003A>:error::q1\n<U+0023>#[group]std::vector ::error'
    """
    return _COMMAND.sub(lambda match: f"{match[0][:-1]}<U+{ord(match[0][-1]):04X}>", lines)


def _spelt(match: re.Match[str]) -> str:
    return f"<U+{ord(match.group()):04X}>"
