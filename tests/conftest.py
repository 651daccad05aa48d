"""What every test may need: the real data that lie beside the checkout, and texts that mean harm."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import settings

# How long an example takes says how busy the machine is; speed is measured by `make bench`.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

SHARED = Path(os.environ.get("RAGTRIAGE_SHARED", Path(__file__).parents[2] / "shared"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real public data; CI must have it, elsewhere its tests are skipped."""
    if not SHARED.is_dir():
        if os.environ.get("CI"):
            pytest.fail(f"CI must have the real data at {SHARED}")
        pytest.skip(f"the real data are not here: {SHARED}")
    return SHARED


# What somebody might put into a field of a case to make whoever reads a report do something.
HOSTILE: Final = {
    "image": '<img src=x onerror="alert(1)"><img src="https://example.org/a.png">',
    "svg": "<svg/onload=alert(1)><animate onbegin=alert(1) attributeName=x dur=1s>",
    "end of script": '</script><script>alert(1)</script><script type="module">alert(2)</script>',
    "end of style": "</style></title></textarea></noscript><style>*{display:none}</style><body onload=a()>",
    "comment": "<!--<script> --!> --> ]]> <![CDATA[ <!DOCTYPE x [<!ENTITY y SYSTEM 'file:///x'>]>&y;",
    "attribute": '" onmouseover="alert(1)" autofocus onfocus=\'alert(1)\' style="x:y" \'><b id=injected>',
    "frame": '<iframe src="javascript:alert(1)"></iframe><base href="https://example.org/"><form action=x>',
    "refresh": '<meta http-equiv="refresh" content="0;url=https://example.org/"><link rel=stylesheet href=x>',
    "scheme": "javascript:alert(1)//",
    "template": "{{7*7}}{% for x in y %}${7*7}#{7*7}{0}{name}%s",
    "prototype": "__proto__",
    "markdown": "[x](javascript:alert(1)) ![x](https://x.org/a.png) `c` ```\n# h\n- l\n> q\n| a | b |\n---",
    "autolink": "<https://example.org> https://example.org www.example.org <b>b</b> ~~s~~ [ref]: https://x.org",
    "rich": "[red]x[/red] [link=https://example.org]y[/link] :smile: [bold",
    "terminal": "\x1b[2J\x1b[31mred\x1b]0;title\x07\x1b]8;;https://example.org\x07link\x1b]8;;\x07\x1bc",
    "c1 controls": "\x9b31mred\x9d0;title\x9c\x90q\x9c\x85",
    "controls": "a\x00b\x08c\x0bd\x0ce\x7ff\rg\r\nh\ni\tj",
    "bidi": "abc\u202e5日\u2066x\u2069\u200f\u061c\u202c",
    "invisible": "a\u200bb\ufeffc\u00add\u2060e\U000e0041f\u3164",
    "no character": "a\ufffeb\uffffc\U0001fffe\ufffd",
    "line ends": "a\u2028b\u2029c\x1cd\x1ee",
    "formula": '=HYPERLINK("https://example.org?"&A1,"x")',
    "formula after a tab": "\t=1+1",
    "formula after a return": "\r=1+1",
    "plus": "+1+1",
    "minus": "-1+1",
    "at": "@SUM(1)",
    "wide formula": "＝1+1",
    "apostrophe": "'=1+1",
    "long": "w" * 5_000,
}


@pytest.fixture(params=HOSTILE.values(), ids=list(HOSTILE))
def hostile(request: pytest.FixtureRequest) -> str:
    """A text that would like to be more than a text."""
    text: str = request.param
    return text


@pytest.fixture(scope="session")
def hostile_texts() -> dict[str, str]:
    """All of them, by what they are."""
    return HOSTILE


@pytest.fixture(scope="session")
def hostile_row() -> Callable[..., dict[str, Any]]:
    """Return a function that makes a case with a text in each of its fields."""

    def made(text: str, **replaced: Any) -> dict[str, Any]:
        entry = {
            "document_id": f"{text}1",
            "chunk_id": text,
            "text": text,
            "score": 1.5,
            "metadata": {text: text},
        }
        return {
            "id": text,
            "question": text,
            "expected_answers": [text, [text, "5"]],
            "gold_documents": [f"{text}1", f"{text}2"],
            "evidence": [text, f"{text} and more"],
            "language": text,
            "cluster": text,
            "tags": [text],
            "retrieved": [entry, {**entry, "document_id": text, "chunk_id": f"{text}#2"}],
            "answer": f"{text} is not {text} 77 km",
            "metadata": {text: [text]},
            **replaced,
        }

    return made


@pytest.fixture(scope="session")
def repeating_judge() -> Callable[..., Any]:
    """Return a function that makes a judge of support whose replies are whatever it was given."""
    from ragtriage.model import (  # noqa: PLC0415 - few tests need it
        Outcome,
        Stage,
        Statement,
        SupportDetail,
        UnusableDetail,
        Verdict,
    )

    class Repeating:
        def __init__(self, text: str, *, is_usable: bool = True) -> None:
            self.stage = Stage.SUPPORT
            statement = Statement(text=text, outcome="not_mentioned", quote=text, reason=text)
            detail = (
                SupportDetail(statements=(statement,)) if is_usable else UnusableDetail(raw_replies=(text,))
            )
            self.verdict = Verdict(outcome=Outcome.FAIL, method=text, reason=text, detail=detail)

        async def __call__(self, batch: Any) -> list[Verdict]:
            return [self.verdict] * len(batch)

    return Repeating
