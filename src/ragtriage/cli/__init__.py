"""The command line."""

from ragtriage.cli.main import main

__all__ = ["main"]
