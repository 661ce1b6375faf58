"""NewGamePage: who plays tonight, and by which rules; then the match begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from textual import events
from textual.widget import Widget

from gamenight.app import routes
from gamenight.app.app import key_of
from gamenight.app.form_stops import next_stop, stops_of, wrong_stop
from gamenight.app.house_rules import HouseRule, HouseRules
from gamenight.app.paging import TO
from gamenight.app.party import Party
from gamenight.app.pictures.machines import MACHINE
from gamenight.app.pictures.new_game import (
    ADD,
    FIRST,
    RULE,
    RULES,
    SEAT,
    SIGNS,
    START,
    WAY,
    NewGame,
    draw_new_game,
)
from gamenight.app.regulars import known_people
from gamenight.app.screens.page import Page
from gamenight.app.welcome import introduction
from gamenight.app.widgets.fields import spelt
from gamenight.app.widgets.picture_view import PictureView
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game, for_playing
from gamenight.draw.canvas import Picture
from gamenight.match.seats import for_people

ADDS = (("a…z", "person"), ("→", "machine"))
ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class NewGamePage(Page):
    """The form for a new match, which can be started at once. One handler takes all keys, so that
    whatever is typed fast or pasted keeps its order."""

    DEFAULT_CSS = "NewGamePage #form { width: 1fr; height: 1fr; }"

    def __init__(
        self, game: Game, given: Mapping[str, Any] | None = None, rng: Random | None = None
    ):
        super().__init__(classes="opening")
        self.game = game
        self.title = f"New game: {game.title}"
        self._given, self._rng = given or {}, rng
        self.cursor, self.unfolded, self._top = START, False, 0
        self._passing = False  # Enter led from the last name to one more, and leads on from there
        self._mending = False  # the start was refused: Enter leads to what is wrong
        self._untaken = False  # letters were no name of anybody: an Enter after them ends those
        self._keys: dict[str, Callable[[], None]] = {
            **dict.fromkeys(("f5", "ctrl+s"), self.action_start),
            **dict.fromkeys(("f6", "ctrl+r"), self.action_surprise),
            "f1": self.action_keys,
            "?": self.action_rules,  # also in a name
            "escape": self.action_back,
            "enter": self._enter,
            "tab": self._tab,
            "shift+tab": lambda: self._move(-1),
            **dict.fromkeys(("home", "pageup"), lambda: self._go(f"{WAY}{self.party.way}")),
            **dict.fromkeys(("end", "pagedown"), lambda: self._go(START)),
            "delete": self._delete,
            "backspace": self._erase,
        }

    def body(self) -> Sequence[Widget]:
        settings = self.gamenight.settings
        table = {**settings.tables.get(self.game.id, {}), **self._given}
        options = table.get("options")
        kept = options if isinstance(options, dict) else {}
        self.rules = HouseRules(self.game, kept, last_time="options" not in self._given)
        self.rules.put({n: v for n, v in for_playing(self.game).items() if n not in kept})
        names = known_people(settings, self.gamenight.matches)
        self.party = Party(self.game, table, names, self._rng, settings.you)
        self.party.fit(self.rules.given)
        self.view = PictureView(self._draw, id="form")
        return [self.view]

    def on_mount(self) -> None:
        self.call_after_refresh(lambda: self.remove_class("opening"))

    def _draw(self, width: int, height: int) -> Picture:
        look = self.gamenight.look
        told = introduction(self.game, self.rules.given, lambda word: spelt(word, look))
        form = NewGame(self.game, self.party, self.rules, self.cursor, self.unfolded, told)
        picture, self._top = draw_new_game(form, look, (width, height), self._top)
        return picture

    def keys(self) -> Sequence[tuple[str, str]]:
        if self.cursor == START:
            here = [("Enter", "start"), ("↑↓", "move")]
        elif self._seat is not None:
            here = [("Enter", "next"), ("↑↓", "seat"), ("←→", "person or machine")]
            here += [("Del", "remove")] if self._can_remove else []
        elif self.cursor.startswith(WAY):
            here = [("Enter", "next"), ("←→", "choose"), ("↑↓", "move")]
        elif self._rule is not None or self.cursor == FIRST:
            ways = [("←→", "change")] if self._rule is None else self._rule.keys
            here = [("Enter", "next"), *ways, ("↑↓", "move")]
            changed = self._rule is not None and self._rule.is_changed
            here += [("Del", "as usual")] if changed else []
        elif self.cursor == RULES:
            here = [("Enter", "fold" if self.unfolded else "open"), ("↑↓", "move")]
            here += [("Del", "all as usual")] if self.rules.changed else []
        elif self._passing:
            here = [("Enter", "no more"), *ADDS, ("↑↓", "move")]
        else:
            here = [("Enter", "add"), *ADDS, ("↑↓", "move")]
        start = [] if self.cursor == START else [("F5", "start")]
        numbers = [] if self._is_typing else [("1", "who plays")]
        more = [("?", "rules"), ("F1", "keys"), ("F6", "surprise me")]
        return [*here, *start, ("Esc", "back"), *numbers, *more]

    def _show(self) -> None:
        self.view.redraw()
        self.show_keys()

    # Where the cursor is.

    @property
    def _seat(self) -> int | None:
        return int(self.cursor.removeprefix(SEAT)) if self.cursor.startswith(SEAT) else None

    @property
    def _rule(self) -> HouseRule | None:
        name = self.cursor.removeprefix(RULE)
        items = self.rules.items if self.cursor.startswith(RULE) else []
        return next((item for item in items if item.option.name == name), None)

    @property
    def _is_typing(self) -> bool:
        return self._seat is not None or self._rule is not None or self.cursor == ADD

    @property
    def _can_remove(self) -> bool:
        return len(self.party.places) > self.party.possible[0]

    def _stops(self) -> list[str]:
        return stops_of(self.party, self.rules, self.unfolded)

    def _go(self, cursor: str) -> None:
        """Leave a name or a value, which is final now, and go elsewhere."""
        self._finish()
        self.cursor, self._passing, self._untaken = cursor, False, False
        self._mending = self._mending and wrong_stop(self.party, self.rules) is not None

    def _finish(self) -> None:
        """What was typed counts from now on: `20` is not `2` on the way."""
        if self._seat is not None and self._seat < len(self.party.places):
            self.party.finish(self._seat)
        elif self._rule is not None:
            self._rule.finish()
            self._fit()

    def _move(self, by: int) -> None:
        stops = self._stops()
        here = f"{WAY}{self.party.way}" if self.cursor.startswith(WAY) else self.cursor
        at = stops.index(here) if here in stops else 0
        self._go(stops[min(max(at + by, 0), len(stops) - 1)])

    # Keys and clicks.

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if not self.is_active:
            return
        name = key_of(event)
        if name in ARROWS:
            self._press_arrow(*ARROWS[name])
        elif name in self._keys:
            self._keys[name]()
        elif event.character and event.is_printable:
            self._type(event.character)
        else:
            self.tell_useless(event)
        if self.is_attached:
            self._show()

    def on_paste(self, event: events.Paste) -> None:
        """Pasted names: one line with commas, or one name a line."""
        event.stop()
        event.prevent_default()
        names = ", ".join(filter(None, map(str.strip, event.text.splitlines())))
        if names:
            self._type(names) if self._is_typing else self._name_somebody(names)
            self._show()

    def _press_arrow(self, down: int, right: int) -> None:
        if down:
            self._move(down)
        elif self.cursor.startswith(WAY):
            self._take_way((int(self.cursor.removeprefix(WAY)) + right) % len(self.game.ways))
        elif self._seat is not None:
            self.party.turn(self._seat, right)
        elif self._rule is not None:
            self._rule.turn(right)
            self._fit()
        elif self.cursor == FIRST:
            self.party.turn_starter(right)
        elif self.cursor == RULES:
            self.unfolded = right > 0
        elif self.cursor == ADD and right > 0:
            self._go(f"{SEAT}{self.party.add(person=False)}")
        else:
            sign = "→" if right > 0 else "←"
            self.tell(f"{sign} changes nothing here: go up to the seats with ↑.")

    def _fit(self) -> None:
        """The rules have changed: as many seats as they allow."""
        self.rules.check(self._rule)
        if self.rules.wrong is None:
            self.party.fit(self.rules.given)

    def _take_way(self, number: int) -> None:
        way = self.game.ways[number]
        self.rules.put(way.options)
        self._fit()
        self.party.take(way)
        self.cursor = f"{WAY}{number}"

    def _type(self, text: str) -> None:
        rule, seat = self._rule, self._seat
        if seat is not None and text in "+-" and self.party.places[seat].fresh:
            self._resize(text == "+")
        elif seat is not None:
            self.cursor = f"{SEAT}{self.party.type(seat, text)}"
        elif self.cursor == ADD and text not in "+- ":
            self.cursor = f"{SEAT}{self.party.type(self.party.add(person=True), text)}"
        elif rule is not None:
            rule.turn(1) if text == " " and rule.choices else rule.type(text)
            if rule.choices:
                self._fit()
        elif text.isdigit() and 0 < int(text) <= len(self.game.ways):
            self._choose_way(int(text) - 1)
        elif text == "q":
            self.action_back()
        elif text in "+-":
            self._resize(text == "+")
        elif text == " " and self.cursor != START:  # which may end a name that was not taken
            self._enter()
        elif text != " ":
            self._name_somebody(text)

    def _name_somebody(self, text: str) -> None:
        """Letters typed where none are asked for are the name of the first person who has none;
        they never touch a name that is there."""
        first = self.party.nameless
        self._untaken = first is None
        if first is not None:
            self.cursor = f"{SEAT}{self.party.type(first, text)}"
        elif ADD in self._stops():
            told = "To add somebody, go to + and type a name; to change one, go to its seat."
            self.tell(told)
        elif all(place.bot for place in self.party.places):
            self.tell("No person plays, so there is nobody to name.")
        else:
            self.tell("To change a name, go to its seat with ↑ and type it.")

    def _choose_way(self, number: int) -> None:
        """By its number: on to the first name that is needed, if any."""
        self._take_way(number)
        several = self.game.ways[number].people == "several"
        self._go(f"{SEAT}{self.party.nameless or 0}" if several else START)

    def _resize(self, more: bool) -> None:
        if more:
            before = len(self.party.places)
            if self.party.add() >= before:
                self._go(f"{SEAT}{before}")
        else:
            self._remove_seat()

    def _remove_seat(self) -> None:
        last = len(self.party.places) - 1
        seat = last if self._seat is None else self._seat
        if self.party.remove(seat) and self._seat is not None:
            self.cursor = f"{SEAT}{min(seat, last - 1)}" if last else START

    def _delete(self) -> None:
        """A seat goes away; a rule is as usual again."""
        if self._seat is not None:
            self._remove_seat()
        elif self._rule is not None:
            self._rule.reset()
            self._fit()
        elif self.cursor == RULES:
            self.rules.reset()
            self._fit()

    def _erase(self) -> None:
        if self._seat is not None:
            self.party.erase(self._seat)
        elif self._rule is not None:
            self._rule.erase()

    def _tab(self) -> None:
        """Take the name that is offered; else on."""
        if self._seat is None or not self.party.complete(self._seat):
            self._move(1)

    def _enter(self) -> None:
        """On, or whatever is done here."""
        if self.cursor == START and self._untaken:
            self._untaken = False
            self.tell("Those letters named nobody; Enter again starts.")
        elif self.cursor == START:
            self.action_start()
        elif self.cursor == ADD and not self._passing:
            self._go(f"{SEAT}{self.party.add()}")
        elif self.cursor == RULES:
            self.unfolded = not self.unfolded
        elif self._mending:
            self._finish()
            self._mend()
        else:
            self._go(next_stop(self.party, self._stops(), self.cursor, self._passing))
            self._passing = self.cursor == ADD

    def _mend(self) -> None:
        """To what is wrong, or to the start if nothing is."""
        wrong = wrong_stop(self.party, self.rules) or START
        self._mending = wrong != START
        self.unfolded = self.unfolded or wrong.startswith(RULE)
        self._go(wrong)

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        if message.view is not self.view:
            return  # the bar of keys: the page handles that
        message.stop()
        key = message.key
        again = key == self.cursor
        if key.startswith(WAY):
            self._choose_way(int(key.removeprefix(WAY)))
        elif key.startswith(MACHINE):
            self._go(f"{SEAT}{self.party.seat_machine(self._seat, key.removeprefix(MACHINE))}")
        elif key in SIGNS:
            self._press_arrow(0, SIGNS[key])
        elif key.startswith(TO):
            self._go(key.removeprefix(TO))
        elif key in (START, ADD, RULES):
            self._go(key)
            self._enter()
        else:
            self._go(key)
            if again:
                self._press_arrow(0, 1)
        if self.is_attached:
            self._show()

    # What follows.

    def action_start(self) -> None:
        self._finish()
        self.party.finish_all()
        if wrong_stop(self.party, self.rules) is not None:
            self._mend()
            return
        everybody = self.party.everybody
        options = for_people(self.game, self.rules.given, everybody)
        try:
            table = self.gamenight.matches.new(self.game, everybody, options, self.party.order)
        except GamenightError as error:
            self.tell_error(error)
            return
        self.app.switch_screen(routes.table(table))
        self._remember()

    def _remember(self) -> None:
        """For next time: how the table was set up."""
        settings = self.gamenight.settings
        before = settings.tables.get(self.game.id, {})
        # What a file or the command line asked for counts this evening only.
        options = before.get("options", {}) if "options" in self._given else self.rules.kept()
        settings.tables[self.game.id] = {**self.party.kept(), "options": options}
        self.gamenight.keep_settings()

    def action_surprise(self) -> None:
        if self.party.possible[-1] == 0:
            self.tell(f"No seats to fill: the die decides {self.game.title}.")
            return
        self.party.surprise()
        self._go(START)

    def action_rules(self) -> None:
        self.app.push_screen(routes.rules(self.game))

    def action_back(self) -> None:
        self.app.pop_screen()
