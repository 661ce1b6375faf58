"""Pairs: the same match twice, with one hidden card that differs, watched by everybody else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any
from unittest.mock import patch

from gamenight.bots import find_bot
from gamenight.core.bot import Limit
from gamenight.core.game import Game
from gamenight.core.play import pick
from gamenight.core.rules import Chance, Decision, Rules
from gamenight.match import fair
from gamenight.match.secret import draw
from gamenight.online import protocol as p
from gamenight.online.deeds import handle
from gamenight.online.playing import Pauses
from gamenight.online.room import Screen
from tests.online.rooms import FakePeer, Table

MOST = 60  # plies of a match that are watched
AWAY = 4  # seconds until a machine plays for somebody who has gone
NAMES = ("Anna", "Bert", "Cara", "Dora")
Heard = dict[str, list[tuple[float, str]]]
"""What each screen was sent, and when."""


@dataclass(frozen=True)
class Company:
    """Who plays: so many people, and these machines. thinking: seconds that a machine needs;
    shy: nobody uses a card; restless: people pass where they may act out of turn, propose all kinds
    of things, answer, give up, go and come back."""

    people: int
    machines: tuple[str, ...] = ()
    thinking: float = 0.0
    shy: bool = True
    restless: bool = False


@dataclass
class Evening:
    """One run: all plies that are left, whose cards were dealt, everything that happened in its
    order (when, the number of the ply, its text), and what the screens heard."""

    texts: tuple[str, ...]
    plies: list[Any]
    rules: Rules[Any, Any]
    happened: list[tuple[float, int, str]]
    heard: Heard = field(default_factory=dict)
    seats: dict[str, int | None] = field(default_factory=dict)


class Slow:
    """Machines that think here, for a while by the clock of the test; a shy one uses no card."""

    def __init__(self, game: Game, thinking: float, shy: bool):
        self.game, self.thinking, self.shy = game, thinking, shy
        self.table: Table

    async def consider(
        self, rules: Any, bot: str, view: Any, seat: int, rng: Any, seconds: float | None
    ) -> Any | None:
        await self.table.clock.sleep(self.thinking)
        if self.shy:
            return None if seat != rules.node(view).player else plain(rules, view, rng)
        info, _ = find_bot(self.game, "random")  # a stand-in too: nobody waits for better ones
        return info.bot.choose(rules, view, seat, rng, Limit())


def plain(rules: Any, view: Any, rng: Random) -> Any:
    """A choice that everybody knows to be possible: it uses no card of a hand."""
    node = rules.node(rules.hide(view, None))
    assert isinstance(node, Decision)
    return rng.choice(node.actions)


async def evening(game: Game, options: dict[str, Any], company: Company, seed: int) -> Evening:
    """Play a match with everybody's choices drawn by lot, the same ones for the same seed."""
    names = NAMES[: company.people]
    slow = Slow(game, company.thinking, company.shy)
    away = AWAY if company.restless else 0
    table = Table(game, names, company.machines, options, slow, Pauses(), seed.to_bytes(32), away)
    slow.table = table
    happened = noted(table)
    screens = dict(zip(names, await table.begin(), strict=True))
    watching = {"": await table.enter(), "scenes": await table.enter(want="scene")}
    for name, token in zip(names, table.tokens, strict=True):  # a browser too
        watching[f"{name}'s scenes"] = await table.enter(token, want="scene")
    await played(table, dict(screens.values()), company, seed, MOST // 2)
    watching["late"] = await table.enter()
    last, cuts = table.match.at
    known = {"match": table.match.id, "have": (max(last - 5, 0), cuts)}
    watching["late scenes"] = await table.enter(want="scene", **known)
    watching["late story"] = await table.enter(want="scene")
    if names:
        watching["late again"] = await table.enter(table.tokens[-1])
        watching["late scenes again"] = await table.enter(table.tokens[0], want="scene", **known)
        watching["late story again"] = await table.enter(table.tokens[0], want="scene")
    await played(table, dict(screens.values()), company, seed, MOST)
    found = Evening(table.texts, table.match.plies, table.match.rules, happened)
    for name, (screen, peer) in {**screens, **watching}.items():
        found.heard[name] = peer.sent
        found.seats[name] = screen.eyes[0]
    table.room.close()
    await asyncio.sleep(0)
    return found


def noted(table: Table) -> list[tuple[float, int, str]]:
    """All plies as they happen, those too that are taken back later."""
    found: list[tuple[float, int, str]] = []
    tell = table.room.plies

    def plies(first: int, id: int | None) -> None:
        moment, rules = table.clock.now(), table.match.rules
        later = enumerate(table.match.plies[first:], first)
        found.extend((moment, number, rules.format(ply.action)) for number, ply in later)
        tell(first, id)

    table.room.plies = plies  # type: ignore[method-assign]
    return found


async def played(
    table: Table, screens: dict[Screen, FakePeer], company: Company, seed: int, most: int
) -> None:
    """People answer what they are asked after half a second, and sometimes act out of turn. Nobody
    waits for a pass."""
    asked: object = None
    while table.match.result is None and len(table.match.plies) < most:
        assert table.clock.now() < 10_000, "nobody plays on"
        await table.clock.passes(0.5)
        if company.restless and await stirred(table, screens, seed):
            continue
        match = table.match
        for screen in screens:
            (seat,) = screen.eyes
            assert seat is not None
            if screen not in table.room.screens or match.seats[seat].bot:
                continue
            rng = Random(f"{seed} {seat} {match.at} {table.room._turn}")
            deed = wanted(table, seat, company.shy, rng)
            if deed is not None and asked != (deed, table.room._turn):
                asked = deed, table.room._turn
                await table.send(screen, *deed)
                break
            if deed is None and company.restless and may_pass(table, seat) and rng.random() < 0.7:
                id = p.UNGUESSED + 1000 * match.at.plies + match.at.cuts  # which tells nobody else
                await handle(table.room, screen, p.Pass(id, match.at, seat))


async def stirred(table: Table, screens: dict[Screen, FakePeer], seed: int) -> bool:
    """Somebody does something that is no move, as everybody can see; whether they did. What they do
    is drawn by lot, and nothing hidden counts."""
    rng, room = Random(f"{seed} {table.clock.now()}"), table.room
    here = [screen for screen in screens if screen in room.screens]
    for screen in here:
        for offer in room.offers.all:
            if {*offer.asked} & {*screen.places} and rng.random() < 0.5:
                yes = offer.what != "end" and rng.random() < 0.8
                await table.send(screen, p.Answer, offer.id, yes)
                return True
    if rng.random() > 0.25:
        return False
    screen = rng.choice([*screens])
    (place,), (seat,) = screen.places, screen.eyes
    if screen not in here:  # they come back, sometimes as if for the first time
        hello = p.Hello(p.VERSION, [table.tokens[place]], "text")
        if rng.random() < 0.7:
            hello.match, hello.have = room.seating.match, table.match.at
        again = await room.enter(screens[screen], hello)
        screens[again] = screens.pop(screen)
    elif table.match.seats[seat or 0].bot:
        await table.send(screen, p.Back, place)
    elif (deed := rng.random()) < 0.15 and len(here) > 1:
        room.leave(screen)
    elif deed < 0.2:
        await table.send(screen, p.Resign, seat)
    elif deed < 0.3:
        await table.send(screen, p.Offer, "end")
    elif deed < 0.4:
        gone = [other.places[0] for other in screens if other not in here]
        await table.send(screen, p.Offer, "stand_in", *gone[:1])
    else:
        await table.send(screen, p.Offer, "undo")
    return True


def may_pass(table: Table, seat: int) -> bool:
    """Whether this person is asked out of turn, as only they can see."""
    node = table.match.node
    others = isinstance(node, Decision) and seat != node.player and node.of(seat)
    return bool(others) and seat not in table.match.passed


def wanted(table: Table, seat: int, shy: bool, rng: Random) -> tuple[Any, ...] | None:
    """What a person does now, from what that one can see."""
    match, turn = table.match, table.room._turn
    node = match.rules.node(match.rules.hide(match.state, seat))
    if turn is not None and turn.seat == seat and turn.kind in ("ready", "roll"):
        return p.Ready, match.at, seat
    if not isinstance(node, Decision):
        return None
    if turn is not None and turn.seat == seat and turn.kind == "choose":
        action = plain(match.rules, match.state, rng) if shy else rng.choice(node.actions)
        return p.Play, match.at, seat, match.rules.format(action)
    own = node.of(seat)
    if seat == node.player or shy or not own or rng.random() < 0.6:
        return None
    return p.Play, match.at, seat, match.rules.format(rng.choice(own))


@contextmanager
def other_card(ply: int, number: int) -> Iterator[None]:
    """Another card is drawn at this ply."""

    def drawn(secret: bytes, label: str, below: int) -> int:
        return number if label == f"chance {ply}" else draw(secret, label, below)

    with patch.object(fair, "draw", drawn):
        yield


def hidden_draws(one: Evening) -> list[tuple[int, int]]:
    """The plies at which somebody got a card that others do not see, and who."""
    found = []
    for number, ply in enumerate(one.plies):
        viewers = range(one.rules.players)
        saw = [v for v in viewers if one.rules.seen(ply.before, ply.action, v) == ply.action]
        if ply.actor is None and len(saw) == 1:
            found.append((number, saw[0]))
    return found


def other_number(one: Evening, ply: int, rng: Random) -> int:
    """A number that draws another card at this ply, of those that are hidden as well."""
    played, rules = one.plies[ply], one.rules
    node = rules.node(played.before)
    assert isinstance(node, Chance)
    hidden = rules.seen(played.before, played.action, None)
    numbers = [
        n
        for n in range(node.cumulative[-1])
        if (action := pick(node, n)) != played.action
        and rules.seen(played.before, action, None) == hidden
    ]
    return rng.choice(numbers)


def compare(one: Evening, other: Evening, ply: int, owner: int) -> Iterator[str]:
    """What others could tell the two apart by, before the card made a difference."""
    end = parting(one, other, ply)
    for name, seat in one.seats.items():
        if seat == owner:
            continue
        heard, again = ([sent for sent in r.heard[name] if sent[0] < end] for r in (one, other))
        for mine, others in zip(heard, again, strict=False):
            if mine != others:
                yield f"{name!r} at ply {ply} of {len(one.texts)}: {mine} or {others}"
                break
        else:
            if len(heard) != len(again):
                yield f"{name!r} heard more messages once (ply {ply}, until {end})"


def parting(one: Evening, other: Evening, ply: int) -> float:
    """When something happens that is not the same in both, except the card itself."""
    for mine, others in zip(one.happened, other.happened, strict=False):
        if mine[1:] != others[1:] and mine[1] != ply:
            return min(mine[0], others[0])
    return min(one.happened[-1][0], other.happened[-1][0])


def pair(game: Game, options: dict[str, Any], company: Company, seed: int) -> list[str]:
    """Two runs that differ in one hidden card, and what gives that away."""
    rng = Random(seed)

    def run() -> Evening:
        """The commit of the round that is next is the same in both."""
        with patch.object(fair, "new_secret", lambda seed=None: bytes(32)):
            return asyncio.run(evening(game, options, company, seed))

    one = run()
    draws = hidden_draws(one)
    ply, owner = rng.choice(draws)
    with other_card(ply, other_number(one, ply, rng)):
        other = run()
    assert one.texts[ply] != other.texts[ply]
    return list(compare(one, other, ply, owner))
