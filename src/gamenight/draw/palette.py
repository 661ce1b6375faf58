"""Palette: the colours of a theme by what they mean, and what the terminal can show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from gamenight.draw.ink import ON_ACCENT, Ink
from gamenight.draw.style import ASCII, UNICODE, Signs, Style


@dataclass(frozen=True, slots=True)
class Palette:
    """A theme. ground: behind everything; panel: behind the question and the sidebar; cell: a
    place of the board; wood: a board with pits, seed: what is in them; live: a place that can be
    touched; last: what the last move touched, trace: its edge; tints: grounds to tell apart."""

    name: str
    dark: bool
    ground: str
    panel: str
    bar: str
    cell: str
    wood: str
    live: str
    last: str
    text: str
    strong: str
    muted: str
    accent: str
    on_accent: str
    good: str
    danger: str
    held: str
    seats: tuple[str, ...]
    materials: tuple[tuple[str, str], ...]
    seed: str = "#e2cfa6"
    trace: str = "#7fd6c2"
    tints: tuple[str, ...] = ("#6d62c9", "#2f9a86", "#4a76d6", "#b0673a", "#a94f8f", "#8f9a3c")

    def __hash__(self) -> int:
        return hash(self.name)

    def color(self, word: str) -> str:
        """The colour that a word of an ink stands for; what is no such word is a colour."""
        kind, _, seat = word.partition(" ")
        return self.seat(int(seat)) if kind == "seat" else getattr(self, word, word)

    def seat(self, seat: int | None) -> str:
        return self.text if seat is None else self.seats[seat % len(self.seats)]

    def tone(self, tone: str) -> str:
        known = {"good": self.good, "danger": self.danger, "held": self.held, "muted": self.muted}
        return known.get(tone, "")

    def material(self, color: str) -> str:
        return dict(self.materials).get(color, "")


MATERIALS = (
    ("red", "#a4262c"),
    ("green", "#1f7a34"),
    ("yellow", "#b8860b"),
    ("blue", "#2a5ca8"),
    ("purple", "#7b3fa0"),
    ("white", "#e8e6e0"),
    ("black", "#2b2f36"),
)

DARK = Palette(
    name="dark",
    dark=True,
    ground="#0d1117",
    panel="#141b24",
    bar="#1b2530",
    cell="#1f2833",
    wood="#46352a",
    live="#33506b",
    last="#3f5a52",
    text="#d7dde4",
    strong="#ffffff",
    muted="#7d8894",
    accent="#f2c14e",
    on_accent="#11151a",
    good="#4cc38a",
    danger="#ff6b6b",
    held="#f2c14e",
    seats=("#4aa8ff", "#ff9f43", "#2ecc8f", "#e056c1", "#b8e986", "#a29bfe"),
    materials=MATERIALS,
)

LIGHT = Palette(
    name="light",
    dark=False,
    ground="#fbfaf7",
    panel="#efece5",
    bar="#e2ddd2",
    cell="#e6e1d6",
    wood="#e0d2ba",
    live="#c4dcf2",
    last="#cfe8d5",
    text="#22272e",
    strong="#000000",
    muted="#6b7078",
    accent="#8a5a00",
    on_accent="#ffffff",
    good="#1a7f45",
    danger="#c0262d",
    held="#8a5a00",
    seats=("#0b5cad", "#b34700", "#0b7a4b", "#9c1f80", "#4d6b00", "#5a3fc0"),
    materials=MATERIALS,
)

CONTRAST = Palette(
    name="high contrast",
    dark=True,
    ground="#000000",
    panel="#000000",
    bar="#1a1a1a",
    cell="#262626",
    wood="#303030",
    live="#004c99",
    last="#005f2f",
    text="#ffffff",
    strong="#ffffff",
    muted="#c8c8c8",
    accent="#ffff00",
    on_accent="#000000",
    good="#00ff7f",
    danger="#ff8080",
    held="#ffff00",
    seats=("#66ccff", "#ffb347", "#7dff9b", "#ff8ae2", "#eaff70", "#c7b8ff"),
    materials=MATERIALS,
)

# After the palette of Okabe and Ito: its colours stay apart for every common colour blindness.
COLOR_BLIND = Palette(
    name="colour-blind safe",
    dark=True,
    ground="#0d1117",
    panel="#141b24",
    bar="#1b2530",
    cell="#1f2833",
    wood="#2f3540",
    live="#2b4a68",
    last="#4a4a2a",
    text="#e4e8ec",
    strong="#ffffff",
    muted="#8b95a0",
    accent="#f0e442",
    on_accent="#101010",
    good="#56b4e9",
    danger="#e69f00",
    held="#f0e442",
    seats=("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#e8d5b5", "#d55e00"),
    materials=(
        ("red", "#d55e00"),
        ("green", "#009e73"),
        ("yellow", "#f0e442"),
        ("blue", "#0072b2"),
        ("purple", "#cc79a7"),
        ("white", "#e8e6e0"),
        ("black", "#2b2f36"),
    ),
)

PALETTES = {palette.name: palette for palette in (DARK, LIGHT, CONTRAST, COLOR_BLIND)}


# The terminal's own sixteen colours, of which only the names are known.
TERMINAL = Palette(
    name="terminal",
    dark=True,
    ground="",
    panel="",
    bar="",
    cell="",
    wood="yellow",
    live="",
    last="",
    text="",
    strong="",
    muted="bright_black",
    accent="bright_yellow",
    on_accent="",
    good="green",
    danger="bright_red",
    held="yellow",
    seats=(
        "bright_cyan",
        "bright_magenta",
        "bright_green",
        "bright_blue",
        "cyan",
        "magenta",
    ),
    materials=(
        ("red", "red"),
        ("green", "green"),
        ("yellow", "yellow"),
        ("blue", "blue"),
        ("purple", "magenta"),
        ("white", "bright_white"),
        ("black", "bright_black"),
    ),
    seed="white",
    trace="cyan",
)


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture is drawn: its palette, whether grounds are filled or only lines drawn (16
    colours or none), and which characters there are. flows: in the smallest framed form, and
    whole, for a page that has a width and no height; there color says whether there is any."""

    palette: Palette = DARK
    fill: bool = True
    ascii: bool = False
    emoji: bool = True
    flows: bool = False
    color: bool = False

    @property
    def signs(self) -> Signs:
        return ASCII if self.ascii else UNICODE

    @property
    def pictures(self) -> bool:
        """Whether a face is drawn as an emoji."""
        return self.emoji and not self.ascii

    def tone_sign(self, tone: str) -> str:
        """A tone where colours may be missing; what is held always has its sign."""
        if tone == "held":
            return self.signs.mark
        return "" if self.fill or self.color else {"good": "+", "danger": "!"}.get(tone, "")

    def ink(self, fg: str = "", bg: str = "", bold: bool = False, underline: bool = False) -> Ink:
        """An ink; without filled grounds there is only the terminal's own."""
        return Ink(fg or self.palette.text, bg if self.fill else "", bold, underline)

    def shown(self, ink: Ink) -> Ink:
        """An ink with the colours of the palette in place of its words."""
        return _shown(self, ink)


@lru_cache(maxsize=4096)
def _shown(look: Look, ink: Ink) -> Ink:
    palette, fg = look.palette, ink.fg
    if fg == ON_ACCENT and not look.fill:
        fg = ink.bg
    fg = palette.color(fg) if fg else palette.strong if ink.bold else ""
    return look.ink(fg, palette.color(ink.bg) if ink.bg else "", ink.bold, ink.underline)


def flowing(style: Style) -> Look:
    """The look of lines for a terminal or a pipe."""
    return Look(TERMINAL, False, style.ascii, style.emoji, flows=True, color=style.color)
