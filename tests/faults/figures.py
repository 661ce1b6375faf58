"""Figures of the fault suite: what was tried how often and how often it went wrong, printed at the
end of a test run, also of one by several workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

PROPERTY = "faults"
# Notes what was tried, how often, and what went wrong; the test fails if anything did.
Count = Callable[[str, int, Iterable[object]], None]


def counter(request: pytest.FixtureRequest) -> Count:
    """How a test counts."""

    def count(what: str, tried: int, faults: Iterable[object]) -> None:
        found = list(faults)
        request.node.user_properties.append((PROPERTY, (what, tried, len(found))))
        assert not found, f"{len(found)} of {tried} {what}, the first: {found[0]}"

    return count


def summed(properties: Iterable[tuple[str, Any]]) -> list[str]:
    """A line for each kind of fault, whoever tried it."""
    totals: dict[str, tuple[int, int]] = {}
    for name, value in properties:
        if name == PROPERTY:
            what, tried, faults = value
            before = totals.get(what, (0, 0))
            totals[what] = before[0] + tried, before[1] + faults
    return [f"{tried:>8,} {what}: {bad} faults" for what, (tried, bad) in sorted(totals.items())]
