from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from ragtriage import evaluate
from ragtriage.model import (
    Cause,
    Diagnosis,
    Finding,
    FindingKind,
    Fix,
    Mean,
    NextStep,
    OpenGroup,
    Rate,
    Settings,
    Slice,
    Stage,
)
from ragtriage.reports.terminal import print_summary

_REPORT = evaluate([{"question": "?", "answer": "5"}]).report
_NOTHING = {"slices": (), "warnings": (), "judging": {}, "next_steps": (), "findings": ()}


def show(printed, summary, *, out=None, failing=(), width=80, **told):
    manifest = replace(_REPORT.manifest, inputs=("cases.jsonl",), settings=Settings())
    report = replace(_REPORT, summary=summary, manifest=manifest, **{**_NOTHING, **told})
    return printed(print_summary, report, out=out, failing=failing, width=width)


def block(lines, title):
    (start,) = [place for place, line in enumerate(lines) if line.startswith(title)]
    return lines[start + 1 : lines.index("", start)]


def line_with(lines, word):
    (line,) = [line for line in lines if line.split()[:1] == [word]]
    return line


def test_each_stage_says_how_many_cases_and_the_interval_of_the_share(printed, summary):
    # Wilson (1927) for 7 of 10: 0.3968 to 0.8922
    lines = show(printed, summary())
    (fine,) = [line for line in lines if "nothing to fix" in line]
    assert "7/10  70.0 %  39.7–89.2 %" in fine


def test_what_is_not_shown_is_counted_both_ways_in_the_interval(printed, summary):
    # Wilson (1927): lower end for 1 of 10 0.0179, upper end for 6 of 10 0.8318
    group = OpenGroup(stage=Stage.ANSWER, cause=Cause.NOT_JUDGED, cases=4, could={"none": 4, "generation": 4})
    counts = {"stages": {Fix.NONE: 4, Fix.GENERATION: 2, Fix.UNKNOWN: 4}, "open_groups": (group,)}
    shown = {Fix.NONE: 4, Fix.GENERATION: 1}
    lines = show(printed, summary(**counts, shown=shown, likely={Fix.GENERATION: 1}))
    assert "2/10  20.0 %  1.8–83.2 %" in line_with(block(lines, "What to fix"), "generation")


def test_a_stage_that_lost_no_case_is_shown_as_zero(printed, summary):
    assert "0/10" in line_with(show(printed, summary()), "generation")


def test_labels_and_open_cases_are_shown_only_where_there_are_any(printed, summary):
    lines = show(printed, summary())
    assert not any(line.split()[:1] in (["labels"], ["open"]) for line in lines)
    lines = show(printed, summary(stages={Fix.NONE: 7, Fix.LABELS: 2, Fix.UNKNOWN: 1}))
    assert "2/10" in line_with(lines, "labels")
    assert "1/10" in line_with(block(lines, "What to fix"), "open")


def test_the_headline_comes_first_and_the_next_steps_below_it(printed, summary):
    step = NextStep(key="review", cases=2, command="ragtriage review {folder}")
    lines = show(printed, summary(), next_steps=[step], out=Path("my report"))
    first = "Retrieval first: 2 of 10 (2 shown). Chunking 1 (1 shown). 7 passed (7 shown)."
    assert lines.index(first) < lines.index("Next") < lines.index("Written  my report/")
    after = [line.rstrip() for line in lines[lines.index("Next") + 1 :]]
    assert after[0] == "  →  ragtriage review 'my report'"
    assert after[1].startswith("     decide yourself")


@pytest.mark.parametrize(("n", "subject"), [(1, "1 right answer lacks"), (3, "3 right answers lack")])
def test_right_answers_without_backing_are_named_at_the_top(printed, summary, n, subject):
    lines = show(printed, summary(diagnoses={Diagnosis.UNGROUNDED_CORRECT: n, Diagnosis.PASSED: 1}))
    assert any(line.startswith(subject) for line in lines[:6])


def test_unknown_verdicts_give_bounds_and_stay_out_of_the_rate(printed, summary):
    rate = Rate(
        passed=8, fail=1, unknown=1, not_applicable=2, rate=8 / 9, low=0.565, high=0.980, worst=0.8, best=0.9
    )
    line = line_with(show(printed, summary(answer=rate)), "answer")
    assert line.split() == ["answer", "8/9", "88.9", "%", "56.5–98.0", "%", "1", "80.0–90.0", "%", "2"]


