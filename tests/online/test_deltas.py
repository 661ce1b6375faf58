"""Deltas: whoever applies them has the next scene, and nobody is told more than changed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any
from unittest import mock

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight import Area, Chance, Choice, Decision, Over, Scene, ScoreRow, Spot, Token, sample
from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.record import Seat
from gamenight.core.scene import named
from gamenight.core.view import awaiting, drawn, told
from gamenight.online import protocol as p
from gamenight.online.deltas import delta, patch
from gamenight.online.films import is_open
from gamenight.online.playing import Pauses
from gamenight.online.room import Screen
from gamenight.online.scenes import encoded, lean
from gamenight.online.wire import MOST_TOLD
from tests.effort import times
from tests.match.matches import SHORT
from tests.online.rooms import FakePeer, Table
from tests.online.scenery import Scenery
from tests.toys.heist import HEIST

WORDS = st.sampled_from(("", "Ann", "{0} rolls {7}", "<b>", "ﷺ"))
TONES: Any = st.sampled_from(("", "good", "held"))
KEYS = st.lists(st.sampled_from("abcdef"), unique=True, max_size=5)
TOKENS = st.builds(Token, kind=st.just("seed"), count=st.integers(0, 3), tone=TONES)
NASTY = ('Ann "{1}"', "a\\b", "{0}{1}{2}", "\u202eBob\x7f", "É 🎲", "</script>")
GAMES = [*map(registry.game, registry.games()), HEIST]


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@st.composite
def spots(draw: st.DrawFn, key: str) -> Spot:
    tokens = tuple(draw(st.lists(TOKENS, max_size=2)))
    at = draw(st.none() | st.just((1, 2)))
    return Spot(key, draw(WORDS), tokens=tokens, tone=draw(TONES), at=at)


@st.composite
def areas(draw: st.DrawFn, key: str) -> Area:
    places = tuple(draw(spots(f"{key} {number}")) for number in draw(KEYS))
    below = draw(st.sampled_from((None, 0)))
    return Area(key, draw(WORDS), "row", places, rank=draw(st.integers(0, 1)), below=below)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    texts = tuple(draw(st.lists(WORDS, max_size=2)))
    return Scene(
        draw(WORDS),
        status=texts,
        scores=tuple(ScoreRow(key, 0, "{0}", draw(st.integers(0, 1))) for key in draw(KEYS)),
        areas=tuple(draw(areas(key)) for key in draw(KEYS)),
        message=draw(WORDS),
        tone=draw(TONES),
        ask=draw(WORDS),
        choices=tuple(Choice(text, text) for text in texts),
        marks=draw(st.sampled_from((None, (), ("a 1",)))),
    )


PIT = Spot("A", tokens=(Token("seed", count=4),))
HEAP = Scene(
    "Heap",
    scores=(ScoreRow("seat 0", 0, "Ann", 0), ScoreRow("seat 1", 1, "Ben", 0)),
    areas=(Area("board", "", "row", (PIT, Spot("B"))), Area("hand", "Hand", "list", ())),
    ask="Ann?",
    marks=("A",),
)


def test_what_changed_is_told_by_key() -> None:
    board, hand = HEAP.areas
    taken = replace(PIT, tokens=(Token("seed", count=3),))
    after = replace(
        HEAP,
        scores=(replace(HEAP.scores[0], value=1), HEAP.scores[1]),
        areas=(replace(board, spots=(taken, Spot("B"))), hand),
    )
    assert as_json(delta(HEAP, after)) == {
        "scores": {"seat 0": {"key": "seat 0", "seat": 0, "name": "Ann", "value": 1}},
        "areas": {
            "board": {"spots": {"A": {"key": "A", "tokens": [{"kind": "seed", "count": 3}]}}}
        },
    }
    assert delta(HEAP, HEAP) == {}


def test_what_is_as_usual_again_is_null_and_what_has_come_stands_among_keys() -> None:
    board, hand = HEAP.areas
    after = replace(
        HEAP.still(), areas=(hand, Area("deck", "", "pile", ()), replace(board, spots=(PIT,)))
    )
    deck = {"key": "deck", "title": "", "shape": "pile", "spots": []}
    changes = as_json(delta(HEAP, after))
    whole = changes["areas"].pop()
    assert whole == as_json(lean(after.areas[2]))
    assert changes == {"areas": ["hand", deck], "ask": None, "marks": None}
    assert as_json(delta(HEAP, replace(HEAP, areas=(), scores=()))) == {
        "areas": None,
        "scores": None,
    }


@given(scenes(), scenes())
def test_whoever_applies_a_delta_has_the_next_scene(before: Scene, after: Scene) -> None:
    told = as_json(delta(before, after))
    assert patch(as_json(lean(before)), told) == as_json(lean(after))


@given(scenes(), st.lists(st.sampled_from(NASTY), min_size=1, max_size=3))
def test_names_are_put_into_json_as_into_texts(scene: Scene, names: list[str]) -> None:
    assert as_json(encoded(lean(scene), names)) == as_json(lean(named(scene, names)))


def moments(game: Game, plies: int) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Rules, state, node and action, in matches at random, with every kind of rules."""
    for options in ({}, SHORT.get(game.id, {})):
        rules, rng = game.rules(**options), Random(18)
        state = rules.initial()
        for _ in range(plies):
            node = rules.node(state)
            if isinstance(node, Over):
                state = rules.initial()
                continue
            action = sample(node, rng) if isinstance(node, Chance) else rng.choice(node.actions)
            yield rules, state, node, action
            state = rules.apply(state, action)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_where_nothing_is_hidden_all_are_told_the_same(game: Game) -> None:
    """That is why they can share it; only what is asked is for one of them."""
    for rules, state, node, action in moments(game, times(40)):
        if not is_open(rules):
            continue
        seen, film = (drawn(game, rules, state, None), told(game, rules, state, action, None))
        for seat in range(rules.players):
            own = drawn(game, rules, state, seat)
            assert own.still() == seen.still()
            assert own == seen or (isinstance(node, Decision) and node.of(seat))
            for step, other in zip(told(game, rules, state, action, seat), film, strict=True):
                assert replace(step, scene=None) == replace(other, scene=None)
                assert (step.scene is None) == (other.scene is None)
                assert not (step.scene and other.scene) or (
                    step.scene.still() == other.scene.still()
                )


