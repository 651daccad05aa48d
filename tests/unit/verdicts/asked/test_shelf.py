"""Judgements of an earlier run are found by everything they depend on, and by nothing less."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from ragtriage.batch import Batch
from ragtriage.llm.asking import Asker
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.spending import Spent
from ragtriage.model import Case, Outcome, Retrieved, Settings, Statement, SupportDetail, Trace, Verdict
from ragtriage.verdicts.asked import shelf as module
from ragtriage.verdicts.asked.shelf import Shelf, Taken

CASE = Case(id="1", question="How much?", language="en")
TRACE = Trace(id="1", answer="30 euros", retrieved=(Retrieved(document_id="a", text="It is 30 euros."),))
VERDICT = Verdict(
    outcome=Outcome.PASS,
    method="m",
    score=1.0,
    detail=SupportDetail(statements=(Statement(text="30 euros", outcome="supported", quote="30 euros"),)),
)


def batch(case=CASE, trace=TRACE, settings=None, *, abstained=False):
    return Batch([case], [trace], [None], [None], [abstained], settings or Settings())


def kept(asker, cases, identity="judge 1"):
    async def look():
        async with asker:
            return [(place, found.judgement, found.taken) for place, found in shelf().kept()]

    def shelf():
        return Shelf(asker, cases, identity, Verdict)

    return asyncio.run(look())


@pytest.fixture
def asker(tmp_path):
    """An asker with one judgement kept."""
    made = Asker(Endpoint(model="m", base_url="http://there/v1", api_key="k"), cache=tmp_path)

    async def put():
        async with made:
            shelf = Shelf(made, batch(), "judge 1", Verdict)
            shelf.put(0, VERDICT, Taken(Spent(2, 70, 9), is_split=True))
            shelf.close()

    asyncio.run(put())
    return made


def test_the_same_is_found_with_what_it_took(asker):
    ((place, judgement, taken),) = kept(asker, batch())
    assert (place, judgement) == (0, VERDICT)
    assert (taken.spent, taken.is_split) == (Spent(2, 70, 9), True)


OTHERS = {
    "question": batch(changed(CASE, question="How many?")),
    "language": batch(changed(CASE, language="ja")),
    "expected answers": batch(changed(CASE, expected_answers=("30 euros",))),
    "answer": batch(trace=changed(TRACE, answer="40 euros")),
    "text": batch(trace=changed(TRACE, retrieved=(Retrieved(document_id="a", text="It is 40 euros."),))),
    "id of a document": batch(
        trace=changed(TRACE, retrieved=(Retrieved(document_id="b", text="It is 30 euros."),))
    ),
    "context": batch(trace=changed(TRACE, context=("It is 30 euros.",))),
    "refusal": batch(abstained=True),
    "cutoff": batch(settings=Settings(k=1)),
    "matching": batch(settings=Settings(fold_chinese=True)),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_whatever_else_the_judge_is_handed_is_another_case(asker, other):
    assert kept(asker, other) == []


def test_another_judge_model_endpoint_or_reader_is_another_judgement(asker, tmp_path, monkeypatch):
    assert kept(asker, batch(), "judge 2") == []
    for endpoint in (
        replace(asker.endpoint, model="n"),
        replace(asker.endpoint, base_url="http://elsewhere/v1"),
    ):
        assert kept(Asker(endpoint, cache=tmp_path), batch()) == []
    monkeypatch.setattr(module, "_code", lambda: "the code of tomorrow")
    assert kept(asker, batch()) == []


@pytest.mark.parametrize("name", ["rule.py", "en.toml", "judge.txt", "weights.json"])
def test_a_change_of_code_words_instructions_or_weights_is_other_code(name, tmp_path, monkeypatch):
    monkeypatch.setattr(module.ragtriage, "__file__", str(tmp_path / "__init__.py"))
    (tmp_path / name).write_text("one", "utf-8")
    before = module._code.__wrapped__()
    (tmp_path / name).write_text("another", "utf-8")
    assert module._code.__wrapped__() != before


def test_a_password_or_another_key_changes_nothing(asker, tmp_path):
    endpoint = replace(asker.endpoint, base_url="http://someone:hunter2@there/v1", api_key="other")
    assert len(kept(Asker(endpoint, cache=tmp_path), batch())) == 1


def test_what_cannot_be_read_is_judged_again(asker):
    async def damage():
        async with asker as open_asker:
            replies = open_asker._replies
            replies._connection.execute("UPDATE judgements SET kept = ?", (b"[1]",))

    asyncio.run(damage())
    assert kept(asker, batch()) == []


def test_a_text_that_cannot_be_encoded_is_kept_nowhere(asker):
    assert kept(asker, batch(trace=changed(TRACE, answer="half a pair: \ud83d"))) == []
