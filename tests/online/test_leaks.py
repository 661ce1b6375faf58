"""Nobody learns a hidden card by what is sent, or by when: neither from people nor from machines
that could act out of turn, whether they do or not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gamenight.core import registry
from gamenight.core.rules import Decision, Rules
from gamenight.online import protocol as p
from gamenight.online.room import Screen
from tests.effort import times
from tests.faults.figures import Count
from tests.online.pairs import Company, pair, played
from tests.online.rooms import FakePeer, Table

SECRETIVE: dict[str, dict[str, Any]] = {
    "circuit": {"laps": 1},
    "thief": {"cards": True, "open_table": False},
}
COMPANIES = {
    "people": Company(3),
    "people who use cards": Company(3, shy=False),
    "people who pass, propose and come and go": Company(3, restless=True),
    "people who do all of that": Company(3, shy=False, restless=True),
    "machines": Company(1, ("random", "random")),
    "machines that think": Company(1, ("random", "random"), thinking=0.2),
    "machines that think for too long": Company(1, ("random", "random"), thinking=0.9),
    "machines that use cards": Company(2, ("random",), shy=False),
    "machines alone": Company(0, ("random",) * 3, thinking=0.1),
}


def test_every_game_with_secrets_is_tried() -> None:
    for id in registry.games():
        game = registry.game(id)
        kind = type(game.rules(3 if 3 in game.players() else None, **SECRETIVE.get(id, {})))
        assert (kind.hide is not Rules.hide) == (id in SECRETIVE), id


async def someone_may_act() -> tuple[Table, dict[Screen, FakePeer], int]:
    """A match in which somebody may act out of turn, everybody's screen, and who it is."""
    for number in range(100):
        options = SECRETIVE["thief"]
        table = Table(
            "thief", ["Anna", "Bert", "Cara"], options=options, secret=bytes([number] * 32)
        )
        screens = dict(await table.begin())
        for most in range(40):
            await played(table, screens, COMPANIES["people"], 1, most)
            node = table.match.node
            if isinstance(node, Decision) and node.others:
                return table, screens, node.others[0][0]
    raise AssertionError("nobody ever may")


def test_nobody_learns_who_has_passed() -> None:
    async def work() -> None:
        table, screens, seat = await someone_may_act()
        for peer in screens.values():
            peer.sent.clear()
        own = next(one for one in screens if one.eyes == (seat,))
        await table.send(own, p.Pass, table.match.at, seat)
        heard = {screen: peer.names for screen, peer in screens.items()}
        assert heard == {screen: ["ok"] if screen is own else [] for screen in screens}
        for screen in screens:
            _, late = await table.enter(table.tokens[screen.places[0]])
            assert late.heard[0].passes == ([seat] if screen is own else [])
        _, spectator = await table.enter()
        assert spectator.heard[0].passes == []

    asyncio.run(work())


def test_nobody_learns_a_pass_by_asking_to_take_back_a_move() -> None:
    async def work() -> None:
        table, screens, seat = await someone_may_act()
        own = next(one for one in screens if one.eyes == (seat,))

        async def asked() -> list[object]:
            """What each of the others is told who would take back a move."""
            told: list[object] = []
            for screen, peer in screens.items():
                if screen is not own:
                    await table.send(screen, p.Offer, "undo")
                    answer = peer.last()
                    told.append((type(answer), getattr(answer, "text", "")))
                    table.room.offers.drop("undo")
            return told

        before = await asked()
        await table.send(own, p.Pass, table.match.at, seat)
        assert await asked() == before

    asyncio.run(work())


def test_a_machine_that_sits_down_does_not_show_what_its_seat_holds() -> None:
    """At this seed others were told to wait, if it was a card to be used out of turn."""
    restless = COMPANIES["people who do all of that"]
    assert pair(registry.game("thief"), SECRETIVE["thief"], restless, 356) == []


@pytest.mark.parametrize("company", COMPANIES)
@pytest.mark.parametrize("id", SECRETIVE)
def test_a_hidden_card_changes_nothing_that_others_get(id: str, company: str, count: Count) -> None:
    game, tries = registry.game(id), times(2, 1000 // len(COMPANIES) + 1)
    faults = [
        f"seed {seed}: {fault}"
        for seed in range(4, 4 + 11 * tries, 11)
        for fault in pair(game, SECRETIVE[id], COMPANIES[company], seed)
    ]
    count("pairs of matches with another hidden card", tries, faults)