def test_likely_verdicts_are_counted_beside_the_rate_and_read_both_ways_in_its_bounds(printed, summary):
    rate = Rate(
        passed=6,
        fail=3,
        unknown=1,
        not_applicable=0,
        rate=6 / 9,
        low=0.354,
        high=0.879,
        worst=0.4,
        best=0.8,
        likely_pass=2,
        likely_fail=1,
    )
    line = line_with(show(printed, summary(answer=rate)), "answer")
    assert line.split() == ["answer", "6/9", "66.7", "%", "35.4–87.9", "%", "3", "1", "40.0–80.0", "%"]


def test_a_stage_that_was_never_judged_has_no_rate(printed, summary):
    cells = line_with(show(printed, summary()), "support").split()
    assert cells == ["support", "0/0", "–", "10", "0.0–100.0", "%"]


def test_metrics_stand_a_row_each_with_a_column_a_cutoff_and_means_under_their_names(printed, summary):
    metrics = {
        "recall@1": Mean(mean=0.25, n=8, low=0.1, high=0.5),
        "recall@10": Mean(mean=0.75, n=8, low=0.5, high=0.9),
        "recall": Mean(mean=1.0, n=8, low=None, high=None),
        "rr": Mean(mean=0.5, n=8, low=0.2, high=0.8),
        "ndcg@1": Mean(mean=None, n=0, low=None, high=None),
    }
    lines = show(printed, summary(metrics=metrics))
    assert line_with(lines, "metric").split() == ["metric", "@1", "@10", "uncut", "95", "%"]
    assert line_with(lines, "recall").split() == ["recall", "0.250", "0.750", "1.000"]
    assert line_with(lines, "mrr").split() == ["mrr", "0.500", "0.200–0.800"]
    assert not any("ndcg" in line for line in lines)
    assert any("means over 8 cases" in line for line in lines)


def test_metrics_over_different_numbers_of_cases_say_each_number(printed, summary):
    metrics = {
        "recall@5": Mean(mean=0.5, n=8, low=None, high=None),
        "judged@5": Mean(mean=1.0, n=10, low=None, high=None),
    }
    lines = show(printed, summary(metrics=metrics))
    assert line_with(lines, "recall").split()[-1] == "8"
    assert line_with(lines, "judged").split()[-1] == "10"


def test_cutoffs_that_do_not_fit_are_counted_not_lost(printed, summary):
    metrics = {f"recall@{k}": Mean(mean=0.5, n=8, low=None, high=None) for k in (1, 2, 3, 5, 10, 20, 100)}
    lines = show(printed, summary(metrics=metrics))
    assert line_with(lines, "metric").split() == ["metric", "@1", "@2", "@3", "@5", "@100"]
    assert "  2 more cutoffs are in report.json" in [line.rstrip() for line in lines]


def test_slices_stand_a_row_each(printed, summary):
    slices = [Slice(by="tags", name="出張", summary=summary()), Slice(by="tags", name="", summary=summary())]
    lines = show(printed, summary(), slices=slices)
    assert line_with(lines, "出張").split() == ["出張", "7/10", "40–89", "%", "2", "1"]
    assert line_with(lines, "(none)").split()[1] == "7/10"


def test_failing_cases_are_listed_with_the_command_that_explains_one(printed, summary, result):
    failing = [result("fee one", "Until when?"), result("fee-2", "経費精算の期限は？")]
    lines = show(printed, summary(), failing=failing, out=Path("my report"))
    assert "  fee-2    retrieval, shown  retrieval_miss  経費精算の期限は？" in [
        line.rstrip() for line in lines
    ]
    assert "  ragtriage explain 'my report' 'fee one'" in lines


def test_the_command_is_never_broken_into_lines(printed, summary, result):
    lines = show(printed, summary(), failing=[result("x" * 200)], out=Path("out"))
    assert f"  ragtriage explain out {'x' * 200}" in lines


def test_a_long_id_is_folded_so_that_none_of_it_is_lost(printed, summary, result):
    lines = show(printed, summary(), failing=[result("id-" + "0123456789" * 4)])
    shown = "".join(line[2:38].strip() for line in lines[-5:])
    assert "id-" + "0123456789" * 4 in shown


def test_nothing_from_the_data_is_markup_or_steers_the_terminal(printed, summary, result):
    hostile = "[red]x[/red] :smile: [link=http://x]\x1b[2J\u202e"
    lines = show(
        printed,
        summary(),
        failing=[result("[b]id[/b]\x1b[2J", hostile)],
        slices=[Slice(by="tags", name="[u]t[/u]\x07", summary=summary())],
        warnings=[hostile],
        out=Path("[i]out[/i]"),
    )
    text = "\n".join(lines)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\x07" not in text
    assert text.count("[red]x[/red] :smile:") == 2
    assert "[b]id[/b]<U+001B>[2J" in text
    assert "[u]t[/u]<U+0007>" in text
    assert "[i]out[/i]" in text


