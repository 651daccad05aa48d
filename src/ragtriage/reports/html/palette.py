"""Colours by what they mean, for light and dark pages; no meaning is told by colour alone.

The seven that tell cases apart stay apart under deutan, protan and tritan vision, in both schemes (a test
simulates all three), and each has a contrast of 3 or more against its page.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ragtriage.model import Diagnosis, Fix

__all__ = ["CASE_COLOURS", "COLOURS", "Colour", "colour_of", "css_variables"]


class Colour(NamedTuple):
    """One colour in both schemes."""

    light: str
    dark: str


COLOURS: Final[dict[str, Colour]] = {
    "paper": Colour("#ffffff", "#15171b"),
    "panel": Colour("#f6f6f4", "#1e2126"),
    "ink": Colour("#1b1c1e", "#e9e9e6"),
    "faint": Colour("#5c5e62", "#a9abae"),
    "rule": Colour("#d9d9d5", "#363a41"),
    "link": Colour("#1f4fb4", "#8fb6ff"),
    "none": Colour("#1a9c60", "#6fdc94"),
    "ungrounded": Colour("#9a3a00", "#d9663f"),
    "retrieval": Colour("#5e1470", "#a35fb0"),
    "chunking": Colour("#ab9300", "#e3ae14"),
    "generation": Colour("#3f63c0", "#4a8ff5"),
    "labels": Colour("#cb679f", "#f7cdef"),
    "unknown": Colour("#4f4f50", "#909090"),
}

# What became of a case. An answer that is right for the wrong reason has a colour of its own.
CASE_COLOURS: Final = ("none", "ungrounded", "retrieval", "chunking", "generation", "labels", "unknown")


def colour_of(diagnosis: Diagnosis, fix: Fix) -> str:
    """Return the name of the colour of a case.

    Example:
        >>> colour_of(Diagnosis.UNGROUNDED_CORRECT, Fix.RETRIEVAL), colour_of(Diagnosis.PASSED, Fix.NONE)
        ('ungrounded', 'none')
    """
    return "ungrounded" if diagnosis is Diagnosis.UNGROUNDED_CORRECT else fix.value


def css_variables() -> str:
    """Return the colours as custom properties: light on the root, dark where the reader's scheme is dark."""
    light = "".join(f"--{name}:{colour.light};" for name, colour in COLOURS.items())
    dark = "".join(f"--{name}:{colour.dark};" for name, colour in COLOURS.items())
    return (
        f":root{{color-scheme:light dark;{light}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
    )
