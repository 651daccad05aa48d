"""Where a row that is no case stands, that it can be set aside, and that padding is no row."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ragtriage.cli.main import cli
from ragtriage.errors import DataError

HEAD = "id,question,answer,retrieved,context\n"
GOOD = 'a,q,x,"[""d""]",\n'


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, list(arguments), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.output


COMMANDS = [("check", "in"), ("evaluate", "in", "--out", "o", "--quiet"), ("convert", "in", "o.jsonl")]
BAD = {
    HEAD + "\n\n" + GOOD + "\n,,x,,\n": "line 6",
    HEAD + ",,x,,\n" + GOOD: "line 2",
    HEAD + "\n\n\n,,x,,\n" + GOOD: "line 5",
    HEAD + GOOD + ",,,,\n,,x,,\n": "line 4",
    HEAD + GOOD + 'b,"q\nq",x,,\n,,x,,\n': "line 5",
    "id\tanswer\n\na\tx\n\tx\n": "line 4",
    '{"id": "a", "answer": "x"}\n\n{"answer": "x"}\n': "line 3",
    '[{"id": "a", "answer": "x"}, {"answer": "x"}]': "item 2",
}


@pytest.mark.parametrize(("text", "place"), BAD.items(), ids=range(len(BAD)))
@pytest.mark.parametrize("command", COMMANDS, ids=[each[0] for each in COMMANDS])
def test_a_row_that_nothing_names_is_told_by_its_line_and_can_be_set_aside(command, text, place):
    Path("in").write_text(text)
    with pytest.raises(DataError, match=rf"^in, {place}: has neither `id` nor `question`"):
        run(*command)
    said = run(*command, "--on-error", "skip")
    if command[0] == "convert":
        assert f"the first: in, {place}:" in said
        kept = [json.loads(line) for line in Path("o.jsonl").read_text().splitlines()]
        assert [row["id"] for row in kept] in (["a"], ["a", "b"])


PADDED = [
    HEAD + GOOD + ",,,,\n,,,,\n",
    HEAD + ",,,,\n" + GOOD + ", ,\t,,\n",
    ",,,,\n" + HEAD + GOOD,
    HEAD + GOOD + ",,\n",
    HEAD + GOOD + ",,,,,,,,\n",
    HEAD + '"","","","",""\n' + GOOD,
    HEAD + "\u3000,\xa0,,,\n" + GOOD,
    HEAD.replace(",", "\t") + GOOD.replace(",", "\t") + "\t\t\t\t\n",
    HEAD.replace(",", ";") + GOOD.replace(",", ";") + ";;;;\n",
]


@pytest.mark.parametrize("text", PADDED, ids=range(len(PADDED)))
@pytest.mark.parametrize("command", COMMANDS, ids=[each[0] for each in COMMANDS])
def test_padding_of_spreadsheets_is_no_row(command, text):
    Path("in").write_text(text)
    run(*command)
    if command[0] == "convert":
        assert [json.loads(line)["id"] for line in Path("o.jsonl").read_text().splitlines()] == ["a"]


def test_an_option_is_advised_by_who_has_it():
    cases = '{"id": "a", "question": "q"}\n{"id": "b", "question": "r"}\n'
    Path("cases.jsonl").write_text(cases)
    Path("traces.jsonl").write_text('{"id": "a", "answer": "x"}\n')
    with pytest.raises(DataError, match="case 'b' has no trace") as convert:
        run("convert", "cases.jsonl", "o.csv", "--traces", "traces.jsonl")
    assert "--missing-as-empty" not in str(convert.value)
    with pytest.raises(DataError, match="`ragtriage evaluate --missing-as-empty`"):
        run("evaluate", "cases.jsonl", "traces.jsonl", "--out", "o")
    with pytest.raises(DataError, match="`ragtriage evaluate --missing-as-empty`"):
        run("probe", "cases.jsonl", "--generator", "http://127.0.0.1:9/", "--dry-run", "--out", "o")
