"""A real browser for the reports: nothing but the file may be asked for, and nothing may be complained of."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Error,
    Page,
    Request,
    Route,
    sync_playwright,
)

_ROOT: Final = Path(__file__).parents[2]

# Kept as build output, for somebody to look at.
_SCREENSHOTS: Final = _ROOT / "build" / "screenshots"

_FLAGS: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")

_MISSING: Final = (
    "the reports are tested in Chromium, which is not on the path: "
    "apt-get install chromium fonts-noto-cjk fonts-noto-core"
)

# What the tests look at: a phone, a tablet, a desk.
WIDTHS: Final = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1440, 900)}
SCHEMES: Final = ("light", "dark")


@dataclass
class Watch:
    """What a page did that a report must not do."""

    url: str
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def on_route(self, route: Route) -> None:
        """Let the report itself through, and nothing else."""
        if route.request.url.partition("#")[0] == self.url and route.request.is_navigation_request():
            route.continue_()
        else:
            self.requests.append(route.request.url)
            route.abort()

    def on_request(self, request: Request) -> None:
        """Note what no route sees, such as a frame of `data:`; pictures within the file ask nobody."""
        url = request.url.partition("#")[0]
        is_within = url.startswith("data:") and request.resource_type in {"image", "font"}
        if url != self.url and url not in self.requests and not is_within:
            self.requests.append(url)

    def on_console(self, message: ConsoleMessage) -> None:
        """Note warnings too: a blocked script or style is one in some versions."""
        if message.type in {"error", "warning", "assert"}:
            self.complaints.append(f"{message.type}: {message.text}")

    def on_error(self, error: Error) -> None:
        self.complaints.append(f"uncaught: {error.message}")

    def on_dialog(self, dialog: Dialog) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def on_page(self, page: Page) -> None:
        self.complaints.append(f"another page was opened: {page.url}")

    def check(self) -> None:
        """Fail where anything was asked for or complained of."""
        assert self.requests == []
        assert self.complaints == []


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; CI must have it, elsewhere its tests are skipped and say what to install."""
    path = shutil.which("chromium")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(_MISSING)
        pytest.skip(_MISSING)
    return path


# For a module, not for the session: while Playwright runs, its event loop is the thread's running one, and
# the tests of other modules start loops of their own.
@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One Chromium without a window."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=list(_FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def watches() -> list[Watch]:
    """What every page that `opened` opened did, the latest last."""
    return []


@pytest.fixture
def opened(browser: Browser, watches: list[Watch]) -> Iterator[Callable[..., Page]]:
    """Open a file in a page of its own; once the test ends, no page may have asked or complained.

    `opened(path, fragment="case=q1", width="phone", scheme="dark")`; other keywords are those of
    Playwright's `new_context`, such as `forced_colors` and `java_script_enabled`.
    """
    contexts: list[BrowserContext] = []

    def open_(
        path: Path, *, fragment: str = "", width: str = "desk", scheme: str = "light", **options: Any
    ) -> Page:
        watch = Watch(path.resolve().as_uri())
        across, down = WIDTHS[width]
        context = browser.new_context(
            viewport={"width": across, "height": down},
            color_scheme=scheme,
            has_touch=width == "phone",
            **options,
        )
        context.set_default_timeout(15_000)
        contexts.append(context)
        watches.append(watch)
        context.route("**/*", watch.on_route)
        page = context.new_page()
        context.on("page", watch.on_page)
        context.on("request", watch.on_request)
        page.on("console", watch.on_console)
        page.on("pageerror", watch.on_error)
        page.on("dialog", watch.on_dialog)
        page.goto(watch.url + (f"#{fragment}" if fragment else ""))
        return page

    yield open_
    with ExitStack() as stack:
        for context in contexts:
            stack.callback(context.close)
        for page in (page for context in contexts for page in context.pages):
            page.wait_for_timeout(50)  # what an attribute or a timer started has been heard of by then
        for watch in watches:
            watch.check()


@pytest.fixture
def serious_faults() -> Callable[[Page], list[str]]:
    """Return what axe-core finds serious or critical in a page, each with where it stands."""
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - half a megabyte, for few tests

    def found(page: Page) -> list[str]:
        response = Axe().run(page).response
        return [
            f"{violation['id']} ({violation['impact']}): {violation['help']}: {node['html'][:200]}: "
            f"{node.get('failureSummary', '')}"
            for violation in response["violations"]
            if violation["impact"] in {"serious", "critical"}
            for node in violation["nodes"]
        ]

    return found


@pytest.fixture
def photograph() -> Callable[..., Path]:
    """Keep a picture of a page as `build/screenshots/NAME.png`."""

    def photographed(page: Page, name: str, *, whole: bool = True) -> Path:
        _SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        path = _SCREENSHOTS / f"{name}.png"
        page.screenshot(path=path, full_page=whole, animations="disabled")
        return path

    return photographed
