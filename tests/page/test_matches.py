"""Whole matches of each game between two browsers and a machine: in a seat of its own, or, where
there are only two, for somebody who is gone."""

from __future__ import annotations

import time
from collections.abc import Container
from itertools import product

import pytest

from gamenight.core import registry
from gamenight.core.record import Record
from gamenight.core.rules import Decision
from gamenight.match.playback import ReplayTable
from tests.effort import SOAK
from tests.match.matches import SHORT
from tests.online.players import same_secret
from tests.page.stage import PATIENCE, People, Person, Way

OPTIONS = {**SHORT, "thief": {"target": 600, "cards": True}}
# Long enough for cards in other players' turns.
CARDS = {"thief": {"target": 1500, "cards": True}, "circuit": {"board": 12, "laps": 2}}
STAYS = 4  # deeds until somebody goes, where there is no seat for a machine
WAYS: tuple[Way, ...] = ("mouse", "keyboard", "touch")
HANDS = """() => [...document.querySelectorAll(".area.secret, .hand .spot")]
  .filter((one) => one.checkVisibility()).length"""
PAIRS: tuple[tuple[Way, Way], ...] = (("keyboard", "mouse"), ("touch", "keyboard"))
# Each game in every way; those with cards are also played by three. `make soak` leaves out nothing.
CASES = [
    (game, pair)
    for game, pair in product(registry.games(), PAIRS)
    if SOAK or game not in CARDS or pair == PAIRS[0]
]


OWN = "() => document.querySelector('.player:has(.name em) bdi')?.textContent ?? ''"


def replayed(people: People, person: Person) -> ReplayTable:
    """The match at this person's table, which is over."""
    id = person.page.url.rpartition("/")[2]
    text = person.page.request.get(f"{people.url}/api/tables/{id}/record").text()
    return ReplayTable(Record.loads(text))


def told(table: ReplayTable, person: Person) -> tuple[list[str], set[str]]:
    """What their match told somebody, and what it may have asked them."""
    name = person.page.evaluate(OWN)
    seat = table.names.index(name) if name else None
    steps = (step for ply in range(1, table.last + 1) for step in table.steps(ply, seat))
    sentences = [step.text for step in steps if step.text]
    asked = {table.scene(seat, at).ask for at in range(table.last + 1)}
    return sentences, {*asked, "It is your turn."}.difference(sentences)


def listened(person: Person, sentences: list[str], asked: Container[str]) -> list[str]:
    """What they have heard, once it ends as their match did."""
    end = time.monotonic() + PATIENCE
    while (said := heard(person, asked))[-1:] != sentences[-1:] and time.monotonic() < end:
        person.page.wait_for_timeout(20)
    return said


def heard(person: Person, asked: Container[str]) -> list[str]:
    """What they heard of the match, without the questions."""
    said = [sentence for sentence in person.heard if sentence not in asked]
    return said[1 + max((at for at, one in enumerate(said) if "sits down" in one), default=-1) :]


def go_and_return(stays: Person, goes: Person) -> None:
    """A machine plays for somebody who is gone, once the others wish it, and until they return."""
    there = goes.page.url
    goes.go("about:blank")
    stays.wait_for(".player.away")
    stays.page.click(".tool-menu")
    stays.page.click(".menu [data-what=stand_in]")
    stays.wait_for(".player .face", "🤖")
    goes.go(there)
    goes.wait_for(".match .spot")


@pytest.mark.parametrize(
    ("game", "ways"), CASES, ids=lambda one: "-".join([one] if isinstance(one, str) else one)
)
def test_a_match(people: People, game: str, ways: tuple[Way, Way]) -> None:
    """Whoever only listens hears every sentence once and in order, from when they were there."""
    options = OPTIONS.get(game, {})
    played = registry.game(game)
    seats = min(3, max(played.players(**options)))
    deciding = seats - len(played.unasked(**options))
    with same_secret(18):
        two = people.seat(
            game, ways, options=options, places=seats, machines=["random"] * (seats - 2)
        )
    gone: list[int] = []

    def replace(deeds: int) -> None:
        if deciding == 2 and deeds == STAYS:
            gone.append(deeds)
            go_and_return(*two)

    people.play(two, replace)
    assert any(person.deeds for person in two) or not deciding
    assert gone or deciding != 2
    table = replayed(people, two[0])
    for person in two:
        sentences, asked_of_them = told(table, person)
        said = listened(person, sentences, asked_of_them)
        assert said == sentences[-len(said) :]


def out_of_turn(table: ReplayTable) -> int:
    """How often somebody acted in another player's turn."""
    nodes = ((table.rules.node(ply.before), ply.action) for ply in table.plies)
    decided = ((node, action) for node, action in nodes if isinstance(node, Decision))
    return sum(node.actor(action) != node.player for node, action in decided)


@pytest.mark.parametrize("game", CARDS)
def test_three_people_and_a_big_screen(people: People, game: str) -> None:
    """The big screen shows everything but what somebody holds in their hand; cards are played out
    of turn too, in one of a few matches: who is quick enough is chance."""
    screen = people.person(size=(1920, 1080))
    for secret in (18, 19, 20):
        three = _cards_before(screen, people, game, secret)
        screen.wait_for(".tv", three[0].page.inner_text(".ending h1, .ending h2"))
        assert screen.page.evaluate(HANDS) == 0
        if out_of_turn(replayed(people, three[0])):
            return
    pytest.fail("nobody has acted out of turn")


def _cards_before(screen: Person, people: People, game: str, secret: int) -> list[Person]:
    """A whole match of three, while somebody looks at the big screen."""
    with same_secret(secret):
        three = people.gather(game, WAYS, options=CARDS[game], places=3)
        screen.page.goto(three[0].page.url.replace("/m/", "/tv/"))
        screen.wait_for(".tv")
        people.begin(three)
    screen.wait_for(".tv .spot")
    assert screen.page.evaluate(HANDS) == 0
    held: list[int] = []
    people.play(three, lambda deeds: held.append(three[0].page.evaluate(HANDS)))
    assert any(held)
    assert any(person.deeds for person in three)  # the first may win before the last begins
    return three
