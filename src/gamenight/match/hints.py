"""Hints: what the best bot would do for a seat, and what it thinks of each choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from gamenight.bots import bots_for
from gamenight.core.bot import BotInfo, Explains, Limit, Opinion, Stoppable
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.labels import choice_labels
from gamenight.core.prompts import PASS
from gamenight.core.rules import Decision, Rules
from gamenight.core.scene import Scene, fill
from gamenight.core.text import listed, spelled
from gamenight.core.view import scene_of

MOST_LINES = 12
ONLY = "there is nothing else to choose"
NO_HINTS = "nobody gets hints or odds at this table: that was agreed when it was opened"


class NoHint(GamenightError):
    code = "no_hint"


def check_hints(allowed: bool) -> None:
    """Raise NoHint at a table that goes without."""
    if not allowed:
        raise NoHint(NO_HINTS)


class Hint(NamedTuple):
    """A proposal: the text of the action (empty: pass), the label of its choice, the name of the
    bot, the proposal as a sentence, and a line for each choice as the bot sees it."""

    text: str
    label: str
    by: str
    sentence: str
    lines: tuple[str, ...]

    @property
    def heading(self) -> str:
        """What the lines are."""
        return f"Each choice, as the bot {self.by} sees it"


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
    If that bot has no opinion, or likes all choices equally without being exact, the next one is
    asked.

    This changes nothing, so any thread may call it.
    """
    view = rules.hide(state, seat)
    node = rules.node(view)
    if not isinstance(node, Decision) or not node.of(seat):
        raise NoHint(f"{names[seat]} has nothing to choose now", seat)
    scene = scene_of(game, rules, view, seat, names)
    limit, found = Limit(seconds=seconds), None
    for info in advisers(game):
        for _ in info.prepare(rules):
            pass
        assert isinstance(info.bot, Explains)
        opinions = info.bot.explain(rules, view, seat, rng or Stoppable(), limit)
        if opinions:
            found = _told(info, opinions, scene, rules, names)
            if info.exact or len(opinions) == 1 or opinions[0].value > opinions[-1].value:
                return found
    if found is None:
        raise NoHint(f"no bot of {game.title} can give a hint", seat)
    return found


def _told(
    info: BotInfo,
    opinions: Sequence[Opinion],
    scene: Scene,
    rules: Any,
    names: Sequence[str],
) -> Hint:
    """A line for each choice: what the bot thinks of it, and what the table says of it."""
    labels, hints = choice_labels(scene), {c.text: c.hint for c in scene.choices if c.hint}
    texts = ["" if one.action is None else rules.format(one.action) for one in opinions]
    shown = [labels.get(text, text) if text else PASS.label for text in texts]
    alone = len(opinions) == len(labels) == 1
    thoughts = [ONLY] if alone else [fill(one.words, names) for one in opinions]
    lines = [
        f"{label}: {'; '.join(filter(None, (thought, hints.get(text))))}"
        for label, text, thought in zip(shown, texts, thoughts, strict=True)
    ]
    unweighed = [label for text, label in labels.items() if text not in texts]
    last = [f"not weighed: {listed(unweighed, 6)}"] if unweighed else []
    most = MOST_LINES - len(last)
    if len(lines) > most:
        lines[most - 1 :] = [f"and {len(lines) - most + 1} more that it likes less"]
    rank = _rank(opinions)
    sentence = f"{_proposal(shown[0], texts[0] in labels)}: {rank}."
    return Hint(texts[0], shown[0], info.name, sentence, (*lines, *last))


def _proposal(shown: str, is_listed: bool) -> str:
    """A label that is a sentence of its own, such as "Roll 3 dice", is quoted, as is the pass."""
    sentence = is_listed and shown[:1].isupper()
    return f'Try "{shown}"' if sentence or shown == PASS.label else f"Try {shown}"


def _rank(opinions: Sequence[Opinion]) -> str:
    """How the first one stands among all that the bot weighed."""
    count, best = len(opinions), opinions[0].value
    equals = sum(one.value == best for one in opinions)
    if count == 1:
        return "the only choice"
    if equals == count:
        return "both are as good" if count == 2 else f"all {spelled(count)} are as good"
    if equals > 1:
        return f"one of the {spelled(equals)} best of {spelled(count)}"
    return "the better of two" if count == 2 else f"best of {spelled(count)}"
