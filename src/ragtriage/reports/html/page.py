"""Pages: one file that holds its styles, its script and its data, and may ask nobody for anything."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from ragtriage.reports.html.messages import Messages
from ragtriage.reports.html.palette import css_variables
from ragtriage.reports.inert import inert

__all__ = ["environment", "render", "script_text", "style_text"]

_ASSETS: Final = "ragtriage.reports.html"


def render(
    template: str, messages: Messages, *, styles: Sequence[str], scripts: Sequence[str], **context: object
) -> Iterator[bytes]:
    """Yield a page a piece at a time, so that one that is large is never held whole.

    Args:
        template: Its name in `templates/`; it extends `frame.html`.
        messages: The words of the interface, `t` in the template.
        styles: Names in `assets/`, put one after another behind the colours.
        scripts: Names in `assets/`, put one after another into one function.
        context: What the template is about. Markup is put in as it is, everything else escaped.
    """
    style, script = style_text(styles), script_text(scripts)
    pieces = (
        environment()
        .get_template(template)
        .generate(
            t=messages,
            lang=messages.language,
            style=style,
            script=script,
            policy=_policy(style, script),
            **context,
        )
    )
    for piece in pieces:
        yield piece.encode()


def environment() -> Environment:
    """Return the templates: everything put into one is escaped, and a name that is not known is an error.

    The filter `inert` spells control, direction and invisible characters out.
    """
    return _environment()


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("ragtriage.reports.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["inert"] = inert
    return made


def style_text(names: Sequence[str]) -> str:
    """Return the colours and the styles of these names."""
    return css_variables() + "".join(_asset(name) for name in names)


def script_text(names: Sequence[str]) -> str:
    """Return the scripts of these names as one function of its own."""
    return '"use strict";(()=>{\n' + "".join(_asset(name) for name in names) + "})();\n"


def _asset(name: str) -> str:
    return (files(_ASSETS) / "assets" / name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Return a policy that lets these two run, and forbids everything else."""
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
