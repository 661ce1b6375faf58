"""The laws that every game keeps, as a test that anybody can run."""

from __future__ import annotations

import operator
import random
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from gamenight.core.errors import InvalidOption
from gamenight.core.game import Game
from gamenight.core.laws.extras import (
    check_bots,
    check_lesson,
    check_odds,
    check_on_time,
    check_puzzles,
)
from gamenight.core.laws.folds import check_views
from gamenight.core.laws.modules import CALLS
from gamenight.core.laws.nodes import (
    actions_of,
    check_node,
    check_scores,
    check_settled,
    check_state,
    check_texts,
    same_repr,
)
from gamenight.core.laws.refusals import (
    Mistakes,
    check_actions_refused,
    check_game_refuses,
    check_texts_refused,
)
from gamenight.core.laws.replays import Line, check_elsewhere, check_fold, check_rules, mark
from gamenight.core.laws.scenes import Sight, check_looks, faces_with
from gamenight.core.laws.secrets import Look
from gamenight.core.laws.verdict import THROWN, blaming, broken, shown, told
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Decision, Over

COUNTS = 6
VIEWERS = 6
TABLE_ODDS = 20
OTHER_ODDS = 3
RETOLD_ODDS = 16
PLIES_WANDERED = 10
PLIES_GLANCED = 5_000
MOST_TABLES = 1_000


def check(
    game: Game,
    games: int = 20,
    seed: int = 0,
    max_plies: int = 100_000,
    players: int | None = None,
    **options: object,
) -> None:
    """Play random games and raise LawBroken where the game breaks a law.

    The games are spread over the possible numbers of players, unless `players` is given.
    """
    if not CALLS.begin():
        return
    dice = random.getstate()
    try:
        counts = _counts(game, players, options)
        with blaming("scenes", "reading the glyphs"):
            check_looks(game)
        check_game_refuses(game, options)
        lines = []
        for number in range(max(games, len(counts))):
            count = counts[number % len(counts)]
            rng = Random(f"{seed} {number}")
            lines.append(_check_game(game, count, options, rng, max_plies))
        check_elsewhere(lines)
        check_lesson(game)
        check_puzzles(game)
        check_odds(game, lines[0])
        check_on_time(game, lines[0])
        check_bots(game, lines[0].rules, Random(f"{seed} bots"))
    finally:
        random.setstate(dice)


