from __future__ import annotations

import shlex
from collections import Counter

import pytest

from ragtriage.errors import SchemaError
from ragtriage.io.files import open_source
from ragtriage.io.headings import HEADINGS, meanings, proposed_pairs
from ragtriage.io.map_advice import map_advice
from ragtriage.io.mapping import FieldMap
from ragtriage.io.rows import Format, read_rows
from ragtriage.io.spellings import SPELLINGS
from ragtriage.io.survey import Survey


@pytest.mark.parametrize(
    ("header", "pairs"),
    [
        (
            "ID,質問,正解,回答,根拠,検索結果",
            "id=ID question=質問 expected_answers=正解 answer=回答 evidence=根拠 retrieved_texts=検索結果",
        ),
        (
            "番号,問,正答,出力,正解文書",
            "id=番号 question=問 expected_answers=正答 answer=出力 gold_documents=正解文書",
        ),
        ("번호,질문,정답,답변,근거", "id=번호 question=질문 expected_answers=정답 answer=답변 evidence=근거"),
        (
            "编号,问题,正确答案,回答,依据",
            "id=编号 question=问题 expected_answers=正确答案 answer=回答 evidence=依据",
        ),
        (
            "編號,問題,標準答案,系統回答,依據",
            "id=編號 question=問題 expected_answers=標準答案 answer=系統回答 evidence=依據",
        ),
    ],
)
def test_headings_of_five_scripts_are_proposed_for_the_fields_they_name(header, pairs) -> None:
    assert proposed_pairs(header.split(",")) == dict(pair.split("=") for pair in pairs.split())


@pytest.mark.parametrize(
    ("headings", "pairs"),
    [
        (["质问", "问题", "答案"], {"question": "问题", "expected_answers": "答案"}),
        (
            ["问题", "答案", "标准答案"],
            {"question": "问题", "answer": "答案", "expected_answers": "标准答案"},
        ),
        (["question", "答え", "回答"], {"expected_answers": "答え", "answer": "回答"}),
        (["expected", "答え"], {"answer": "答え"}),
        (["検索結果", "検索結果ID"], {"retrieved_texts": "検索結果", "retrieved": "検索結果ID"}),
    ],
)
def test_a_heading_with_two_meanings_takes_the_one_that_no_other_claims(headings, pairs) -> None:
    assert proposed_pairs(headings) == pairs


@pytest.mark.parametrize(
    "heading",
    [
        "質問",
        " 質 問",
        "質問（必須）",
        "【社内】質問",
        "質問:",
        "Question",
        "USER INPUT",
        "user-input",
        "ＱＵＥＲＹ",
    ],
)
def test_case_width_spaces_and_brackets_make_no_other_heading(heading) -> None:
    stripped = heading.strip()
    assert proposed_pairs([stripped]) == {"question": stripped}


def test_a_korean_heading_may_be_decomposed_as_a_mac_writes_it() -> None:
    decomposed = "\u110c\u1175\u11af\u1106\u116e\u11ab"
    assert proposed_pairs([decomposed]) == {"question": decomposed}


@pytest.mark.parametrize("heading", ["質問,回答", "質問\n必須", "質問.", "[質問]", " 質問"])
def test_what_could_not_be_given_to_the_option_is_not_proposed(heading) -> None:
    assert proposed_pairs([heading]) == {}
    assert map_advice([heading, "備考"]) is None


def test_names_of_our_own_need_no_pair_and_a_second_heading_of_a_field_gets_none() -> None:
    assert proposed_pairs(SPELLINGS) == {}
    assert proposed_pairs(["question", "質問", "正解", "模範解答"]) == {"expected_answers": "正解"}


def test_every_heading_of_the_table_is_proposed_and_the_proposal_can_be_given() -> None:
    for field, names in HEADINGS.items():
        for name in names:
            advice = map_advice([name])
            assert advice is not None, name
            [pair] = shlex.split(advice.partition("--map ")[2].partition(" (or ")[0])
            mapped = FieldMap.parse([pair]).apply({name: "x"})
            assert SPELLINGS[next(iter(mapped))] in meanings(name), name
            assert field in meanings(name)


def test_no_heading_stands_in_the_table_twice_but_those_that_mean_two_things() -> None:
    found = Counter(name for names in HEADINGS.values() for name in dict.fromkeys(names))
    both = set(HEADINGS["expected_answers"]) & set(HEADINGS["answer"])
    ids = {"docids", "documentids", "sources"}
    assert {name for name, times in found.items() if times > 1} == both | ids | {"gold", "contexttext"}
    assert not any(len(names) > len(set(names)) for names in HEADINGS.values())


def test_a_quote_in_a_heading_is_written_as_a_shell_reads_it() -> None:
    advice = map_advice(["質問(o'clock)"])
    assert advice is not None
    assert shlex.split(advice.partition("--map ")[2]) == ["question=質問(o'clock)"]


def refused(path) -> str:
    def refuse(error: SchemaError) -> None:
        raise error

    source = open_source(path)
    try:
        with pytest.raises(SchemaError) as raised:
            list(read_rows(source, Format.AUTO, Survey(source.name), refuse))
    finally:
        source.close()
    return str(raised.value)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        (
            "a.csv",
            "質問,回答\nq,a\n",
            "line 1: no column has a known name: ['質問', '回答']; say which is which: ",
        ),
        (
            "a.jsonl",
            '{"質問": "q", "回答": "a"}\n',
            "line 1: has neither `id` nor `question`; say which is which: ",
        ),
        (
            "a.json",
            '[{"質問": "q", "回答": "a"}]',
            "item 1: has neither `id` nor `question`; say which is which: ",
        ),
        (
            "b.csv",
            "id,質問,回答\n1,q,a\n",
            "line 2: has no field of a known name but `id`; say which is which: ",
        ),
    ],
)
def test_a_file_of_known_headings_is_refused_with_the_whole_map(tmp_path, name, data, message) -> None:
    path = tmp_path / name
    path.write_text(data, encoding="utf-8")
    assert refused(path).endswith(f"{name}, {message}--map 'question=質問,answer=回答'")


def test_a_file_whose_rows_have_a_question_is_read_and_its_unread_headings_are_proposed(tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("question,answer,正解\nq,a,e\n", encoding="utf-8")
    source = open_source(path)
    survey = Survey(source.name)
    [row] = read_rows(source, Format.AUTO, survey, pytest.fail)
    source.close()
    assert row.case.expected_answers is None
    [unread] = survey.unread_fields()
    assert (unread.suggestion, unread.fix) == ("expected_answers", "--map 'expected_answers=正解'")
