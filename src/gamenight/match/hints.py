"""Hints: what the best bot would do for a seat, and what it thinks of each choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from gamenight.bots import bots_for
from gamenight.core.bot import BotInfo, Explains, Limit, Opinion, Stoppable
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.rules import Decision, Rules
from gamenight.core.scene import Scene, fill
from gamenight.core.text import listed
from gamenight.core.view import scene_of

MOST_LINES = 12
NOTHING = "nothing for now"


class NoHint(GamenightError):
    code = "no_hint"


class Hint(NamedTuple):
    """A proposal: the text of the action (empty: pass), the label of its choice, the name of the
    bot, and lines for people: the proposal, then each choice as the bot sees it."""

    text: str
    label: str
    by: str
    lines: tuple[str, ...]


def advisers(game: Game) -> Iterator[BotInfo]:
    """The bots that can be asked, best first: the last of the game's own, since they go from
    clumsy to strong, then the search for any game."""
    bots = bots_for(game)
    for name in dict.fromkeys((*list(game.bots)[-1:], "mcts")):
        if isinstance(bots[name].bot, Explains):
            yield bots[name]


def hint(
    game: Game,
    rules: Rules[Any, Any],
    state: Any,
    seat: int,
    names: Sequence[str],
    seconds: float = 1.0,
    rng: Random | None = None,
) -> Hint:
    """What the best bot would do in this seat, from what the seat may know and nothing else;
    raises NoHint if it has nothing to choose, and Interrupted when a `Stoppable` is stopped.
    If that bot has no opinion, or likes all choices equally, the next one is asked.

    This changes nothing, so any thread may call it.
    """
    view = rules.hide(state, seat)
    node = rules.node(view)
    if not isinstance(node, Decision) or not node.of(seat):
        raise NoHint(f"{names[seat]} has nothing to choose now", seat)
    labels = _labels(scene_of(game, rules, view, seat, names))
    limit, found = Limit(seconds=seconds), None
    for info in advisers(game):
        for _ in info.prepare(rules):
            pass
        assert isinstance(info.bot, Explains)
        opinions = info.bot.explain(rules, view, seat, rng or Stoppable(), limit)
        if opinions:
            found = _told(info, opinions, labels, rules, names)
            if len(opinions) == 1 or opinions[0].value > opinions[-1].value:
                return found
    if found is None:
        raise NoHint(f"no bot of {game.title} can give a hint", seat)
    return found


def _labels(scene: Scene) -> dict[str, str]:
    """The labels of the choices by their texts; with the text where labels are equal."""
    shared = Counter(choice.label for choice in scene.choices)
    return {
        choice.text: choice.label
        if shared[choice.label] == 1
        else f"{choice.label} ({choice.text})"
        for choice in scene.choices
    }


def _told(
    info: BotInfo,
    opinions: Sequence[Opinion],
    labels: dict[str, str],
    rules: Any,
    names: Sequence[str],
) -> Hint:
    texts = ["" if one.action is None else rules.format(one.action) for one in opinions]
    shown = [labels.get(text, text) if text else NOTHING for text in texts]
    lines = [f"{info.name} would choose: {shown[0]}."]
    lines += [
        f"{label}: {fill(one.words, names)}" for label, one in zip(shown, opinions, strict=True)
    ]
    unweighed = [label for text, label in labels.items() if text not in texts]
    last = [f"not weighed: {listed(unweighed, 6)}"] if unweighed else []
    most = MOST_LINES - len(last)
    if len(lines) > most:
        lines[most - 1 :] = [f"and {len(lines) - most + 1} more that it likes less"]
    return Hint(texts[0], shown[0], info.name, (*lines, *last))
