"""The law of extras: what a game brings besides its rules works by them. The lesson and the
puzzles can be played, odds answer at any moment, and bots choose what is possible, as does who
acts for somebody late."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from gamenight.core.bot import BotInfo, Explains, Limit, no_preparation
from gamenight.core.errors import NoOdds
from gamenight.core.game import Game
from gamenight.core.laws.replays import Line
from gamenight.core.laws.verdict import blaming, broken, seat_name, shown
from gamenight.core.lesson import BrokenLesson
from gamenight.core.pages import views
from gamenight.core.play import replay, sample
from gamenight.core.posing import posed
from gamenight.core.puzzle import BrokenPuzzle
from gamenight.core.rules import Chance, Decision, Over

MOMENTS = 4  # of a game at which the odds are asked for
CHOICES = 40  # that a bot makes
QUICKLY = Limit(simulations=1)


def check_lesson(game: Game) -> None:
    """Every page plays by the rules, and every question can be answered."""
    if game.lesson is None:
        return
    with blaming("extras", "the lesson"):
        lesson = game.lesson()
        try:
            views(game, lesson)
        except BrokenLesson as error:
            broken("extras", str(error))


def check_puzzles(game: Game) -> None:
    """Every position can be reached, its moves and what follows them are possible, easy ones come
    first, and no two are the same."""
    if game.puzzles is None:
        return
    with blaming("extras", "the puzzles"):
        found = game.puzzles()
        try:
            for at in range(len(found.puzzles)):
                posed(game, found, at)
        except BrokenPuzzle as error:
            broken("extras", str(error))
        grades = [one.grade for one in found.puzzles]
        if grades != sorted(grades):
            broken("extras", "the puzzles are not in the order of their grades")
        if len({one.name for one in found.puzzles}) != len(grades):
            broken("extras", "two puzzles have the same position")


def check_odds(game: Game, line: Line) -> None:
    """The odds are lines of text, at the start and at the end of a game and in between; or NoOdds
    says why there are none."""
    tellings = {"odds": game.odds, "fractions": game.fractions}
    rules: Any = line.rules
    states = [rules.initial(), *(ply.after for ply in replay(rules, line.texts))]
    last = len(states) - 1
    for at in sorted({last * number // (MOMENTS - 1) for number in range(MOMENTS)}):
        state, node = states[at], rules.node(states[at])
        viewer = None if isinstance(node, Over) else node.player
        for name, telling in tellings.items():
            if telling is None:
                continue
            with blaming("extras", f"{name}() for {seat_name(viewer)}", state):
                try:
                    found = telling(rules, rules.hide(state, viewer))
                except NoOdds:
                    continue
            if not _are_lines(found):
                broken("extras", f"{name}() gives {shown(found)}, not lines of text", state)


def check_on_time(game: Game, line: Line) -> None:
    """What is done for a seat whose time is up is possible, and follows from what it may know."""
    if game.on_time is None:
        return
    rules: Any = line.rules
    for ply in replay(rules, line.texts):
        node = rules.node(ply.before)
        if not isinstance(node, Decision):
            continue
        with blaming("extras", f"on_time() for {seat_name(node.player)}", ply.before):
            found = game.on_time(rules, rules.hide(ply.before, node.player), node.player)
        if found not in node.of(node.player):
            broken("extras", f"on_time() gives {shown(found)}, which is not possible", ply.before)


def _are_lines(found: object) -> bool:
    texts = found if isinstance(found, Sequence) and not isinstance(found, str) else [None]
    return all(isinstance(text, str) and "\n" not in text for text in texts)


def check_bots(game: Game, rules: Any, rng: Random) -> None:
    """Each bot of the game begins a match against itself. Those that need a preparation are left
    out: theirs may take minutes."""
    for name, info in game.bots.items():
        if info.prepare is no_preparation:
            Trial(name, info, rules, rng).run()


class Trial:
    """One bot in all seats, for a few choices."""

    def __init__(self, name: str, info: BotInfo, rules: Any, rng: Random):
        self.name, self.info, self.rules, self.rng = name, info, rules, rng

    def run(self) -> None:
        state, choices = self.rules.initial(), 0
        while choices < CHOICES:
            node = self.rules.node(state)
            if isinstance(node, Over):
                return
            if isinstance(node, Chance):
                state = self.rules.apply(state, sample(node, self.rng))
                continue
            if not choices:
                self._explain(state, node)
            choices += 1
            state = self.rules.apply(state, self._choice(state, node))

    def _choice(self, state: Any, node: Decision[Any]) -> Any:
        """What some seat out of turn does, or else the player."""
        for seat, _ in node.others:
            action = self._chosen(state, seat)
            if action is not None:
                return self._required(state, node, seat, action)
        return self._required(state, node, node.player, self._chosen(state, node.player))

    def _chosen(self, state: Any, seat: int) -> Any:
        view = self.rules.hide(state, seat)
        with blaming("extras", f"the bot {self.name} for {seat_name(seat)}", state):
            return self.info.bot.choose(self.rules, view, seat, self.rng, QUICKLY)

    def _explain(self, state: Any, node: Decision[Any]) -> None:
        """What a bot says about its first choice is about what is possible."""
        bot = self.info.bot
        if isinstance(bot, Explains):
            view = self.rules.hide(state, node.player)
            with blaming("extras", f"the bot {self.name} explaining its choice", state):
                found = bot.explain(self.rules, view, node.player, self.rng, QUICKLY)
            for opinion in found:
                self._required(state, node, node.player, opinion.action)

    def _required(self, state: Any, node: Decision[Any], seat: int, action: Any) -> Any:
        """The action, if this seat may take it."""
        if action not in node.of(seat):
            sentence = f"the bot {self.name} for {seat_name(seat)} chooses {shown(action)}"
            broken("extras", f"{sentence}, which is not possible", state, action)
        return action
