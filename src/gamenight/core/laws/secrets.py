"""The law of secrets: what a viewer gets is all it may know, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from gamenight.core.errors import LawBroken
from gamenight.core.game import Game
from gamenight.core.laws.nodes import check_settled, check_text, same_repr
from gamenight.core.laws.verdict import blaming, broken, seat_name, shown
from gamenight.core.rules import Decision

GUESS_ODDS = 12
CONTROLS = 50


class Look:
    """One viewer's look at one whole state, with what is needed of it again and again."""

    def __init__(self, game: Game, rules: Any, state: Any, node: Any, viewer: int | None):
        self.game, self.rules, self.state, self.node = game, rules, state, node
        self.viewer, self.name = viewer, seat_name(viewer)
        with blaming("secrets", f"hide() for {self.name}", state):
            self.view = rules.hide(state, viewer)
        self.scene: Any = None

    def glance(self, action: Any, after: Any) -> None:
        """A quick check: one ply and the scene."""
        self._check_ply(action, after)
        self.scene = self._draw(self.view)

    def check(
        self, plies: Sequence[tuple[Any, Any]], rng: Random, wander: Callable[[Any], None]
    ) -> None:
        """All equations of the law; `plies` are actions with the states after them, and `wander`
        plays on from a state."""
        self._again("hide()", self.view, lambda: self.rules.hide(self.state, self.viewer))
        self._same("hide() twice", lambda: self.rules.hide(self.view, self.viewer), self.view)
        with blaming("secrets", f"the node after hide() for {self.name}", self.state):
            self._check_node("hide()", self.view)
        for action, after in plies:
            self._check_ply(action, after)
        self.scene = self._draw(self.view)
        self._check_scene("the whole state", self.state)
        if self.viewer is not None:
            with blaming("secrets", f"the guess of {self.name}", self.state):
                self._check_guess(self.viewer, rng, wander)

    def _check_node(self, what: str, view: Any) -> None:
        """The same kind and player, and the viewer's own actions."""
        node, hidden = self.node, self._call("node()", lambda: self.rules.node(view))
        if type(hidden) is not type(node):
            self._broken(f"the node after {what} is {shown(hidden)}, not {shown(node)}")
        if getattr(hidden, "player", None) != getattr(node, "player", None):
            self._broken(f"the player after {what} is {hidden.player}, not {node.player}")
        if self.viewer is None or not isinstance(node, Decision):
            return
        own = (node.of(self.viewer), node.at_table(self.viewer))
        seen = (hidden.of(self.viewer), hidden.at_table(self.viewer))
        if own != seen:
            self._broken(f"its actions after {what} are {shown(seen)}, not {shown(own)}")

    def _check_guess(self, seat: int, rng: Random, wander: Callable[[Any], None]) -> None:
        seed = rng.getrandbits(32)
        guess = lambda: self.rules.guess(self.view, seat, Random(seed))  # noqa: E731
        guessed = self._call("guess()", guess)
        again = self._call("hide(guess())", lambda: self.rules.hide(guessed, seat))
        if again != self.view:
            self._broken(f"hide(guess(view)) is {shown(again)}, not the view {shown(self.view)}")
        if guessed is not self.view:
            self._check_node("guess()", guessed)
            self._check_scene("a guess", guessed)
        if rng.randrange(GUESS_ODDS) == 0:
            check_settled("guess() with the same generator", guessed, guess, same_repr, self.state)
            if self.view != self.state:
                self._check_possible(guessed, wander)

    def _check_possible(self, guessed: Any, wander: Callable[[Any], None]) -> None:
        """A guess is a state like any other: the game goes on from it."""
        try:
            wander(guessed)
        except LawBroken as error:
            for _ in range(CONTROLS):  # what also breaks without a guess is not its fault
                wander(self.state)
            self._broken(f"a guess cannot be played on: {error}", error.action)

    def _check_ply(self, action: Any, after: Any) -> None:
        rules, viewer = self.rules, self.viewer
        seen = self._call("seen()", lambda: rules.seen(self.state, action, viewer), action)
        self._again("seen()", seen, lambda: rules.seen(self.state, action, viewer), action)
        check_text(rules, self.state, seen)
        known = self._call("hide()", lambda: rules.hide(after, viewer), action)
        try:
            self._same("apply(view, seen)", lambda: rules.apply(self.view, seen), known, action)
        except LawBroken:
            # What also differs without a view is chance, not a secret.
            self._again("apply()", after, lambda: rules.apply(self.state, action), action)
            raise

    def _check_scene(self, what: str, view: Any) -> None:
        if self._draw(view) == self.scene:
            return
        if self._draw(self.view) != self.scene:
            broken("scenes", f"the scene for {self.name} differs from call to call", self.state)
        self._broken(f"the scene of {what} differs from the scene of what it may know")

    def _draw(self, view: Any) -> Any:
        if self.game.scene is None:
            return None
        with blaming("scenes", f"scene() for {self.name}", self.state):
            return self.game.scene(self.rules, view, self.viewer)

    def _call(self, what: str, call: Callable[[], Any], action: Any = None) -> Any:
        with blaming("secrets", f"{what} for {self.name}", self.state, action):
            return call()

    def _again(self, what: str, first: Any, call: Callable[[], Any], action: Any = None) -> None:
        """No randomness inside: the same call gives the same result."""
        given = self._call(what, call, action)
        if given != first:
            sentence = f"{what} for {self.name} gives {shown(given)} when called again"
            broken("chance", f"{sentence}, at first {shown(first)}", self.state, action)

    def _same(self, what: str, call: Callable[[], Any], wanted: Any, action: Any = None) -> None:
        with blaming("secrets", f"{what} for {self.name}", self.state, action):
            given = call()
            same = bool(given == wanted)
        if not same:
            self._again(what, given, call, action)
            self._broken(f"{what} gives {shown(given)}, not {shown(wanted)}", action)

    def _broken(self, sentence: str, action: Any = None) -> None:
        broken("secrets", f"for {self.name} {sentence}", self.state, action)
