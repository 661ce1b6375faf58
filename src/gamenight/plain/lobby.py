"""Lobby: a table on a server, line by line: sit down, wait for the others, play."""

from __future__ import annotations

from gamenight.core.errors import GamenightError
from gamenight.core.text import quoted, whole_number
from gamenight.match.lobby import Lobby
from gamenight.match.waiting import without_loop
from gamenight.plain.console import Console, Quit, Woken
from gamenight.plain.options import options_help, read_options
from gamenight.plain.play import play_on

HOST_HELP = (
    "begin          play with everybody who sits here",
    "machine 2 NAME puts a machine into place 2; machine 2 empties it again",
    "places 4       that many can sit down",
    "options A=1    the house rules; options alone lists them",
)
HELP = (
    "name NEW       what the others call you",
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
    while True:
        console.quiet()  # before looking: what comes later wakes whoever is asked
        console.say(*filter(None, [lobby.look()]))
        if lobby.table is not None:
            return
        lines = told(lobby)
        if lines != shown:
            console.say("", *lines)
            shown = lines
        if lobby.host or (lobby.yours and console.interactive):
            await _obey(console, lobby)
        else:
            await lobby.wait()


def told(lobby: Lobby) -> list[str]:
    """The table in lines: what is played, who sits where, how others come here."""
    lines = [lobby.game.title, *(f"  {one}" for one in lobby.agreed())]
    for number, place in enumerate(lobby.places):
        lines.append(f"  {number + 1}. {place.told(number in lobby.yours)}")
    if lobby.code:
        lines.append(f"To sit down: gamenight join {lobby.code}, or {lobby.invitation()}")
    return [*lines, lobby.trouble or lobby.awaited()]


async def _obey(console: Console, lobby: Lobby) -> None:
    """A line of somebody who waits, or something from elsewhere."""
    words = "begin, machine N NAME, places N, options, name NEW" if lobby.host else "name NEW"
    try:
        typed = console.read(f"{words}, ? > ", wakes=True)
    except Woken:
        return
    word, _, rest = typed.partition(" ")
    if word in ("q", "quit"):
        raise Quit
    if word in ("?", "help"):
        console.say(*(HOST_HELP if lobby.host else ()), *HELP)
        return
    try:
        if word:
            console.say(*filter(None, [await _deed(console, lobby, word, rest.strip(), typed)]))
    except GamenightError as error:
        console.object(str(error))


async def _deed(console: Console, lobby: Lobby, word: str, rest: str, typed: str) -> str:
    """What a line asks for; raises a GamenightError."""
    number, _, name = rest.partition(" ")
    count = whole_number(number)
    if word == "name" and rest and lobby.yours:
        return await lobby.rename(lobby.yours[0], rest)
    if lobby.host and word == "begin":
        return await lobby.begin()
    if lobby.host and word == "machine" and count is not None:
        return await lobby.machine(count - 1, name.strip().removeprefix("bot:"))
    if lobby.host and word == "places" and count is not None:
        return await lobby.count(count)
    if lobby.host and word == "options" and rest:
        return await lobby.agree({**lobby.options, **read_options(lobby.game, rest)})
    if lobby.host and word == "options":
        console.say(*options_help(lobby.game))
        return ""
    raise GamenightError(f"{quoted(typed)} is not possible here (? says what is)")
