"""No verdict, diagnosis or `certain` depends on how the texts of a case are written."""

from __future__ import annotations

import copy
import html
import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ragtriage
from ragtriage.evaluators import AnswerExactMatchEvaluator
from ragtriage.model import Outcome
from ragtriage.text.mending import mended
from ragtriage.text.scores import char_f1, token_f1
from ragtriage.text.written import is_normal, written
from ragtriage.verdicts.asked.similar import AnswerSimilar

FILE = Path(__file__).parents[1] / "golden" / "written_cases.jsonl"
CASES = {case.pop("id"): case for case in map(json.loads, FILE.read_text("utf-8").splitlines())}

DIGITS_AND_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
WIDE = str.maketrans({letter: chr(ord(letter) + 0xFEE0) for letter in DIGITS_AND_LETTERS})
ALL_WIDE = str.maketrans({chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)} | {" ": "\u3000"})
HALF_MARKS = {"\u3099": "ﾞ", "\u309a": "ﾟ"}
HALF = {unicodedata.normalize("NFKC", chr(code)): chr(code) for code in range(0xFF61, 0xFF9E)}


def half_wide(text):
    """Write katakana in half width, as old systems do."""
    apart = "".join(
        unicodedata.normalize("NFD", letter) if "ァ" <= letter <= "ヺ" else letter for letter in text
    )
    return "".join((HALF | HALF_MARKS).get(letter, letter) for letter in apart)


def strewn(characters):
    """Return what puts characters that cannot be seen between those of a text."""

    def put(text):
        return "".join(
            letter + (characters[at % len(characters)] if at % 7 in {1, 3, 4} else "")
            for at, letter in enumerate(text)
        )

    return put


def wrapped(width):
    """Return what breaks a text into lines: between words, or between the letters of Han and kana."""

    def wrap(text):
        lines, done = [""], 0
        for letter in text:
            before = lines[-1][-1:]
            is_between = "\u3040" <= letter <= "\u9fff" and "\u3040" <= before <= "\u9fff"
            if done >= width and (letter == " " or is_between):
                lines.append("" if letter == " " else letter)
                done = len(lines[-1])
                continue
            lines[-1] += letter
            done += 2 if ord(letter) > 0x2E80 else 1
        return "\n".join(lines)

    return wrap


# Forms that say the same for certain.
SURE = {
    "nfd": lambda text: unicodedata.normalize("NFD", text),
    "nfkd": lambda text: unicodedata.normalize("NFKD", text),
    "wide letters": lambda text: text.translate(WIDE),
    "wide": lambda text: text.translate(ALL_WIDE),
    "half wide": half_wide,
    "zero width": strewn("\u200b\u2060\ufeff"),
    "soft hyphens": strewn("\u00ad"),
    "variation selectors and joiners": strewn("\ufe0f\u200d\U000e0100"),
    "directions": strewn("\u200e\u202a\u2069"),
    "carriage returns": lambda text: text.replace("\n", "\r\n") + "\r\n",
    "two spaces": lambda text: text.replace(" ", "  "),
    "hard spaces": lambda text: text.replace(" ", "\u00a0"),
    "tabs": lambda text: text.replace(" ", "\t"),
    "thin spaces": lambda text: text.replace(" ", "\u2009"),
    "entities": html.escape,
    "numbered entities": lambda text: "".join(
        f"&#{ord(letter)};" if letter in "&'\"<>é円원元" else letter for letter in text
    ),
    "entities of spaces": lambda text: text.replace(" ", "&nbsp;"),
    "ligatures": lambda text: text.replace("ffi", "ﬃ").replace("fi", "ﬁ").replace("ff", "ﬀ"),
    "wrapped": wrapped(44),
    "space around": lambda text: f"\n  {text} \n\n",
}

# Forms of which nobody can be sure that they were not meant so: a pass stays, and nothing certain turns over.
UNSURE = {
    "narrow": wrapped(18),
    "cut words": lambda text: re.sub(r"([a-z]{4})([a-z]{4,})", r"\1-\n\2", text, count=2),
    "cut numbers": lambda text: re.sub(r"(\d),(\d{3})", r"\1,\n\2", text),
}

PARTS = ("question", "expected", "evidence", "answer", "retrieved")


def rewritten(value, form):
    if isinstance(value, str):
        return form(value)
    if isinstance(value, dict):
        return {key: form(each) if key == "text" else each for key, each in value.items()}
    return [rewritten(each, form) for each in value]


def changed(case, parts, forms):
    case = copy.deepcopy(case)
    for name in parts:
        if name in case and not (name == "retrieved" and isinstance(case[name][0], str)):
            for form in forms:
                case[name] = rewritten(case[name], form)
    return case


def judged(cases):
    found = []
    for result in ragtriage.evaluate([{"id": str(number), **case} for number, case in enumerate(cases)]):
        verdicts = result.verdicts
        stages = (verdicts.retrieval, verdicts.evidence, verdicts.answer, verdicts.support)
        told = (str(result.diagnosed.diagnosis), result.diagnosed.certain, result.abstained)
        found.append((told, tuple((verdict.outcome, verdict.certain) for verdict in stages)))
    return dict(zip(CASES, found, strict=True)) if len(found) == len(CASES) else found


BEFORE = judged(CASES.values())


