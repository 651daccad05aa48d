from __future__ import annotations

import unicodedata

import pytest

from ragtriage.text.normalisation import standard, whitespace

# Each rule, with what it makes of a text and what it must leave apart.
BECOMES = {
    "link": [("[Paris](https://example.org/p)", "paris"), ("![Paris](p.png)", "paris"), ("f[1](2)", "f 1 2")],
    "emphasis": [
        ("**60**%", "60%"),
        ("un*believ*able", "unbelievable"),
        ("__Paris__", "paris"),
        ("`C++`", "c++"),
        ("~~5 days~~", "5 days"),
        ("3*4*5", "3 4 5"),
        ("snake_case_name", "snake case name"),
        ("翌月**5日**", "翌月5日"),
    ],
    "bullet": [
        ("- Paris", "paris"),
        ("• Paris", "paris"),
        ("> Paris", "paris"),
        ("> 5", "> 5"),
        ("-5", "-5"),
    ],
    "list number": [
        ("1. Paris", "paris"),
        ("(1) Paris", "paris"),
        ("①東京", "東京"),
        ("2. Bundesliga", "2 bundesliga"),
        ("1.5 days", "1.5 days"),
        ("1. 5", "1 5"),
    ],
    "superscript": [("10²", "10^2"), ("10⁻³ m", "10^-3m"), ("m²", "m^2")],
    "numbered form": [("2½", "2 1/2"), ("½", "1/2"), ("①②", "1 2"), ("10₂", "10 2"), ("H₂O", "h2o")],
    "compatibility and case": [
        ("ＡＢＣ１２３", "abc123"),
        ("ｻｰﾊﾞｰ", "サーバー"),
        ("ᄒ\u1161\u11abᄀ\u1173\u11af", "한글"),
        ("Straße", "strasse"),
        ("5㎏", "5kg"),
        ("25℃", "25°c"),
        ("か゛", "が"),
    ],
    "invisible": [
        ("zero\u200bwidth", "zerowidth"),
        ("❤\ufe0f", "❤"),
        ("co\u00adop", "coop"),
        ("\ufeff東京", "東京"),
    ],
    "typography": [
        ("−5", "-5"),
        ("1939–1945", "1939-1945"),
        ("10〜20", "10~20"),
        ("10～20", "10~20"),
        ("don’t", "dont"),
    ],
    "long vowel": [
        ("サ−バ−", "サーバー"),
        ("らーめん", "らーめん"),
        ("データ-分析", "データ分析"),
        ("ジョン゠スミス", "ジョンスミス"),
    ],
    "article": [
        ("The Eiffel Tower", "eiffel tower"),
        ("the", "the"),
        ("The The", "the"),
        ("an", "an"),
        ("Lord of the Rings", "lord of rings"),
        ("the-end", "end"),
        ("The “Big” One", "big one"),
    ],
    "leading a": [
        ("A dog", "dog"),
        ("Vitamin A", "vitamin a"),
        ("Vitamin A deficiency", "vitamin a deficiency"),
        ("hepatitis A", "hepatitis a"),
        ('option "A"', "option a"),
        ("A", "a"),
        ("A, B", "a b"),
        ("a 5", "a 5"),
    ],
    "thousands": [
        ("1,000", "1000"),
        ("1,234,567.5", "1234567.5"),
        ("1,5", "1 5"),
        ("12,34,567", "12 34 567"),
        ("2019,2020", "2019 2020"),
        ("３５，０００円", "35000円"),
    ],
    "joined letters": [("don't", "dont"), ("U.S.A.", "usa"), ("rock 'n' roll", "rock n roll")],
    "punctuation": [
        ("「部門責任者」。", "部門責任者"),
        ("1.5", "1.5"),
        (".5", ".5"),
        ("10:30", "10:30"),
        ("1/2", "1/2"),
        ("2024-05-01", "2024-05-01"),
        ("well-known", "well known"),
        ("COVID-19", "covid 19"),
        ("-5", "-5"),
        ("-$5", "-$5"),
        ("気温 -5度", "気温-5度"),
        ("60%", "60%"),
        ("$5", "$5"),
        ("C++", "c++"),
        ("C#", "c#"),
        ("#1", "1"),
        ("~5", "~5"),
        ("a|b~c", "a b c"),
        ("2^10", "2^10"),
        ("x<5", "x<5"),
        ("👍🏽!", "👍🏽"),
        ("レオナルド・ダ・ヴィンチ", "レオナルドダヴィンチ"),
    ],
    "spaces": [("( B )", "b"), ("a  -  b", "a b")],
    "space in CJK": [
        ("東京 都", "東京都"),
        ("서울 특별시", "서울특별시"),
        ("5 日", "5日"),
        ("5 days", "5 days"),
    ],
    "unit": [
        ("5 kg", "5kg"),
        ("60 %", "60%"),
        ("25 ℃", "25°c"),
        ("10:30 a.m.", "10:30am"),
        ("$ 5", "$5"),
        ("5 kgs", "5 kgs"),
        ("covid 5 men", "covid 5 men"),
    ],
}


@pytest.mark.parametrize(("text", "form"), [pair for pairs in BECOMES.values() for pair in pairs])
def test_each_rule_does_what_its_examples_say(text, form):
    assert standard(text) == form


def test_each_rule_has_examples():
    from ragtriage.text.rules import Scope, rules  # noqa: PLC0415 - compiles the table

    assert [rule.name for rule in rules(Scope.WHOLE).all] == list(BECOMES)


@pytest.mark.parametrize("text", ["ビル", "翌月の5日", "あさ", "カサ", "café", "臺灣", "五日", "十分"])
def test_spelling_is_left_alone(text):
    assert standard(text) == unicodedata.normalize("NFKC", text)


@pytest.mark.parametrize(
    ("text", "form"), [("!!!", "!!!"), (" ？ ！ ", "？ ！"), ("", ""), ("\u200b", "\u200b")]
)
def test_what_would_become_empty_stays_as_it_was(text, form):
    assert standard(text) == form


def test_whitespace_is_what_split_and_join_make():
    assert whitespace("\u3000a \n\t b\u2003") == "a b"


@pytest.mark.parametrize("code", [0xD800, 0xDFFF, 0, 0x10FFFF])
def test_lone_surrogates_and_edges_of_unicode_pass_through(code):
    assert standard(f"a{chr(code)}b") == f"a{chr(code)}b"
