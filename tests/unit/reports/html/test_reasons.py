from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ragtriage
from ragtriage import evaluate
from ragtriage.model import Stage, SupportDetail
from ragtriage.reports.html.detail import detail_of
from ragtriage.reports.html.messages import Language
from ragtriage.reports.html.reasons import reason_in
from ragtriage.reports.html.words.reasons import REASONS_JA, reason_ja
from ragtriage.verdicts.asked.flaws import UNRELATED, value_flaw

SOURCE = Path(ragtriage.__file__).parent
EXAMPLE = Path(__file__).parents[4] / "examples" / "expenses.jsonl"
JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")


def constants() -> Iterator[str]:
    """Every reason in the code that is written out: `reason="…"`, `reason = "…"`, and those of `_unknown`."""
    for path in (*(SOURCE / "verdicts").rglob("*.py"), SOURCE / "text" / "support.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.keyword(arg="reason", value=ast.Constant(value=str(text))) if " " in text:
                    yield text  # one word is the kind of a field in a schema
                case ast.Assign(targets=[ast.Name(id="reason")], value=ast.Constant(value=str(text))):
                    yield text
                case ast.Assign(
                    targets=[ast.Tuple(elts=[ast.Name(id="reason"), *_])],
                    value=ast.Tuple(elts=[ast.Constant(value=str(text)), *_]),
                ):
                    yield text
                case ast.Call(func=ast.Name(id="_unknown"), args=[ast.Constant(value=str(text)), *_]):
                    yield text
                case _:
                    pass


def test_every_reason_without_a_value_is_known_in_japanese_and_no_other_is():
    assert set(constants()) == set(REASONS_JA)
    assert len(REASONS_JA) > 20
    assert all(JAPANESE.search(text) and not re.search("[a-z]{2,}", text) for text in REASONS_JA.values())


def reasons(evaluation) -> Iterator[str]:
    for result in evaluation:
        for stage in Stage:
            verdict = getattr(result.verdicts, stage)
            if verdict.reason:
                yield verdict.reason
            if isinstance(verdict.detail, SupportDetail):
                yield from (one.reason for one in verdict.detail.statements if one.reason)


def test_every_reason_of_the_example_is_known_in_japanese():
    told = list(reasons(evaluate(EXAMPLE)))
    assert len(told) > 40
    assert [text for text in told if reason_ja(text) is None] == []


@pytest.mark.parametrize("run", ["jsquad_ja_runA", "autorag_ko_run", "squad2_en_run"])
def test_nearly_every_reason_of_real_runs_is_known_in_japanese(shared, run):
    told = list(reasons(evaluate(shared / "data" / "rag_runs" / f"{run}.jsonl", k=3)))
    unknown = [text for text in told if reason_ja(text) is None]
    assert len(unknown) <= len(told) / 100, unknown[:5]


def phrases() -> set[str]:
    """What the code says of how an expected answer, or a statement, stands where it stands."""
    found = {"as one of two alternatives"}
    for path in ("text/stating/denials.py", "text/support.py"):
        for node in ast.walk(ast.parse((SOURCE / path).read_text("utf-8"))):
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Constant):
                found |= {node.value.value} if isinstance(node.value.value, str) else set()
    return found


def test_every_way_in_which_an_answer_is_not_plainly_stated_is_known_in_japanese():
    found = phrases()
    assert len(found) > 7
    for phrase in found:
        for text in (f"“x” stands in the answer, but {phrase}", f"the texts hold it, but {phrase}"):
            known = reason_ja(text)
            assert known is not None, text
            assert phrase not in known


def test_values_are_put_in_as_they_are():
    figures = "5 yen is neither in the texts nor in the question, and does not follow from them"
    known = reason_ja(f"2 of 3 statements not backed: 'a: b': {figures}")
    assert known == f"3 件中 2 件の主張が裏付けられていません: 'a: b': {reason_ja(figures)}"
    missing = "not found in the 3 texts that the generator saw; missing first: 'a'"
    assert reason_ja(f"evidence: 1 of 2 {missing}; 1 of the texts were not recorded") == (
        "生成器が見た 3 件のテキストに、根拠 2 件中 1 件が見つかりません。最初のもの: 'a'"
        "(1 件のテキストは記録されていません)"
    )
    hostile = reason_ja("“{ids}{0}” is not stated in the answer; a paraphrase would look the same")
    assert hostile is not None
    assert "“{ids}{0}”" in hostile


def test_what_a_model_says_stays_as_it_is():
    assert reason_ja("The text says so.") is None
    known = reason_ja("1 of 1 statements not backed: 'a': Die Texte sagen nichts.")
    assert known == "1 件中 1 件の主張が裏付けられていません: 'a': Die Texte sagen nichts."


def test_a_japanese_page_gives_reasons_in_japanese_and_what_is_stored_stays_english(tmp_path):
    evaluation = evaluate(EXAMPLE)
    evaluation.save(tmp_path)
    before = (tmp_path / "cases.jsonl").read_bytes()
    result, settings = evaluation.find("mileage"), evaluation.manifest.settings
    english = detail_of(result, settings)
    japanese = detail_of(result, settings, language=Language.JA)
    for one, other in zip(english.verdicts, japanese.verdicts, strict=True):
        assert not one.is_translated
        assert other.is_translated
        assert one.reason != other.reason
        assert JAPANESE.search(json.dumps(other.reason, ensure_ascii=False))
    assert "not retrieved: mileage-policy" in before.decode()
    assert result.verdicts.retrieval.reason == "not retrieved: mileage-policy"
    assert reason_in(Language.JA, None) == ("", False)


def test_what_keeps_a_reply_from_being_believed_is_known_in_japanese():
    around = ["The pass costs 50 euros."]
    for quote in ("costs half a hundred", "costs 50 euros"):
        flaw = value_flaw("30 euros", [quote], around, pointed_at="quote", giver="statement")
        known = reason_ja(f"1 of 2 statements could not be judged: 'It is so.': {flaw.told}")
        assert known is not None
        assert "30 euros" in known
        assert not re.search("statement|quote", known)
    assert JAPANESE.search(reason_ja(UNRELATED.told))
