"""Cases as tests: `pytest --ragtriage cases.jsonl` runs one for each, and its diagnosis is the failure text.

Without `--ragtriage` the plugin only adds its options and a fixture.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import pytest

if TYPE_CHECKING:
    from ragtriage.evaluation.evaluation import Evaluation
    from ragtriage.model import CaseResult, Verdict

__all__ = ["Triage", "ragtriage"]

_BASELINE: Final = pytest.StashKey["Baseline"]()
_PROPERTY: Final = "ragtriage"  # of a test's report: what became of its case, which workers hand on
_MOST_BASELINE_BYTES: Final = 256 * 1024 * 1024
_STAGES: Final = ("retrieval", "evidence", "answer", "support")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("ragtriage", "cases of a RAG system as tests")
    group.addoption(
        "--ragtriage", action="append", default=[], metavar="FILE", help="run a test for each case of FILE"
    )
    group.addoption("--ragtriage-k", type=int, metavar="N", help="deepest rank judged")
    group.addoption("--ragtriage-match", default="standard", metavar="MODE", help="how far texts may differ")
    group.addoption(
        "--ragtriage-baseline", metavar="FILE", help="known failures: expected, and reported when they pass"
    )
    group.addoption(
        "--ragtriage-update-baseline",
        action="store_true",
        help="write what fails now to --ragtriage-baseline, keep what did not run, and do not fail for it",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Ask for the files of cases to be collected, beside what was asked for anyway."""
    files: list[str] = config.option.ragtriage
    path: str | None = config.option.ragtriage_baseline
    updates: bool = config.option.ragtriage_update_baseline
    if updates and path is None:
        raise pytest.UsageError("--ragtriage-update-baseline needs --ragtriage-baseline FILE")
    if not files:
        return
    is_worker = hasattr(config, "workerinput")
    baseline = Baseline(None if path is None else Path(path), updates=updates, is_worker=is_worker)
    config.stash[_BASELINE] = baseline
    config.pluginmanager.register(baseline, "ragtriage-baseline")
    for file in files:
        named = _named(config, file)
        if named not in config.args:  # a worker of xdist is given what its controller added
            config.args.append(named)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> CaseFile | None:
    """Collect a file of cases that was named."""
    files: list[str] = parent.config.option.ragtriage
    if not any(str(file_path) == _named(parent.config, file) for file in files):
        return None
    return CaseFile.from_parent(  # pyright: ignore[reportUnknownMemberType] - pytest leaves it untyped
        parent, path=file_path
    )


def _named(config: pytest.Config, file: str) -> str:
    """Return a file as pytest names it: absolute, without `..`, links left as they are."""
    return os.path.abspath(config.invocation_params.dir / file)  # noqa: PTH100 - pathlib keeps `..` or follows links


class Baseline:
    """Failures that are known: a JSON object, the diagnosis of each by the id of its case."""

    def __init__(self, path: Path | None, *, updates: bool, is_worker: bool) -> None:
        self.updates = updates
        self._path = path
        self._is_worker = is_worker
        self._seen: dict[str, str] = {}  # diagnosis by id; empty: nothing to fix
        self._file_of: dict[str, Path] = {}
        self._written = {} if path is None or (updates and not path.exists()) else _read(path)
        self.known: dict[str, str] = {} if updates else self._written
        self.headlines: list[tuple[str, list[str]]] = []  # of each file, with what to do next

    def claim(self, identifier: str, file: Path) -> Path | None:
        """Note which file has a case of this id; return another that has one too, where that matters."""
        other = self._file_of.setdefault(identifier, file)
        return None if self._path is None or other == file else other

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember what became of a case; the controller of xdist hears of those that its workers ran."""
        if report.when == "call":
            for name, value in report.user_properties:
                if name == _PROPERTY:
                    found = cast("dict[str, str]", json.loads(str(value)))
                    self._seen[found["id"]] = found["failure"]

    def pytest_sessionfinish(self) -> None:
        """Write what failed, when asked to; what did not run or was not judged stays as it was written."""
        if self.updates and self._path is not None and not self._is_worker:
            found = {**self._written, **self._seen}
            failures = {identifier: failure for identifier, failure in sorted(found.items()) if failure}
            text = json.dumps(failures, ensure_ascii=False, indent=2)
            from ragtriage.io.outputs import BASELINE  # noqa: PLC0415 - no cost when unused
            from ragtriage.io.whole_file import write_whole  # noqa: PLC0415 - as above

            # what stood there was read as such failures, or nothing did
            write_whole(self._path, f"{text}\n".encode(), BASELINE, force=True)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what to mend first, and name known failures that pass or were kept without being judged."""
        from ragtriage.reports.inert import inert, uncommanded  # noqa: PLC0415 - no cost when unused

        def say(line: str) -> None:
            terminalreporter.write_line(uncommanded(inert(line)))

        for name, lines in self.headlines:
            terminalreporter.section(f"ragtriage: {inert(name)}")
            for line in lines:
                say(line)
        kept = [identifier for identifier in self._written if identifier not in self._seen]
        if self.updates and kept:
            terminalreporter.section("ragtriage: kept in the baseline, not judged in this run")
            for identifier in kept:
                say(f"{identifier}: {self._written[identifier]}")
        passing = [identifier for identifier in self.known if self._seen.get(identifier) == ""]
        if passing:
            terminalreporter.section("ragtriage: known failures that pass")
            for identifier in passing:
                say(f"{identifier}: was {self.known[identifier]}")
            say(f"--ragtriage-update-baseline takes them out of {self._path}")


