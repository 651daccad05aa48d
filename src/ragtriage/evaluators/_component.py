"""What the evaluators are: components of Haystack where it is installed, plain classes where it is not."""

from __future__ import annotations

import logging
from importlib import import_module
from typing import TYPE_CHECKING

__all__ = [
    "IS_HAYSTACK",
    "Answers",
    "Documents",
    "Parameters",
    "component",
    "conversation",
    "default_generator",
    "deserialize_generator",
    "deserialize_type",
    "environment_token",
    "from_dict",
    "serialize_generator",
    "serialize_type",
    "set_input_types",
    "set_output_types",
    "to_dict",
    "traced",
]


def _has_haystack() -> bool:
    """Whether Haystack is installed and can be imported."""
    try:
        import_module("ragtriage.evaluators._haystack")
    except ImportError as error:
        if error.name != "haystack":
            logging.getLogger(__name__).warning("Haystack cannot be used, so evaluators are plain: %s", error)
        return False
    return True


if not TYPE_CHECKING and _has_haystack():
    from ragtriage.evaluators._haystack import (
        IS_HAYSTACK,
        Answers,
        Documents,
        Parameters,
        component,
        conversation,
        default_generator,
        deserialize_generator,
        deserialize_type,
        environment_token,
        from_dict,
        serialize_generator,
        serialize_type,
        set_input_types,
        set_output_types,
        to_dict,
        traced,
    )
else:
    from ragtriage.evaluators._plain import (
        IS_HAYSTACK,
        Answers,
        Documents,
        Parameters,
        component,
        conversation,
        default_generator,
        deserialize_generator,
        deserialize_type,
        environment_token,
        from_dict,
        serialize_generator,
        serialize_type,
        set_input_types,
        set_output_types,
        to_dict,
        traced,
    )
