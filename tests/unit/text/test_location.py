from __future__ import annotations

import pytest

from ragtriage.model import MatchMode
from ragtriage.text.forms import forms
from ragtriage.text.location import Haystack, Span, find, find_all

STANDARD = MatchMode.STANDARD
VALUES = MatchMode.VALUES


def _piece(needle: str, haystack: str, mode: MatchMode = STANDARD) -> str | None:
    span = find(needle, haystack, mode)
    return None if span is None else haystack[span.start : span.end]


@pytest.mark.parametrize(
    ("needle", "haystack", "piece"),
    [
        ("The Eiffel Tower", "Paris has the Eiffel Tower.", "Eiffel Tower"),
        ("Eiffel Tower in Paris", "See the Eiffel\n  Tower in   Paris now", "Eiffel\n  Tower in   Paris"),
        ("the tower of Paris", "TOWER OF THE PARIS", "TOWER OF THE PARIS"),
        ("A dog barks", "If a dog barks, go.", "a dog barks"),
        ("SEEN BY THE", "it was seen by the king", "seen by"),
        ("due on the 5th", "It is due **on the 5th**!", "due **on the 5th"),
        ("one two", "- One\n- Two", "One\n- Two"),
        ("foo bar", "1. foo\n2. bar\n3. baz", "foo\n2. bar"),
        ("1. Foo\n2. Bar", "Rules:\n1. foo\n2. bar", "1. foo\n2. bar"),
        ("2. Bar", "1. foo\n2. bar", "2. bar"),
        ("quoted text", "> quoted\n> text", "quoted\n> text"),
        ("don't stop", "please don’t stop", "don’t stop"),
        ("1000 kg", "up to 1,000 kg each", "1,000 kg"),
        ("翌月5日", "締切は翌月５日です", "翌月５日"),
        ("東京都", "ここは東 京\n都です", "東 京\n都"),
        ("サーバー", "ｻｰﾊﾞｰを使う", "ｻｰﾊﾞｰ"),
        ("「部門責任者」の承認", "必ず部門責任者の承認を得る", "部門責任者の承認"),
        ("서울특별시", "여기는 서울 특별시 입니다", "서울 특별시"),
        (
            "한글",
            "이것은 \u1112\u1161\u11ab\u1100\u1173\u11af 입니다",
            "\u1112\u1161\u11ab\u1100\u1173\u11af",
        ),
        ("北京中国", "在北京，中国。", "北京，中国"),
        ("strasse", "die Straße dort", "Straße"),
        ("zerowidth", "a zero\u200bwidth b", "zero\u200bwidth"),
        ("10^2", "about 10² m", "10²"),
        ("e = mc^2", "E = mc²", "E = mc²"),
        ("Paris", "[Paris](https://example.org)", "Paris"),
        ("!!!", "wow!!!", "!!!"),
    ],
)
def test_a_text_is_found_under_the_normal_form_and_its_place_is_in_the_original(needle, haystack, piece):
    assert _piece(needle, haystack) == piece


@pytest.mark.parametrize(
    ("needle", "haystack"),
    [
        ("5日", "15日"),
        ("５日", "15日"),
        ("1.5", "11.5"),
        ("5", "1.5"),
        ("1", "1.5"),
        ("5", "-5"),
        ("5", "−5"),
        ("5", "60 or -5"),
        ("60", "60%"),
        ("60", "60 %"),
        ("60", "６０％"),
        ("000", "1,000"),
        ("1", "1,000"),
        ("30", "11:30"),
        ("2 cups", "1/2 cups"),
        ("五日", "十五日"),
        ("3", "3万円"),
        ("5", "5만원"),
        ("10", "10²"),
        ("art", "start"),
        ("ART", "start"),
        ("start", "starting"),
        ("cafe", "cafe\u0301"),
        ("кот", "который"),
        ("19", "covid19"),
        ("3", "3D"),
        ("5", "5th"),
        ("B1", "B12"),
        ("", "text"),
        (" ", "a b"),
        ("a", ""),
        ("Paris", "London"),
    ],
)
def test_a_number_or_a_word_is_never_cut(needle, haystack):
    assert find(needle, haystack, STANDARD) is None


@pytest.mark.parametrize(
    ("needle", "haystack", "place"),
    [
        ("5日", "15日、5日", (4, 6)),
        ("1945", "1939–1945", (5, 9)),
        ("100", "100km", (0, 3)),
        ("5", "for 5 days", (4, 5)),
        ("5", "COVID-5", (6, 7)),
        ("2019", "in 2019.", (3, 7)),
        ("Paris", "Paris's", (0, 5)),
        ("京都", "東京都", (1, 3)),
        ("art", "start art", (6, 9)),
        ("5", "第5回", (1, 2)),
    ],
)
def test_what_only_touches_a_number_or_a_word_is_found(needle, haystack, place):
    assert find(needle, haystack, STANDARD) == Span(*place)


