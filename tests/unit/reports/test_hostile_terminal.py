"""Whatever stands in a field of a case, a terminal is only told to print it."""

from __future__ import annotations

import io
import re
import unicodedata

import pytest
from msgspec.structs import replace
from rich.console import Console

from ragtriage import compare, evaluate
from ragtriage.comparison.calibration import calibrate
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.labels import Fault, Finding, LabelReport
from ragtriage.reports.calibration import print_calibration
from ragtriage.reports.comparison import print_comparison
from ragtriage.reports.explain import print_explanation
from ragtriage.reports.inert import uncommanded
from ragtriage.reports.labels import label_lines
from ragtriage.reports.terminal import print_summary


def console(*, is_terminal: bool) -> Console:
    return Console(file=io.StringIO(), width=80, force_terminal=is_terminal, color_system=None)


def printed(show, *arguments, is_terminal=False, **named) -> str:
    where = console(is_terminal=is_terminal)
    show(where, *arguments, **named)
    return where.file.getvalue()


def check(text: str) -> None:
    """Hold that nothing steers, hides or turns: line feeds are the only control characters."""
    odd = {
        letter
        for letter in text
        if letter != "\n" and unicodedata.category(letter) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
    }
    assert odd == set()
    text.encode()


@pytest.mark.parametrize("is_terminal", [False, True])
def test_a_summary_prints_text(hostile, hostile_row, is_terminal):
    evaluation = evaluate([hostile_row(hostile)], by=["tags", "language"])
    manifest = replace(evaluation.manifest, inputs=(hostile,))
    report = replace(evaluation.report, manifest=manifest, warnings=(hostile, *evaluation.warnings))
    text = printed(print_summary, report, failing=evaluation.failing, is_terminal=is_terminal)
    check(text)
    for word in (":smile:", "[red]", "[link="):  # rich reads neither emoji nor markup
        assert word in text or word not in hostile


@pytest.mark.parametrize("is_usable", [True, False])
def test_an_explanation_prints_text(hostile, hostile_row, repeating_judge, is_usable):
    row = hostile_row(hostile, context=[hostile, f"{hostile} again"])
    evaluation = evaluate([row], judges=[repeating_judge(hostile, is_usable=is_usable)])
    [result] = evaluation
    text = printed(print_explanation, result, evaluation.manifest.settings)
    check(text)
    for word in ("[red]x[/red]", "HYPERLINK", "example.org", "__proto__"):
        assert word in text or word not in hostile


def test_a_comparison_prints_text(hostile, hostile_row):
    one = evaluate([hostile_row(hostile)])
    other = evaluate([hostile_row(hostile, answer=hostile, retrieved=[])])
    compared = compare(one, other)
    check(printed(print_comparison, compared))
    check(printed(print_comparison, compared, is_whole=True))


def test_a_calibration_prints_text(hostile, hostile_row, repeating_judge):
    evaluation: Evaluation = evaluate([hostile_row(hostile)], judges=[repeating_judge(hostile)])
    calibration = calibrate(evaluation, {hostile: True}, stage="support")
    check(printed(print_calibration, calibration))


def test_findings_about_labels_are_text(hostile):
    finding = Finding(fault=Fault.REPEATED_ID, ids=(hostile,), message=hostile)
    report = LabelReport(cases=1, findings=(finding,), unchecked={Fault.GOLD_NOT_IN_CORPUS: "no corpus"})
    check("\n".join(label_lines(report, hostile)))


COMMANDS = (
    *("::error file=a.py,line=1::x", "::add-mask::x", "::stop-commands::x", "  \t::set-output name=x::y"),
    *(
        "##[error]x",
        "a ##[group]b",
        "##vso[task.setvariable variable=x]y",
        "##teamcity[buildStatus text='x']",
    ),
    *("x" * before + " ::error::y" for before in range(60, 80)),
    *("x" * before + "::error::y" for before in range(60, 80)),
    *("\n::error::y", "a\r\n \u3000::error::y", "a\r::error::y", "\x1b[0m::error::y"),
)


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_that_is_printed_is_a_command_to_a_ci_runner(command, hostile_row):
    evaluation = evaluate([hostile_row(command)], by=["tags", "language"])
    [result] = evaluation
    finding = Finding(fault=Fault.REPEATED_ID, ids=(command,), message=command)
    report = LabelReport(cases=1, findings=(finding,), unchecked={})
    manifest = replace(evaluation.manifest, inputs=(command,))
    told = replace(evaluation.report, manifest=manifest, warnings=(command, *evaluation.warnings))
    shown = [
        printed(print_explanation, result, evaluation.manifest.settings),
        printed(print_summary, told, failing=evaluation.failing),
        *map(uncommanded, label_lines(report, command)),
    ]
    for line in "\n".join(shown).splitlines():
        assert not line.strip().startswith("::"), line
        assert not re.search(r"##\w*\[", line), line


@pytest.mark.parametrize(
    "text",
    [
        "std::vector",
        "a ::before",
        "1 :: 2",
        "::",
        ":: note",
        "## Heading",
        "#[derive]",
        "[#1]",
        "a: :b",
        "C##",
    ],
)
def test_what_is_no_command_to_a_runner_stays(text):
    assert uncommanded(text) == text
