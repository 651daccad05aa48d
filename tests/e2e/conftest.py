"""What end-to-end tests share: servers on loopback."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

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
def module_of() -> Callable[[str], ModuleType]:
    """What imports a module of the folder `servers`."""
    return _module


@pytest.fixture(scope="session")
def scripted() -> ModuleType:
    """The module of the scripted server, for `completion` and `error`."""
    return _module("scripted")


@pytest.fixture(scope="session")
def judging() -> ModuleType:
    """What a judge is shown, and what judges reply."""
    return _module("judging")


@pytest.fixture(scope="session")
def attacking() -> ModuleType:
    """What is planted in texts and answers, and what a judge that obeys replies."""
    return _module("attacks")


@pytest.fixture
def serve(scripted: ModuleType) -> Iterator[Callable[[Callable[[Any, int], Any]], Any]]:
    """Start scripted servers; they are closed when the test ends."""
    with ExitStack() as stack:
        yield lambda script: stack.enter_context(scripted.ScriptedServer(script))


@pytest.fixture
def nobody(serve: Callable[[Callable[[Any, int], Any]], Any], scripted: ModuleType) -> Any:
    """A server that should not be asked."""
    return serve(lambda *_: scripted.error(500, "nobody should ask"))


@pytest.fixture(scope="session")
def store() -> Iterator[dict[str, str]]:
    """Start a server that speaks S3; return what a client of it finds in its environment."""
    script = Path(__file__).parent / "servers" / "store.py"
    process = subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    yield json.loads(process.stdout.readline())
    process.stdin.close()
    process.wait(60)
    process.stdout.close()


@pytest.fixture
def upload(store: dict[str, str]) -> Callable[[dict[str, Path]], None]:
    """Return what puts files into the bucket `logs`."""

    def put(files: dict[str, Path]) -> None:
        program = (
            "import os, sys, s3fs\n"
            "storage = s3fs.S3FileSystem()\n"
            "for path, name in zip(sys.argv[1::2], sys.argv[2::2]):\n"
            "    storage.put_file(path, name)\n"
        )
        names = [each for name, path in files.items() for each in (str(path), name)]
        subprocess.run([sys.executable, "-c", program, *names], env=os.environ | store, check=True)

    return put


class Printed(NamedTuple):
    """What a command printed."""

    stdout: str
    stderr: str


@pytest.fixture
def evaluate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[Any, Printed]]:
    """Run `ragtriage evaluate` on some cases with a judge; return report.json and what was printed."""
    from ragtriage.cli import main  # noqa: PLC0415

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)

    def run(
        cases: list[dict[str, Any]],
        server: Any,
        *options: str,
        code: int = 0,
        judge: str | None = "support=openai:m",
    ) -> tuple[Any, Printed]:
        path = tmp_path / "cases.jsonl"
        path.write_text("".join(json.dumps(case) + "\n" for case in cases), "utf-8")
        arguments = ["ragtriage", "evaluate", str(path), "--out", "out", "--cache", "cache", "--no-color"]
        arguments += [] if judge is None else ["--judge", judge]
        arguments += [] if server is None else ["--base-url", server.base_url]
        monkeypatch.setattr(sys, "argv", [*arguments, *options])
        with pytest.raises(SystemExit) as stopped:
            main()
        printed = Printed(*capsys.readouterr())
        assert stopped.value.code == code, printed
        report = tmp_path / "out" / "report.json"
        return (json.loads(report.read_bytes()) if report.exists() else None), printed

    run.folder = tmp_path  # type: ignore[attr-defined]
    return run
