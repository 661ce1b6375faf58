"""Options from an INI file: valid lines count, the others are reported and ignored."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from gamenight.core.errors import InvalidOption
from gamenight.core.options import Option, chosen, declared
from gamenight.core.text import offered, quoted

SECTION = re.compile(r"\[([^\[\]]*)\]\s*(?:[#;].*)?")
FIELD = re.compile(r"([^=\s\"']+)\s*=\s*(.*)")
COMMENT = re.compile(r"[#;]")
DEFAULT_SECTION = "Game"
MOST_WARNINGS = 20


class Ini(NamedTuple):
    """The values that count, and warnings about the lines that do not."""

    values: dict[str, Any]
    warnings: list[str]


def read_ini(text: str, options: type) -> Ini:
    """The values of a text in the INI format for these options.

    Sections and keys may be in any case; `#` and `;` begin a comment; quotes are optional.
    """
    return _Reader(options).read(text)


class _Reader:
    def __init__(self, options: type):
        self.options = options
        self.known = {
            ((item.section or DEFAULT_SECTION).casefold(), item.name.casefold()): item
            for item in declared(options)
        }
        self.values: dict[str, Any] = {}
        self.lines: dict[str, int] = {}
        self.warnings: list[str] = []

    def read(self, text: str) -> Ini:
        section = ""
        lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
        for number, line in enumerate(map(str.strip, lines), 1):
            header = SECTION.fullmatch(line)
            if header:
                section = header[1].strip()
            elif line and line[0] not in "#;":
                self._read_field(section, number, line)
        self._check_together()
        told, untold = self.warnings[:MOST_WARNINGS], self.warnings[MOST_WARNINGS:]
        more = [f"{len(untold):,} more warnings like these"] if untold else []
        return Ini(self.values, told + more)

    def _read_field(self, section: str, number: int, line: str) -> None:
        field = FIELD.fullmatch(line)
        if field is None:
            self._warn(number, f"{quoted(line)} is not of the form name = value")
            return
        item = self.known.get((section.casefold(), field[1].casefold()))
        if item is None:
            self._warn(number, self._why_unknown(section, field[1]))
        elif item.name in self.lines:
            self.values.pop(item.name, None)
            first = self.lines[item.name]
            self._warn(number, f"{item.name} was already set on line {first}{_instead(item)}")
        else:
            self.lines[item.name] = number
            self._read_value(item, number, field[2])

    def _why_unknown(self, section: str, key: str) -> str:
        where = f"in [{quoted(section)[1:-1]}]" if section else "outside any section"
        names = [item.name for known, item in self.known.items() if known[0] == section.casefold()]
        return f"unknown key {quoted(key)} {where}{offered(key, names)}"

    def _read_value(self, item: Option, number: int, written: str) -> None:
        try:
            self.values[item.name] = item.read(_bare(written))
        except InvalidOption as error:
            self._warn(number, f"{error}{_instead(item)}")

    def _check_together(self) -> None:
        """Values that are fine one by one may still clash: then the last one whose removal makes
        the others valid gives way, or else the very last."""
        known = {item.name: item for item in self.known.values()}
        while (error := self._refusal(self.values)) is not None:
            last_first = sorted(self.values, key=self.lines.__getitem__, reverse=True)
            mended = (name for name in last_first if self._refusal(self._without(name)) is None)
            name = next(mended, last_first[0])
            self.values = self._without(name)
            self._warn(self.lines[name], f"{name}: {error}{_instead(known[name])}")

    def _without(self, name: str) -> dict[str, Any]:
        return {other: value for other, value in self.values.items() if other != name}

    def _refusal(self, values: dict[str, Any]) -> InvalidOption | None:
        try:
            chosen(self.options, values)
        except InvalidOption as error:
            return error
        return None

    def _warn(self, number: int, sentence: str) -> None:
        self.warnings.append(f"line {number}: {sentence}")


def _bare(written: str) -> str:
    """A value without its quotes and the comment after it; as it is if the quotes are wrong."""
    if written[:1] in ('"', "'"):
        value, quote, rest = written[1:].partition(written[0])
        return value if quote and rest.strip()[:1] in ("", "#", ";") else written
    value = COMMENT.split(written, 1)[0].rstrip()
    return written if {'"', "'"} & set(value) else value


def _instead(item: Option) -> str:
    return f"; the default {quoted(item.default)} is used"
