from __future__ import annotations

import subprocess
import sys

import pytest

from ragtriage.errors import ConfigError
from ragtriage.model import MatchMode
from ragtriage.text.matching import equal, normalize

MODES = list(MatchMode)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("数据库", "数据库", True),  # A1
        ("Ｆｕｌｌ－ｗｉｄｔｈ", "ｆｕｌｌ－ｗｉｄｔｈ", True),  # A2
        ("Ｆｕｌｌ－ｗｉｄｔｈ", "full-width", True),
        ("Straße", "strasse", True),
        ("42!", "42", True),  # A4
        ("(42)", "42", True),
        ("60 %", "60", False),  # A5
        ("( B )", "(B)", True),  # A6
        ("hello  world", "hello world", True),  # A9
        ("1400", "１４００", True),  # A10
        ("\u2764\ufe0f", "\u2764", True),
        ("C++", "C", False),  # A11
        ("C#", "C", False),
        ("A, B", "B", False),
        ("2½", "21/2", False),
        ("10²", "102", False),
        ("気温-5度", "気温5度", False),
        ("2. Bundesliga", "1. Bundesliga", False),
        (".5", "5", False),
        ("3*4*5", "345", False),
    ],
)
def test_the_faults_met_in_the_field_have_the_right_outcome(a, b, expected):
    assert equal(a, b, MatchMode.STANDARD) is expected
    assert equal(b, a, MatchMode.STANDARD) is expected


def test_hello_world_differs_by_a_space_in_strict_alone():
    assert [equal("hello  world", "hello world", mode) for mode in MODES] == [False, True, True, True]


@pytest.mark.parametrize("mode", MODES)
def test_nothing_matches_nothing(mode):
    assert not equal("", "", mode)


@pytest.mark.parametrize("mode", MODES[1:])
def test_blank_text_matches_nothing(mode):
    assert not equal(" \u3000", " \u3000", mode)


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_may_be_given_by_its_name(mode):
    assert normalize("5  days", str(mode)) == normalize("5  days", mode)


def test_the_default_is_whitespace():
    assert normalize("  The\n Tower! ") == "The Tower!"


def test_an_unknown_mode_is_refused_by_name():
    with pytest.raises(ConfigError, match=r"strict, whitespace, standard, values: 'fuzzy'"):
        normalize("a", "fuzzy")


@pytest.mark.parametrize("mode", MODES)
def test_folding_makes_traditional_and_simplified_characters_equal(mode):
    assert equal("臺灣", "台湾", mode, fold_chinese=True)
    assert not equal("臺灣", "台湾", mode)


def test_folding_reaches_compatibility_ideographs():
    assert equal("\uf902", "车", MatchMode.STANDARD, fold_chinese=True)  # a form of 車


def test_folding_reaches_the_tokens_of_values():
    form = normalize("5カ年", MatchMode.VALUES, fold_chinese=True)
    assert normalize(form, MatchMode.VALUES, fold_chinese=True) == form


def test_importing_the_matcher_compiles_no_table():
    code = (
        "import sys, ragtriage.text.matching\n"
        "from ragtriage.text.rules import rules\n"
        "assert rules.cache_info().currsize == 0\n"
        "heavy = {'polars', 'scipy', 'pyarrow', 'opencc', 'numpy', 'torch', 'ragtriage.text.values'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
