"""gamenight: tabletop games as readable rules, to play, study and search.

Everything that a program or a game needs can be imported from here.

- **Play by program**: `games` and `game` find a game, `Game.rules` gives its rules, and `step`,
  `replay`, `follow`, `sample`, `playout` and `perft` work on the states of any game.
- **Keep a match**: a `Record` is one match as text, checked when it is read.
- **Bots**: `find_bot` and `bots_for` give a `Bot`, which chooses from what its seat may know.
- **Study**: `simulate` and `tournament` play many games, `judge_of` says what a position is worth,
  `weigh` compares moves, `match_judge` and `review` tell luck from skill.
- **Write a game**: subclass `Rules`, with nodes that are a `Decision`, a `Chance` or `Over`;
  describe it as a `Game`; show it as a `Scene`; say what happens as a `Step` or more; teach it with
  a `Lesson`; and let `check` test the laws. `docs/games.md` does all of this step by step. The
  words of scenes are explained in `gamenight.core.scene`.
- **Errors**: whatever is refused raises a `GamenightError` that says what was given and what is
  possible.

```python
import gamenight

for id in gamenight.games():
    rules = gamenight.game(id).rules()
    print(id, rules.node(rules.initial()))
```
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gamenight.core.bot import (
    Bot,
    BotInfo,
    Explains,
    Foretells,
    Interrupted,
    Limit,
    Opinion,
    Stoppable,
)
from gamenight.core.errors import (
    BrokenGame,
    GamenightError,
    IllegalAction,
    InvalidAction,
    InvalidName,
    InvalidOption,
    InvalidPlayers,
    InvalidPosition,
    InvalidRecord,
    LawBroken,
    UnknownBot,
    UnknownGame,
)
from gamenight.core.game import Format, Game, GameCommand, Setup, Way, lab_of
from gamenight.core.options import NoOptions, option
from gamenight.core.registry import game, games
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.scene import (
    PAGE,
    Area,
    AreaLook,
    AreaShape,
    Choice,
    Glyph,
    Scene,
    ScoreRow,
    Sound,
    Spot,
    Step,
    Token,
    TokenKind,
    Tone,
    who,
)
from gamenight.core.theme import Ground, Theme

if TYPE_CHECKING:
    from gamenight.bots import bots_for, find_bot
    from gamenight.core.judge import Foresees, Judge, SeesWins, Value
    from gamenight.core.kernel import Kernel
    from gamenight.core.lab import Lab
    from gamenight.core.laws import check
    from gamenight.core.lesson import Ask, BrokenLesson, Lesson, Page
    from gamenight.core.play import follow, perft, playout, replay, sample, step
    from gamenight.core.puzzle import BrokenPuzzle, Puzzle, Puzzles, Try, read_puzzles
    from gamenight.core.record import Change, Record, Result, Seat
    from gamenight.core.turns import Pass, Sequential
    from gamenight.lab.review import match_judge, review, weigh
    from gamenight.lab.rollouts import judge_of
    from gamenight.lab.simulate import simulate
    from gamenight.lab.tournament import tournament

__version__ = "0.1.0"

# Anything a menu does not need is imported on first use.
LATER = {
    "bots": "bots_for find_bot",
    "core.judge": "Foresees Judge SeesWins Value",
    "core.kernel": "Kernel",
    "core.lab": "Lab",
    "core.laws": "check",
    "core.lesson": "Ask BrokenLesson Lesson Page",
    "core.play": "follow perft playout replay sample step",
    "core.puzzle": "BrokenPuzzle Puzzle Puzzles Try read_puzzles",
    "core.record": "Change Record Result Seat",
    "core.turns": "Pass Sequential",
    "lab.review": "match_judge review weigh",
    "lab.rollouts": "judge_of",
    "lab.simulate": "simulate",
    "lab.tournament": "tournament",
}
HOMES = {name: module for module, names in LATER.items() for name in names.split()}

__all__ = [
    "PAGE",
    "Area",
    "AreaLook",
    "AreaShape",
    "Ask",
    "Bot",
    "BotInfo",
    "BrokenGame",
    "BrokenLesson",
    "BrokenPuzzle",
    "Chance",
    "Change",
    "Choice",
    "Decision",
    "Explains",
    "Foresees",
    "Foretells",
    "Format",
    "Game",
    "GameCommand",
    "GamenightError",
    "Glyph",
    "Ground",
    "IllegalAction",
    "Interrupted",
    "InvalidAction",
    "InvalidName",
    "InvalidOption",
    "InvalidPlayers",
    "InvalidPosition",
    "InvalidRecord",
    "Judge",
    "Kernel",
    "Lab",
    "LawBroken",
    "Lesson",
    "Limit",
    "NoOptions",
    "Opinion",
    "Over",
    "Page",
    "Pass",
    "Puzzle",
    "Puzzles",
    "Record",
    "Result",
    "Rules",
    "Scene",
    "ScoreRow",
    "Seat",
    "SeesWins",
    "Sequential",
    "Setup",
    "Sound",
    "Spot",
    "Step",
    "Stoppable",
    "Theme",
    "Token",
    "TokenKind",
    "Tone",
    "Try",
    "UnknownBot",
    "UnknownGame",
    "Value",
    "Way",
    "bots_for",
    "check",
    "find_bot",
    "follow",
    "game",
    "games",
    "judge_of",
    "lab_of",
    "match_judge",
    "option",
    "perft",
    "playout",
    "read_puzzles",
    "replay",
    "review",
    "sample",
    "simulate",
    "step",
    "tournament",
    "weigh",
    "who",
]


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"gamenight.{HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *HOMES})
