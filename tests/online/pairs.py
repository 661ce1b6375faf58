"""Pairs: the same match twice, with one hidden card that differs, watched by everybody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from gamenight.bots import find_bot
from gamenight.core.bot import Limit
from gamenight.core.game import Game
from gamenight.core.play import pick
from gamenight.core.rules import Chance, Decision, Rules
from gamenight.match import match as matches
from gamenight.match.secret import draw
from gamenight.online import protocol as p
from gamenight.online.playing import Pauses
from gamenight.online.room import Screen
from tests.online.rooms import FakePeer, Table

MOST = 60  # plies of a match that are watched
NAMES = ("Anna", "Bert", "Cara", "Dora")
Heard = dict[str, list[tuple[float, str]]]
"""What each screen was sent, and when."""


@dataclass(frozen=True)
class Company:
    """Who plays: so many people, and these machines. thinking: seconds that a machine needs;
    shy: nobody uses a card."""

    people: int
    machines: tuple[str, ...] = ()
    thinking: float = 0.0
    shy: bool = True


@dataclass
class Evening:
    """One run: all plies, whose cards were dealt, and what the screens heard."""

    texts: tuple[str, ...]
    plies: list[Any]
    rules: Rules[Any, Any]
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
        info, limit = find_bot(self.game, bot)
        return info.bot.choose(rules, view, seat, rng, limit or Limit())


def plain(rules: Any, view: Any, rng: Random) -> Any:
    """A choice that everybody knows to be possible: it uses no card of a hand."""
    node = rules.node(rules.hide(view, None))
    assert isinstance(node, Decision)
    return rng.choice(node.actions)


async def evening(game: Game, options: dict[str, Any], company: Company, seed: int) -> Evening:
    """Play a match with everybody's choices drawn by lot, the same ones for the same seed."""
    names = NAMES[: company.people]
    slow = Slow(game, company.thinking, company.shy)
    table = Table(game, names, company.machines, options, slow, Pauses(), seed.to_bytes(32), away=0)
    slow.table = table
    screens = dict(zip(names, await table.begin(), strict=True))
    watching = {"": await table.enter()}
    if seed % 2:  # a browser too, here of a person, there of a spectator
        token = table.tokens[seed % 3 :][:1]
        watching["scene"] = await table.enter(*token, want="scene")
    await played(table, dict(screens.values()), company, seed, MOST // 2)
    watching["late"] = await table.enter()
    if names:
        watching["late again"] = await table.enter(table.tokens[-1])
    await played(table, dict(screens.values()), company, seed, MOST)
    found = Evening(table.texts[:MOST], table.match.plies[:MOST], table.match.rules)
    for name, (screen, peer) in {**screens, **watching}.items():
        found.heard[name] = peer.sent
        found.seats[name] = screen.eyes[0]
    table.room.close()
    await asyncio.sleep(0)
    return found


async def played(
    table: Table, screens: dict[Screen, FakePeer], company: Company, seed: int, most: int
) -> None:
    """People answer what they are asked after half a second, and sometimes act out of turn."""
    asked: object = None
    while table.match.result is None and len(table.match.plies) < most:
        assert table.clock.now() < 10_000, "nobody plays on"
        await table.clock.passes(0.5)
        match = table.match
        for screen in screens:
            (seat,) = screen.eyes
            assert seat is not None
            rng = Random(f"{seed} {seat} {match.at} {table.room._turn}")
            deed = wanted(table, seat, company.shy, rng)
            if deed is not None and asked != (deed, table.room._turn):
                asked = deed, table.room._turn
                await table.send(screen, *deed)
                break


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

    with patch.object(matches, "draw", drawn):
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
    differs = first_difference(one, other, ply)
    for name, seat in one.seats.items():
        if seat == owner:
            continue
        heard, again = (before(run.heard[name], differs) for run in (one, other))
        end = min(heard[1], again[1])
        for mine, others in zip(until(heard[0], end), until(again[0], end), strict=False):
            if mine != others:
                yield f"{name!r} at ply {ply} of {len(one.texts)}: {mine} or {others}"
                break
        else:
            if len(until(heard[0], end)) != len(until(again[0], end)):
                yield f"{name!r} heard more messages once (ply {ply}, until {end})"


def first_difference(one: Evening, other: Evening, ply: int) -> int:
    """The first ply that is not the same in both, except the card itself."""
    both = zip(one.texts, other.texts, strict=False)
    numbers = (n for n, (a, b) in enumerate(both) if a != b and n != ply)
    return next(numbers, min(len(one.texts), len(other.texts)))


def before(sent: list[tuple[float, str]], ply: int) -> tuple[list[tuple[float, str]], float]:
    """The messages before this ply was told, and when it was; who came later heard none."""
    for number, (moment, text) in enumerate(sent):
        message = msgspec.json.decode(text)
        if message["t"] in ("ply", "welcome") and message.get("n", [0])[0] > ply:
            return sent[:number], moment
    return sent, sent[-1][0]


def until(sent: list[tuple[float, str]], end: float) -> list[tuple[float, str]]:
    return [one for one in sent if one[0] < end]


def pair(game: Game, options: dict[str, Any], company: Company, seed: int) -> list[str]:
    """Two runs that differ in one hidden card, and what gives that away."""
    rng = Random(seed)
    run: Callable[[], Evening] = lambda: asyncio.run(evening(game, options, company, seed))  # noqa: E731
    one = run()
    draws = hidden_draws(one)
    ply, owner = rng.choice(draws)
    with other_card(ply, other_number(one, ply, rng)):
        other = run()
    assert one.texts[ply] != other.texts[ply]
    return list(compare(one, other, ply, owner))
