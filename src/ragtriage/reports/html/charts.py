"""Charts: a Vega or Vega-Lite specification as data, drawn into inline SVG that asks for nothing.

Colours of the palette become custom properties, so that one picture serves light and dark pages, and fonts
are left to the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias
from xml.etree import ElementTree as ET

from ragtriage.reports.html.palette import COLOURS

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["Json", "Spec", "colour", "draw"]

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
Spec: TypeAlias = Mapping[str, Json]

_SVG: Final = "{http://www.w3.org/2000/svg}"

# What a chart may consist of; scripts, styles, links and pictures are none of it.
_TAGS: Final = frozenset({"svg", "g", "path", "line", "rect", "circle", "text", "tspan", "defs", "clipPath"})
_ATTRIBUTES: Final = frozenset({
    *("d", "x", "y", "x1", "x2", "y1", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry", "width", "height"),
    *("transform", "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"),
    *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "opacity", "text-anchor", "font-size"),
    *("font-weight", "font-style", "id", "clip-path", "viewBox"),
})  # fmt: skip
_LOCAL: Final = re.compile(r"url\(#([\w-]+)\)")
_LONG: Final = re.compile(r"\d+\.\d{3,}")

_VARIABLES: Final = {pair.light: f"var(--{name},{pair.light})" for name, pair in COLOURS.items()}


def colour(name: str) -> str:
    """Return what stands for a colour of the palette in a specification.

    Example:
        >>> colour("retrieval") == COLOURS["retrieval"].light
        True
    """
    return COLOURS[name].light


def draw(spec: Spec, *, name: str, title: str, description: str) -> Markup:
    """Draw a chart and return it as an SVG element to be put into a page.

    Args:
        spec: Vega or Vega-Lite, as `$schema` says; data stand in it, and nothing is loaded.
        name: Of the chart in its page: letters, digits and `-`; what it refers to begins with it.
        title: Read out instead of the picture.
        description: Read out after the title: what the picture says, in words and numbers.

    Example:
        >>> spec = {"$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        ...         "data": {"values": [{"k": 1, "recall": 0.5}]}, "mark": "point",
        ...         "encoding": {"x": {"field": "k"}, "y": {"field": "recall"}}}
        >>> str(draw(spec, name="recall", title="Recall", description="0.5 at 1."))[:44]
        '<svg class="chart" role="img" aria-labelledb'
    """
    import vl_convert  # noqa: PLC0415 - starts an engine for JavaScript; only reports with pictures need it
    from markupsafe import Markup, escape  # noqa: PLC0415

    # nothing may be fetched, whatever a specification says
    if "vega-lite" in str(spec["$schema"]):
        drawn = vl_convert.vegalite_to_svg(dict(_themed(spec)), allowed_base_urls=[])
    else:
        drawn = vl_convert.vega_to_svg(dict(spec), allowed_base_urls=[])
    root = ET.fromstring(drawn)  # noqa: S314 - it was made in the line above
    width, height = root.get("width", ""), root.get("height", "")
    inner = "".join(text for child in root for text in _written(child, name))
    view = root.get("viewBox", f"0 0 {width} {height}")
    return Markup(  # noqa: S704 - tags and attributes are those of the lists above, all text is escaped
        f'<svg class="chart" role="img" aria-labelledby="{name}-title {name}-desc" '
        f'viewBox="{escape(view)}" width="{escape(width)}" height="{escape(height)}">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(description)}</desc>{inner}</svg>'
    )


def _themed(spec: Spec) -> Spec:
    """Add what all charts have in common: no frame, thin rules, type of one size."""
    given = spec.get("config", {})
    axis: Spec = {
        "labelColor": colour("faint"),
        "titleColor": colour("faint"),
        "titleFontWeight": "normal",
        "labelFontSize": 11,
        "titleFontSize": 11,
        "domainColor": colour("rule"),
        "tickColor": colour("rule"),
        "gridColor": colour("rule"),
        "tickSize": 4,
    }
    common: Spec = {"background": None, "view": {"stroke": None}, "axis": axis, "text": {"fontSize": 11}}
    return {**spec, "config": {**common, **(given if isinstance(given, Mapping) else {})}}


def _written(element: ET.Element, name: str) -> Iterator[str]:
    """Yield an element as text, less what is not on the lists."""
    from markupsafe import escape  # noqa: PLC0415

    tag = element.tag.removeprefix(_SVG)
    if tag not in _TAGS or element.get("display") == "none" or _is_nothing(element, tag):
        return
    attributes = "".join(
        f' {key}="{escape(_value(key, value, name))}"'
        for key, value in element.attrib.items()
        if key in _ATTRIBUTES
    )
    text = str(escape(element.text)) if element.text and tag in {"text", "tspan"} else ""
    inner = text + "".join(part for child in element for part in _written(child, name))
    if tag == "g" and not inner:
        return
    if tag == "g" and not attributes:
        yield inner
    else:
        yield f"<{tag}{attributes}>{inner}</{tag}>" if inner else f"<{tag}{attributes}/>"


def _is_nothing(element: ET.Element, tag: str) -> bool:
    """Tell the frames that Vega draws around nothing."""
    return tag == "path" and not {"fill", "stroke"} & element.attrib.keys()


def _value(key: str, value: str, name: str) -> str:
    if key in {"fill", "stroke"}:
        return _VARIABLES.get(value.lower(), value if "(" not in value else "none")
    if key == "id":
        return f"{name}-{value}"
    if key == "clip-path":
        found = _LOCAL.fullmatch(value)
        return f"url(#{name}-{found[1]})" if found else "none"
    return _LONG.sub(lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), value)
