"""Runs the command line: `python -m ragtriage`."""

from __future__ import annotations

from ragtriage.cli import main

if __name__ == "__main__":
    main()
