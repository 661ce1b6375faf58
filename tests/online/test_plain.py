"""Line by line at a table on a server, with the connection in a thread."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from unittest.mock import AsyncMock, Mock

import pytest

from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.draw.style import Style
from gamenight.online import protocol
from gamenight.online.background import ThreadLine
from gamenight.online.client import Client
from gamenight.online.connection import Transport
from gamenight.online.links import Address
from gamenight.online.playing import NotKept
from gamenight.plain.console import Console, Left, Quit
from gamenight.plain.lobby import join
from tests.online.fakes import TABLE, FakeServer, Peer
from tests.terminal import pipe

OWARE = registry.game("oware")
ANN, BEN = Seat("Ann"), Seat("Ben")


class Rival(FakeServer):
    """Ben plays at another screen, at once, the first thing that is possible."""

    def _do(self, peer: Peer, message: protocol.Sent) -> None:
        super()._do(peer, message)
        if isinstance(message, protocol.Play):
            asyncio.get_running_loop().call_soon(self.reply)

    def reply(self) -> None:
        node = self.played.node
        if getattr(node, "player", None) == 1:
            self.act(1, self.played.rules.format(node.actions[0]))  # type: ignore[union-attr]


def joined(make: Callable[[], FakeServer], typed: str, *places: int) -> tuple[FakeServer, str]:
    """The server, made in the thread of the connection, and what is printed when somebody joins and
    types this."""
    servers: list[FakeServer] = []

    async def dial(url: str) -> Transport:
        servers.extend([] if servers else [make()])
        return await servers[0].dial()

    target = io.StringIO()
    console = Console(Style(), source=io.StringIO(typed), target=target)
    address = Address("http://h:1", TABLE, tuple(f"token {n}" for n in places))
    line = partial(ThreadLine, think=console.think)
    client = Client(address, dial, console.think, line=line)
    with suppress(Left, Quit):
        join(console, client)
    client.close()
    return servers[0], target.getvalue()


def duel() -> FakeServer:
    return FakeServer(OWARE, [ANN, BEN])


class Doubter(FakeServer):
    """Ann, who plays something else after she has taken back a move."""

    def undo(self, sentence: str = "Ann took back a move.") -> None:
        super().undo(sentence)
        self.act(0, "D")


def proposed() -> FakeServer:
    """Ann has played, and would like to take it back."""
    server = Doubter(OWARE, [ANN, BEN])
    server.played.play("C", 0, server.played.at)
    server.offer("undo", 0)
    return server


def test_a_rival_far_away() -> None:
    server, output = joined(lambda: Rival(OWARE, [ANN, BEN]), "3\n4\nquit\n", 0)
    assert server.played.record.actions[0] == "C"
    assert len(server.played.record.actions) == 4
    assert "Ann sows 4 seeds from house 3." in output
    assert "Ben sows" in output
    assert output.endswith(f"join http://h:1/m/{TABLE}#token 0\n")


def test_two_people_share_the_screen() -> None:
    server, output = joined(duel, "3\n1\n4\nresign\n\nresign\ny\nn\n", 0, 1)
    assert server.played.record.actions == ("C", "a", "D")
    assert "Ann won" in output


def test_those_who_share_a_screen_agree_to_another_round_together() -> None:
    """Nobody is asked a second time for whoever sits beside them."""
    server, output = joined(duel, "resign\ny\ny\n3\nquit\n", 0, 1)
    assert server.number == 2
    assert server.played.record.actions == ("C",)
    assert "Waiting for" not in output


class Refuser(FakeServer):
    """Ben, who does not want to play again."""

    def offer(self, what: protocol.Offered, by: int, place: int | None = None) -> None:
        super().offer(what, by, place)
        no = protocol.Answer(0, self.offers[0].id, False)
        asyncio.get_running_loop().call_later(0.1, self._answered, no)


def test_whoever_is_refused_another_round_stays() -> None:
    _, output = joined(lambda: Refuser(OWARE, [ANN, BEN]), "resign\ny\ny\nn\n", 0)
    assert "Ben says no." in output
    assert output.count("Play again?") == 2


def asked_again() -> FakeServer:
    """Ben has given up, and would like to play another round."""
    server = FakeServer(OWARE, [ANN, BEN])
    server.played.resign(1)
    server.offer("next", 1)
    return server


@pytest.mark.parametrize(("word", "rounds"), [("y", 2), ("\ny", 2), ("n", 1)])
def test_who_is_asked_for_another_round_knows_it(word: str, rounds: int) -> None:
    server, output = joined(asked_again, f"{word}\nquit\n", 0)
    told = output.index("Ben would like to play another round: type y or n.")
    assert told < output.index("Play again?")
    answers = [heard for heard in server.heard if isinstance(heard, protocol.Answer)]
    assert [answer.yes for answer in answers] == [rounds == 2]
    assert server.number == rounds


@pytest.mark.parametrize("words", ["leave Ben", "join Carl", "join bot:easy", "opt out Ben"])
def test_another_round_has_the_same_players(words: str) -> None:
    """Nobody is told that they could change that, and trying it changes nothing."""
    server, output = joined(duel, f"resign\ny\n?\n{words}\ny\n3\nquit\n", 0, 1)
    assert "leave NAME" not in output
    assert output.count("Online, the next round has the same players.") == 1
    assert server.number == 2
    assert server.played.record.actions == ("C",)


class Unwilling(FakeServer):
    """A server that begins no other round."""

    def offer(self, what: protocol.Offered, by: int, place: int | None = None) -> None:
        raise NotKept("this could not be stored")


def test_a_server_that_begins_no_other_round_ends_nothing() -> None:
    _, output = joined(lambda: Unwilling(OWARE, [ANN, BEN]), "resign\ny\ny\nn\n", 0)
    assert "This could not be stored." in output
    assert output.count("Play again?") == 2


@pytest.mark.parametrize("word", ["yes", "no"])
def test_nobody_has_proposed_anything(word: str) -> None:
    assert "Nobody has proposed anything." in joined(duel, f"{word}\n", 0)[1]


@pytest.mark.parametrize(("word", "played"), [("yes", "D"), ("no", "C"), ("y", "D"), ("n", "C")])
def test_an_offer_is_answered_by_a_word(word: str, played: str) -> None:
    server, output = joined(proposed, f"{word}\nquit\n", 1)
    assert "Ann would like to take back a move: type yes or no." in output
    assert server.played.record.actions == (played,)
    assert ("Ann took back a move." in output) == word.startswith("y")


def test_who_resigns_is_asked_once_more() -> None:
    server, output = joined(duel, "resign\nn\nresign\ny\nn\n", 0)
    cost = "you lose, and the match is over"
    assert output.count(f"Ann, do you really want to resign ({cost})? [y/N] ") == 2
    assert server.played.result is not None
    server, _ = joined(duel, "resign\nn\nquit\n", 0)
    assert server.played.result is None


def test_a_slip_in_the_lobby_is_understood(tmp_path: Path) -> None:
    told = pipe(tmp_path, "host", "oware", "--name", "Ann", "--port", "0", typed="begn\noptions\n")
    assert "did you mean begin?" in told
    assert "To set one: options NAME=VALUE" in told


def test_a_lobby_is_closed_though_nothing_can_be_said_any_more() -> None:
    lobby, console = Mock(open=AsyncMock()), Mock(say=Mock(side_effect=OSError("closed")))
    with pytest.raises(OSError, match="closed"):
        join(console, lobby)
    lobby.close.assert_called_once_with()
