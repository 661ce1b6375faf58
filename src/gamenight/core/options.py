"""The options of a game: a frozen dataclass of int, str and bool, declared field by field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from typing import Any, get_type_hints

from gamenight.core.errors import InvalidOption
from gamenight.core.limits import LARGEST_NUMBER
from gamenight.core.text import listed, offered, quoted

ABOUT = (
    "help", "low", "high", "choices", "section", "pattern", "form", "people", "file", "said", "step"
)  # fmt: skip
LONGEST_VALUE = 32_768  # characters of an option's text: a thousand tiles have half of it
YES, NO = ("yes", "true", "on", "1", "y"), ("no", "false", "off", "0", "n")


def option(
    default: int | str | bool,
    help: str,
    *,
    low: int | None = None,
    high: int | None = None,
    choices: tuple[str, ...] = (),
    section: str = "",
    pattern: str = "",
    form: str = "text",
    people: int | str | bool | None = None,
    file: bool = False,
    said: tuple[str, ...] = (),
    step: int = 1,
) -> Any:
    """Declare a field of an options dataclass. `said` has the choices as people read them, where
    that differs; `section` is its place in an INI file; a text may
    have to match a `pattern`, and `form` describes it; `people` is the default where people play,
    if it differs; the text of a `file` option may be given as the name of a file that holds
    it; `step` is by how much one key press changes a number, which may be typed in between."""
    about = (help, low, high, choices, section, pattern, form, people, file, said, step)
    return field(default=default, metadata=dict(zip(ABOUT, about, strict=True)))


@dataclass(frozen=True)
class NoOptions:
    """The options of a game that has none."""


@dataclass(frozen=True, slots=True)
class Option:
    """One declared option, as forms, command lines and configuration files need it."""

    name: str
    type: type
    default: Any
    help: str = ""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    section: str = ""
    pattern: str = ""
    form: str = "text"
    people: Any = None
    file: bool = False
    said: tuple[str, ...] = ()
    step: int = 1

    @property
    def usual(self) -> Any:
        """The value where people play and nobody says anything else."""
        return self.default if self.people is None else self.people

    @property
    def words(self) -> str:
        """What it is, without what its values mean."""
        return self.help.partition(":")[0].partition(";")[0]

    @property
    def possible(self) -> str:
        """What may be given, as a phrase."""
        if self.type is bool:
            return "yes or no"
        if self.choices:
            return listed(self.choices)
        if self.type is int:
            if self.high is not None:
                low = self.low if self.low is not None else "any number"
                return f"a whole number from {low} to {self.high}"
            return "a whole number" + (f" from {self.low} up" if self.low is not None else "")
        return self.form

    def check(self, value: object) -> Any:
        """The value, if it is allowed; raises InvalidOption."""
        fits = type(value) is self.type and (not self.choices or value in self.choices)
        if fits and isinstance(value, str) and len(value) > LONGEST_VALUE:
            raise InvalidOption(
                f"option {self.name} can have at most {LONGEST_VALUE:,} characters, not "
                f"{len(value):,}: {quoted(value)}",
                value,
            )
        if fits and isinstance(value, int) and self.type is int:
            low = -LARGEST_NUMBER if self.low is None else self.low
            fits = low <= value <= (LARGEST_NUMBER if self.high is None else self.high)
        if fits and isinstance(value, str) and self.pattern:
            fits = re.fullmatch(self.pattern, value) is not None
        if not fits:
            raise InvalidOption(
                f"option {self.name} cannot be {quoted(value)} (possible: {self.possible})",
                value,
                self.choices,
            )
        return value

    def stepped(self, value: int, by: int) -> int:
        """The number this many steps on: the next round ones, as far as it may go."""
        first = value // self.step if by > 0 else -(-value // self.step)
        low = -LARGEST_NUMBER if self.low is None else self.low
        high = LARGEST_NUMBER if self.high is None else self.high
        return min(max((first + by) * self.step, low), high)

    def read(self, text: str) -> Any:
        """The value that a person typed; raises InvalidOption."""
        value: object = text
        if self.type is bool and text.casefold() in YES + NO:
            value = text.casefold() in YES
        elif self.type is int and text.isascii() and text.removeprefix("-").isdigit():
            value = int(text) if len(text) < 19 else text
        return self.check(value)


def typed(value: object) -> str:
    """A value as people type it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


_known: dict[type, tuple[Option, ...]] = {}


def declared(options: type) -> tuple[Option, ...]:
    """The options that a dataclass declares, in its order; read once, for a server asks at every
    new table."""
    if options not in _known:
        _known[options] = _read(options)
    return _known[options]


def _read(options: type) -> tuple[Option, ...]:
    types = get_type_hints(options)
    return tuple(
        Option(
            name=item.name,
            type=types[item.name],
            default=None if item.default is MISSING else item.default,
            **{name: item.metadata[name] for name in ABOUT if name in item.metadata},
        )
        for item in fields(options)
    )


def chosen(options: type, values: Mapping[str, object]) -> Any:
    """The options with these values, the others at their defaults; raises InvalidOption."""
    known = {item.name: item for item in declared(options)}
    for name in values:
        if name not in known:
            raise InvalidOption(
                f"unknown option {quoted(name)}{offered(name, known)}", name, tuple(known)
            )
    return options(**{name: known[name].check(value) for name, value in values.items()})


def values(options: Any) -> dict[str, Any]:
    """All option values by name."""
    return asdict(options)
