"""What can go wrong, one class for each thing a caller may want to tell apart."""

from __future__ import annotations

__all__ = [
    "AlignmentError",
    "ComparisonError",
    "ConfigError",
    "DataError",
    "EndpointError",
    "JudgeError",
    "MissingExtraError",
    "RagtriageError",
    "ReplyError",
    "SchemaError",
]


class RagtriageError(Exception):
    """Any error that ragtriage raises on purpose."""


class DataError(RagtriageError, ValueError):
    """The data cannot be evaluated as they are."""


class SchemaError(DataError):
    """A record is not in an accepted form; the message names file, line and field."""


class AlignmentError(DataError):
    """Cases and traces do not pair up."""


class ComparisonError(DataError):
    """Two evaluations cannot be compared."""


class ConfigError(RagtriageError, ValueError):
    """A setting cannot be used: an unknown name, a bad cutoff, a missing key."""


class JudgeError(RagtriageError):
    """A judge gave no usable verdict; it is caught for each case and becomes an unknown verdict."""


class EndpointError(JudgeError):
    """The model's endpoint gave no usable answer."""


class ReplyError(JudgeError):
    """The model's answer is not in the agreed form."""


class MissingExtraError(RagtriageError, ImportError):
    """An optional package is not installed; the message says what to install."""

    def __init__(self, package: str, *, extra: str) -> None:
        super().__init__(f"{package} is not installed; install it with: pip install 'ragtriage[{extra}]'")
        self.package = package
        self.extra = extra
