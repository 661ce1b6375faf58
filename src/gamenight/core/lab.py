"""Lab: what a game brings to the lab, besides what is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from gamenight.core.bot import Bot
from gamenight.core.judge import Judge
from gamenight.core.kernel import Kernel

READY = "Getting ready; the first time takes longer ..."
"""What to say before something that may have to be compiled first."""


@dataclass(frozen=True, kw_only=True)
class Lab:
    """What can be computed about one game. `games/<id>/lab/__init__.py` holds it as `LAB`, and
    imports what is heavy (numba, tables) only inside the functions it names."""

    kernel: Callable[[], Kernel] | None = None
    """Whole games in compiled code; raises ImportError where numba is not installed."""

    reference: str = "random"
    """The quick bot that plays every seat when a position is judged by rollouts."""

    judge: Callable[[Any], Judge | None] | None = None
    """From rules, a judge better than rollouts; None where there is none."""

    share: Callable[[Any, Bot], float | None] | None = None
    """From rules by which only one side decides, and a bot for that side: the share of the games
    that it wins, a tie as half, worked out; None for a bot that has to play to find out."""

    solve: Callable[[Any], Iterable[str]] | None = None
    """From rules, the lines that answer `gamenight solve`, as they are worked out."""

    tables: Mapping[str, Callable[[list[str]], int]] = field(default_factory=dict)
    """`gamenight tables NAME GAME ...`, by name, such as `build` and `verify`: from the arguments
    to the exit status."""

    tables_on_cluster: Mapping[str, Callable[[list[str], Executor], int]] = field(
        default_factory=dict
    )
    """Those of `tables` that can share out their work: with `--cluster` they get an executor too,
    without that word among the arguments."""

    peers: Mapping[str, Callable[[int], int]] = field(default_factory=dict)
    """Other programs' random games for `gamenight bench`, by name: from a number of games, the
    plies they took (0: not counted). Raises ImportError where the program is not installed."""
