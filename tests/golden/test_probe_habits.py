"""A generator with known habits, 200 cases in four languages: what a probe concludes is what the habit is."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import ragtriage
from ragtriage.model.probing import Conclusion as C  # noqa: N817 - stands in a table
from ragtriage.model.probing import Standing

# language → question, the passage that answers it, one that resembles it, one of another locker, another
# chunk of the same document, the same fact in other words, and a refusal
WORDS = {
    "en": (
        "What is the fee for locker {i}?",
        "The fee for locker {i} is {v} yen.",
        "The fee for locker {i}B is {w} yen.",
        "Locker {j} costs {w} yen a week.",
        "Locker {i} stands on the second floor.",
        "For locker {i} one pays {v} yen.",
        "I don't know.",
    ),
    "ja": (
        "ロッカー{i}の料金は？",
        "ロッカー{i}の料金は{v}円です。",
        "ロッカー{i}Bの料金は{w}円です。",
        "ロッカー{j}は週{w}円です。",
        "ロッカー{i}は二階にあります。",
        "ロッカー{i}には{v}円を払います。",
        "わかりません。",
    ),
    "ko": (
        "사물함 {i}의 요금은?",
        "사물함 {i}의 요금은 {v}원입니다.",
        "사물함 {i}B의 요금은 {w}원입니다.",
        "사물함 {j}은 주당 {w}원입니다.",
        "사물함 {i}은 이층에 있습니다.",
        "사물함 {i}에는 {v}원을 냅니다.",
        "모르겠습니다.",
    ),
    "zh": (
        "储物柜{i}的费用是多少？",
        "储物柜{i}的费用是{v}元。",
        "储物柜{i}B的费用是{w}元。",
        "储物柜{j}每周{w}元。",
        "储物柜{i}在二楼。",
        "储物柜{i}要付{v}元。",
        "我不知道。",
    ),
}
UNITS = {"en": " yen", "ja": "円", "ko": "원", "zh": "元"}
VALUE = re.compile(r"(\d{4,})( yen|円|원|元)")

# habit, what came back (g gold, n near-duplicate, o other, p another chunk of the gold document, s the same
# fact elsewhere), how many cases, what is to be concluded
KINDS = [
    ("knows", "ogooo", 30, C.KNOWN_WITHOUT_RETRIEVAL),
    ("knows", "ooooo", 30, C.KNOWN_WITHOUT_RETRIEVAL),
    ("copies_first", "oogoo", 14, C.POSITION),
    ("copies_first", "goooo", 14, C.DRAWN_FROM_GOLD),
    ("overlooks_middle", "oogoo", 14, C.POSITION),
    ("overlooks_middle", "goooo", 10, C.DRAWN_FROM_GOLD),
    ("misled", "nogoo", 14, C.DISTRACTED),
    ("misled", "noooo", 10, C.RETRIEVAL_AT_FAULT),
    ("refuses", "ooooo", 14, C.RETRIEVAL_AT_FAULT),
    ("refuses", "opooo", 14, C.CHUNKING_AT_FAULT),
    ("refuses", "ooogo", 12, C.DRAWN_FROM_GOLD),
    ("refuses", "sgooo", 12, C.NOT_DRAWN_FROM_GOLD),
    ("cannot", "ogooo", 12, C.GENERATION_AT_FAULT),
]
assert sum(n for *_, n, _ in KINDS) == 200


class Fact:
    """One case of a known habit."""

    def __init__(self, number, habit, came_back, concluded):
        self.language = tuple(WORDS)[number % 4]
        self.habit, self.came_back, self.concluded = habit, came_back, concluded
        numbers = {"i": number + 10, "j": number + 500, "v": 2000 + 7 * number, "w": 5003 + 11 * number}
        said = [words.format(**numbers) for words in WORDS[self.language]]
        self.question, self.passage, self.near, self.other, self.part, self.elsewhere, self.refusal = said
        self.right = f"{numbers['v']}{UNITS[self.language]}"
        self.wrong = f"{numbers['w']}{UNITS[self.language]}"
        self.id = f"q{number}"

    def texts(self):
        kinds = {"g": self.passage, "n": self.near, "p": self.part, "s": self.elsewhere}
        documents = {"g": f"gold-{self.id}", "p": f"gold-{self.id}"}
        return [
            {
                "document_id": documents.get(kind, f"other-{self.id}-{place}"),
                "text": kinds.get(kind, f"{self.other} ({place})"),
            }
            for place, kind in enumerate(self.came_back)
        ]

    def row(self, answer):
        return {
            "id": self.id,
            "question": self.question,
            "expected": self.right,
            "gold_ids": [f"gold-{self.id}"],
            "evidence": [self.passage],
            "retrieved": self.texts(),
            "answer": answer,
            "language": self.language,
            "tags": [self.habit],
        }

    def reads(self, contexts):
        """Return what somebody who reads answers: the fee of this locker, or that there is none."""
        said = " ".join(contexts)
        return self.right if self.passage in said or self.elsewhere in said else self.refusal

    def answer(self, contexts, draw=0.0):  # noqa: PLR0911 - a habit a line
        """Return what the habit answers; a coin is drawn."""
        if self.habit == "coin":
            return self.right if draw < 0.5 else self.wrong
        if self.habit == "knows":
            return self.right
        if self.habit == "cannot":
            return self.wrong
        if self.habit == "copies_first":
            found = VALUE.search(contexts[0]) if contexts else None
            return found.group() if found else self.refusal
        if self.habit == "overlooks_middle":
            return self.reads(
                [text for place, text in enumerate(contexts) if len(contexts) != 5 or place != 2]
            )
        if self.habit == "misled" and self.near in contexts:
            return self.wrong
        return self.reads(contexts)


class Scripted:
    """Answers by its habits; the same calls in any order bring the same answers."""

    def __init__(self, facts, *, flips=0.0, seed=0):
        self.facts = {fact.question: fact for fact in facts}
        self.flips, self.seed = flips, seed
        self.times = Counter()
        self.calls = 0

    async def __call__(self, question, contexts):
        self.calls += 1
        return self.said(question, contexts)

    def said(self, question, contexts):
        fact = self.facts[question]
        key = (question, tuple(contexts))
        self.times[key] += 1
        draws = random.Random(f"{self.seed} {key} {self.times[key]}")  # noqa: S311 - no secret
        answer = fact.answer(contexts, draws.random())
        if draws.random() >= self.flips:
            return answer
        return fact.wrong if answer == fact.right else fact.right


def facts():
    numbered = [kind for kind in KINDS for _ in range(kind[2])]
    return [
        Fact(number, habit, came, concluded) for number, (habit, came, _, concluded) in enumerate(numbered)
    ]


def probed(known, generator, recorder, **options):
    """Let one generator answer as recorded, and another when it is probed."""
    rows = [fact.row(recorder.said(fact.question, [text["text"] for text in fact.texts()])) for fact in known]
    return ragtriage.probe(rows, generator, **options)


def test_without_noise_one_sample_tells_every_habit():
    known = facts()
    probe = probed(known, Scripted(known), Scripted(known))
    told = [(fact.habit, fact.came_back, case.conclusion) for fact, case in zip(known, probe, strict=True)]
    wanted = [(fact.habit, fact.came_back, fact.concluded) for fact in known]
    right = sum(map(bool, (a == b for a, b in zip(told, wanted, strict=True))))
    assert right >= 0.98 * len(known), [pair for pair in zip(told, wanted, strict=True) if pair[0] != pair[1]]
    assert {fact.language for fact in known} == {"en", "ja", "ko", "zh"}


def test_without_noise_what_is_confirmed_is_what_the_habit_is():
    known = facts()
    probe = probed(known, Scripted(known), Scripted(known))
    wanted = {
        C.KNOWN_WITHOUT_RETRIEVAL: {Standing.OPEN, Standing.CONFIRMED},  # passed says nothing of it
        C.NOT_DRAWN_FROM_GOLD: {Standing.OPEN},
    }
    for fact, case in zip(known, probe, strict=True):
        assert case.certain
        assert case.standing in wanted.get(fact.concluded, {Standing.CONFIRMED}), (fact.habit, fact.came_back)
    assert probe.summary.reproduced.count == 200
    assert probe.summary.standings[Standing.CONTRADICTED] == 0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_with_a_tenth_of_the_answers_turned_five_samples_tell_nine_of_ten(seed):
    known = facts()
    probe = probed(
        known, Scripted(known, flips=0.1, seed=seed), Scripted(known, flips=0.1, seed=-seed), samples=5
    )
    right = sum(case.conclusion is fact.concluded for fact, case in zip(known, probe, strict=True))
    assert right >= 0.90 * len(known)
    confirmed = [
        (fact, case) for fact, case in zip(known, probe, strict=True) if case.standing is not Standing.OPEN
    ]
    assert all(case.conclusion is fact.concluded for fact, case in confirmed)


def coins(n=120):
    """Return cases whose answers are a coin's, whatever came back."""
    return [Fact(number, "coin", ("ogooo", "ooooo", "opooo")[number % 3], None) for number in range(n)]