def test_the_cases_reach_every_diagnosis_that_strings_give():
    assert {diagnosis for (diagnosis, _, _), _ in BEFORE.values()} == {
        *("passed", "hallucination", "retrieval_miss", "evidence_gap", "over_abstention"),
        *("abstention_failure", "ungrounded_correct", "label_conflict", "undetermined"),
    }


@pytest.mark.parametrize("form", SURE)
@pytest.mark.parametrize("parts", [*((name,) for name in PARTS), PARTS], ids=" ".join)
def test_no_judgement_depends_on_how_it_is_written(form, parts):
    assert judged([changed(case, parts, (SURE[form],)) for case in CASES.values()]) == BEFORE


@given(
    st.sampled_from(sorted(CASES)),
    st.lists(st.sampled_from(sorted(SURE)), min_size=2, max_size=4, unique=True),
    st.sets(st.sampled_from(PARTS), min_size=1),
)
@settings(max_examples=120, derandomize=True)
def test_no_judgement_depends_on_several_forms_together(name, forms, parts):
    if {"entities", "numbered entities", "entities of spaces"} & {*forms[1:]}:
        return  # an escape of an escape, or of a letter of another width, is another text
    case = changed(CASES[name], sorted(parts), [SURE[form] for form in forms])
    assert judged([case]) == [BEFORE[name]]


@pytest.mark.parametrize("form", UNSURE)
@pytest.mark.parametrize("parts", [*((name,) for name in PARTS), PARTS], ids=" ".join)
def test_what_a_line_may_have_cut_is_never_certainly_another(form, parts):
    after = judged([changed(case, parts, (UNSURE[form],)) for case in CASES.values()])
    for name, ((diagnosis, certain, abstained), stages) in after.items():
        (diagnosis_before, certain_before, abstained_before), stages_before = BEFORE[name]
        assert abstained == abstained_before, name
        assert diagnosis == diagnosis_before or not certain, name
        assert certain_before or not certain, name
        for (outcome, _), (outcome_before, _) in zip(stages, stages_before, strict=True):
            if outcome_before is Outcome.PASS:
                assert outcome is Outcome.PASS, name
            assert outcome in (outcome_before, Outcome.UNKNOWN), name


@given(
    st.text(max_size=80)
    | st.lists(
        st.sampled_from(
            (
                "a",
                "が",
                "か\u3099",
                "ﾊﾞ",
                "\u00ad",
                "\r\n",
                "\n",
                " ",
                "\u00a0",
                "&amp;",
                "12",
                ",",
                ".",
                "３",
                "，",
                "-",
                "\n12\n",
                "ﬁ",
                ">=",
                "한",
                "\u1112\u1161\u11ab",
                "\x02",
            )
        ),
        max_size=30,
    ).map("".join)
)
@settings(max_examples=300, derandomize=True)
def test_a_place_in_a_form_is_led_back_to_a_stretch_of_the_text(text):
    form = written(text)
    assert written(form.text, with_escapes=False).text == form.text
    if is_normal(text):
        assert form.text == text
    for each in (form, mended(form), mended(form, has_pages=True)):
        ends = [each.origin(at, at + 1) for at in range(len(each.text))]
        assert all(0 <= start < end <= len(text) for start, end in ends)
        assert ends == sorted(ends)


def scored(case):
    expected = case.get("expected") or []
    texts = (
        [expected]
        if isinstance(expected, str)
        else [" ".join([each] if isinstance(each, str) else each) for each in expected]
    )
    return [score(case["answer"] or "", texts) for score in (token_f1, char_f1)]


@pytest.mark.parametrize("form", SURE)
@pytest.mark.parametrize("parts", [("expected",), ("answer",), ("expected", "answer")], ids=" ".join)
def test_no_score_depends_on_how_it_is_written(form, parts):
    for name, case in CASES.items():
        if isinstance(case.get("answer"), str):
            assert scored(changed(case, parts, (SURE[form],))) == pytest.approx(scored(case), nan_ok=True), (
                name
            )


@pytest.mark.parametrize("form", SURE)
def test_no_exact_match_under_a_mode_depends_on_how_it_is_written(form):
    texts = [case["answer"] for case in CASES.values() if isinstance(case.get("answer"), str)]
    evaluator = AnswerExactMatchEvaluator(normalization="standard")
    found = evaluator.run(ground_truth_answers=texts, predicted_answers=[SURE[form](text) for text in texts])
    assert [text for text, score in zip(texts, found["individual_scores"], strict=True) if not score] == []


class Recorded:
    """Stands for a model, and keeps what it is given."""

    def __init__(self):
        self.pairs = []

    def scores(self, pairs):
        self.pairs += pairs
        return [0.5 for _ in pairs]


def given_to_a_model(form):
    model = Recorded()
    judge = AnswerSimilar(model, "m", 0.8)
    texts = {
        "question": "Which bird is it? ",
        "expected": "A small résumé of birds & bees (fifty) カモメ",
        "answer": "Some wings, 3 of them; «Möwe» が 갈매기",
    }
    row = {key: form(text) for key, text in texts.items()}
    ragtriage.evaluate([{"id": "1", "retrieved": [], **row}], judges=[judge])
    return model.pairs


@pytest.mark.parametrize("form", sorted({*SURE} - {"nfkd", "wide"}))
def test_a_model_of_similarity_is_given_the_normal_form(form):
    (pair,) = given_to_a_model(SURE[form])
    assert [pair] == given_to_a_model(str)
