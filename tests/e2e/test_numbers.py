"""Numbers on the command line and in what is sent: each is one that can be counted with, or is refused."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from ragtriage.cli.configuration import find_configuration
from ragtriage.cli.main import _COMMANDS, _command, cli
from ragtriage.cli.values import Number, Prices, Seed, Whole
from ragtriage.errors import ConfigError
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.spending import Limits, Price
from ragtriage.probing.generators.models import prompted
from ragtriage.probing.generators.web import posted, read_body

NOT_FINITE = ("nan", "-nan", "NaN", "inf", "-inf", "Infinity", "1e999", "-1e999")


def leaves() -> list[tuple[list[str], click.Command]]:
    found: list[tuple[list[str], click.Command]] = []
    for name in _COMMANDS:
        command = _command(name)
        if isinstance(command, click.Group):
            found += [([name, sub], each) for sub, each in command.commands.items()]
        else:
            found.append(([name], command))
    return found


OPTIONS = [
    (names, parameter)
    for names, command in leaves()
    for parameter in command.params
    if isinstance(parameter, click.Option)
]
FLOATS = [(names, option) for names, option in OPTIONS if isinstance(option.type, Number | click.FloatRange)]
WHOLES = [(names, option) for names, option in OPTIONS if isinstance(option.type, Whole | Seed)]
PRICES = [(names, option) for names, option in OPTIONS if isinstance(option.type, Prices)]


def ids(options):
    return [" ".join([*names, option.name]) for names, option in options]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(names: list[str], option: click.Option, value: str) -> str:
    """Give an option a value, without anything else, and return what is said of it."""
    done = CliRunner().invoke(cli, [*names, f"{option.opts[0]}={value}"])
    assert done.exit_code == 2
    assert f"Invalid value for '{option.opts[0]}'" in done.stderr
    return done.stderr


def test_every_number_has_one_of_our_types():
    numbers = {
        (tuple(names), option.name)
        for names, option in OPTIONS
        if isinstance(option.type, click.types.FloatParamType | click.types.IntParamType)
        and not isinstance(option.type, Number | Whole)
        and not (option.is_flag or option.count)
    }
    assert not numbers
    assert len(FLOATS) >= 8
    assert {option.name for _, option in WHOLES if isinstance(option.type, Seed)} == {"judge_seed", "seed"}
    assert {option.name for _, option in PRICES} == {"price"}


@pytest.mark.parametrize(("names", "option"), FLOATS, ids=ids(FLOATS))
def test_a_float_is_finite(names, option):
    for value in NOT_FINITE:
        refused(names, option, value)


@pytest.mark.parametrize(("names", "option"), PRICES, ids=ids(PRICES))
def test_a_price_is_two_finite_numbers(names, option):
    for value in ("nan,nan", "1,nan", "inf,1", "1,1e999", "-1,1", "1", "1,2,3", "a,b", ""):
        refused(names, option, value)


@pytest.mark.parametrize(("names", "option"), WHOLES, ids=ids(WHOLES))
def test_a_whole_number_can_be_counted_with(names, option):
    for value in ("9223372036854775808", "1" * 30, "1" * 5000, "nan", "inf", "1e3", "2.5"):
        assert len(refused(names, option, value)) < 6000
    if isinstance(option.type, Seed):
        refused(names, option, "-" + "1" * 30)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("max-unknown = nan", "no finite number"),
        ("max-cost = inf", "no finite number"),
        ("max-cost = true", "expected a number"),
        ('max-unknown = "0.1"', "expected a number"),
        ("k = 9223372036854775807", "larger than"),
        ("k = 2.0", "expected a whole number"),
        ('price = "nan,1"', "two numbers"),
    ],
)
def test_numbers_of_a_file_are_looked_at_as_well(here, text, told):
    (here / "ragtriage.toml").write_text(text)
    with pytest.raises(ConfigError, match=told):
        find_configuration(here, frozenset(_COMMANDS)).defaults(_command("evaluate"))


def test_a_number_of_a_file_may_be_a_whole_one(here):
    (here / "ragtriage.toml").write_text('max-unknown = 1\nmax-cost = 2.5\nprice = "0.25,2"\n')
    found = find_configuration(here, frozenset(_COMMANDS)).defaults(_command("evaluate"))
    assert found == {"max_unknown": 1, "max_cost": 2.5, "price": "0.25,2"}


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_python_is_refused_them_too(number):
    for make in (
        lambda: Price(prompt=number, completion=1.0),
        lambda: Price(prompt=1.0, completion=number),
        lambda: Limits(cost=number, price=Price(prompt=1.0, completion=1.0)),
        lambda: Endpoint(timeout_seconds=number),
        lambda: prompted(Endpoint(), temperature=number),
    ):
        with pytest.raises(ConfigError, match=r"number|positive"):
            make()


def test_no_time_out_is_longer_than_a_clock_takes():
    assert Endpoint(timeout_seconds=604_800).timeout_seconds == 604_800
    with pytest.raises(ConfigError, match="604,800"):
        Endpoint(timeout_seconds=1e300)


BODIES = {
    '{"q": "{{question}}", "b": 1e999}': "NaN, Infinity",
    '{"q": "{{question}}", "b": -1e999}': "NaN, Infinity",
    '{"q": "{{question}}", "b": NaN}': "NaN, Infinity",
    '{"q": "{{question}}", "b": [[{"c": Infinity}]]}': "NaN, Infinity",
    '["{{question}}", -Infinity]': "NaN, Infinity",
    '{"q": "{{question}}", "b": "\\ud800"}': "surrogate",
    '{"q": "{{question}}", "\\udfff": 1}': "surrogate",
    '{"q": "x \\udc00 {{question}}"}': "surrogate",
    '{"q": "{{question}}", "b": ' + "[" * 65 + "]" * 65 + "}": "nested",
    '{"q": "{{question}}", "b": ' + "[" * 900 + "]" * 900 + "}": "nested",
    '{"q": "{{question}}", "b": ' + "[" * 100_000 + "]" * 100_000 + "}": "no JSON",
}


@pytest.mark.parametrize(("body", "told"), BODIES.items(), ids=range(len(BODIES)))
def test_a_body_that_no_server_can_read_is_refused(body, told):
    with pytest.raises(ConfigError, match=told):
        posted(Endpoint(base_url="http://127.0.0.1:9"), body=read_body(body))


@pytest.mark.parametrize(
    "body",
    [
        '{"q": "{{question}}", "b": 1e308}',
        '{"q": "{{question}}", "b": 123456789012345678901234567890}',
        '{"q": "{{question}}", "b": "\\ud83d\\ude00 \\u0000 経費"}',
        '{"q": "{{question}}", "b": "NaN"}',
        '{"q": "{{question}}", "b": ' + "[" * 60 + "]" * 60 + "}",
    ],
)
def test_a_body_that_a_server_can_read_is_sent_as_it_is(body):
    made = posted(Endpoint(base_url="http://127.0.0.1:9"), body=read_body(body))
    sent = json.loads(made.request("5日?", (), 0).messages[0].content)
    assert sent == json.loads(body) | {"q": "5日?"}


def test_a_dry_run_of_many_samples_counts_by_arithmetic(here):
    row = {"id": "a", "question": "q", "expected": "x", "gold_ids": ["d"], "actual": "x"}
    rows = [row | {"id": str(i), "retrieved": [{"id": "d", "text": "x"}]} for i in range(300)]
    Path("in.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows))
    command = [
        "probe",
        "in.jsonl",
        "--generator",
        "openai:m",
        "--base-url",
        "http://127.0.0.1:9/v1",
        "--dry-run",
    ]
    started = time.monotonic()
    done = CliRunner().invoke(cli, [*command, "--samples", "1000", "--no-cache"])
    assert time.monotonic() - started < 20
    once = CliRunner().invoke(cli, [*command, "--no-cache"])
    (here / "kept").mkdir()
    kept = CliRunner().invoke(cli, [*command, "--samples", "3", "--cache", "kept"])
    assert (done.exit_code, once.exit_code, kept.exit_code) == (0, 0, 0)
    calls = [
        int(each.stderr.split("about ")[1].split(" calls")[0].replace(",", "")) for each in (once, done, kept)
    ]
    assert calls == [calls[0], calls[0] * 1000, calls[0] * 3]
    refused = CliRunner().invoke(cli, [*command, "--samples", "99999999"])
    assert refused.exit_code == 2
    assert "--samples" in refused.stderr
