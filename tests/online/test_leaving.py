"""Who leaves a match on a server, or comes back to it."""

from __future__ import annotations

import pytest

from gamenight.core import registry
from gamenight.match.costs import cost_of_leaving
from gamenight.match.table import NotPossible
from tests.online.fakes import FakeServer
from tests.online.test_remote import ANN, BEN, CAT, duel, joined, run, until


def test_whoever_comes_back_before_a_roll_sits_down_when_the_dice_have_fallen() -> None:
    async def test() -> None:
        server = FakeServer(registry.game("thief"), [ANN, BEN, CAT], {"open_table": True})
        ann, ben = await joined(server, 0, 2), await joined(server, 1)  # Cat is with Ann

        async def decide() -> None:
            """Whoever is at Ann's screen rolls until there is something to decide."""
            while ann.turn().kind in ("ready", "roll"):
                await ann.ready(ann.turn().seats[0])
                await until(lambda: ann.last == ben.last == len(server.played.plies))

        await decide()
        assert "loses" not in cost_of_leaving(ben, 1), "he has no points yet"
        await ben.leave(1)
        await until(lambda: ann.absent == ben.absent == (1,))
        with pytest.raises(NotPossible, match="Ben has left the table already"):
            await ben.leave(1)
        with pytest.raises(NotPossible, match="only people at this screen can join"):
            await ann.join(BEN)
        while (turn := ann.turn()).kind == "person":
            await ann.play(ann.scene(turn.seats[0]).choices[0].text, turn.seats[0])
            await until(lambda: ann.last == ben.last == len(server.played.plies))
        assert await ben.join(BEN) == "Noted: Ben joins after the roll."
        await decide()
        await ben.advance()
        await until(lambda: not ann.absent)

    run(test)


def test_without_a_connection_nobody_leaves_or_resigns_later() -> None:
    async def test() -> None:
        _, ann, _ = await duel()
        ann._house._bye = "The server is gone."  # type: ignore[attr-defined]
        for deed in (ann.resign(0), ann.undo(0), ann.propose("end")):
            with pytest.raises(NotPossible, match="there is no connection right now"):
                await deed

    run(test)
