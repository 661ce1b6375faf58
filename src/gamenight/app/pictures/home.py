"""The picture of home: a greeting, unfinished matches, the games, and the latest results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamenight.app.paging import pages
from gamenight.core.game import Game, company, for_playing
from gamenight.core.text import LONGEST_NAME
from gamenight.draw.canvas import Picture
from gamenight.draw.context import calling
from gamenight.draw.ink import ACCENT, BOLD, LIVE, MUTED, PLAIN, TONES, Ink, bold
from gamenight.draw.line import Line, line, spaces
from gamenight.draw.palette import Look
from gamenight.draw.transliteration import to_ascii
from gamenight.draw.writing import write

GAME, MATCH, NAME = "game ", "match ", "name"  # what the keys of entries begin with
TABLE = "table "
ONLINE = "online"
MARGIN = 3
TITLE = 6  # columns before a title: the key and the emblem
SLIDER, SHORT_SLIDER, NARROW = 11, 10, 70
PLAYERS, TIME = 10, 8  # columns


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """An unfinished match, or a table that waits for players: who plays, how far they have got
    (empty until that is known), and when they last played. game: None if it is missing; players:
    the names among `names`, each of which can be shortened."""

    key: str
    game: Game | None
    title: str
    names: str
    progress: str
    when: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evening:
    """A match that is over, in a line. note: what follows where there is room; players: the names
    in its outcome, each of which can be shortened."""

    game: Game
    when: str
    outcome: str
    note: str = ""
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Greeting:
    """What a newcomer reads: how many games there are, which to take, and the name so far."""

    games: int
    first: Game
    name: str


@dataclass(frozen=True, slots=True)
class Home:
    """Everything on the page. more: how many matches have no room in `matches`; trouble: why
    nothing can be saved, if that is so."""

    games: Sequence[Game]
    matches: Sequence[MatchEntry]
    more: int
    evenings: Sequence[Evening]
    greeting: Greeting | None
    cursor: str
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Lines that belong together; the key of the target is empty where nothing can be chosen."""

    lines: Sequence[Line]
    key: str = ""


def draw_home(home: Home, look: Look, size: tuple[int, int], top: int) -> tuple[Picture, int]:
    """Home in exactly this size, scrolled to the cursor, and its first line; `top` was that
    before."""
    width, room = size
    entries = _spread(_Words(home, look, width).entries(), room)
    whole = Picture(width, max(sum(len(entry.lines) for entry in entries), room))
    y, keyed = 0, []
    for entry in entries:
        keyed += [(y, entry.key)] if entry.key else []
        _draw_entry(whole, y, entry, home.cursor, look)
        y += len(entry.lines)
    place = whole.place(home.cursor)
    if place is not None:
        top = min(max(top, place.y + place.height - room), place.y if place.y > 4 else 0)
    top = max(min(top, whole.height - room), 0)
    shown = Picture(width, room)
    shown.paste(whole, 0, -top)
    _draw_more(shown, look, (top > 0, y - top > room), pages(keyed, top, room))
    return shown, top