def test_no_line_is_wider_than_the_terminal_with_wide_characters(printed, summary, result):
    lines = show(
        printed,
        summary(
            stages={Fix.NONE: 100_000, Fix.RETRIEVAL: 99_999, Fix.LABELS: 1},
            metrics={f"recall@{k}": Mean(mean=0.5, n=8, low=0.1, high=0.2) for k in (1, 3, 5, 10, 100)},
        ),
        failing=[result("経費" * 40, "出張旅費の精算" * 20), result("b", "q")],
        slices=[
            Slice(by="tags", name="経費精算の期限" * 9, summary=summary(stages=dict.fromkeys(Fix, 99999)))
        ],
        warnings=["警告" * 60],
    )
    assert max(cell_len(line) for line in lines) <= 80


def test_warnings_and_the_folder_come_last(printed, summary):
    lines = show(printed, summary(), warnings=["gold is thin"], out=Path("out"))
    assert [line.rstrip() for line in lines[-5:]] == [
        "Warnings",
        "  !  gold is thin",
        "",
        "Written  out/",
        "",
    ]


def test_no_number_is_cut_on_a_narrow_terminal(printed, summary, result):
    named = {
        "metrics": {f"recall@{k}": Mean(mean=0.125, n=8, low=0.1, high=0.2) for k in (1, 3, 5, 10, 100)},
        "retrieval": Rate(
            passed=8, fail=1, unknown=1, not_applicable=2, rate=8 / 9, low=0.5, high=0.9, worst=0.8, best=0.9
        ),
    }
    narrow = show(printed, summary(**named), failing=[result()], width=30)
    for line in show(printed, summary(**named), failing=[result()], width=80):
        if any(character.isdigit() for character in line) and line.startswith("  "):
            assert line.rstrip() in [other.rstrip() for other in narrow]


def test_what_is_shown_and_what_is_likely_is_said_beside_each_stage(printed, summary):
    stages = {Fix.NONE: 4, Fix.GENERATION: 5, Fix.RETRIEVAL: 1}
    shown = {Fix.NONE: 4, Fix.GENERATION: 2, Fix.RETRIEVAL: 1}
    lines = show(printed, summary(stages=stages, shown=shown, likely={Fix.GENERATION: 3}))
    assert line_with(lines, "generation").split()[-2:] == ["2", "3"]


UNLABELLED = Finding(kind=FindingKind.UNLABELLED, cases=10, of=10, ids=("a",))
FIGURES = Finding(kind=FindingKind.UNBACKED_FIGURES, cases=3, of=8, ids=("a b", "c", "d" * 70))
CHUNK = Finding(kind=FindingKind.SAME_CHUNK, cases=10, of=10, ids=("x",), what="\x1b[31mimprint")


def test_without_labels_what_was_found_is_listed_with_cases_to_explain(printed, summary):
    lines = show(printed, summary(), findings=(UNLABELLED, FIGURES, CHUNK), out=Path("my out"))
    assert block(lines, "Without labels") == [
        "    3/8  3 answers give figures that stand in no text",
        "         a b, c",
        "  10/10  the same chunk is among the first 10 retrieved for every one of 10",
        "         questions",
        "         <U+001B>[31mimprint",
        "         x",
        "  ragtriage explain 'my out' 'a b'",
    ]


def test_with_labels_only_what_nothing_else_tells_is_listed(printed, summary):
    lines = show(printed, summary(), findings=(FIGURES, CHUNK))
    assert not any("figures" in line for line in lines)
    assert block(lines, "Without labels")[0].startswith("  10/10  the same chunk")
    assert not any(
        line.startswith("Without labels") for line in show(printed, summary(), findings=(FIGURES,))
    )


def test_a_finding_whose_first_cases_are_not_known_is_listed_without_any(printed, summary):
    nearly = Finding(kind=FindingKind.SAME_CHUNK, cases=95, of=100, ids=(), what="Imprint.")
    assert block(show(printed, summary(), findings=(nearly,), out=Path("out")), "Without labels") == [
        "  95/100  the same chunk is among the first 10 retrieved for 95 of 100 questions",
        "          Imprint.",
    ]
