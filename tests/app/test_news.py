"""What became of somebody since they last decided stays to be read, also where nothing moves."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import gamenight
from gamenight.app.news import _cards, _has, news, with_news
from gamenight.app.settings import Settings
from gamenight.core.play import mover
from gamenight.core.record import Seat
from gamenight.core.rules import Decision
from gamenight.core.scene import Area, Scene, Spot, Token, who
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import screen_text
from tests.app.tables import asked, question, run, table, until
from tests.match.matches import new_match

SEATS = (Seat("Ann"), Seat("Bot", "random"), Seat("Other", "random"))
STOLEN = "Bot steals the pot of"


def stolen() -> Match:
    """Ann ended her turn, the bot stole her pot and rolled on."""
    match = Match.new(SqliteStore(), gamenight.game("thief"), SEATS, order="given", seed=2)
    match.chance()
    match.play("end", 0, match.at)
    match.play("steal", 1, match.at)
    assert isinstance(match.node, Decision)
    match.play(match.rules.format(match.node.actions[0]), 1, match.at)
    match.chance()
    return match


def test_a_stolen_pot_is_told_until_its_owner_decides_again() -> None:
    match = stolen()
    at = LocalTable(match)
    (told,) = news(at, 0, None, match.at.plies)
    assert told.startswith(STOLEN)
    assert not news(at, 1, None, match.at.plies), "the thief has decided since"
    assert not news(at, 2, None, match.at.plies), "nothing was done to this one"


@pytest.mark.parametrize("viewer", [0, None], ids=["alone", "shared"])
def test_news_and_what_has_just_happened_are_told_apart(viewer: int | None) -> None:
    match = stolen()
    at, now = LocalTable(match), "Bot rolls on."
    told = with_news(at, 0, viewer, match.at.plies, now)
    assert told.startswith(f"{now} Before that: {STOLEN}")
    assert with_news(at, 2, viewer, match.at.plies, now) == now, "nothing is introduced"
    assert with_news(at, 0, viewer, match.at.plies, "").startswith(STOLEN)


def test_what_is_told_anyway_is_no_news() -> None:
    match = stolen()
    assert not news(LocalTable(match), 0, None, 3), "the theft is the last ply that is shown"


def test_with_nothing_moving_the_theft_is_read_on_the_next_question() -> None:
    async def drive() -> None:
        match = stolen()
        async with table(match, settings=Settings(speed="off")) as (app, pilot):
            while (await asked(app, pilot)).any_key:
                before = question(app)
                await pilot.press("enter")
                await until(pilot, lambda: question(app) is not before)  # noqa: B023
            told = " ".join(screen_text(app).split())
            assert f"Before that: {STOLEN}" in told

    run(drive)


def test_a_bust_is_told_though_others_have_played_since() -> None:
    match = new_match("zombie", seed=64, brains_to_win=13)
    at, unlucky, busts = LocalTable(match), None, list[str]()
    while not busts or match.plies[-1].actor in (None, unlucky):
        node = match.node
        if isinstance(node, Decision):
            match.play(match.rules.format(node.actions[0]), node.player, match.at)
        else:
            match.chance(1)
        if not busts:
            unlucky = mover(match.rules, match.plies[-1])
            told = at.story(match.at.plies, None)
            busts = [step.text for step in told if step.tone == "danger"]
    assert unlucky is not None
    assert news(at, unlucky, None, match.at.plies) == busts


def cancelled() -> tuple[Match, int, int]:
    """A match of Circuit in which somebody removed a permanent card from play and somebody else has
    played on; whose card it was, and on whom."""
    for seed in range(40):
        match = Match.new(SqliteStore(), gamenight.game("circuit"), SEATS, order="given", seed=seed)
        while match.result is None:
            node, state = match.node, match.state
            if not isinstance(node, Decision):
                match.chance(1)
                continue
            texts = list(map(match.rules.format, node.actions))
            played = [text for text in texts if " cancellation " in text]
            kept = [text for text in texts if " overload " in text or " speed " in text]
            match.play([*played, *kept, *texts][0], node.player, match.at)
            if played:
                target = match.plies[-1].action.target
                card, by = state.in_play[target], node.player
                if by not in (card.owner, card.target) and card.owner != card.target:
                    match.play("roll", node.player, match.at)
                    return match, card.owner, card.target
    raise AssertionError("nobody ever removed a card")


def test_a_card_that_somebody_has_removed_is_told_to_whose_it_was_and_who_had_it() -> None:
    match, owner, target = cancelled()
    at = LocalTable(match)
    for seat in (owner, target):
        for viewer in (seat, None):
            told = news(at, seat, viewer, match.at.plies)
            assert any("Cancellation" in line for line in told), seat


def card(name: str, note: str = "", owner: int | None = None, kind: str = "card") -> Spot:
    token = Token("card" if kind == "card" else "die", name)
    return Spot(f"{name} {owner}", name=name, note=note, owner=owner, tokens=(token,))


def lying(*spots: Spot, secret: bool = False) -> Scene:
    return Scene("Cards", areas=(Area("cards", "Cards", "row", spots, secret=secret),))


@pytest.mark.parametrize(("viewer", "seen"), [(0, True), (1, False), (None, False)])
def test_a_hand_is_news_only_to_whoever_holds_it_without_what_it_could_do(
    viewer: int | None, seen: bool
) -> None:
    hand = lying(card("Speed", note="on yourself", owner=1), secret=True)
    assert [*_cards(hand, 0, viewer)] == ([("Speed", "", "Speed")] if seen else [])


def test_cards_on_the_table_concern_those_before_whom_they_lie_and_those_they_name() -> None:
    table = lying(
        card("Speed", note="2 turns", owner=0),
        card("Brake", note=f"on {who(0)}", owner=1),
        card("Wall", owner=1),
        card("Die", owner=0, kind="die"),
    )
    assert [name for name, *_ in _cards(table, 0, 1)] == ["Speed", "Brake"]


def test_two_cards_alike_are_two_in_whatever_order_they_lie() -> None:
    one, other = card("Speed", owner=0), card("Brake", owner=0)

    def had(*spots: Spot) -> object:
        table: Any = SimpleNamespace(unnamed=lambda *_: lying(*spots))
        return _has(table, 0, None, 1)

    assert had(one, other) == had(other, one)
    assert had(one, one) != had(one)
