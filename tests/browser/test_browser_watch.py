"""The watch itself: what a report must not do is noticed, so that its silence means something."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

_QUIET = """<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title>
<link rel="icon" href="data:,"><main><h1>quiet</h1></main></html>"""

_LOUD = {
    "an image": "<img alt='' src='https://example.org/a.png'>",
    "a file beside it": "<img alt='' src='beside.png'>",
    "a style sheet": "<link rel='stylesheet' href='style.css'>",
    "a script that fails": "<script>throw new Error('no')</script>",
    "a message": "<script>console.error('no')</script>",
    "a dialog": "<script>alert(1)</script>",
    "another page": "<script>window.open('about:blank')</script>",
    "a request": "<script>fetch('https://example.org/').catch(() => {})</script>",
    "a beacon": "<script>navigator.sendBeacon('https://example.org/')</script>",
    "a socket": "<script>new WebSocket('wss://example.org/')</script>",
    "a blocked script": "<meta http-equiv='Content-Security-Policy' content=\"script-src 'none'\">"
    "<script>document.title = 'ran'</script>",
    "going elsewhere": "<script>location = 'https://example.org/'</script>",
    "a frame": "<iframe title='f' srcdoc='<img src=https://example.org/b.png>'></iframe>",
}


@pytest.fixture
def page_file(tmp_path: Path) -> Callable[[str], Path]:
    def written(more: str) -> Path:
        path = tmp_path / "page.html"
        path.write_text(_QUIET.replace("</main>", f"{more}</main>"), "utf-8")
        return path

    return written


def test_a_quiet_page_is_left_in_peace(opened, page_file, watches, serious_faults):
    page = opened(page_file(""), fragment="case=1", width="phone", scheme="dark")
    assert page.inner_text("h1") == "quiet"
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert serious_faults(page) == []
    assert watches[0].requests == []


@pytest.mark.parametrize("what", _LOUD)
def test_what_a_report_must_not_do_is_noticed(what, opened, page_file, watches):
    page = opened(page_file(_LOUD[what]))
    page.wait_for_timeout(100)
    watch = watches.pop()
    with pytest.raises(AssertionError):
        watch.check()


def test_an_image_without_a_name_is_a_serious_fault(opened, page_file, serious_faults):
    page = opened(page_file("<button></button>"))
    assert any("button-name" in fault for fault in serious_faults(page))
