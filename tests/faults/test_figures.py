"""The figures that a run of the fault suite ends with."""

from __future__ import annotations

from tests.faults.figures import PROPERTY, summed


def test_tries_of_one_kind_are_added_up() -> None:
    noted = [
        (PROPERTY, ("damaged stores", 200, 0)),
        (PROPERTY, ("mutated records", 1500, 1)),
        ("something else", "ignored"),
        (PROPERTY, ["damaged stores", 100, 0]),
    ]
    assert summed(noted) == [
        "     300 damaged stores: 0 faults",
        "   1,500 mutated records: 1 faults",
    ]
