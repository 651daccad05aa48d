"""The pictures of the pages: well-formed, escaped, inside their frames, and told in words."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from ragtriage.comparison.records import Finding, Row
from ragtriage.model import Diagnosis, Mean
from ragtriage.reports.html.charts import colour, element, fitted, picture, width_of
from ragtriage.reports.html.comparison_forest import draw_forest
from ragtriage.reports.html.curves import draw_curve, draw_first_gold
from ragtriage.reports.html.flow import MEDIUM, NARROW, WIDE, draw_flow
from ragtriage.reports.html.messages import Language, Messages
from ragtriage.reports.html.scales import Scale, ticks
from ragtriage.reports.html.survey import Course

EN = Messages(Language.EN)
TAGS = {"svg", "title", "desc", "g", "path", "line", "rect", "circle", "text"}


def read(drawn):
    """Return the elements of a picture, each of which may stand in a page that forbids everything."""
    root = ET.fromstring(str(drawn))  # noqa: S314 - made here
    elements = list(root.iter())
    names = {name for each in elements for name in each.attrib}
    assert {each.tag for each in elements} <= TAGS
    assert not {name for name in names if name.startswith("on") or "href" in name or name == "style"}
    assert not re.search(r"nan|inf\b", str(drawn.partition("</desc>")[2]))
    return elements


def places(drawn):
    """Return where the lines, bars and words of a picture stand, and its width."""
    elements = read(drawn)
    keys = ("x", "x1", "x2", "cx")
    return [float(each.get(key)) for each in elements for key in keys if each.get(key)], float(
        elements[0].get("width")
    )


def said(drawn):
    return [each.text for each in read(drawn) if each.tag == "text"]


def test_what_is_put_into_a_picture_is_escaped_and_wears_the_colours_of_the_page():
    drawn = picture(
        element("text", "<b onclick=x>&", fill=colour("retrieval"), id='"><script>'),
        width=10,
        height=1 / 3,
        name="bars",
        title="<Bars>",
        description="3 & more",
    )
    elements = read(drawn)
    assert [each.tag for each in elements] == ["svg", "title", "desc", "text"]
    assert elements[0].attrib == {
        "class": "chart",
        "role": "img",
        "aria-labelledby": "bars-title bars-desc",
        "viewBox": "0 0 10 0.33",
        "width": "10",
        "height": "0.33",
        "font-size": "11",
    }
    assert elements[3].get("id") == '"><script>'
    assert 'fill="var(--retrieval,#5e1470)"' in drawn
    assert "&lt;b onclick=x&gt;&amp;" in drawn
    assert isinstance(drawn, Markup)


@pytest.mark.parametrize(
    ("low", "high", "most", "labels"),
    [
        (-0.43, 0.21, 6, "−0.4 −0.2 0 0.2"),
        (-0.43, 0.21, 8, "−0.4 −0.3 −0.2 −0.1 0 0.1 0.2"),
        (0, 1, 5, "0 0.2 0.4 0.6 0.8 1.0"),
        (-0.06, 0.03, 4, "−0.05 0"),
        (-0.06, 0.03, 5, "−0.06 −0.04 −0.02 0 0.02"),
        (0, 10, 6, "0 2 4 6 8 10"),
        (-1200, 700, 5, "−1,000 −500 0 500"),
        (0, 4_000_000, 4, "0 1e+06 2e+06 3e+06 4e+06"),
        (-0.00003, 0.00002, 5, "−3e-05 −2e-05 −1e-05 0 1e-05 2e-05"),
        (0.2, 0.21, 4, "0.200 0.205 0.210"),
    ],
)
def test_an_axis_is_marked_at_round_numbers(low, high, most, labels):
    assert [label for _, label in ticks(low, high, most=most)] == labels.split()


@given(
    st.floats(-1e9, 1e9).filter(lambda low: low == 0 or abs(low) > 1e-9),
    st.floats(1e-9, 1e9),
    st.integers(2, 12),
)
def test_no_axis_is_crowded_and_no_mark_is_outside_it(low, width, most):
    high = low + width
    if high - low < 1e-6 * abs(low):
        return
    marks = ticks(low, high, most=most)
    slack = 1e-6 * width
    assert len(marks) <= most + 1
    assert len(marks) >= most / 2.5 - 1
    assert all(low - slack <= value <= high + slack for value, _ in marks)
    steps = [after[0] - before[0] for before, after in pairwise(marks)]
    assert all(math.isclose(step, steps[0], rel_tol=1e-6) for step in steps)


def test_a_scale_runs_both_ways():
    assert [Scale(-1, 1, start=100, end=0)(value) for value in (-1, 0, 1)] == [100, 50, 0]


@given(st.text(max_size=60), st.floats(20, 200))
def test_words_that_are_fitted_fit(text, width):
    shown = fitted(text, 11, width)
    assert width_of(shown, 11) <= max(width, 11)
    assert shown == text or (shown.endswith("…") and text.startswith(shown[:-1]))


# Three cases each: in the widest frame and the narrowest, in both languages.
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("frame", [WIDE, MEDIUM, NARROW])
def test_the_flow_holds_every_case_and_names_every_bar(frame, language):
    t = Messages(language)
    courses = Counter(
        {
            Course("pass", "pass", "pass", "pass", Diagnosis.PASSED, "none"): 1200,
            Course("fail", "fail", "fail", "unknown", Diagnosis.RETRIEVAL_MISS, "retrieval"): 1,
            Course("unknown", "not_applicable", "fail", "fail", Diagnosis.UNDETERMINED, "unknown"): 34,
        }
    )
    drawn = draw_flow(courses, t, frame)
    assert {"1,200", "1", "34", t("diagnosis.passed"), t("case.open"), t("flow.diagnosis")} <= set(
        said(drawn)
    )
    across, width = places(drawn)
    assert all(0 <= x < width for x in across)
    ribbons = [each for each in read(drawn) if each.tag == "path"]
    assert len(ribbons) == 3 * 4
    heights = [float(each.get("height")) for each in read(drawn) if each.tag == "rect"]
    assert len(heights) == 3 + 3 + 2 + 3 + 3  # two failed by their answers
    assert min(heights) == 1  # one case of 1,235 can be seen


def mean(value, low=None, high=None):
    return Mean(mean=value, n=10, low=low, high=high)


def test_a_curve_tells_its_means_and_intervals():
    means = {1: mean(0.5, 0.4, 0.62), 10: mean(0.75), None: mean(0.8, 0.7, 0.9)}
    drawn = draw_curve("recall", means, EN)
    assert said(drawn) == ["0.0", "0.5", "1.0", "1", "10", "all", "cutoff k", "0.50", "0.75", "0.80"]
    assert "recall@1 0.500 (0.400–0.620); recall@10 0.750; recall 0.800 (0.700–0.900)." in drawn
    grey = [each for each in read(drawn) if each.get("stroke-width") == "5"]
    assert len(grey) == 2


@pytest.mark.parametrize("count", [1, 2, 5, 10, 11, 60, 1000])
def test_a_curve_with_many_cutoffs_is_not_crowded_and_ends_with_the_deepest(count):
    means = {cutoff: mean((cutoff % 7) / 7) for cutoff in range(1, count + 1)}
    drawn = draw_curve("ndcg", means, EN)
    across, width = places(drawn)
    assert all(0 <= x <= width for x in across)
    shown = said(drawn)
    cutoffs = [int(text) for text in shown if text.isdigit()]
    assert cutoffs[-1] == count
    assert len(cutoffs) <= 12
    assert sum(re.fullmatch(r"0\.\d\d", text) is not None for text in shown) <= 9
    assert f"ndcg@{count} " in drawn  # in words all of them


def test_bars_of_first_gold_are_as_long_as_their_counts_and_inside_the_picture():
    drawn = draw_first_gold(Counter({1: 40, 3: 10, None: 20}), 2, EN)
    assert said(drawn) == ["1", "40", "2", "0", "3", "10", "did not come back", "20"]
    bars = [each for each in read(drawn) if each.tag == "rect"]
    widths = [float(each.get("width")) for each in bars]
    assert widths[1] == 0
    assert widths[0] == pytest.approx(4 * widths[2], abs=0.1)
    assert widths[0] == pytest.approx(2 * widths[3], abs=0.1)
    assert [re.findall(r"--(\w+)", each.get("fill")) for each in bars[2:]] == [["retrieval"]] * 2
    across, width = places(drawn)
    assert all(0 < x < width for x in across)


def row(difference, low=None, high=None, finding=Finding.NOT_SHOWN):
    given = {"difference": difference, "low": low, "high": high, "finding": finding}
    return Row(**dict.fromkeys(Row.__struct_fields__) | given)


@pytest.mark.parametrize("is_narrow", [False, True])
def test_a_forest_shows_each_difference_on_one_scale(is_narrow):
    rows = [
        ("recall", row(-0.2, -0.3, -0.1, Finding.WORSE)),
        ("<b>&", row(0.1, 0.05, 0.2, Finding.BETTER)),
        ("とても長い名前のメトリック" * 5, row(0.0)),
    ]
    drawn = draw_forest(rows, EN, name="forest-1", is_narrow=is_narrow)
    shown = said(drawn)
    assert {"recall", "<b>&", "0"} <= set(shown)
    assert ("-0.200 [-0.300, -0.100]" in shown) is not is_narrow
    assert "-0.200 [-0.300, -0.100] worse; " in drawn.partition("<desc")[2]
    across, width = places(drawn)
    assert all(0 <= x <= width for x in across)
    assert width <= (358 if is_narrow else 1000)
    zero = next(each for each in read(drawn) if each.get("stroke") == colour("ink"))
    circle = next(each for each in read(drawn) if each.tag == "circle")
    assert zero.get("x1") == circle.get("cx")
    assert [each.get("fill") for each in read(drawn) if each.tag == "path"] == [
        colour("ungrounded"),
        colour("none"),
    ]


@pytest.mark.parametrize("size", [0.0, 5e-324, 1e-13, 1e-6, 1e6, 1e300])
def test_a_forest_of_odd_sizes_is_drawn(size):
    rows = [("a", row(size, 0.0, size)), ("b", row(-size))]
    drawn = draw_forest(rows, EN, name="forest-1", is_narrow=False)
    across, width = places(drawn)
    assert all(0 <= x <= width for x in across)
    assert "0" in said(drawn)