@pytest.mark.parametrize("name", ["hide", "seen"])
def test_rules_that_hide_anything_are_not_open(name: str) -> None:
    rules = registry.game("oware").rules()
    assert is_open(rules)
    with mock.patch.object(type(rules), name):
        assert not is_open(rules)


def whole(table: Table, eye: int | None, at: int) -> Any:
    """What somebody sees after so many plies, as the table itself has it."""
    match = table.match
    scene = drawn(match.game, match.rules, match.state_at(at), eye)
    seats: tuple[Seat, ...] = match.seated(at)
    return as_json(lean(awaited(scene, seats)))


def awaited(scene: Scene, seats: tuple[Seat, ...]) -> Scene:
    names = [seat.name for seat in seats]
    return awaiting(named(scene, names), seats, lambda seat: names[seat])


def film_of(table: Table, eye: int | None) -> list[Any]:
    """The still scenes of the last ply."""
    match, ply = table.match, table.match.plies[-1]
    names = [seat.name for seat in match.seated(len(match.plies) - 1)]
    steps = named(told(match.game, match.rules, ply.before, ply.action, eye), names)
    return [as_json(lean(step.scene.still())) for step in steps if step.scene is not None]


async def read_story(table: Table, tokens: list[str]) -> None:
    """Whoever comes only now reads what each pair of eyes here was told of the latest plies."""
    screen, peer = await table.enter(*tokens, want="scene")
    match, welcome = table.match, json.loads(peer.sent[0][1])
    for eye in screen.eyes:
        told_then = [
            [step.text for step in named(told(match.game, match.rules, *ply, eye), names)]
            for number, ply in enumerate((ply.before, ply.action) for ply in match.plies)
            for names in [[seat.name for seat in match.seated(number)]]
        ]
        latest = [[text for text in texts if text] for texts in told_then[-MOST_TOLD:]]
        assert welcome.get("story", {}).get("" if eye is None else str(eye), []) == latest
    table.room.leave(screen)


