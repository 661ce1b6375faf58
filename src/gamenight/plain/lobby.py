"""Lobby: a table on a server, line by line: sit down, wait for the others, play."""

from __future__ import annotations

from collections.abc import Callable

from gamenight.bots import ranked_bots
from gamenight.core.border import Codes
from gamenight.core.errors import GamenightError
from gamenight.core.text import did_you_mean, listed, quoted, whole_number
from gamenight.match.lobby import Lobby
from gamenight.match.waiting import without_loop
from gamenight.plain.alignment import numbered_lines
from gamenight.plain.console import Console, Quit, Undo, Woken
from gamenight.plain.options import options_help, read_options
from gamenight.plain.play import play_on
from gamenight.plain.seating import yes_or_no

WITHOUT = "y begins with those who sit here: whoever comes later can only watch."
QR_LINE = "\x1b[97;40m{}\x1b[0m"

HOST_HELP = (
    "begin          play with everybody who sits here",
    "machine 2 NAME puts a machine into place 2",
    "free 2         empties place 2, and asks whoever has it to leave",
    "places 4       that many can sit down",
    "options A=1    the house rules; options alone lists them",
    "clock 5m+10s   how time is counted: none, 30s a move, 5m and 10s more a move, 3d a move",
    "code           gets a new code; the old one is no longer good",
)
HELP = (
    "sit NAME       sit down, where a place is free; once you sit, one more at this screen",
    "name NEW       what the others call you",
    "quit           leave; the table stays",
)


def join(console: Console, lobby: Lobby, name: str = "") -> None:
    """Sit down, wait, and play to the end; raises a GamenightError, Quit or Left."""
    without_loop(_join(console, lobby, name))


async def _join(console: Console, lobby: Lobby, name: str) -> None:
    try:
        await lobby.open()
    except BaseException:
        lobby.close()  # there is no table to come back to
        raise
    try:
        console.say(*filter(None, [lobby.who()]))
        if lobby.may_sit:
            await _sit_down(console, lobby, name)
        _say_picture(console, lobby)
        await _wait(console, lobby)
    except BaseException:
        _leave(console, lobby)
        raise
    assert lobby.table is not None
    await play_on(console, lobby.table)
    _leave(console, lobby)


def _leave(console: Console, lobby: Lobby) -> None:
    """Also where the terminal was closed and nothing can be said any more."""
    try:
        console.say(lobby.farewell())
    finally:
        lobby.close()


async def _sit_down(console: Console, lobby: Lobby, name: str) -> None:
    """Under the name given, or the one that is asked for until it is good."""
    while True:
        try:
            typed = name or console.ask("Your name? ", ["What the others call you."], str)
            console.say(*filter(None, [await lobby.claim(typed)]))
            return
        except Undo:
            console.say("This is the first question: there is nothing to undo.")
        except GamenightError as error:
            console.object(error)
            if not console.interactive:
                raise
            name = ""


def _say_picture(console: Console, lobby: Lobby) -> None:
    """The QR code of the host's table, where it fits: light on dark, as every camera reads it."""
    picture, style = lobby.picture() if lobby.host and lobby.table is None else (), console.style
    if not picture or not console.interactive or style.ascii or not style.color:
        return
    if len(picture[0]) <= style.width and len(picture) < console.height:
        console.say(*(Codes(QR_LINE.format(line)) for line in picture))


async def _wait(console: Console, lobby: Lobby) -> None:
    """Until the match begins; a host may change the table meanwhile."""
    shown: list[str] = []
    news: list[str] = []

    def is_news() -> bool:
        """Whether something has come that has to be said."""
        console.quiet()  # before looking: what comes later wakes whoever is asked
        news.extend(filter(None, [lobby.look()]))
        return bool(news) or lobby.table is not None or told(lobby) != shown

    if console.interactive:
        console.listen()
        lobby.tell_changes(console.wake)
    while True:
        if is_news():
            console.say(*news)
            news.clear()
        if lobby.table is not None:
            return
        lines = told(lobby)
        if lines != shown:
            console.say("", *lines)
            shown[:] = lines
        if lobby.host or console.interactive:
            await _obey(console, lobby, is_news)
        else:
            await lobby.wait()


def told(lobby: Lobby) -> list[str]:
    """The table in lines: what is played, who sits where, how others come here."""
    lines = [lobby.game.title, *(f"  {one}" for one in lobby.terms())]
    lines += numbered_lines([lobby.told(number) for number in range(len(lobby.places))], ".")
    if lobby.code:
        lines.append(f"To sit down: gamenight join {lobby.code}")
        lines.append(f"  or in a browser: {lobby.invitation()}")
    lines += filter(None, [lobby.reach()])
    lines += [f"On a big screen: {lobby.big_screen}"] if lobby.big_screen else []
    lines += ["People at this table can talk, as soon as it begins."] if lobby.chat else []
    return [*lines, *filter(None, [lobby.watching()]), lobby.trouble or lobby.awaited()]


def _words(lobby: Lobby) -> list[str]:
    """What can be typed."""
    host = (
        ["begin", "machine N NAME", "free N", "places N", "options", "clock TIME", "code"]
        if lobby.host
        else []
    )
    own = ["name NEW"] if lobby.yours else []
    sit = ["sit NAME"] if lobby.may_sit or lobby.may_share else []
    return [*host, *own, *sit, "quit", "?"]


async def _obey(console: Console, lobby: Lobby, is_news: Callable[[], bool]) -> None:
    """A line of somebody who waits, or something from elsewhere."""
    try:
        typed = console.read(f"{', '.join(_words(lobby))} > ", wakes=is_news)
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
        console.object(error)


async def _begin(console: Console, lobby: Lobby) -> str:
    """Begin; where places would stay free, ask first."""
    question = lobby.gap()
    try:
        sure = not question or console.ask(f"{question} [y/N] ", [WITHOUT], _yes)
    except Undo:
        sure = False
    return await lobby.begin() if sure else ""


def _yes(answer: str) -> bool:
    return bool(answer) and yes_or_no(answer)


async def _deed(console: Console, lobby: Lobby, word: str, rest: str, typed: str) -> str:
    """What a line asks for; raises a GamenightError."""
    number, _, name = rest.partition(" ")
    count = whole_number(number)
    if word == "name" and rest and lobby.yours:
        return await lobby.rename(lobby.yours[0], rest)
    if word == "sit" and rest and (lobby.may_sit or lobby.may_share):
        return await lobby.claim(rest)
    if lobby.host and word == "begin":
        return await _begin(console, lobby)
    if lobby.host and count is not None and (word == "free" or rest == f"{number} free"):
        return await lobby.machine(count - 1, "")
    if lobby.host and word == "machine" and count is not None:
        bot = name.strip().removeprefix("bot:")
        if not bot:
            raise GamenightError(f"which machine? (possible: {listed(ranked_bots(lobby.game))})")
        return await lobby.machine(count - 1, bot)
    if lobby.host and word == "places" and count is not None:
        return await lobby.count(count)
    if lobby.host and word == "clock" and rest:
        return await lobby.count_time(rest)
    if lobby.host and typed == "code":
        return await lobby.new_code()
    if lobby.host and word == "options" and rest:
        return await lobby.agree({**lobby.options, **read_options(lobby.game, rest)})
    if lobby.host and word == "options":
        console.say(*options_help(lobby.game), "To set one: options NAME=VALUE")
        return ""
    near = did_you_mean(word, [one.split()[0] for one in _words(lobby)])
    raise GamenightError(f"{quoted(typed)} is not possible here{near} (? says what is)")
