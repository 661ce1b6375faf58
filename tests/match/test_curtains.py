"""Who looks at a screen: hands wait for their owners where several people share it."""

from __future__ import annotations

from dataclasses import replace

from gamenight.core.record import Seat
from gamenight.core.scene import Scene
from gamenight.match.curtain import Curtain
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.match.courses import done
from tests.match.matches import ANN, BEN, BOT, heist, nim
from tests.toys.heist import HEIST, HeistRules, Vault


def dealt(*seats: Seat) -> LocalTable:
    match = heist(*seats, seed=1)
    match.chance()
    return LocalTable(match)


def test_a_hand_waits_until_its_owner_looks() -> None:
    curtain = Curtain(dealt(ANN, BEN))
    assert curtain.hides(0)
    curtain.opens(0)
    assert not curtain.hides(0)
    assert curtain.hides(1)
    curtain.opens(1)
    assert curtain.hides(0)
    curtain.closes()
    assert curtain.hides(1)
    assert curtain.viewer is None


def test_somebody_alone_needs_no_curtain() -> None:
    curtain = Curtain(dealt(ANN, BOT))
    assert not curtain.hides(0)
    assert curtain.viewer == 0


def test_a_screen_that_was_shared_stays_so() -> None:
    table = dealt(ANN, BEN)
    curtain = Curtain(table)
    curtain.opens(0)
    assert not curtain.hides(0)
    done(table.sit(0, BOT))
    assert table.viewer == 1
    assert curtain.hides(1)
    assert curtain.viewer is None, "Ann may still be looking"
    curtain.opens(1)
    assert not curtain.hides(1)
    assert curtain.viewer == 1


def test_where_nothing_is_hidden_nobody_waits() -> None:
    assert not Curtain(LocalTable(nim())).hides(0)

    def scene(rules: HeistRules, view: Vault, viewer: int | None) -> Scene:
        assert HEIST.scene is not None
        whole = HEIST.scene(rules, view, viewer)
        return replace(whole, areas=tuple(area for area in whole.areas if not area.secret))

    match = Match.new(SqliteStore(), replace(HEIST, scene=scene), (ANN, BEN), seed=1)
    assert match.rules.interrupts
    assert not Curtain(LocalTable(match)).hides(0)
