"""Calls that block, in threads that nobody waits for at the end."""

from __future__ import annotations

import asyncio
import contextvars
import subprocess
import sys
import threading

import pytest

from ragtriage.probing.generators.threads import threaded


def test_what_a_call_raises_is_raised_where_somebody_waits():
    def fails():
        raise LookupError("nothing there")

    with pytest.raises(LookupError, match="nothing there"):
        asyncio.run(threaded(fails, "fails"))


def test_a_call_sees_the_context_of_its_caller():
    seen = contextvars.ContextVar("seen", default="no")

    async def asked():
        seen.set("yes")
        return await threaded(seen.get, "sees")

    assert asyncio.run(asked()) == "yes"


def test_what_comes_too_late_disturbs_nobody():
    released = threading.Event()

    async def impatient():
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await threaded(released.wait, "late")

    asyncio.run(impatient())
    released.set()  # the loop it would tell is closed


def test_a_call_that_never_returns_does_not_keep_the_process():
    code = (
        "import asyncio, threading\n"
        "from ragtriage.probing.generators.threads import threaded\n"
        "async def impatient():\n"
        "    async with asyncio.timeout(0.05):\n"
        "        await threaded(threading.Event().wait, 'never')\n"
        "try:\n    asyncio.run(impatient())\nexcept TimeoutError:\n    print('left')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "left\n"), done.stderr