def _counts(game: Game, players: int | None, options: Mapping[str, object]) -> tuple[int, ...]:
    """Numbers of players to try: all if there are few, otherwise some."""
    try:
        possible = game.players(**options)
    except THROWN as error:
        if options and isinstance(error, InvalidOption):
            raise
        broken("refusal", f"players() raises {told(error)}")
    if not isinstance(possible, range) or not possible:
        broken("refusal", f"the seats are {shown(possible)}, not a range of numbers of players")
    if players is not None:
        if players not in possible:
            game.rules(players, **options)
        return (players,)
    last = len(possible) - 1
    return tuple(possible[at] for at in sorted({last * n // (COUNTS - 1) for n in range(COUNTS)}))


def _check_game(
    game: Game, players: int, options: Mapping[str, object], rng: Random, max_plies: int
) -> Line:
    """One random game from the first to the last state."""
    with blaming("refusal", f"rules() for {players} players"):
        rules, fresh = game.rules(players, **options), game.rules(players, **options)
    if getattr(rules, "players", None) != players:
        given = shown(getattr(rules, "players", None))
        broken("total", f"rules.players is {given}, not {players} as requested")
    check_rules(rules, fresh)
    with blaming("total", "playing at random"):
        line = Play(game, rules, rng, options).to_the_end(max_plies)
    check_fold(line, fresh)
    check_views(game, rules, line.texts, lambda: game.rules(players, **options), rng)
    return line


class Play:
    """A random game on trial, ply by ply."""

    def __init__(self, game: Game, rules: Any, rng: Random, options: Mapping[str, object]):
        self.game, self.rules, self.rng = game, rules, rng
        self.faces = faces_with(game, options)
        self.texts: list[str] = []
        self.marks: list[str] = []
        self.tables: dict[int, tuple[Any, dict[str, Any]]] = {}
        self.mistakes = Mistakes(rules, rng)

    def to_the_end(self, max_plies: int) -> Line:
        rules = self.rules
        with blaming("total", "initial()"):
            state = rules.initial()
        node, texts = self._examined(state)
        check_settled("initial()", state, rules.initial, same_repr)
        while not isinstance(node, Over):
            ply = len(self.texts)
            if ply >= max_plies:
                broken("total", f"a random game is not over after {max_plies} plies", state)
            self.marks.append(mark(rules, state, node, ply))
            action = self._drawn(node)
            after = self._applied(state, action)
            # What comes next goes first, because the telling of a ply may show it.
            then = self._examined(after)
            if self._is_deep(ply):
                self._check_deeply(state, node, texts, self._plies(state, node, action, after))
            elif ply < PLIES_GLANCED:
                self._glance(state, node, texts, action, after)
            self.texts.append(rules.format(action))
            state, (node, texts) = after, then
        self.marks.append(mark(rules, state, node, len(self.texts)))
        self._check_deeply(state, node, texts, ())
        return Line(rules, tuple(self.texts), tuple(self.marks))

    def _examined(self, state: Any) -> tuple[Any, dict[str, Any]]:
        """The node of a well-formed state, and the texts of what can happen."""
        check_state(state)
        with blaming("total", "repr(state)", state):
            repr(state)
        with blaming("total", "node()", state):
            node = self.rules.node(state)
        check_node(self.rules, state, node)
        check_scores(self.rules, state)
        return node, self._texts(state, node)

    def _texts(self, state: Any, node: Any) -> dict[str, Any]:
        """Games cache their large tables of chance: a tuple seen before needs no second look."""
        if not isinstance(node, Chance):
            return check_texts(self.rules, state, node)
        table, texts = self.tables.get(id(node.outcomes), (None, {}))
        if table is not node.outcomes:
            texts = check_texts(self.rules, state, node)
            if len(self.tables) < MOST_TABLES:
                self.tables[id(node.outcomes)] = (node.outcomes, texts)
        return texts

    def _plies(self, state: Any, node: Any, action: Any, after: Any) -> list[tuple[Any, Any]]:
        """The ply that is played, and sometimes another that could be."""
        plies = [(action, after)]
        if self.rng.randrange(OTHER_ODDS) == 0:
            other = self.rng.choice(actions_of(node))
            plies.append((other, self._applied(state, other)))
            self._examined(plies[-1][1])
        return plies

    def _drawn(self, node: Any, table: bool = True) -> Any:
        """Chance by its weights, all who may act equally often; people rarely leave or join."""
        if isinstance(node, Chance):
            return sample(node, self.rng)
        assert isinstance(node, Decision)
        if table and node.table and self.rng.randrange(TABLE_ODDS) == 0:
            return self.rng.choice([action for _, own in node.table for action in own])
        others = [action for _, own in node.others for action in own]
        return self.rng.choice([*node.actions, *others])

    def _wander(self, state: Any) -> None:
        """A few plies from a guessed state, as a search would play them."""
        for _ in range(PLIES_WANDERED):
            node, _ = self._examined(state)
            if isinstance(node, Over):
                return
            state = self._applied(state, self._drawn(node, table=False))

    def _is_deep(self, ply: int) -> bool:
        """All early plies, then some."""
        return ply < 200 or self.rng.randrange(50 if ply < 10_000 else 1_000) == 0

    def _glance(
        self, state: Any, node: Any, texts: Mapping[str, Any], action: Any, after: Any
    ) -> None:
        """What one viewer, the player or anybody, sees of a ply that gets only a quick check."""
        viewer = self.rng.choice((None, *range(self.rules.players)))
        if isinstance(node, Decision) and self.rng.randrange(2):
            viewer = node.player
        look = Look(self.game, self.rules, state, node, viewer)
        look.glance(action, after)
        self._check_scene(look, texts)

    def _applied(self, state: Any, action: Any) -> Any:
        with blaming("total", "apply()", state, action):
            before = repr(state)
            after = self.rules.apply(state, action)
            kept = repr(state) == before
        if not kept:
            broken("total", f"apply({shown(action)}) changes the state it was given", state, action)
        return after

    def _check_deeply(
        self, state: Any, node: Any, texts: Mapping[str, Any], plies: Sequence[tuple[Any, Any]]
    ) -> None:
        rules, before = self.rules, repr(state)
        check_settled("node()", node, lambda: rules.node(state), operator.eq, state)
        scores = rules.scores(state)
        check_settled("scores()", scores, lambda: rules.scores(state), operator.eq, state)
        for action, after in plies:
            again = lambda action=action: rules.apply(state, action)  # noqa: E731
            check_settled("apply()", after, again, same_repr, state, action)
        for viewer in self._viewers(node):
            look = Look(self.game, rules, state, node, viewer)
            look.check(plies, self.rng, self._wander)
            self._check_scene(look, texts)
            self._check_told(look, plies)
        if len(self.texts) < 20 or not plies or self.rng.randrange(10) == 0:
            elsewhere = self.rng.sample(self.texts, min(10, len(self.texts)))
            with blaming("refusal", "refusing a wrong text", state):
                check_texts_refused(rules, state, texts)
                check_actions_refused(rules, state, node, texts, elsewhere)
                self.mistakes.check(state, texts)
        if repr(state) != before:
            broken(
                "total", "hide, seen, guess, scene or tell changes the state it was given", state
            )

    def _viewers(self, node: Any) -> tuple[int | None, ...]:
        """A spectator and every seat; if there are many, the player and a few."""
        seats = list(range(self.rules.players))
        if len(seats) > VIEWERS:
            player = getattr(node, "player", None)
            seats = sorted({*self.rng.sample(seats, VIEWERS - 1), player or 0})
        return (None, *seats)

    def _check_scene(self, look: Look, texts: Mapping[str, Any]) -> None:
        if self.game.scene is not None:
            playable = texts if isinstance(look.node, Decision) else None
            self._sight(look).check(look.scene, playable)

    def _check_told(self, look: Look, plies: Sequence[tuple[Any, Any]]) -> None:
        for action, _ in plies if self.game.tell is not None else ():
            steps = self._told(look, action)
            self._sight(look).check_steps(steps, action)
            if self.rng.randrange(RETOLD_ODDS) == 0 and self._told(look, action) != steps:
                sentence = f"tell() for {look.name} differs from call to call"
                broken("scenes", sentence, look.state, action)

    def _told(self, look: Look, action: Any) -> Any:
        assert self.game.tell is not None
        with blaming("scenes", f"tell() for {look.name}", look.state, action):
            seen = self.rules.seen(look.state, action, look.viewer)
            return self.game.tell(self.rules, look.view, seen, look.viewer)

    def _sight(self, look: Look) -> Sight:
        return Sight(self.game, self.rules.players, look.state, look.viewer, self.faces)
