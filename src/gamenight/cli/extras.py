"""Extras: parts of the program that need more packages than playing at one keyboard does."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from gamenight.core.errors import GamenightError


class MissingExtra(GamenightError):
    """Packages that are not installed."""

    code = "missing_extra"


def online(module: str) -> Any:
    """A module of `online/`; raises MissingExtra."""
    try:
        return import_module(f"gamenight.online.{module}")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("gamenight"):
            raise
        raise MissingExtra(
            f"playing over the network needs {error.name}: install gamenight[online]"
        ) from None
