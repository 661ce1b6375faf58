"""Words that are typed at a table on a server while nobody is asked for them."""

from __future__ import annotations

import pytest

from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.table import NotPossible
from tests.online.fakes import FakeServer
from tests.online.test_remote import joined, run

ANN, BEN = Seat("Ann"), Seat("Ben")


def test_at_a_shared_screen_nobody_answers_a_question_that_was_not_shown_yet() -> None:
    async def test() -> None:
        server = FakeServer(registry.game("oware"), [ANN, BEN])
        table = await joined(server, 0, 1)
        assert server.match is not None
        for early in ("A", "1"):
            with pytest.raises(NotPossible, match="is not possible here"):
                await table.speak(early, None)
            with pytest.raises(NotPossible, match="is not possible here"):
                await table.speak(early, 1)
        assert not server.match.plies
        await table.speak("A", 0)
        assert [ply.actor for ply in server.match.plies] == [0]

    run(test)
