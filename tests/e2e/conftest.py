"""What end-to-end tests share: servers on loopback."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


def _module(name: str) -> ModuleType:
    """Import a module of the folder `servers`, which is no package."""
    path = Path(__file__).parent / "servers" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"servers_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def scripted() -> ModuleType:
    """The module of the scripted server, for `completion` and `error`."""
    return _module("scripted")


@pytest.fixture
def serve(scripted: ModuleType) -> Iterator[Callable[[Callable[[Any, int], Any]], Any]]:
    """Start scripted servers; they are closed when the test ends."""
    with ExitStack() as stack:
        yield lambda script: stack.enter_context(scripted.ScriptedServer(script))