@pytest.mark.parametrize(
    ("mode", "found"),
    [
        (MatchMode.STRICT, (False, False, False, True)),
        (MatchMode.WHITESPACE, (False, False, True, True)),
        (MatchMode.STANDARD, (False, True, True, True)),
        (MatchMode.VALUES, (True, True, True, True)),
    ],
)
def test_each_mode_finds_what_the_ones_before_it_find(mode, found):
    haystack = "You have five days, or 1,000 hours  a year."
    needles = ("5 days", "1000 HOURS", "1,000 hours a year", "five days")
    assert tuple(find(needle, haystack, mode) is not None for needle in needles) == found


@pytest.mark.parametrize(
    ("needle", "haystack", "piece"),
    [
        ("翌月5日", "締切は翌月の五日です。", "翌月の五日"),
        ("35,000円", "上限は3万5千円まで", "3万5千円"),
        ("2024-05-01", "It began on May 1, 2024 in Paris", "May 1, 2024"),
        ("25%", "约占百分之二十五。", "百分之二十五"),
        ("17:00", "마감은 오후 5시입니다", "오후 5시"),
    ],
)
def test_values_are_found_however_they_are_written(needle, haystack, piece):
    assert _piece(needle, haystack, VALUES) == piece
    assert find(needle, haystack, STANDARD) is None


def test_folding_finds_traditional_in_simplified():
    assert find("臺灣大學", "在台湾大学。", STANDARD, fold_chinese=True) == Span(1, 5)
    assert find("臺灣大學", "在台湾大学。", STANDARD) is None


def test_every_place_is_found_once_and_in_order():
    text = "PARIS, **Paris** and Ｐａｒｉｓ, not Parisian"
    assert [text[a:b] for a, b in find_all("paris", text, STANDARD)] == ["PARIS", "Paris", "Ｐａｒｉｓ"]
    assert find_all("aa", "aa aaaa", MatchMode.STRICT) == (Span(0, 2),)


@pytest.mark.parametrize("text", ["The towers of LONDON and PARIS", "The towers of LONDON and PARIS + 1"])
def test_a_text_is_brought_to_normal_form_once(monkeypatch, text):
    from ragtriage.text import forms as module  # noqa: PLC0415 - patched

    calls: list[str] = []
    rules, prose = module.settle, module.read
    monkeypatch.setattr(module, "settle", lambda text, table: calls.append(text) or rules(text, table))
    monkeypatch.setattr(module, "read", lambda folded: calls.append(folded) or prose(folded))
    for city in ("towers of london", "london and paris", "towers of  LONDON"):
        assert Haystack(text, STANDARD).find(city) is not None  # each time prepared anew
    assert [call.lower() for call in calls].count(text.lower()) == 1


def test_a_text_found_as_it_stands_is_not_brought_to_normal_form(monkeypatch):
    from ragtriage.text import location  # noqa: PLC0415 - patched

    monkeypatch.setattr(location, "forms", lambda *_, **__: pytest.fail("not needed"))
    assert find("Tower", "The Tower", STANDARD) == Span(4, 9)


@pytest.mark.parametrize("end", [".", " + 1"])
def test_a_text_whose_longest_word_is_absent_is_not_brought_to_normal_form(end):
    text = f"Ｔｈｅ Eiffel Tower in Paris{end}"
    assert find("the bridges of London", text, STANDARD) is None
    assert find("首都は東京です", text, STANDARD) is None
    assert not {"prose", "_settled"}.intersection(vars(forms(text)))
    assert find("the  Eiffel tower", text, STANDARD) == Span(4, 16)
    assert {"prose", "_settled"}.intersection(vars(forms(text)))


@pytest.mark.parametrize(
    ("needle", "haystack"),
    [
        ("5" * 100, "5" * 100_000),
        ("a" * 100, "a" * 100_000),
        ("5日", "15日" * 30_000),
        ("あ", "（" * 100_000),
    ],
)
def test_searching_takes_linear_time(needle, haystack):
    assert find(needle, haystack, STANDARD) is None  # with quadratic time this would not end


def test_of_many_places_all_are_found_and_each_where_it_stands():
    text = "the  Tower, " * 30
    spans = find_all("TOWER", text, STANDARD)
    assert [text[start:end] for start, end in spans] == ["Tower"] * 30
    assert [start for start, _ in spans] == list(range(5, len(text), 12))


def test_of_many_texts_looked_for_in_one_all_are_found_and_the_one_is_traced_once(monkeypatch):
    from ragtriage.text.forms import Forms  # noqa: PLC0415 - patched

    traced, calls = Forms.traced, []
    monkeypatch.setattr(
        Forms, "traced", lambda self, mode, **kinds: calls.append(mode) or traced(self, mode, **kinds)
    )
    haystack = Haystack("".join(f"Ward {number}: 第{number}病棟、 " for number in range(100, 200)))
    for number in range(100, 200):
        span = haystack.find(f"WARD  {number}; 第 {number}病棟")
        assert haystack.text[slice(*span)] == f"Ward {number}: 第{number}病棟"
    assert calls == [STANDARD]
