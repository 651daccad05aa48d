"""Laws of a probe: what does not depend on the order of answers, and what must add up."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ragtriage
from ragtriage.model import Diagnosis, Outcome
from ragtriage.model.probing import Arm, Conclusion, Reading, Sample, Standing
from ragtriage.probing.conclusions import Observed, conclude, standing
from ragtriage.probing.generators.prompts import compiled
from ragtriage.probing.generators.web import posted, read_body
from ragtriage.probing.readings import baseline_reading, is_steady, reading

# a busy machine is slow to draw, and that is no fault of the code
LAWS = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

SAMPLES = st.lists(st.builds(Sample, outcome=st.sampled_from(Outcome), certain=st.booleans()), max_size=12)
OTHER = {Outcome.PASS: Outcome.FAIL, Outcome.FAIL: Outcome.PASS, Outcome.UNKNOWN: Outcome.UNKNOWN}
TURNED = {Reading.RIGHT: Reading.WRONG, Reading.WRONG: Reading.RIGHT}
READINGS = st.sampled_from(Reading)
OBSERVED = st.builds(
    Observed,
    st.booleans(),
    st.sampled_from(Outcome),
    st.sampled_from(Outcome),
    *[READINGS] * 7,
)


def turned(samples):
    return [Sample(outcome=OTHER[sample.outcome], certain=sample.certain) for sample in samples]


@LAWS
@given(SAMPLES, st.randoms())
def test_the_order_of_answers_is_no_matter(samples, random):
    shuffled = list(samples)
    random.shuffle(shuffled)
    for read in (reading, baseline_reading, is_steady):
        assert read(shuffled) == read(samples)


@LAWS
@given(SAMPLES)
def test_right_and_wrong_are_read_alike(samples):
    for read in (reading, baseline_reading):
        assert read(turned(samples)) is TURNED.get(read(samples), read(samples))
    assert is_steady(turned(samples)) is is_steady(samples)


@LAWS
@given(SAMPLES)
def test_what_is_steady_is_right_or_wrong(samples):
    if is_steady(samples):
        assert reading(samples) in TURNED
        assert baseline_reading(samples) is reading(samples)


@LAWS
@given(SAMPLES, st.lists(st.sampled_from([Outcome.PASS, Outcome.FAIL]), min_size=12, max_size=12))
def test_no_unknown_answer_could_have_turned_a_reading(samples, outcomes):
    settled = [
        Sample(outcome=other) if sample.outcome is Outcome.UNKNOWN else sample
        for sample, other in zip(samples, outcomes, strict=False)
    ]
    if reading(samples) in TURNED:
        assert reading(settled) is reading(samples)


@LAWS
@given(OBSERVED, st.sets(st.sampled_from(Observed._fields[3:])))
def test_less_that_wavers_never_makes_a_conclusion_less_certain(observed, unsteady):
    if conclude(observed, frozenset(unsteady)).certain:
        for name in unsteady:
            fixed = observed
            assert conclude(fixed, frozenset(unsteady - {name})).certain or (
                getattr(observed, name) in {Reading.MIXED, Reading.UNKNOWN}
            )


@LAWS
@given(OBSERVED)
def test_nothing_is_concluded_without_a_baseline_that_holds(observed):
    for baseline in (Reading.MIXED, Reading.UNKNOWN):
        concluded = conclude(observed._replace(baseline=baseline)).conclusion
        assert concluded in {Conclusion.FLAKY, Conclusion.NOTHING_CONCLUDED}
        assert {standing(diagnosis, concluded) for diagnosis in Diagnosis} == {Standing.OPEN}


@LAWS
@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=4))
def test_a_prompt_holds_every_text_as_it_is(question, contexts):
    template = compiled("{{ question }}\x00{% for text in contexts %}{{ text }}\x00{% endfor %}")
    assert template.filled(question, contexts) == "\x00".join([question, *contexts, ""])


@LAWS
@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60), st.lists(st.text(max_size=60), max_size=4)
)
def test_a_body_holds_question_and_texts_as_they_are(question, contexts):
    import json  # noqa: PLC0415 - of this test alone

    from ragtriage.llm.endpoint import Endpoint  # noqa: PLC0415 - as above

    generator = posted(
        Endpoint(base_url="http://localhost/"), body=read_body('{"q": ["{{question}}"], "c": "{{contexts}}"}')
    )
    body = json.loads(generator.request(question, contexts, 0).messages[0].content)
    assert body == {"q": [question], "c": contexts}


WORDS = ("15 euros", "25 euros", "I don't know.")


@settings(LAWS, max_examples=25)
@given(st.lists(st.tuples(st.booleans(), *[st.sampled_from(WORDS)] * 4), min_size=1, max_size=6))
def test_the_numbers_of_a_probe_add_up(cases):
    """Whatever a generator answers, counts are of the same cases, and headroom parts them."""
    rows = [
        {
            "id": f"q{i}",
            "question": f"How much is pass {i}?",
            "expected": "15 euros",
            "gold_ids": [f"g{i}"],
            "evidence": [f"Pass {i} costs 15 euros."],
            "answer": recorded,
            "retrieved": [
                {
                    "document_id": f"g{i}" if came else "o",
                    "text": f"Pass {i} costs 15 euros." if came else "No.",
                },
                {"document_id": "p", "text": "Children travel free."},
            ],
        }
        for i, (came, recorded, *_) in enumerate(cases)
    ]

    async def generator(question, contexts):
        answers = cases[int(question.split()[-1].rstrip("?"))][2:]
        return answers[min(len(contexts), 2)]

    probe = ragtriage.probe(rows, generator)
    summary, n = probe.summary, len(rows)
    assert sum(summary.conclusions.values()) == sum(summary.standings.values()) == summary.n == n
    for arm, rate in summary.levels.items():
        assert rate.passed + rate.fail + rate.unknown + rate.not_applicable == n
        assert rate.passed == sum(
            case.arms[arm].reading is Reading.RIGHT for case in probe if arm in case.arms
        )
    head = summary.headroom
    assert head.now.count + head.retrieval.count + head.generation.count == head.n
    assert head.lost_with_gold.count <= head.now.count
    assert head.known.count + head.due.count == head.known.n == summary.levels[Arm.RETRIEVED].passed
    for test in summary.tests:
        assert test.wins + test.losses + test.ties == test.n <= n
        assert 0 < test.smallest_p <= 1
        assert test.p <= test.p_adjusted <= 1
