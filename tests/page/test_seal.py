"""The seal at the end of a match in a browser: it has mixed in numbers of its own, works out all
dice again, and notices a server that lies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.page.stage import People, Person
from tests.page.test_after import give_up, play_on

DICE = "zombie"
LINES = """() => [...document.querySelectorAll('.proof li')].map(
  (one) => [one.className, one.textContent])"""
INDENTED = """() => { const left = (on) => document.querySelector(on).getBoundingClientRect().left;
  return left(".replay .seal .icon") - left(".replay .player"); }"""

HIGH = "() => document.querySelector('.ending .seal').offsetHeight"


def opened(person: Person, label: str) -> list[list[str]]:
    """What stands behind the seal."""
    person.wait_for(".ending .seal", label)
    assert person.page.evaluate(HIGH) >= 44, "it can be touched"
    person.page.click(".ending .seal")
    person.wait_for(".dialog .proof")
    found: list[list[str]] = person.page.evaluate(LINES)
    return found


@pytest.mark.parametrize("live", [False, True])
def test_every_browser_proves_the_dice(people: People, live: bool) -> None:
    both = people.seat(DICE, ("mouse", "touch"), live=live)
    play_on(both, 6)
    give_up(both[0])
    for person in both:
        lines = opened(person, "Fair dice")
        assert {kind for kind, _ in lines} == {"holds", "dim"}
        told = "\n".join(text for _, text in lines)
        assert "Anna and Bert mixed in numbers of their own" in told
        assert "every number that it gave in time is there" in told
        assert ("asked for a number before each roll" in told) == live


def test_a_proof_that_does_not_fit_is_told(people: People) -> None:
    both = people.seat(DICE, ("mouse", "mouse"))
    play_on(both, 4)

    def lie(route: Any) -> None:
        answer = route.fetch()
        told = json.loads(answer.body())
        told["proof"]["fair"]["commit"] = "ab" * 32
        route.fulfill(response=answer, body=json.dumps(told))

    both[1].page.route("**/api/tables/*/proof*", lie)
    give_up(both[0])
    lines = opened(both[1], "NOT FAIR")
    fails = [text for kind, text in lines if kind == "fails"]
    assert fails == [
        "The secret is not the one that was fixed before anybody sat down.",
        "This screen knew another commit beforehand, or a number that it gave in time is missing.",
    ]


def test_a_record_with_other_dice_is_told_wherever_it_is_dropped(
    people: People, tmp_path: Path
) -> None:
    both = people.seat(DICE, ("mouse", "mouse"))
    play_on(both, 4)
    give_up(both[0])
    opened(both[0], "Fair dice")
    id = both[0].page.url.rpartition("/m/")[2].partition("#")[0]
    reader, file = people.person(), tmp_path / "match.json"
    reader.page.goto(f"{people.url}/r/{id}")
    reader.wait_for(".replay .seal", "Fair dice")
    assert reader.page.evaluate(INDENTED) >= 0, "no closer to the edge than who played"
    record = reader.page.request.get(f"{people.url}/api/tables/{id}/record").json()
    for secret, label in ((record["fair"]["secret"], "Fair dice"), ("ab" * 32, "NOT FAIR")):
        record["fair"]["secret"] = secret
        file.write_text(json.dumps(record))
        reader.page.goto(f"{people.url}/replay")
        reader.wait_for(".drop")
        reader.page.set_input_files("#record", file)
        reader.wait_for(".replay .seal", label)
    reader.wait_for(".replay header", "NOT FAIR: the proof does not fit.")
