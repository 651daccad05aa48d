"""Tells, for every question put to a RAG system, which stage failed.

Names are imported when they are first used, so that `import ragtriage` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ragtriage.metrics.scoring import score_rankings
    from ragtriage.model.records import Case, Trace

__version__: Final = "0.1.0"

# Where each public name lives; read by __getattr__ and by the test that holds it against __all__.
_HOMES: Final = {
    "Case": "ragtriage.model.records",
    "Trace": "ragtriage.model.records",
    "score_rankings": "ragtriage.metrics.scoring",
}

__all__ = ["Case", "Trace", "score_rankings"]


def __getattr__(name: str) -> object:
    """Import a public name from its module when it is first asked for."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'ragtriage' has no attribute {name!r}")
    value: object = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, imported or not."""
    return sorted({*globals(), *__all__})