@pytest.mark.parametrize(("samples", "seed"), [(1, 1), (1, 2), (3, 1), (5, 1), (5, 2), (9, 1)])
def test_nothing_is_confirmed_of_a_coin(samples, seed):
    known = coins()
    probe = probed(known, Scripted(known, seed=seed), Scripted(known, seed=-seed), samples=samples)
    assert {case.standing for case in probe} == {Standing.OPEN}
    assert not probe.summary.is_still
    assert any("recorded answers are reproduced" in warning for warning in probe.warnings)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_is_confirmed_of_coins_among_cases_that_hold_still(seed):
    still = [fact for fact in facts() if fact.habit != "knows"]
    for fact in still:
        fact.question, fact.id = f"{fact.question} ", f"still-{fact.id}"
    known = [*still, *coins(50)]
    probe = probed(known, Scripted(known, seed=seed), Scripted(known, seed=-seed), samples=5)
    assert probe.summary.is_still
    told = dict(zip((fact.id for fact in known), probe, strict=True))
    assert {told[fact.id].standing for fact in known if fact.habit == "coin"} == {Standing.OPEN}
    assert all(told[fact.id].conclusion is fact.concluded for fact in still)
    assert any(told[fact.id].conclusion is C.FLAKY for fact in known if fact.habit == "coin")