class Watcher:
    """A screen that knows what its messages say, and looks whether it is so after each ply."""

    def __init__(self, table: Table, screen: Screen, peer: FakePeer):
        self.table, self.screen, self.peer = table, screen, peer
        self.scenery, self.heard = Scenery(), 0

    def catch_up(self) -> None:
        for _, text in self.peer.sent[self.heard :]:
            self.scenery.hear(json.loads(text))
        self.heard = len(self.peer.sent)
        last, cuts = self.table.match.at
        assert self.scenery.n == [last, cuts]
        for eye in self.screen.eyes:
            name = "" if eye is None else str(eye)
            assert self.scenery.scenes[name] == whole(self.table, eye, last)
            if name in self.scenery.film and last:
                assert self.scenery.film[name] == film_of(self.table, eye)


async def watched(game: Game, names: list[str], plies: int, seed: int) -> None:
    options = SHORT.get(game.id, {})
    table = Table(
        game, names, options=options, pauses=Pauses(0.0, 0.0, 0.0), secret=bytes([seed] * 32)
    )
    rng = Random(seed)
    await table.begin()
    entered = [await table.enter(token, want="scene") for token in table.tokens]
    entered += [await table.enter(*table.tokens, want="scene"), await table.enter(want="scene")]
    watchers = [Watcher(table, *one) for one in entered]
    for _ in range(plies):
        for watcher in watchers:
            watcher.catch_up()
        match = table.match
        if match.result is not None:
            break
        if rng.random() < 0.1:
            await others_sit_down(table, rng)
            continue
        if rng.random() < 0.15:  # a line is cut, and comes back later
            cut = watchers.pop(rng.randrange(len(watchers)))
            table.room.leave(cut.screen)
            for _ in range(rng.randint(0, 2)):
                await act(table, rng)
                await (others_sit_down if rng.random() < 0.3 else act)(table, rng)
            tokens = [table.tokens[place] for place in cut.screen.places]
            known = {"match": match.id, "have": tuple(cut.scenery.n)}
            screen, peer = await table.enter(*tokens, want="scene", **known)
            cut.screen, cut.peer, cut.heard = screen, peer, 0
            watchers.append(cut)
            continue
        await act(table, rng)
    for watcher in watchers:
        await read_story(table, [table.tokens[place] for place in watcher.screen.places])
    table.room.close()


async def others_sit_down(table: Table, rng: Random) -> None:
    match, playing = table.match, table.room.playing
    assert playing is not None
    seat = rng.randrange(match.rules.players)
    if match.result is None and match.seats[seat].name and seat not in match.absent:
        await playing.sit(seat, Seat(f"{{1}} {rng.random()}", rng.choice(("", "random"))))


async def act(table: Table, rng: Random) -> None:
    """Whatever comes next happens, and is told; sometimes somebody acts out of turn."""
    match, node = table.match, table.match.node
    if isinstance(node, Over):
        return
    before = len(match.plies)
    if isinstance(node, Chance):
        match.chance(1)
    else:
        seat, actions = rng.choice([(node.player, node.actions), *node.others])
        match.play(match.rules.format(rng.choice(actions)), seat, match.at)
    table.room.plies(before, None)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_every_screen_has_the_scenes_of_the_table(game: Game) -> None:
    """With several people at one of them, with others who sit down, and with cut lines."""
    people = game.asked(**SHORT.get(game.id, {}))[-1]
    for seed in range(times(3)):
        asyncio.run(watched(game, [*NASTY[: min(people, 3)]], 60, seed))


def test_a_move_that_is_taken_back_leaves_the_scenes_of_before() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna", "Bert"])
        screens = await table.begin()
        mover, other = (screens[table.place_of(seat)][0] for seat in (0, 1))
        tokens = [(), *((table.tokens[table.place_of(seat)],) for seat in (0, 1))]
        watchers = [Watcher(table, *await table.enter(*own, want="scene")) for own in tokens]

        def catch_up() -> None:
            for watcher in watchers:
                watcher.catch_up()

        await table.send(mover, p.Play, (0, 0), 0, "C")
        catch_up()
        await read_story(table, [])
        await table.send(mover, p.Offer, "undo")
        await table.send(other, p.Answer, table.room.offers.all[0].id, True)
        catch_up()
        await read_story(table, [])
        await table.send(mover, p.Play, (0, 1), 0, "F")
        catch_up()
        await read_story(table, [])

    asyncio.run(work())
