"""The tables of a probe, held against files that were written from their sentences: every combination."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from ragtriage.model import Diagnosis, Outcome
from ragtriage.model.probing import Conclusion, Reading, Standing
from ragtriage.probing.conclusions import MEANINGS, STANDINGS, TABLE, Observed, conclude, standing

HERE = Path(__file__).parent
READINGS = (Reading.RIGHT, Reading.WRONG, Reading.UNKNOWN)


def lines(name):
    head, *rows = (HERE / name).read_text("utf-8").splitlines()
    return [dict(zip(head.split("\t"), row.split("\t"), strict=True)) for row in rows]


def expanded(line):
    """Yield every combination that a line of the file stands for."""
    choices = [
        ("yes", "no") if line["answerable"] == "any" else (line["answerable"],),
        *(
            tuple(Outcome) if line[name] == "any" else (Outcome(line[name]),)
            for name in ("retrieval", "evidence")
        ),
        (Reading(line["baseline"]),),
        *(READINGS if line[name] == "any" else (Reading(line[name]),) for name in Observed._fields[4:]),
    ]
    for answerable, *rest in product(*choices):
        yield Observed(answerable == "yes", *rest)


@pytest.fixture(scope="module")
def golden():
    found = {}
    for line in lines("probe_table.tsv"):
        for observed in expanded(line):
            assert observed not in found
            found[observed] = (line["conclusion"], line["second"])
    return found


def test_the_file_holds_every_combination(golden):
    assert len(golden) == 2 * 3 * 3 * 4 * 3**6


def test_the_table_agrees_with_every_line_of_the_file(golden):
    for observed, (conclusion, second) in golden.items():
        concluded = conclude(observed)
        assert (concluded.conclusion, concluded.second or "-") == (conclusion, second), observed
        assert concluded.certain


def test_what_is_mixed_is_read_as_unknown_except_in_the_baseline(golden):
    for observed in list(golden)[::97]:
        mixed = observed._replace(
            **{
                name: Reading.MIXED
                for name in Observed._fields[4:]
                if getattr(observed, name) is Reading.UNKNOWN
            }
        )
        assert conclude(mixed).conclusion is conclude(observed).conclusion


def test_every_row_is_reached_and_every_conclusion_has_one(golden):
    assert {conclude(observed).row.number for observed in golden} == {row.number for row in TABLE}
    assert [row.number for row in TABLE] == list(range(1, len(TABLE) + 1))
    assert {row.conclusion for row in TABLE} == set(Conclusion) == set(MEANINGS)


def test_a_conclusion_is_certain_when_no_reading_of_what_wavers_changes_it(golden):
    names = Observed._fields[3:]
    for observed in list(golden)[::53]:
        for unsteady in (names[:2], names[1:4], names[4:], names[:1]):
            others = {
                golden[observed._replace(**dict(zip(unsteady, each, strict=True)))][0]
                for each in product((Reading.RIGHT, Reading.WRONG), repeat=len(unsteady))
            }
            expected = others == {golden[observed][0]}
            assert conclude(observed, frozenset(unsteady)).certain is expected


def test_every_conclusion_stands_to_every_diagnosis_as_the_file_says():
    found = {
        (line["diagnosis"], line["conclusion"]): line["standing"] for line in lines("probe_standings.tsv")
    }
    assert set(found) == set(product(map(str, Diagnosis), map(str, Conclusion)))
    for (diagnosis, conclusion), said in found.items():
        assert standing(Diagnosis(diagnosis), Conclusion(conclusion)) is Standing(said)
    assert set(STANDINGS) == set(Diagnosis)
