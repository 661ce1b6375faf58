"""Lobby: a table on a server, line by line: sit down, wait for the others, play."""

from __future__ import annotations

from gamenight.core.errors import GamenightError
from gamenight.core.text import quoted, whole_number
from gamenight.match.lobby import Lobby
from gamenight.match.waiting import without_loop
from gamenight.plain.console import Console, Quit, Woken
from gamenight.plain.play import play_on

HOST_HELP = (
    "begin          play with everybody who sits here",
    "machine 2 NAME puts a machine into place 2; machine 2 empties it again",
    "places 4       that many can sit down",
    "quit           leave; the table stays",
)


def join(console: Console, lobby: Lobby, name: str = "") -> None:
    """Sit down, wait, and play to the end; raises a GamenightError, Quit or Left."""
    without_loop(_join(console, lobby, name))


async def _join(console: Console, lobby: Lobby, name: str) -> None:
    try:
        await lobby.open()
        if not lobby.yours and lobby.is_open and lobby.may_claim:
            await _sit_down(console, lobby, name)
        await _wait(console, lobby)
    except BaseException:
        console.say(lobby.farewell())
        lobby.close()
        raise
    assert lobby.table is not None
    await play_on(console, lobby.table)
    lobby.close()


async def _sit_down(console: Console, lobby: Lobby, name: str) -> None:
    """Under the name given, or the one that is asked for until it is good."""
    while True:
        try:
            typed = name or console.ask("Your name? ", ["What the others call you."], str)
            console.say(*filter(None, [await lobby.claim(typed)]))
            return
        except GamenightError as error:
            console.object(str(error))
            if not console.interactive:
                raise
            name = ""


async def _wait(console: Console, lobby: Lobby) -> None:
    """Until the match begins; a host may change the table meanwhile."""
    shown: list[str] = []
    if console.interactive:
        console.listen()
        lobby.tell_changes(console.wake)
    while lobby.table is None:
        lines = told(lobby)
        if lines != shown:
            console.say("", *lines)
            shown = lines
        if lobby.host and lobby.table is None:
            await _obey(console, lobby)
        else:
            await lobby.wait()
        console.say(*filter(None, [lobby.look()]))


def told(lobby: Lobby) -> list[str]:
    """The table in lines: what is played, who sits where, how others come here."""
    lines = [lobby.game.title, *(f"  {one}" for one in lobby.agreed())]
    for number, place in enumerate(lobby.places):
        lines.append(f"  {number + 1}. {place.told(number in lobby.yours)}")
    if lobby.code:
        lines.append(f"To sit down: gamenight join {lobby.code}, or {lobby.invitation()}")
    return [*lines, lobby.trouble or lobby.awaited()]


async def _obey(console: Console, lobby: Lobby) -> None:
    """A line of the host, or something from elsewhere."""
    console.quiet()
    try:
        typed = console.read("begin, machine N NAME, places N, ? > ", wakes=True)
    except Woken:
        return
    word, *rest = typed.split() or [""]
    number = whole_number(rest[0]) if rest else None
    try:
        if word in ("q", "quit"):
            raise Quit
        if word == "begin":
            console.say(*filter(None, [await lobby.begin()]))
        elif word == "machine" and number is not None:
            await lobby.machine(number - 1, " ".join(rest[1:]).removeprefix("bot:"))
        elif word == "places" and number is not None:
            await lobby.count(number)
        elif word in ("?", "help"):
            console.say(*HOST_HELP)
        elif word:
            console.object(f"{quoted(typed)} is not possible here (? says what is)")
    except GamenightError as error:
        console.object(str(error))
