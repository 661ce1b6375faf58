"""Ctrl-C ends what is shown, and nothing else; whoever is dismissed leaves at once."""

from __future__ import annotations

import io
import signal
from collections.abc import Callable
from unittest.mock import patch

import pytest

from gamenight.draw.style import Style
from gamenight.match.dismissal import Dismissed
from gamenight.match.local import LocalTable
from gamenight.match.playback import ReplayTable
from gamenight.plain.console import Console
from gamenight.plain.replays import Replayer
from gamenight.plain.rounds import review
from tests.match.matches import new_match


def console() -> Console:
    return Console(Style(), source=io.StringIO(), target=io.StringIO())


def reviewed() -> None:
    review(console(), LocalTable(new_match("oware")))


def replayed() -> None:
    match = new_match("oware")
    match.play("A", 0, match.at)
    Replayer(console(), ReplayTable(match.record))._auto("")


SHOWN = [
    (reviewed, "gamenight.plain.reviews.after_match"),
    (replayed, "gamenight.plain.replays.Replayer._forward"),
]


@pytest.mark.parametrize(("show", "shown"), SHOWN)
def test_ctrl_c_ends_what_is_shown(show: Callable[[], None], shown: str) -> None:
    with patch(shown, side_effect=KeyboardInterrupt):
        show()


@pytest.mark.parametrize(("show", "shown"), SHOWN)
def test_whoever_is_dismissed_leaves(show: Callable[[], None], shown: str) -> None:
    with patch(shown, side_effect=Dismissed(signal.SIGTERM)), pytest.raises(Dismissed):
        show()
