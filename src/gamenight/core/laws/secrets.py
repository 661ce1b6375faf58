"""The law of secrets: what a viewer gets follows from what it may know, and tells it all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from gamenight.core.game import Game
from gamenight.core.laws.nodes import check_text
from gamenight.core.laws.verdict import blaming, broken, seat_name, shown
from gamenight.core.rules import Decision


class Look:
    """One viewer's look at one whole state, with what is asked of it again and again."""

    def __init__(self, game: Game, rules: Any, state: Any, node: Any, viewer: int | None):
        self.game, self.rules, self.state, self.node = game, rules, state, node
        self.viewer, self.name = viewer, seat_name(viewer)
        with blaming("secrets", f"hide() for {self.name}", state):
            self.view = rules.hide(state, viewer)
        self.scene: Any = None

    def check(self, plies: Sequence[tuple[Any, Any]], rng: Random) -> None:
        """All equations of the law; `plies` are actions with the states after them."""
        self._same("hide() twice", lambda: self.rules.hide(self.view, self.viewer), self.view)
        with blaming("secrets", f"the node after hide() for {self.name}", self.state):
            self._check_node("hide()", self.view)
        for action, after in plies:
            self._check_ply(action, after)
        self.scene = self._draw(self.view)
        self._check_scene("the whole state", self.state)
        if self.viewer is not None:
            with blaming("secrets", f"the guess of {self.name}", self.state):
                self._check_guess(self.viewer, rng)

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

    def _check_guess(self, seat: int, rng: Random) -> None:
        guessed = self._call("guess()", lambda: self.rules.guess(self.view, seat, rng))
        again = self._call("hide(guess())", lambda: self.rules.hide(guessed, seat))
        if again != self.view:
            self._broken(f"hide(guess(view)) is {shown(again)}, not the view {shown(self.view)}")
        self._check_node("guess()", guessed)
        self._check_scene("a guess", guessed)

    def _check_ply(self, action: Any, after: Any) -> None:
        rules, viewer = self.rules, self.viewer
        seen = self._call("seen()", lambda: rules.seen(self.state, action, viewer), action)
        check_text(rules, self.state, seen)
        known = self._call("hide()", lambda: rules.hide(after, viewer), action)
        self._same("apply(view, seen)", lambda: rules.apply(self.view, seen), known, action)

    def _check_scene(self, what: str, view: Any) -> None:
        if self._draw(view) == self.scene:
            return
        if self._draw(self.view) != self.scene:
            broken("scenes", f"the scene for {self.name} differs from call to call", self.state)
        self._broken(f"the scene of {what} is not the scene of what it may know")

    def _draw(self, view: Any) -> Any:
        if self.game.scene is None:
            return None
        with blaming("scenes", f"scene() for {self.name}", self.state):
            return self.game.scene(self.rules, view, self.viewer)

    def _call(self, what: str, call: Callable[[], Any], action: Any = None) -> Any:
        with blaming("secrets", f"{what} for {self.name}", self.state, action):
            return call()

    def _same(self, what: str, call: Callable[[], Any], wanted: Any, action: Any = None) -> None:
        with blaming("secrets", f"{what} for {self.name}", self.state, action):
            given = call()
            same = bool(given == wanted)
        if not same:
            self._broken(f"{what} gives {shown(given)}, not {shown(wanted)}", action)

    def _broken(self, sentence: str, action: Any = None) -> None:
        broken("secrets", f"for {self.name} {sentence}", self.state, action)
