"""What every test may need: the real data that lie beside the checkout."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("RAGTRIAGE_SHARED", Path(__file__).parents[2] / "shared"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real public data; CI must have it, elsewhere its tests are skipped."""
    if not SHARED.is_dir():
        if os.environ.get("CI"):
            pytest.fail(f"CI must have the real data at {SHARED}")
        pytest.skip(f"the real data are not here: {SHARED}")
    return SHARED
