"""Photographs the page of the example: `make picture` writes docs/report.png and docs/report-case.png."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
WIDTH = 1120
COLOURS = 256
MOST_BYTES = 200_000


def main() -> None:
    """Write both pictures."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit(
            "the pictures are taken in Chromium: apt-get install chromium fonts-noto-cjk fonts-noto-core"
        )
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = _page(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        _photograph(browser, page, "", 1680, ROOT / "docs" / "report.png")
        _photograph(browser, page, "case=receipt-years", 860, ROOT / "docs" / "report-case.png")
        browser.close()


def _page(folder: Path) -> Path:
    """Evaluate the example and return its page."""
    (folder / "examples").symlink_to(ROOT / "examples")
    command = [str(Path(sys.executable).with_name("ragtriage")), "evaluate", "examples/expenses.jsonl"]
    subprocess.run(  # noqa: S603 - the command of this project
        [*command, "--html", "--quiet", "--out", "ragtriage-report"], cwd=folder, check=True
    )
    return folder / "ragtriage-report" / "report.html"


def _photograph(browser: Browser, page: Path, fragment: str, height: int, picture: Path) -> None:
    """Photograph the upper part of a page, or the case that is opened in it.

    Raises:
        RuntimeError: The picture is larger than a README should load.
    """
    opened = browser.new_page(viewport={"width": WIDTH, "height": height}, color_scheme="light")
    opened.goto(f"{page.as_uri()}#{fragment}")
    opened.locator(".list tbody tr").first.wait_for(state="attached")
    if fragment:
        opened.get_by_role("dialog").wait_for()
    taken = Image.open(io.BytesIO(opened.screenshot(animations="disabled")))
    opened.close()
    # type and flat colours: a palette is enough, and a third of the size
    taken.convert("RGB").quantize(
        COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE
    ).save(picture, optimize=True)
    if picture.stat().st_size > MOST_BYTES:
        raise RuntimeError(f"{picture}: {picture.stat().st_size:,} bytes, more than {MOST_BYTES:,}")


if __name__ == "__main__":
    main()
