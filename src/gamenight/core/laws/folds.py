"""The law of views: what a viewer saw, folded text by text, is what it may know at every ply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from gamenight.core.errors import LawBroken
from gamenight.core.game import Game
from gamenight.core.laws.secrets import Look
from gamenight.core.laws.verdict import blaming, broken, seat_name, shown
from gamenight.core.play import GUESSES, actor_of, is_plausible
from gamenight.core.rules import Decision, Over, Rules

VIEWERS = 6
PLIES_PICTURED = 12
PICTURE_ODDS = 50


def check_views(
    game: Game, rules: Any, texts: Sequence[str], make: Callable[[], Any], rng: Random
) -> None:
    """Everybody follows the game as if from another computer: by texts, with their own rules.
    At each ply one of them looks more closely, sometimes at pictures too."""
    with blaming("views", "playing a game again"):
        state = rules.initial()
        node = rules.node(state)
    folds = [Fold(game, rules, make(), viewers) for viewers in _groups(rules, rng)]
    for fold in folds:
        fold.begin(state, node)
    for number, text in enumerate(texts, 1):
        with blaming("views", "playing a game again", state):
            action = rules.parse(text)
            after = rules.apply(state, action)
            then = rules.node(after)
        early = number <= PLIES_PICTURED or number == len(texts)
        close, pictured = rng.choice(folds), early or rng.randrange(PICTURE_ODDS) == 0
        try:
            for fold in folds:
                fold.go_on(state, action, after, then)
            close.look(state, action, pictured, rng.choice(close.viewers))
        except LawBroken:
            # What shows in a single ply is for the law of secrets to blame.
            for fold in folds:
                Look(game, rules, state, node, fold.viewer).glance(action, after)
            raise
        state, node = after, then


def _groups(rules: Any, rng: Random) -> list[tuple[int | None, ...]]:
    """A spectator and every seat, or some of them; those who see the same form one group."""
    seats = range(rules.players)
    some = seats if len(seats) <= VIEWERS else sorted(rng.sample(seats, VIEWERS))
    kind, viewers = type(rules), (None, *some)
    if kind.hide is Rules.hide and kind.seen is Rules.seen:
        return [viewers]
    return [(viewer,) for viewer in viewers]


class Moment(NamedTuple):
    """The view that the texts have led to, what it should be, and its node."""

    view: Any
    known: Any
    node: Any


class Fold:
    """What viewers who see the same make of a game by its texts, beside what they may know."""

    def __init__(self, game: Game, rules: Any, own: Any, viewers: tuple[int | None, ...]):
        self.game, self.rules, self.own, self.viewers = game, rules, own, viewers
        self.viewer, self.name = viewers[0], seat_name(viewers[0])
        self.now = self.before = Moment(None, None, None)

    def begin(self, state: Any, node: Any) -> None:
        """The view of the start is the same with separate rules."""
        with blaming("views", f"the start for {self.name}", state):
            known = self.rules.hide(state, self.viewer)
            self._arrive(self.own.hide(self.own.initial(), self.viewer), known)
            self._check_node(node, state)

    def go_on(self, before: Any, action: Any, after: Any, then: Any) -> None:
        """One ply: what was seen is read, and applied to the view."""
        with blaming("views", f"following what {self.name} sees", before, action):
            _, read = self._read(before, action)
            known = self.rules.hide(after, self.viewer)
            self._arrive(self.own.apply(self.now.view, read), known, before, action)
            self._check_node(then, before, action)

    def _read(self, before: Any, action: Any) -> tuple[Any, Any]:
        """What is seen of an action, and what its text is read as."""
        seen = self.rules.seen(before, action, self.viewer)
        return seen, self.own.parse(self.rules.format(seen))

    def _arrive(self, view: Any, known: Any, state: Any = None, action: Any = None) -> None:
        """The texts lead to exactly what may be known."""
        if repr(view) != repr(known) or view != known:
            self._broken(f"arrives at {_difference(view, known)}", state, action)
        self.before, self.now = self.now, Moment(view, known, self.own.node(view))

    def _check_node(self, node: Any, state: Any, action: Any = None) -> None:
        here = self.now.node
        if type(here) is not type(node) or _player(here) != _player(node):
            self._broken(f"has the node {shown(here)}, not {shown(node)}", state, action)
        if isinstance(node, Over) and (here.scores, here.winners) != (node.scores, node.winners):
            self._broken(f"has the end {shown(here)}, not {shown(node)}", state, action)
        for seat in self.viewers if isinstance(node, Decision) else ():
            if seat is not None:
                given = (here.of(seat), here.at_table(seat))
                wanted = (node.of(seat), node.at_table(seat))
                if given != wanted:
                    sentence = f"has the actions {shown(given)}, not {shown(wanted)}"
                    self._broken(sentence, state, action)

    def look(self, before: Any, action: Any, pictured: bool, viewer: int | None) -> None:
        """A closer look at the last ply: it can have happened, its telling is the same, and the
        view after it has nothing more to hide and looks the same."""
        with blaming("views", f"looking at what {self.name} sees", before, action):
            seen, read = self._read(before, action)
            again = self.own.seen(self.before.view, read, self.viewer)
            if again != read:
                self._broken(f"sees {shown(again)} of {shown(read)} itself", before, action)
            again = self.own.hide(self.now.view, self.viewer)
            if again != self.now.view:
                sentence = f"hides more of its view: {_difference(again, self.now.view)}"
                self._broken(sentence, before, action)
            node = self.before.node
            hidden = isinstance(node, Decision) and actor_of(node, read) is None
            if (hidden or pictured) and not self._is_plausible(read):
                sentence = f"sees {shown(read)}, which neither plausible() nor a guess allows"
                self._broken(f"{sentence} ({GUESSES} were made)", before, action)
            if pictured:
                self._compare_pictures(seen, read, viewer, before, action)

    def _is_plausible(self, read: Any) -> bool:
        return is_plausible(self.own, self.before.view, read, self.viewer)

    def _compare_pictures(
        self, seen: Any, read: Any, viewer: int | None, before: Any, action: Any
    ) -> None:
        tell, draw, was, now = self.game.tell, self.game.scene, self.before, self.now
        if tell is not None:
            told = tell(self.own, was.view, read, viewer)
            if [*told] != [*tell(self.rules, was.known, seen, viewer)]:
                self._broken("gets another telling", before, action)
        if draw is not None:
            scene = draw(self.own, now.view, viewer)
            if scene != draw(self.rules, now.known, viewer):
                self._broken("is shown something else", before, action)

    def _broken(self, sentence: str, state: Any, action: Any) -> None:
        broken("views", f"{self.name}, who follows by texts, {sentence}", state, action)


def _player(node: Any) -> Any:
    return getattr(node, "player", None)


def _difference(given: Any, wanted: Any) -> str:
    """The first field that differs, which may be far into a long state."""
    for name in getattr(wanted, "_fields", ()):
        here, there = getattr(given, name, None), getattr(wanted, name)
        if repr(here) != repr(there):
            return f"{name}={shown(here)}, not {shown(there)}"
    return f"{shown(given)}, not {shown(wanted)}"