def _read(path: Path) -> dict[str, str]:
    import msgspec  # noqa: PLC0415 - no cost when unused

    from ragtriage.errors import DataError  # noqa: PLC0415 - as above
    from ragtriage.io.opening import read_small  # noqa: PLC0415 - as above

    try:
        data = read_small(path, str(path), most=_MOST_BASELINE_BYTES)
        return msgspec.json.decode(data, type=dict[str, str])
    except DataError as error:
        raise pytest.UsageError(str(error)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise pytest.UsageError(f"{path}: is no object of diagnoses by id: {error}") from None


class CaseFile(pytest.File):
    """A file of cases; they are judged together when they are collected."""

    def collect(self) -> Iterator[CaseItem]:
        """Yield a test for each case."""
        from ragtriage.errors import RagtriageError  # noqa: PLC0415 - no cost when unused
        from ragtriage.importers.sources import evaluate  # noqa: PLC0415
        from ragtriage.reports.inert import inert  # noqa: PLC0415

        options = self.config.option
        try:
            evaluation = evaluate(self.path, k=options.ragtriage_k, match=options.ragtriage_match)
        except RagtriageError as error:
            raise self.CollectError(str(error)) from None
        for warning in evaluation.warnings:
            self.warn(pytest.PytestWarning(f"{self.path.name}: {warning}"))
        baseline = self.config.stash[_BASELINE]
        baseline.headlines.append((self.path.name, _first_lines(evaluation)))
        known = baseline.known
        for result in evaluation:
            identifier = result.case.id
            if (other := baseline.claim(identifier, self.path)) is not None:
                raise self.CollectError(
                    f"{self.path.name} and {other.name} both have a case {identifier!r}; a baseline knows "
                    "cases by their ids: give each file one of its own, in a run of its own"
                )
            item = CaseItem.from_parent(  # pyright: ignore[reportUnknownMemberType] - pytest leaves it untyped
                self, name=inert(identifier), result=result
            )
            if identifier in known and (_is_fine(result) or known[identifier] == result.diagnosed.diagnosis):
                item.add_marker(pytest.mark.xfail(reason=f"known failure: {known[identifier]}"))
            yield item


class CaseItem(pytest.Item):
    """One case: it passes when nothing must be fixed, and is skipped when too little was judged."""

    def __init__(self, *, result: CaseResult, **rest: Any) -> None:  # noqa: ANN401 - pytest's own
        super().__init__(**rest)  # pyright: ignore[reportUnknownMemberType] - pytest leaves it untyped
        self.result = result

    def runtest(self) -> None:
        """Fail with the diagnosis.

        Raises:
            CaseFailedError: Some stage failed.
        """
        result = self.result
        diagnosis = result.diagnosed.diagnosis
        is_unknown = result.diagnosed.state == "open" and result.diagnosed.may_pass
        failure = "" if _is_fine(result) or is_unknown else diagnosis.value
        if not is_unknown:
            found = json.dumps({"id": result.case.id, "failure": failure})
            self.user_properties.append((_PROPERTY, found))
        if is_unknown:
            pytest.skip(f"open: {_reasons(result)}")
        baseline = self.config.stash[_BASELINE]
        if failure and baseline.updates:
            pytest.xfail(f"written to the baseline: {failure}")
        if failure:
            raise CaseFailedError(_told(result, baseline.known.get(result.case.id)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:  # noqa: ANN401
        """Return the diagnosis instead of a traceback."""
        if isinstance(excinfo.value, CaseFailedError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo, style))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Name the file and the case."""
        return self.path, None, f"case {self.name}"


class CaseFailedError(Exception):
    """A case in which some stage failed; the message tells which and why."""


class Triage:
    """What the fixture `ragtriage` offers: evaluating in a test, and asserting by verdict."""

    def evaluate(self, cases: object, traces: object = None, **settings: Any) -> Evaluation:  # noqa: ANN401
        """Judge cases; arguments as `ragtriage.evaluate`."""
        from ragtriage.importers.sources import evaluate  # noqa: PLC0415 - no cost when unused

        return evaluate(cases, traces, **settings)

    def case(self, case: object, **settings: Any) -> CaseResult:  # noqa: ANN401 - as `evaluate`
        """Judge one case, a dictionary of its fields and those of its trace."""
        return next(iter(self.evaluate([case], allow_disjoint_ids=True, **settings)))

    def check(self, result: CaseResult, *, diagnosis: str | None = None, **outcomes: str) -> None:
        """Assert verdicts by stage, such as `retrieval="pass"`, and the diagnosis.

        Raises:
            AssertionError: One is another; the message tells all about the case.
            TypeError: There is no such stage.
        """
        __tracebackhide__ = True
        found = {stage: verdict.outcome.value for stage, verdict in _verdicts(result)}
        for stage in outcomes:
            if stage not in found:
                raise TypeError(f"there is no stage {stage!r}; stages: {', '.join(found)}")
        wrong = [
            f"{stage} is {found[stage]}, expected {expected}"
            for stage, expected in outcomes.items()
            if found[stage] != expected
        ]
        if diagnosis is not None and result.diagnosed.diagnosis != diagnosis:
            wrong.append(f"the diagnosis is {result.diagnosed.diagnosis}, expected {diagnosis}")
        if wrong:
            pytest.fail(f"{'; '.join(wrong)}\n{_told(result, None)}", pytrace=False)


@pytest.fixture(scope="session")
def ragtriage() -> Triage:
    """Evaluate in a test, and assert by verdict."""
    return Triage()


def _first_lines(evaluation: Evaluation) -> list[str]:
    """Return the first sentence about all cases of a file, and what to do next."""
    from ragtriage.evaluation.report_view import ReportView  # noqa: PLC0415 - no cost when unused

    view = ReportView(evaluation.report)
    return [view.headline, *(f"→ {step}" for step in view.steps)]


def _is_fine(result: CaseResult) -> bool:
    return result.diagnosed.stage == "none"


def _told(result: CaseResult, known: str | None) -> str:
    """Tell what happened to a case, stage by stage."""
    from ragtriage.reports.case_texts import texts  # noqa: PLC0415 - no cost when unused
    from ragtriage.reports.inert import inert, uncommanded  # noqa: PLC0415
    from ragtriage.verdicts.meanings import meaning  # noqa: PLC0415

    diagnosed = result.diagnosed
    second = "" if diagnosed.second_stage is None else f", then {diagnosed.second_stage}"
    stages = diagnosed.possible_stages if diagnosed.state == "open" else (diagnosed.stage,)
    what = f"fix {' or '.join(stages)} ({diagnosed.state})"
    lines = [
        f"{diagnosed.diagnosis}: {what}{second}",
        meaning(diagnosed, result.verdicts, answerable=result.case.answerable),
        f"question: {inert(result.case.question)}",
        *(f"{name}: {inert(text)}" for name, text in texts(result)),
        *(
            f"{stage:<9} {verdict.outcome} ({inert(verdict.method)}){_reason(verdict)}"
            for stage, verdict in _verdicts(result)
        ),
    ]
    if known is not None:
        lines.append(f"the baseline knows it as {inert(known)}")
    return uncommanded("\n".join(lines))


def _reason(verdict: Verdict) -> str:
    from ragtriage.reports.inert import inert  # noqa: PLC0415 - no cost when unused

    return "" if verdict.reason is None else f": {inert(verdict.reason)}"


def _reasons(result: CaseResult) -> str:
    return "; ".join(
        f"{stage}{_reason(verdict)}" for stage, verdict in _verdicts(result) if verdict.outcome == "unknown"
    )


def _verdicts(result: CaseResult) -> Iterator[tuple[str, Verdict]]:
    for stage in _STAGES:
        yield stage, getattr(result.verdicts, stage)
