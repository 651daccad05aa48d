from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from ragtriage.model import Diagnosis, Fix
from ragtriage.reports.html.palette import CASE_COLOURS, COLOURS, colour_of

# Machado, Oliveira & Fernandes (2009), A physiologically-based model for simulation of color vision
# deficiency, table of severity 1.0; they apply to linear RGB.
_VISIONS = {
    "common": np.eye(3),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritan": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = np.array([0.9505, 1.0, 1.0891])


def _linear(colour):
    values = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _lab(linear):
    x, y, z = np.cbrt(np.clip(_TO_XYZ @ np.clip(linear, 0, 1) / _WHITE, 0.008856, None))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _contrast(one, other):
    light, dark = sorted((float(_TO_XYZ[1] @ _linear(colour)) for colour in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("vision", list(_VISIONS))
def test_what_became_of_a_case_can_be_told_apart_under_colour_blindness(vision, scheme):
    seen = {name: _lab(_VISIONS[vision] @ _linear(getattr(COLOURS[name], scheme))) for name in CASE_COLOURS}
    # 10 is a difference that is seen at a glance
    nearest = min((math.dist(seen[one], seen[other]), one, other) for one, other in combinations(seen, 2))
    assert nearest[0] > 20, nearest


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_of_cases_stand_out_from_the_page_and_text_more_so(scheme):
    paper = getattr(COLOURS["paper"], scheme)
    assert all(_contrast(getattr(COLOURS[name], scheme), paper) >= 3 for name in CASE_COLOURS)
    for ground in ("paper", "panel"):
        for text in ("ink", "faint", "link"):
            assert _contrast(getattr(COLOURS[text], scheme), getattr(COLOURS[ground], scheme)) >= 4.5


def test_every_case_has_a_colour_and_the_wrong_reason_one_of_its_own():
    names = {colour_of(diagnosis, fix) for diagnosis in Diagnosis for fix in Fix}
    assert names == set(CASE_COLOURS)
    assert {colour_of(Diagnosis.UNGROUNDED_CORRECT, fix) for fix in Fix} == {"ungrounded"}


def test_a_light_colour_stands_for_one_colour_alone():
    lights = [colour.light for colour in COLOURS.values()]
    assert len(lights) == len(set(lights))
