"""What damages files, for the tests that read them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def damage():
    """The module beside this one."""
    spec = importlib.util.spec_from_file_location("damage", Path(__file__).with_name("damage.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