def test_what_is_known_by_heart_confirms_no_pass():
    known = [fact for fact in facts() if fact.habit == "knows"]
    probe = probed(known, Scripted(known), Scripted(known))
    passed = [case for case in probe if case.diagnosis == "passed"]
    assert len(passed) == 30
    assert {case.standing for case in passed} == {Standing.OPEN}


def test_nothing_is_confirmed_where_the_gold_has_no_text():
    known = [fact for fact in facts() if fact.habit == "refuses" and fact.came_back == "ooooo"]
    generator = Scripted(known)
    rows = [fact.row(fact.answer([])) for fact in known]
    for row in rows:
        del row["evidence"]
    for case in ragtriage.probe(rows, generator):
        assert case.standing is Standing.OPEN
        assert case.conclusion is C.NOTHING_CONCLUDED
        assert "no evidence" in case.arms["gold"].not_built


def test_nothing_is_confirmed_where_nobody_says_what_is_right():
    known = facts()[60:100]
    rows = [fact.row(fact.answer([text["text"] for text in fact.texts()])) for fact in known]
    for row in rows:
        del row["expected"]
    for case in ragtriage.probe(rows, Scripted(known)):
        assert case.standing is Standing.OPEN
        assert case.conclusion is C.NOTHING_CONCLUDED
        assert {result.reading for result in case.arms.values()} == {"unknown"}


def test_nothing_is_confirmed_of_a_failure_that_another_system_does_not_repeat():
    known = [fact for fact in facts() if fact.habit == "refuses" and fact.came_back == "ooogo"]
    rows = [fact.row(fact.wrong) for fact in known]  # recorded by a system that was wrong
    probe = ragtriage.probe(rows, Scripted(known), samples=5)
    assert {case.standing for case in probe} == {Standing.OPEN}
    assert {case.is_reproduced for case in probe} == {False}
    assert "not reproduced" in probe.report.cases[0].why


def test_nothing_is_concluded_where_the_recorded_answer_is_in_other_words():
    # a paraphrase would look the same as a wrong answer, so that it is open whether there was a failure
    rows = [
        {
            "id": "q",
            "question": "Who signs?",
            "expected": "the head of department",
            "gold_ids": ["policy"],
            "evidence": ["The head of department signs."],
            "retrieved": [{"document_id": "guide", "text": "Ask Ann."}],
            "answer": "someone from upstairs",
        }
    ]

    def generator(_question, contexts):
        said = " ".join(contexts)
        return "the head of department" if "signs" in said else "someone from upstairs"

    (case,) = ragtriage.probe(rows, generator)
    assert case.conclusion is C.NOTHING_CONCLUDED
    assert not case.certain
    assert case.standing is Standing.OPEN
