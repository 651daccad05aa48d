"""The evaluators' tests run with Haystack where it is installed, and again without it.

With RAGTRIAGE_WITHOUT_HAYSTACK set, importing it fails as if it were not installed.
"""

from __future__ import annotations

import os
import sys

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"

if os.environ.get("RAGTRIAGE_WITHOUT_HAYSTACK"):
    sys.modules["haystack"] = None  # type: ignore[assignment]
