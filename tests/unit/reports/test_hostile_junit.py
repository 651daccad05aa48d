"""Whatever stands in a field of a case, JUnit XML is well-formed, and has it as text."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from ragtriage import evaluate
from ragtriage.reports.inert import inert
from ragtriage.reports.junit import junit

ELEMENTS = {"system-out", "testsuite", "testcase", "failure", "skipped"}
ATTRIBUTES = {"name", "tests", "failures", "skipped", "errors", "classname", "message", "type"}

# What XML 1.0 allows, less the controls that it allows and a terminal minds.
LEGAL = re.compile("[\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*")


@pytest.fixture
def suite(hostile, hostile_row, repeating_judge):
    """The XML of a case with a hostile text in each field, of a file and a judge that are hostile too."""
    evaluation = evaluate([hostile_row(hostile)], judges=[repeating_judge(hostile)])
    return junit(evaluation)


def test_the_file_is_well_formed_and_of_our_elements(suite):
    root = ET.fromstring(suite)  # noqa: S314 - that nothing is in it is what is tested
    found = list(root.iter())
    assert {element.tag for element in found} <= ELEMENTS
    assert {name for element in found for name in element.attrib} <= ATTRIBUTES
    assert b"<!DOCTYPE" not in suite
    assert b"<![CDATA[" not in suite


def test_every_text_is_legal_xml_and_reads_as_it_was_written(suite, hostile):
    root = ET.fromstring(suite)  # noqa: S314 - that nothing is in it is what is tested
    texts = [text for element in root.iter() for text in (*element.attrib.values(), element.text or "")]
    assert all(LEGAL.fullmatch(text) for text in texts)
    [case] = root.iter("testcase")
    shown = inert(hostile).replace("\ufffe", "<U+FFFE>").replace("\uffff", "<U+FFFF>")
    assert case.get("name") == shown
    assert f"question: {shown}" in (next(iter(case)).text or "")


def test_another_reader_agrees(suite):
    from xml.dom import minidom  # noqa: PLC0415

    assert minidom.parseString(suite).documentElement.tagName == "testsuite"  # noqa: S318 - as above
