"""HouseRules: the options of a match as somebody changes them, made from their declarations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.options import Option, chosen, declared, typed
from gamenight.core.text import visible
from gamenight.match.files import option_value

LONGEST_FORM = 120
NAMED = re.compile(r"\b(?:option|(read as|value for)) (\w+)\b")  # in what refuses a value
ZERO = re.compile(r"; 0(?: for|:) (.+)$")  # in the help of an option


class HouseRule:
    """One option and what was given for it: a value to choose, or a text as typed. fresh: the next
    letter replaces the text; error: why it is refused. expected: what the ways to play ask for."""

    def __init__(self, option: Option, remembered: object, expected: Sequence[object] = ()):
        self.option = option
        self.expected = expected
        self.usual = option.usual
        self.choices: tuple[Any, ...] = (
            (False, True) if option.type is bool else tuple(option.choices)
        )
        self.value: Any = self._begun(remembered)
        self.fresh = True
        self.error = ""
        self.last: Any = self.value if self.is_changed else None  # what it was in the last match

    def _begun(self, remembered: object) -> Any:
        """The value of the last time, if that is still allowed; else the usual one."""
        usual = self.usual if self.choices else str(self.usual)
        try:
            if self.choices:
                return self.option.check(remembered)
            if isinstance(remembered, str) and visible(remembered) == remembered:
                option_value(self.option, remembered)
                return remembered
        except GamenightError:
            pass
        return usual

    def read(self) -> Any:
        """The value; raises a GamenightError."""
        return self.value if self.choices else option_value(self.option, self.value.strip())

    @property
    def words(self) -> str:
        """What it is, without what its values mean."""
        return self.option.words

    @property
    def meaning(self) -> str:
        """What its values mean and which are allowed, without what it is."""
        return described(self.option).removeprefix(self.words).strip(" :;")

    def told(self, whole: bool, room: int) -> str:
        """What it is, with what its values mean and which are allowed: if it is to be whole, or
        has room in this many cells."""
        everything = described(self.option)
        return everything if whole or len(everything) <= room else self.words

    @property
    def shown(self) -> str:
        return self._said(self.value)

    def _said(self, value: Any) -> str:
        """A value as people read it; a zero that means something, by that: `no limit`."""
        option = self.option
        zero = ZERO.search(option.help) if str(value) == "0" else None
        if zero is not None:
            return zero[1]
        return option.said[option.choices.index(value)] if option.said else said(value)

    @property
    def is_changed(self) -> bool:
        return str(self.value) != str(self.usual)

    @property
    def kept(self) -> bool:
        """Whether it is as in the last match, and not as usual."""
        return self.last is not None and self.value == self.last

    @property
    def change(self) -> str:
        """What is not as usual: `brains that end the game: 20 (usually 13)`."""
        usual = self._said(self.usual) or "none"
        return f"{self.words}: {self.shown} (usually {usual})"

    @property
    def keys(self) -> list[tuple[str, str]]:
        """What changes it, for the bar of keys."""
        number = self.option.type is int
        turned = [("←→", "change")] if self.choices or number else []
        return turned if self.choices else [*turned, ("0-9" if number else "letters", "type")]

    def turn(self, by: int) -> None:
        """The next value; a number grows or shrinks by its step, as far as it may."""
        if self.choices:
            at = self.choices.index(self.value)
            self.value = self.choices[(at + by) % len(self.choices)]
        elif self.option.type is int:
            try:
                self.value = str(self.option.stepped(self.read(), by))
            except GamenightError:
                return

    def type(self, text: str) -> None:
        """Letters for the value: the first replaces what was there."""
        if self.choices:
            begun = [v for v in self.choices if self._said(v).startswith(text.casefold())]
            self.value = begun[0] if begun else self.value
        else:
            self.value = text if self.fresh else self.value + text
            self.fresh = False

    def finish(self) -> None:
        """The text is complete; none at all means the usual value."""
        self.fresh = True
        if not self.choices and not self.value.strip():
            self.reset()

    def reset(self) -> None:
        """The usual value again."""
        self.value, self.fresh = self.usual if self.choices else str(self.usual), True

    def erase(self) -> None:
        if not self.choices:
            self.value, self.fresh = self.value[:-1], False


class HouseRules:
    """All options of a game. `given` holds those whose value is not the usual one; error: why
    something is refused, beside which rule. remembered: the values to begin with; last_time:
    whether they are those of the last match."""

    def __init__(self, game: Game, remembered: Mapping[str, Any], last_time: bool = True):
        self.game = game
        self.items = [
            HouseRule(item, remembered.get(item.name), expected_values(game, item.name))
            for item in declared(game.options)
        ]
        for rule in self.items:
            rule.last = rule.last if last_time else None
        self.given: dict[str, Any] = {}
        self._blamed: HouseRule | None = None  # for a refused combination
        self.check()
        if self.wrong is not None:  # a remembered combination that is no longer allowed
            self.items = [HouseRule(item.option, None, item.expected) for item in self.items]
            self.check()

    def check(self, changed: HouseRule | None = None) -> None:
        """Read every value; the refusal of a combination belongs to a rule that would end it."""
        given: dict[str, Any] = {}
        for item in self.items:
            item.error = ""
            try:
                value = item.read()
                if value != item.usual:
                    given[item.option.name] = value
            except GamenightError as error:
                item.error = self._in_words(error)
        refused = self._refusal(given) if self.wrong is None else ""
        self._blamed = self._to_blame(given, refused, changed) if refused else None
        if self._blamed is not None:
            self._blamed.error = refused
        if self.wrong is None:
            self.given = given

    def _refusal(self, given: Mapping[str, Any]) -> str:
        """Why these values do not go together; empty where they do."""
        try:
            chosen(self.game.options, given)
            self.game.players(**given)
        except GamenightError as error:
            return self._in_words(error)
        return ""

    def _in_words(self, error: GamenightError) -> str:
        """A refusal that calls each option what its row does, and not as it is typed elsewhere."""
        rows = {item.option.name: item.words for item in self.items}

        def called(found: re.Match[str]) -> str:
            words = rows.get(found[2])
            return found[0] if words is None else " ".join(filter(None, (found[1], words)))

        return NAMED.sub(called, str(error))

    def _to_blame(
        self, given: Mapping[str, Any], refused: str, changed: HouseRule | None
    ) -> HouseRule:
        """One that would not be refused like this with its usual value: the same as before, or the
        one that was changed last, if they are among them."""
        guilty = [item for item in self.items if self._is_guilty(item.option.name, given, refused)]
        suspects = [one for one in (self._blamed, changed) if one in guilty]
        return next(iter([*suspects, *guilty]), self.items[0])

    def _is_guilty(self, name: str, given: Mapping[str, Any], refused: str) -> bool:
        others = {key: value for key, value in given.items() if key != name}
        return name in given and self._refusal(others) != refused

    @property
    def wrong(self) -> HouseRule | None:
        return next((item for item in self.items if item.error), None)

    @property
    def errors(self) -> int:
        """How many are wrong."""
        return sum(bool(item.error) for item in self.items)

    @property
    def changed(self) -> list[HouseRule]:
        return [item for item in self.items if item.is_changed]

    def reset(self) -> None:
        """All as usual."""
        for item in self.items:
            item.reset()

    def put(self, values: Mapping[str, Any]) -> None:
        """Take these values."""
        for item in self.items:
            if item.option.name in values:
                value = values[item.option.name]
                item.value = value if item.choices else str(value)
        self.check()

    def kept(self) -> dict[str, Any]:
        """The values that are not the usual ones, as typed: of a file, its name."""
        return {item.option.name: item.value for item in self.items if item.is_changed}


def expected_values(game: Game, name: str) -> list[object]:
    """What the ways to play ask for, of an option."""
    return [way.options[name] for way in game.ways if name in way.options]


def said(value: Any) -> str:
    """A value as people read it."""
    return typed(value).replace("_", " ")


def described(option: Option) -> str:
    """What an option means, and which values are allowed."""
    if option.type is int and option.high is not None and option.low is not None:
        return f"{option.help} ({option.low} to {option.high})"
    if option.type is int and option.low is not None:
        return f"{option.help} ({option.low} or more)"
    if option.type is str and option.form != "text" and len(option.form) <= LONGEST_FORM:
        return f"{option.help} ({option.form})"
    return option.help