def _spread(entries: Sequence[Entry], room: int) -> list[Entry]:
    """The same with air around what can be chosen, as far as there is room; nothing is
    left out."""
    needed = sum(len(entry.lines) for entry in entries)
    games = [entry for entry in entries if entry.key.startswith(GAME)]
    air = min((room - needed) // max(len(games), 1), 2)
    found: list[Entry] = []
    for entry in entries:
        found.append(entry)
        if entry.key.startswith(GAME) and air > 0:
            found.append(Entry([Line()] * air))
    return found


def _draw_entry(picture: Picture, y: int, entry: Entry, cursor: str, look: Look) -> None:
    height, room = len(entry.lines), picture.width - 2 * MARGIN
    if entry.key and entry.key == cursor:
        picture.fill(MARGIN - 1, y, room + 2, height, look.ink(bg=look.palette.live))
        for row in range(height):
            edge = ">" if look.ascii else "▌"
            picture.put(MARGIN - 1, y + row, edge, look.ink(look.palette.accent, bold=True))
    elif entry.key == NAME:
        picture.fill(MARGIN - 1, y, room + 2, height, look.ink(bg=look.palette.bar))
    for row, text in enumerate(entry.lines, y):
        write(picture, MARGIN, row, text.clip(room + 1, look.signs.ellipsis), look)
    if entry.key:
        picture.mark(entry.key, MARGIN - 1, y, room + 2, height)


class _Words:
    def __init__(self, home: Home, look: Look, width: int):
        self.home, self.look = home, look
        self.room = width - 2 * MARGIN
        self.slider = SLIDER if width >= NARROW else SHORT_SLIDER

    def entries(self) -> list[Entry]:
        home = self.home
        found = [Entry([Line()])]
        if home.trouble:
            told = f"Nothing can be saved now: {home.trouble}. You can play; it is in memory only."
            found += [Entry(self._text(told, TONES["danger"]).wrap(self.room)), Entry([Line()])]
        if home.greeting is not None:
            found += [Entry(self._greeting(home.greeting), NAME), Entry([Line()])]
        if home.matches:
            found += [Entry([self._heading("Go on")]), *self._matches()]
            if home.more:
                found.append(
                    Entry(
                        [spaces(TITLE) + self._muted(f"and {home.more} more: p lists all matches")]
                    )
                )
            found.append(Entry([Line()]))
        found.append(Entry([self._columns()]))
        for number, game in enumerate(home.games, 1):
            found.append(Entry(self._game(number, game), GAME + game.id))
        found.append(Entry([self._online()], ONLINE))
        if home.evenings:
            found.append(Entry([Line(), self._heading("Latest results")]))
            found += [Entry([self._evening(evening)]) for evening in home.evenings]
        return found

    def _greeting(self, greeting: Greeting) -> list[Line]:
        count = "One game is" if greeting.games == 1 else f"{_counted(greeting.games)} games are"
        caret = line("_" if self.look.ascii else "▏", LIVE)
        name = self._text(greeting.name, Ink("strong", "ground", True)) + caret
        asked = self._text(" Your name? ") + name.pad(max(18, name.width + 1))
        wide = self.room >= NARROW - 2 * MARGIN
        learns = ": you learn it while you play." if wide else ": play and learn."
        stays = "what the others call you" if wide else "what others call you"
        if len(greeting.name) >= LONGEST_NAME:
            stays = f"at most {LONGEST_NAME} characters" if wide else f"{LONGEST_NAME} at most"
        if "," in greeting.name:
            stays = "one name here"
        first = Line() if greeting.name else self._muted(" Type it;")
        return [
            line(" Welcome! ", LIVE) + line(f"{count} on the table.", BOLD),
            self._text(" New here? Take ")
            + self._text(greeting.first.title, BOLD)
            + self._text(learns),
            asked + self._muted(stays),
            first + line(" Enter", LIVE) + self._muted(f" plays{self._company()}."),
        ]

    def _company(self) -> str:
        """Who plays with a newcomer at the game under the cursor; alone, what there is to do."""
        chosen = self.home.cursor.removeprefix(GAME)
        game = next((game for game in self.home.games if game.id == chosen), None)
        if game is None:
            return ""
        options = for_playing(game)
        players = game.asked(**options)
        if players[-1] > 1:
            several = players[0] > 2
            return f", with {'machines' if several else 'a machine'} across the table"
        doing = [way.text for way in game.ways if way.people == "one" and way.options == options]
        return f": {doing[0]}" if players[-1] and doing else ""

    def _heading(self, words: str) -> Line:
        return line(words.upper(), bold(MUTED))

    def _columns(self) -> Line:
        head = self._heading("Play")
        ends = "luck" + "skill".rjust(self.slider - 4)
        columns = f"{'players':^{PLAYERS}}{'time':^{TIME}}  {ends}"
        return head.pad(self.room - len(columns)) + self._muted(columns)

    def _game(self, number: int, game: Game) -> list[Line]:
        """Its title with players, minutes, luck or skill; and the sentence."""
        typing = self.home.greeting is not None and self.home.greeting.name
        letter = str(number) if number < 10 and not typing else " "
        chosen = self.home.cursor == GAME + game.id
        head = line(f" {letter} ", LIVE) + self._emblem(game) + self._text(game.title, BOLD)
        players = players_of(game)
        minutes = f"{game.minutes} min" if game.minutes is not None else ""
        facts = self._text(f"{players:^{PLAYERS}}{minutes:>{TIME - 1}}   ")
        columns = facts + self._luck_or_skill(game)
        room = self.room - columns.width
        head = head.clip(room - 1, self.look.signs.ellipsis).pad(room) + columns
        return [head, spaces(TITLE) + self._text(game.summary, PLAIN if chosen else MUTED)]

    def _online(self) -> Line:
        sign = self._text("@" if self.look.ascii else "☍").pad(3)
        key = "n" if self.home.greeting is None else " "  # letters are for the name
        head = line(f" {key} ", LIVE) + sign + self._text("Play online", BOLD)
        return head + self._muted("  with people at other screens")

    def _luck_or_skill(self, game: Game) -> Line:
        """A slider between the two."""
        if game.skill is None:
            return spaces(self.slider)
        at = round(min(max(game.skill, 0), 100) / 100 * (self.slider - 1))
        rule, dot = ("-", "o") if self.look.ascii else ("─", "●")
        return (
            self._muted(rule * at) + line(dot, ACCENT) + self._muted(rule * (self.slider - at - 1))
        )

    def _matches(self) -> list[Entry]:
        """Who plays what, how far they have got, and when they last played. Before a name is cut,
        when is left out of all lines, and the scores of this one, and then how far they have got.
        """
        matches = self.home.matches
        heads = [self._match(match, number == 0) for number, match in enumerate(matches)]
        widest = max(len(match.when) for match in matches)
        tails = [[f"{m.progress}  {m.when:>{widest}}"] for m in matches]
        if any(self._cuts(head, tail) for head, (tail,) in zip(heads, tails, strict=True)):
            tails = [
                [m.progress, m.progress.partition(",")[0], ""] if m.progress else [m.when, ""]
                for m in matches
            ]
        found = []
        for match, head, possible in zip(matches, heads, tails, strict=True):
            tail = next((one for one in possible if not self._cuts(head, one)), possible[-1])
            room = self.room - self._muted(tail).width
            head = calling(self.look, match.players).clip(head, room - (2 if tail else 0)).pad(room)
            found.append(Entry([head + self._muted(tail)], match.key))
        return found

    def _cuts(self, head: Line, tail: str) -> bool:
        between = 2 if tail else 0
        return head.width + between + self._muted(tail).width > self.room

    def _match(self, match: MatchEntry, latest: bool) -> Line:
        head = line(" g " if latest and match.game else "   ", LIVE) + self._emblem(match.game)
        return head + self._text(match.title, BOLD) + spaces(2) + self._text(match.names)

    def _evening(self, evening: Evening) -> Line:
        column = max(len(one.when) for one in self.home.evenings) + 2
        when = self._muted(evening.when).pad(column)
        told = when + self._emblem(evening.game) + self._text(evening.outcome, MUTED)
        told = calling(self.look, evening.players).clip(told, self.room)
        note = self._muted(f" ({evening.note})" if evening.note else "")
        return told + note if told.width + note.width <= self.room else told

    def _emblem(self, game: Game | None) -> Line:
        """The sign of a game, or else the first letter of its title."""
        sign = "?" if game is None else game.title[:1].upper()
        if game is not None and game.emblem is not None:
            sign = game.emblem.emoji if self.look.pictures else game.emblem.ascii
        return self._text(sign).pad(3)

    def _text(self, text: str, ink: Ink = PLAIN) -> Line:
        """Text in the letters there are."""
        return line(to_ascii(text) if self.look.ascii else text, ink)

    def _muted(self, text: str) -> Line:
        return self._text(text, MUTED)


def players_of(game: Game) -> str:
    """How many can play, in as few words as a column has room for."""
    return company(game).replace(" to ", "-")


def _counted(number: int) -> str:
    words = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")
    return words[number - 2] if 2 <= number <= 10 else str(number)


def _draw_more(
    picture: Picture, look: Look, more: tuple[bool, bool], leads: tuple[str, str]
) -> None:
    """Signs that there is more above or below, and where a click on them leads."""
    ink = look.ink(look.palette.accent, bold=True)
    signs = ("^", "v") if look.ascii else ("▲", "▼")
    for shown, y, sign, key in zip(more, (0, picture.height - 1), signs, leads, strict=True):
        if shown:
            picture.put(picture.width - 2, y, sign, ink)
            picture.mark(key, picture.width - 3, y, 3)
