"""Quotes, typed otherwise: every faithful one is found in its place, and none with another word or figure."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.verdicts.asked.quotes import quoted, stands

SENTENCES = (
    "The staff office offers the café & 12 efficient officers for 3.5 million euros a year",
    "It is due at 10:30 on 5-6 May, and never later than the “final” offer of 1,250 seats",
    "Children's fares differ: a well-known flat fee of -5 € applies below the limit of 20 %",
    "旅費規程では、宿泊費は１泊12,000円を上限とし、領収書を月末までに提出する",
    "ガイドブックの「特別」料金は5割引で、3日前まで予約できる",
    "교통비는 하루 30,000원까지 지급하며, 영수증을 7일 안에 제출해야 한다",
    "住宿费每晚不得超过500元，发票须在3天内交给“财务部”",
)
PAGE = 777
WIDE = {ord(" ") + i: 0xFF00 + i for i in range(1, 0x5F) if chr(ord(" ") + i).isalnum()}
WHOLE_WORD = re.compile(r"(?<![\w\xad&])[^\W\d_]{2,}(?![\w\xad'’\u0300-\u036f\u3099\u309a])")
LIGATURES = (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ"))


def at_a_space(draw, text, put):
    """Put something in the place of one of the spaces of a text."""
    places = [match.start() for match in re.finditer(r"(?<=[^\W\d_]) (?=[^\W\d_])(?!euros|year|seats)", text)]
    if not places:
        return text
    place = draw(st.sampled_from(places))
    return text[:place] + put + text[place + 1 :]


def broken(draw, text):
    """End a line within a word."""
    places = [match.start() for match in re.finditer(r"(?<=[a-z]{2})(?=[a-z]{2})", text)]
    if not places:
        return text
    place = draw(st.sampled_from(places))
    return f"{text[:place]}-\n{text[place:]}"


def around_a_word(draw, text, before, after):
    """Put something around one of the words of a text."""
    words = [match.span() for match in WHOLE_WORD.finditer(text)]
    if not words:
        return text
    start, end = draw(st.sampled_from(words))
    return text[:start] + before + text[start:end] + after + text[end:]


def joined(text):
    for letters, one in LIGATURES:
        text = text.replace(letters, one)
    return text


# Ways to type the same words and figures, of a text and of a quote alike.
TYPED = {
    "curly quotes": lambda draw, text: around_a_word(draw, text, "“", "”"),
    "straight quotes": lambda _, text: text.replace("“", '"').replace("”", '"').replace("’", "'"),
    "curly apostrophes": lambda _, text: text.replace("'", "’"),
    "bold": lambda draw, text: around_a_word(draw, text, "**", "**"),
    "HTML": lambda draw, text: around_a_word(draw, text, "<b>", "</b>"),
    "a whole in italics": lambda _, text: f"_{text}_",
    "dashes": lambda _, text: text.replace("5-6", "5–6").replace("-5", "−5"),
    "spaces that do not break": lambda _, text: text.replace(" ", "\xa0"),
    "two spaces": lambda draw, text: at_a_space(draw, text, "  "),
    "a line break": lambda draw, text: at_a_space(draw, text, "\r\n"),
    "ligatures": lambda _, text: joined(text),
    "NFD": lambda _, text: unicodedata.normalize("NFD", text),
    "NFKC": lambda _, text: unicodedata.normalize("NFKC", text),
    "width": lambda _, text: text if re.search("[<&]", text) else text.translate(WIDE),
    "an ampersand of HTML": lambda _, text: text.replace("&", "&amp;"),
    "capitals": lambda _, text: text[0].swapcase() + text[1:],
    "a list mark": lambda draw, text: f"{draw(st.sampled_from(['- ', '• ', '* ', '・']))}{text}",
    "a full stop": lambda draw, text: text + draw(st.sampled_from([".", "。", " .", "!"])),
    "no thousands": lambda _, text: re.sub(r"(?<=\d),(?=\d{3})", "", text),
    "a soft hyphen": lambda draw, text: around_a_word(draw, text, "", "").replace("office", "of\xadfice"),
}
OF_A_TEXT = {
    "a line that ends in a word": broken,
    "a page": lambda draw, text: at_a_space(draw, text, f"\n\n{PAGE}\n\n"),
    "a page in words": lambda draw, text: at_a_space(draw, text, f"\nPage {PAGE} of 900\n"),
    "a numbered item": lambda _, text: f"1. Something else.\n2. {text}",
}
OF_A_QUOTE = {
    "an ellipsis at the end": lambda draw, text: text + draw(st.sampled_from(["…", "...", " [...]"])),
    "an ellipsis before it": lambda draw, text: draw(st.sampled_from(["…", "... ", "(…) "])) + text,
    "quotation marks": lambda draw, text: draw(st.sampled_from(['"{}"', "「{}」", "“{}.”"])).format(text),
    "a number of a list": lambda _, text: f"1. {text}",
}


def typed(draw, text, ways, most=4):
    """Type a text in up to so many ways, one after the other."""
    for way in draw(st.lists(st.sampled_from(sorted(ways)), max_size=most, unique=True)):
        text = ways[way](draw, text)
    return text


def said(text):
    """Return the letters and figures of a text, without what was put between its lines."""
    folded = unicodedata.normalize("NFKC", text.replace("\xad", "")).casefold()
    bare = re.sub(rf"\bpage {PAGE} of 900\b|\b{PAGE}\b|<b>|</b>|&amp;|(?m:^ ?\d\. )", "", folded)
    return "".join(character for character in bare if character.isalnum())


@given(st.data())
def test_a_faithful_quote_is_found_where_it_stands_however_both_are_typed(data):
    sentence = data.draw(st.sampled_from(SENTENCES))
    text = typed(data.draw, typed(data.draw, sentence, TYPED), OF_A_TEXT)
    before, after = data.draw(
        st.sampled_from([("", ""), ("Before it. ", " After it, 99."), ("前文。", "後文")])
    )
    around = f"{before}{text}{after}"
    quote = typed(data.draw, typed(data.draw, sentence, TYPED), OF_A_QUOTE, most=1)
    span = stands(quote, around)
    assert span is not None
    assert said(around[span.start : span.end]) == said(sentence)


@pytest.mark.parametrize("way", sorted(TYPED | OF_A_TEXT))
@settings(max_examples=20)
@given(st.data())
def test_a_text_that_is_typed_in_one_way_is_found_by_its_plain_words(way, data):
    sentence = data.draw(st.sampled_from(SENTENCES))
    text = (TYPED | OF_A_TEXT)[way](data.draw, sentence)
    assert quoted(sentence, f"So: {text}") is not None


@pytest.mark.parametrize("way", sorted(TYPED | OF_A_QUOTE))
@settings(max_examples=20)
@given(st.data())
def test_a_quote_that_is_typed_in_one_way_is_found_in_the_plain_text(way, data):
    sentence = data.draw(st.sampled_from(SENTENCES))
    quote = (TYPED | OF_A_QUOTE)[way](data.draw, sentence)
    assert quoted(quote, f"So: {sentence}.") is not None


def other_digit(draw, text):
    places = [match.start() for match in re.finditer(r"[0-9０-９]", text)]
    place = draw(st.sampled_from(places))
    old = unicodedata.digit(text[place])
    new = draw(st.sampled_from([digit for digit in range(10) if digit != old]))
    return f"{text[:place]}{new}{text[place + 1 :]}"


def fewer_digits(draw, text):
    start, end = draw(st.sampled_from([match.span() for match in re.finditer(r"\d+(?:[.,:]\d+)*", text)]))
    return (
        text[:start] + text[end:] if draw(st.booleans()) else f"{text[:start]}{text[start:end]}0{text[end:]}"
    )


def _words(text):
    return [match.span() for match in re.finditer(r"[^\W\d_]+(?:['’][^\W\d_]+)*", text)]


def other_word(draw, text):
    start, end = draw(st.sampled_from(_words(text)))
    return f"{text[:start]}{draw(st.sampled_from(['zebra', '縞馬', '얼룩말']))}{text[end:]}"


def word_left_out(draw, text):
    inner = [span for span in _words(text)[1:-1] if span[0] and span[1] < len(text)]
    start, end = draw(st.sampled_from(inner))
    return text[:start] + text[end:]


def word_put_in(draw, text):
    _, end = draw(st.sampled_from(_words(text)[:-1]))
    return f"{text[:end]} {draw(st.sampled_from(['not', '非', '안']))} {text[end:]}"


def no_sign(_, text):
    return text.replace("-5 €", "5 €") if "-5 €" in text else text.replace("3.5", "35").replace(",", "1", 1)


WRONG = {
    "another digit": other_digit,
    "a figure left out or longer": fewer_digits,
    "another word": other_word,
    "a word left out": word_left_out,
    "a word put in": word_put_in,
    "another sign or point": no_sign,
}


@pytest.mark.parametrize("wrong", sorted(WRONG))
@given(st.data())
def test_a_quote_with_another_word_or_figure_stands_nowhere_however_it_is_typed(wrong, data):
    sentence = data.draw(st.sampled_from(SENTENCES))
    changed = WRONG[wrong](data.draw, sentence)
    if said(changed) == said(sentence) and not changed.count("-5 €") < sentence.count("-5 €"):
        return
    text = f"Before it. {typed(data.draw, typed(data.draw, sentence, TYPED), OF_A_TEXT)}. After it, 99."
    assert stands(typed(data.draw, changed, TYPED), text) is None
