"""What must be set before any test or doctest is collected."""

from __future__ import annotations

import os

# Haystack writes to the home directory and reports its use unless it is told not to before it is imported.
os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "False")
