from __future__ import annotations

import sys

import pytest

from ragtriage.errors import MissingExtraError
from ragtriage.text import chinese


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [("臺灣", "台湾"), ("頭髮", "头发"), ("發展", "发展"), ("台湾", "台湾"), ("東京a1", "东京a1")],
)
def test_traditional_becomes_simplified(traditional, simplified):
    assert chinese.fold(traditional) == simplified


def test_folding_twice_changes_nothing_and_no_length():
    everything = "".join(map(chr, chinese._simplified()))
    once = chinese.fold(everything)
    assert len(once) == len(everything)
    assert chinese.fold(once) == once


def test_without_opencc_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "opencc", None)
    chinese._simplified.cache_clear()
    with pytest.raises(MissingExtraError, match=r"ragtriage\[chinese\]"):
        chinese.fold("臺灣")
