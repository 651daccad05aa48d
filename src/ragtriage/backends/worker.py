"""A worker process: reads pickled parts from standard input, writes what it makes of them to standard output.

It is started as `python -c` with the path of modules of whoever starts it, and never looks at their main
module: a script without a guard, and a notebook, may start workers.
"""

from __future__ import annotations

import os
import pickle
import sys
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from ragtriage.backends.work import Begun, attempt

if TYPE_CHECKING:
    from ragtriage.backends.work import Failure

__all__ = ["PROGRAM", "serve"]

# The path of modules comes first: what is pickled may stand in any of them.
PROGRAM: Final = (
    "import sys, pickle\n"
    "sys.path[:] = pickle.load(sys.stdin.buffer)\n"
    "from ragtriage.backends.worker import serve\n"
    "serve()\n"
)


def serve() -> None:
    """Work until there is nothing more to read: the other side has what it wanted, or is no more."""
    inbox = sys.stdin.buffer
    outbox = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # what the work prints must not come between the results
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        work = Begun[Any, Any](_read(inbox))
        while True:
            _send(outbox, attempt(work, _read(inbox)))
    except (EOFError, BrokenPipeError):
        os._exit(0)  # nobody waits for anything that would be put in order


def _read(inbox: BinaryIO) -> Any:  # noqa: ANN401 - whatever was pickled
    return pickle.load(inbox)  # noqa: S301 - comes from the process that started this one


def _send(outbox: BinaryIO, made: Failure | object) -> None:
    pickle.dump(made, outbox, pickle.HIGHEST_PROTOCOL)
    outbox.flush()
