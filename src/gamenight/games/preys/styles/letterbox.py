"""Letterbox: things that can only be sent letters.

Constraints
- Everything is done by things, and each has exactly one procedure besides the one that makes it:
  to receive a message.
- A message is a tuple, its name first. What the thing does with it is its own affair, and a
  message that it does not know is an error.

Good for parts that should know as little as possible of each other: a thing can hand a letter on,
keep it, have it answered elsewhere, even over a network, and nobody else has to change. It costs
every check that a language makes for you. No tool knows which letters a thing understands, a slip
in a name shows only when the letter arrives, and whoever looks for a rule has to follow the post.
"""

import re
import sys
from typing import Any
from unicodedata import category, east_asian_width

POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


class Fish:
    def __init__(self, number: int) -> None:
        self._number, self._place = number, 7

    def receive(self, *message: Any) -> Any:
        match message:
            case ("swim",):
                self._place += 1
            case ("meet boat", place) if self._place == place:
                self._place = 0
            case ("meet boat", _):
                pass
            case ("fate",):
                return {0: "captured", 13: "safe"}.get(self._place, "free")
            case ("nearness",):
                return self._place % 13, -self._number
            case ("draw in", place):
                ground = "▓" if place == 7 else " "
                return str(self._number) if self._place == place else ground
            case _:
                raise ValueError(f"a fish does not understand {message}")
        return None


class Boat:
    def __init__(self) -> None:
        self._place = 1

    def receive(self, *message: Any) -> Any:
        match message:
            case ("row", school):
                self._place += 1
                for fish in school:
                    fish.receive("meet boat", self._place)
            case ("ahead",):
                return range(self._place + 1, 14)
            case ("draw", school):
                two, three, four, five = (fish.receive("draw in", 0) for fish in school)
                return ["  ┌──┐1 ", f"  │{two}{three}│  ", f"  │{four}{five}│  ", "  └──┘6 "]
            case _:
                raise ValueError(f"a boat does not understand {message}")
        return None


class River:
    def __init__(self) -> None:
        self._boat, self._school = Boat(), {number: Fish(number) for number in (2, 3, 4, 5)}

    def receive(self, *message: Any) -> Any:
        school = list(self._school.values())
        match message:
            case ("roll", (1 | 6)):
                self._boat.receive("row", school)
            case ("roll", number):
                match self._school[number].receive("fate"):
                    case "captured":
                        self._boat.receive("row", school)
                    case "free":
                        self._school[number].receive("swim")
                    case "safe":
                        max(school, key=lambda fish: fish.receive("nearness")).receive("swim")
            case ("fates",):
                return [fish.receive("fate") for fish in school]
            case ("draw",):
                *cells, sea = self._boat.receive("ahead")
                rows = self._boat.receive("draw", school)
                for index, fish in enumerate(school):
                    water = "".join(f" {fish.receive('draw in', place)} │" for place in cells)
                    rows[index] = f"║{rows[index]}│{water}   {fish.receive('draw in', sea)}   ║"
                edge = "═" * 8 + " " + "═══ " * len(cells) + "═" * 7
                return [f"╔{edge.replace(' ', '╤')}╗", *rows, f"╚{edge.replace(' ', '╧')}╝"]
            case _:
                raise ValueError(f"a river does not understand {message}")
        return None


class Screen:
    def receive(self, *message: Any) -> Any:
        match message:
            case ("show", lines):
                sys.stdout.buffer.write(("\n".join(lines) + "\n").encode())
                sys.stdout.buffer.flush()
            case ("show", (top, *_, bottom), first, second):
                width = max(len(top), len(first) + 2)
                top, bottom = (self.receive("centre", edge, width + 2) for edge in (top, bottom))
                first, second = (self.receive("centre", text, width) for text in (first, second))
                bar = "─" * width
                inner = f"┌{bar}┐", f"│{first}│", f"│{second}│", f"└{bar}┘"
                self.receive("show", [top, *inner, bottom])
            case ("centre", text, width):
                seen = [sign for sign in text if category(sign) not in ("Mn", "Me", "Mc", "Cf")]
                gap = width - len(seen) - sum(east_asian_width(sign) in "WF" for sign in seen)
                return " " * (gap - gap // 2) + text + " " * (gap // 2)
            case ("refuse", option):
                shown = option if len(option) <= 40 else option[:40] + "..."
                possible = "(possible: -- before inputs that begin with --)"
                print(f"gamenight: unknown option {shown!r} {possible}", file=sys.stderr)
            case _:
                raise ValueError(f"a screen does not understand {message}")
        return None


class Game:
    def __init__(self, screen: Screen) -> None:
        self._river, self._screen = River(), screen

    def receive(self, *message: Any) -> None:
        match message:
            case ("play", words):
                self.receive("show")
                for word in words:
                    self.receive("input", word)
                    if "free" not in self._river.receive("fates"):
                        return
                self.receive("show", "Missing inputs.", "The game ends!!")
            case ("input", ("1" | "2" | "3" | "4" | "5" | "6") as word):
                self._river.receive("roll", int(word))
                self.receive("judge", self._river.receive("fates"))
            case ("input", word):
                shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
                invalid = "The provided input is not valid!"
                self.receive("show", invalid, f"Offending input: {shown}")
            case ("judge", fates) if "free" in fates:
                self.receive("show")
            case ("judge", fates) if fates.count("safe") == 2:
                self.receive("show", "Nice tie", "LOL!")
            case ("judge", fates) if fates.count("safe") > 2:
                self.receive("show", "Go team fish!", "Finally free.")
            case ("judge", _):
                self.receive("show", "The fishing was good; it's", "the catching that was bad.")
            case ("show", *lines):
                self._screen.receive("show", self._river.receive("draw"), *lines)
            case _:
                raise ValueError(f"a game does not understand {message}")


class Doorman:
    def __init__(self) -> None:
        self._screen = Screen()

    def receive(self, *message: Any) -> None:
        match message:
            case ("arguments", argv):
                bare = argv.index("--") if "--" in argv else len(argv)
                for option in argv[:bare]:
                    if option.startswith("--"):
                        self._screen.receive("refuse", option)
                        sys.exit(2)
                self.receive("read", argv[:bare] + argv[bare + 1 :])
            case ("read", given):
                text = " ".join(given)
                if given == ["-"] or (not given and not sys.stdin.isatty()):
                    text = sys.stdin.buffer.read().decode("utf-8", "replace")
                Game(self._screen).receive("play", text.split())
            case _:
                raise ValueError(f"a doorman does not understand {message}")


Doorman().receive("arguments", sys.argv[1:])
