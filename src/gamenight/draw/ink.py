"""Ink: the colours of what is written, by what they mean; a palette says which these are."""

from __future__ import annotations

from dataclasses import dataclass, replace

ON_ACCENT = "on_accent"


@dataclass(frozen=True, slots=True)
class Ink:
    """How a cell is written. Colours are words of a palette (`muted`, `seat 2`), `#rrggbb`, the
    terminal's own (`bright_yellow`), or nothing: the usual one."""

    fg: str = ""
    bg: str = ""
    bold: bool = False
    underline: bool = False

    def on(self, bg: str) -> Ink:
        return self if bg == self.bg else Ink(self.fg, bg, self.bold, self.underline)


PLAIN = Ink()
BOLD = Ink(bold=True)
MUTED = Ink("muted")
ACCENT = Ink("accent")
LIVE = Ink("accent", bold=True)
HELD = Ink("held")
TONES = {"good": Ink("good"), "danger": Ink("danger"), "held": HELD, "muted": MUTED}
BUTTON = Ink("accent", "cell", bold=True)
TOUCHABLE = Ink("accent", "live", bold=True)


def seat_ink(seat: int | None) -> Ink:
    """The colour of a player."""
    return PLAIN if seat is None else Ink(f"seat {seat}")


def bold(ink: Ink) -> Ink:
    return replace(ink, bold=True)


def filled(ink: Ink = ACCENT) -> Ink:
    """Letters cut out of a ground of this colour; where grounds are not filled, the colour."""
    return Ink(ON_ACCENT, ink.fg, bold=True, underline=ink.underline)
