"""The picture of a new game: the ways to play, who sits at the table, the rules, and the start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from gamenight.app.house_rules import HouseRule, HouseRules
from gamenight.app.paging import pages
from gamenight.app.party import Party
from gamenight.app.pictures.form_rows import Row, scrolled, several_at_once, unrolled
from gamenight.app.pictures.machines import BAR, machine_rows
from gamenight.app.pictures.strength import strength_bar
from gamenight.app.place import Place
from gamenight.bots import ranked_bots, usual_bot
from gamenight.core.game import Game, span
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context, naming
from gamenight.draw.ink import ACCENT, BOLD, LIVE, MUTED, PLAIN, TONES, Ink, bold, filled, seat_ink
from gamenight.draw.line import Line, line, spaces
from gamenight.draw.palette import Look
from gamenight.draw.reading import paragraphs, whole_blocks
from gamenight.draw.writing import write

WIDE = 110  # from here on the game introduces itself at the side
LEFT, SIDE = 78, 84  # columns of the form at least, and of the side at most
MARGIN = 3
LABEL, VALUE, WORDS = 12, 16, 24  # WORDS: columns that a long value leaves for what it is
GIST = 5  # lines of the welcome that matter more than how a machine plays
WAY, SEAT, RULE = "way ", "seat ", "rule "
ADD, FIRST, RULES, START = "add", "first", "rules", "start"
SIGNS = {"less": -1, "more": 1}  # the signs around a value, and where a click on them turns it
DANGER = TONES["danger"]


@dataclass(frozen=True)
class NewGame:
    """What is drawn: the form, where the cursor is, whether the rules are unfolded, and how the
    game introduces itself."""

    game: Game
    party: Party
    rules: HouseRules
    cursor: str
    unfolded: bool
    welcome: Sequence[str]


def draw_new_game(
    form: NewGame, look: Look, size: tuple[int, int], top: int
) -> tuple[Picture, int]:
    """The form in this size, and the first line of its scrolled part; `top` was that before."""
    return _Drawing(form, look, size).drawn(top)


class _Drawing:
    def __init__(self, form: NewGame, look: Look, size: tuple[int, int]):
        self.form, self.look = form, look
        self.context = Context(look, form.game.glyphs)
        self.width, self.height = size
        self.wide = self.width >= WIDE
        self.left = min(max(LEFT, self.width - SIDE), 100) if self.wide else self.width
        self.low = self.height < 20

    def drawn(self, top: int) -> tuple[Picture, int]:
        picture = Picture(self.width, self.height)
        y = self._draw_ways(picture)
        told = paragraphs(self.form.welcome, self._told_width)
        rows = self._fitted(list(self._rows(self.height - y - 5)), self.height - y, len(told))
        foot = self._foot_height(len(rows), len(told), self.height - y)
        room = max(self.height - y - foot, 1)
        top = 0 if self.form.cursor.startswith(WAY) else top
        top = scrolled(rows, self.form.cursor, room, top)
        for place, row in enumerate(rows[top : top + room]):
            self._draw_row(picture, y + place, row)
        keyed = [(number, row.key) for number, row in enumerate(rows) if row.key]
        more = top > 0, top + room < len(rows)
        self._draw_more(picture, (y, y + room - 1), more, pages(keyed, top, room))
        if self.wide:
            self._draw_side(picture, told)
        self._draw_foot(picture, self.height - foot, foot, told)
        return picture, top

    @property
    def _told_width(self) -> int:
        return self.width - self.left - 6 if self.wide else self.width - 2 * MARGIN

    def _foot_height(self, rows: int, told: int, room: int) -> int:
        """The start, with air below it if nothing has to go for that, or with as much of the
        welcome as has room, two lines at least."""
        if self.wide:
            return 4 if rows + 4 <= room else 3
        least = 3 if self.low else 4
        return min(max(room - rows, least), told + 3)

    def _fitted(self, rows: Sequence[Row], room: int, told: int) -> list[Row]:
        """The rows with all notes that are to be whole, if no more has to go for them than the end
        of the welcome."""
        foot = 4 if self.wide else min(told, GIST) + 3
        for unroll in (True, False):
            width, cursor = self.left - 2 * MARGIN, self.form.cursor
            found = [part for row in rows for part in unrolled(row, width, cursor, unroll)]
            if len(found) + foot <= room:
                break
        return found

    # The ways to play.

    def _draw_ways(self, picture: Picture) -> int:
        ways, context = self.form.game.ways, self.context
        y = 0 if self.low else 1
        write(picture, MARGIN, y, line(context.spell("Who plays tonight?"), BOLD), self.look)
        y += 1 if self.height < 30 else 2
        gap = 1 if self.width < 70 else 2
        across = max(len(ways), 1)
        room = min((self.left - 2 * MARGIN - (across - 1) * gap) // across, 24)
        rows = 2
        edges = self.look.fill and not self.look.ascii and not self.low
        for number, way in enumerate(ways):
            chosen = number == self.form.party.way
            pointed = self.form.cursor == f"{WAY}{number}"
            x = MARGIN + number * (room + gap)
            self._draw_tile(picture, x, y + edges, room, chosen, edges)
            head = line(f"{number + 1} ", LIVE) + line(context.words(way.title), BOLD)
            if pointed:
                head = line("> " if self.look.ascii else "▸ ", LIVE) + head
            inner = x + (1 if room < 20 else 2)
            write(picture, inner, y + edges, head.clip(room - 2), self.look)
            told = context.text(way.text, PLAIN if chosen else MUTED)
            write(picture, inner, y + edges + 1, told.clip(room - 1), self.look)
            picture.mark(f"{WAY}{number}", x, y, room, rows + 2 * edges)
        return y + rows + 2 * edges + (1 if self.height >= 30 else 0)

    def _draw_tile(
        self, picture: Picture, x: int, y: int, width: int, chosen: bool, edges: bool
    ) -> None:
        palette = self.look.palette
        ground = palette.live if chosen else palette.bar
        picture.fill(x, y, width, 2, self.look.ink(bg=ground))
        if edges:
            for row, half in ((y - 1, "▄"), (y + 2, "▀")):
                picture.put(x + chosen, row, half * (width - chosen), self.look.ink(ground))
        if chosen:
            for row in range(y - edges, y + 2 + edges):
                half = "▄" if row < y else "▀" if row > y + 1 else "█"
                edge = "|" if self.look.ascii else half if self.look.fill else "▌"
                picture.put(x, row, edge, self.look.ink(palette.accent))

    # The form.

    def _rows(self, room: int) -> Iterator[Row]:
        """Everything that scrolls; the seats are spaced out where nothing has to go for that."""
        form, party = self.form, self.form.party
        seats = list(self._seat_rows())
        extra = bool(party.starters) + (len(form.rules.items) if form.unfolded else 0)
        spaced = 2 * len(seats) + extra
        listed = self.wide and party.places and not form.unfolded and room >= spaced + 16
        seated = {place.kind for place in party.places}
        width = self.left - 2 * MARGIN
        machines = machine_rows(form.game, seated, self.look, width) if listed else []
        grows = len(party.places) < party.possible[-1]
        air = room >= spaced + max(8, len(machines) + 2 + 2 * grows) and self.height >= 30
        yield Row(self._heading())
        for seat in seats:
            yield from [Row(Line()), seat] if air else [seat]
        if grows:
            yield from [Row(Line())] if air else []
            words = "one more: type a name, or → for a machine"
            yield Row(line(" + ", filled(ACCENT)) + spaces(2) + self._muted(words), ADD)
        yield Row(Line())
        if party.starters:
            who = dict(party.starters).get(party.first, "drawn by lot")
            head = self.context.text("Who begins").pad(LABEL)
            value = self._value(who, FIRST, True)
            yield Row(head + value, FIRST, signs=_around(head, value))
        if form.rules.items:
            yield self._rules_row()
        if form.unfolded:
            yield from map(self._rule_row, form.rules.items)
        yield from machines  # last: a long list hides nothing but its own end

    def _heading(self) -> Line:
        party = self.form.party
        count = len(party.places)
        if not party.possible[-1]:
            told = "the die decides everything"
        elif len(party.possible) == 1:
            told = f"{count} {'plays' if count == 1 else 'play'}"
        else:
            told = f"{count}; {span(party.possible)} can play"
        head = line("AT THE TABLE", bold(MUTED)) + spaces(3) + self._muted(told)
        room = self.left - 2 * MARGIN - head.width - 2
        cursor = self.form.cursor
        seat = int(cursor.removeprefix(SEAT)) if cursor.startswith(SEAT) else party.nameless
        offers = several_at_once(party, seat, usual_bot(self.form.game))
        told = next((text for text in offers if len(text) <= room), "")
        return head + self._muted(told.rjust(room + 2)) if told else head

    def _seat_rows(self) -> Iterator[Row]:
        party = self.form.party
        places = iter(enumerate(party.places))
        for number in range(len(party.places) + len(party.vacant)):
            badge = line(f"{number + 1:^3}", filled(Ink(f"seat {number}"))) + spaces(2)
            if number in party.vacant:
                name = self.context.text(party.vacant[number], seat_ink(number)).pad(self._column)
                yield Row(badge + name + self._muted("moved by the die"))
            else:
                at, place = next(places)
                text, note = self._seat_line(at, place, number)
                wrong = bool(place.told)
                yield Row(badge + text, f"{SEAT}{at}", note, apart=not wrong, wrong=wrong)

    @property
    def _column(self) -> int:
        """The columns of a name: as many as the longest needs, so that all kinds stand below each
        other."""
        longest = max((cell_len(place.name) for place in self.form.party.places), default=0)
        return max(20 if self.width >= 70 else 14, longest + 2)

    def _seat_line(self, at: int, place: Place, number: int) -> tuple[Line, Line]:
        """Who sits there, and a note."""
        pointed = self.form.cursor == f"{SEAT}{at}"
        column = self._column
        caret = line("_" if self.look.ascii else "▏", LIVE) if pointed else Line()
        ink = bold(Ink("strong") if pointed else seat_ink(number))
        name = line(self.context.words(place.name), ink) + caret
        if pointed and place.fresh:
            name = line(self.context.words(place.name), Ink(ink.fg, "ground", True, True)) + caret
        name = name.pad(column)
        if place.told:
            offer = self._earlier(at, pointed)
            return name + offer, spaces(2 if offer else 0) + self.context.text(place.told, DANGER)
        if not place.bot:
            return name + self._muted("person") + self._earlier(at, pointed), Line()
        info = ranked_bots(self.form.game)[place.kind]
        limit = place.bot.partition(":")[2]
        kind = self._muted("machine ") + line(self.context.words(info.name), BOLD)
        widest = max(cell_len(bot.name) for bot in ranked_bots(self.form.game).values())
        kind = kind.pad(kind.width - cell_len(info.name) + widest + 2)
        kind = kind + strength_bar(self.form.game, info, self.look, BAR) + spaces(2)
        more = f"Thinks for {limit}. " if limit else ""
        return name + kind, self._muted(more + info.summary)

    def _earlier(self, at: int, pointed: bool) -> Line:
        """Names of earlier evenings, offered where somebody types."""
        found = self.form.party.suggestions(at)[:4] if pointed else []
        if not found:
            fresh = pointed and self.form.party.places[at].fresh
            return self._muted("   type a name") if fresh else Line()
        first, *others = found
        words = self._muted("   earlier: ") + self.context.text(first, BOLD)
        takes = "  Tab takes it" if self.width >= 100 else "  Tab"
        return words + self._muted(" ".join(["", *others]).rstrip() + takes)

    def _rules_row(self) -> Row:
        form, fold = self.form, ("v", "+") if self.look.ascii else ("▾", "▸")
        head = line(f"{fold[0] if form.unfolded else fold[1]} More rules", BOLD) + spaces(3)
        # What a way to play asks for is as usual there.
        changed = [item for item in form.rules.changed if item.value not in item.expected]
        if not changed:
            shows = "Enter shows them" if self.width < 70 else "Enter shows what you can change"
            told = "Enter folds them away" if form.unfolded else shows
            return Row(head + self._muted(f"as usual; {told}"), RULES)
        words = self.context.text("; ".join(item.change for item in changed), LIVE)
        since = "as last time" if all(item.kept for item in changed) else "changed"
        return Row(head + self._muted(f"{since}: "), RULES, words)

    def _rule_row(self, item: HouseRule) -> Row:
        key, turned = RULE + item.option.name, bool(item.choices) or item.option.type is int
        value = self._value(item.shown, key, turned, item.is_changed)
        signs = _around(spaces(2), value) if turned else ()
        value = spaces(2) + value
        if item.error:
            value = value + self._muted(item.words) + spaces(2)
            return Row(value, key, self.context.text(item.error, DANGER), wrong=True, signs=signs)
        pointed = self.form.cursor == key
        told = item.told(pointed, self.left - 2 * MARGIN - value.width)
        if pointed and len(item.shown) > self._most:
            told = f"{told}: {item.shown}"  # whole, where somebody may want to change it
        return Row(value, key, self._muted(told), signs=signs)

    def _value(self, value: str, key: str, turned: bool, strong: bool = False) -> Line:
        """A value, with signs where the arrow keys change it."""
        pointed = self.form.cursor == key
        left, right = ("<", ">") if self.look.ascii else ("◂", "▸")
        if not (turned and pointed):
            left = right = " "
        words = self.context.text(value, LIVE if strong else BOLD)
        if pointed and not turned:
            words = words + line("_" if self.look.ascii else "▏", LIVE)
        clipped = words.clip(self._most, self.look.signs.ellipsis)
        return (line(left, LIVE) + clipped + line(right, LIVE)).pad(VALUE) + spaces(1)

    @property
    def _most(self) -> int:
        """The columns of a value."""
        return self.left - 2 * MARGIN - WORDS if self.wide else VALUE + 10

    def _muted(self, text: str) -> Line:
        return line(self.context.spell(text), MUTED)

    # On the picture.

    def _draw_row(self, picture: Picture, y: int, row: Row) -> None:
        pointed = row.key != "" and row.key == self.form.cursor
        room = self.left - 2 * MARGIN
        if pointed:
            live = self.look.ink(bg=self.look.palette.live)
            picture.fill(MARGIN - 1, y, room + 1, 1, live)
            edge = ">" if self.look.ascii else "▌"
            picture.put(MARGIN - 2, y, edge, self.look.ink(self.look.palette.accent, bold=True))
        write(picture, MARGIN, y, row.text.clip(room, self.look.signs.ellipsis), self.look)
        if row.key:
            picture.mark(row.key, MARGIN - 1, y, room + 1)
        for key, x in zip(SIGNS, row.signs if pointed else (), strict=False):
            picture.mark(key, MARGIN + x - (key == "less"), y, 2)

    def _draw_more(
        self, picture: Picture, lines: Sequence[int], more: Sequence[bool], leads: Sequence[str]
    ) -> None:
        """Signs that there is more above or below, and where a click on them leads."""
        ink = self.look.ink(self.look.palette.accent, bold=True)
        signs = ("^", "v") if self.look.ascii else ("▲", "▼")
        for shown, y, sign, key in zip(more, lines, signs, leads, strict=True):
            if shown:
                picture.put(self.left - MARGIN + 1, y, sign, ink)
                picture.mark(key, self.left - MARGIN, y, 3)

    def _draw_side(self, picture: Picture, told: Sequence[Line]) -> None:
        """How the game introduces itself, beside the form."""
        x, width = self.left + 1, self.width - self.left - 3
        picture.fill(x, 1, width, self.height - 2, self.look.ink(bg=self.look.palette.panel))
        for y, text in enumerate([self._title(), Line(), *self._told(told, self.height - 6)], 2):
            write(picture, x + 2, y, text, self.look)

    def _told(self, told: Sequence[Line], room: int) -> list[Line]:
        """The first paragraphs of the welcome, whole, in this many lines; where not even the first
        has room, what the game is about."""
        if len(told) <= room:
            return list(told)
        tail = self._muted(f"{self.look.signs.ellipsis} ? tells more")
        summary = self.context.text(self.form.game.summary).wrap(self._told_width)
        return [*(whole_blocks(told, room - 1) or summary[: room - 1]), tail]

    def _title(self) -> Line:
        game = self.form.game
        sign = f"{game.emblem.emoji} " if game.emblem and self.look.pictures else ""
        return line(sign) + self.context.text(game.title, LIVE)

    def _draw_foot(self, picture: Picture, y: int, height: int, told: Sequence[Line]) -> None:
        """The start, below what the game says where there is no side for it."""
        look, pointed = self.look, self.form.cursor == START
        if not self.wide:
            picture.fill(0, y, self.width, height, look.ink(bg=look.palette.panel))
            for row, text in enumerate(self._told(told, height - (1 if self.low else 2)), y):
                write(picture, MARGIN, row, text, look)
        at = y + 1 if self.wide else self.height - 1
        button = line("  F5 Start  " if self.wide else " F5 Start ", filled(ACCENT))
        if self.wide and look.fill:
            for row in (at - 1, at, at + 1):
                picture.fill(MARGIN, row, button.width, 1, look.ink(bg=look.palette.accent))
        if pointed:
            live = look.ink(bg=look.palette.live)
            picture.fill(MARGIN + button.width, at, self.left - 2 * MARGIN - button.width, 1, live)
            sign = ">" if look.ascii else "▌"
            picture.put(MARGIN - 2, at, sign, look.ink(look.palette.accent, bold=True))
        room = self.left - 2 * MARGIN
        text = button + spaces(2) + self._who_plays(room - button.width - 2)
        write(picture, MARGIN, at, text.clip(room, look.signs.ellipsis), look)
        picture.mark(START, MARGIN, at, room)

    def _who_plays(self, room: int) -> Line:
        """The names, and if there is room who begins."""
        form = self.form
        wrong = form.party.told or (form.rules.wrong.error if form.rules.wrong else "")
        if wrong:
            also = f" (and {n} more)" if (n := form.rules.errors - (not form.party.told)) else ""
            told = self.context.text(wrong + also, DANGER)
            room = self.left - 2 * MARGIN - len("  F5 Start    ")
            elsewhere = f"F5 goes to what is wrong{also}"
            return told if told.width <= room else self.context.text(elsewhere, DANGER)
        sitting = [place.name for place in form.party.places]
        order = form.party.order
        first = sitting[order] if isinstance(order, int) and form.party.starters else ""
        begins = "the seats are drawn by lot" if order == "shuffle" else first and f"{first} begins"
        for number, name in sorted(form.party.vacant.items()):
            sitting.insert(number, name)
        sitting = list(filter(None, sitting))  # a name may just be typed
        names = ", ".join(sitting)
        words = self.context.text(names, BOLD if form.cursor == START else PLAIN)
        words = naming(self.look, sitting).clip(words, room)
        more = self._muted(f"; {begins}" if begins else "")
        return words + more if words.width + more.width <= room else words


def _around(before: Line, value: Line) -> tuple[int, int]:
    """The columns of the signs around a value that stands after this."""
    return before.width, before.width + cell_len(value.plain.rstrip()) - 1
