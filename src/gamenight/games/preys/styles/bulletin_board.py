"""Bulletin board: everybody reads the notes that interest them and pins up new ones; with aspects.

Constraints
- Things never call each other. They publish events on a board and subscribe to events there.
- The board knows nothing of the game: it hands every event to its subscribers, in order.
- Aspects are files in a folder of their own, woven in from outside. The program names none of
  them: an option `--NAME` weaves in the file of that name, which wraps procedures of the program.

Good for adding: another listener needs no change anywhere, and what cuts across all parts, like
colours and counting, is in one file instead of a line in each. It costs certainty. Nobody
can see in one place what follows from an event, nor whether a procedure still does what it says,
for an aspect may have wrapped it; and an aspect breaks when the program renames what it wraps.
"""

import difflib
import re
import runpy
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import category, east_asian_width

FOLDER = Path(__file__).with_name("bulletin_board_aspects")
ASPECTS = {f"--{path.stem}": path for path in sorted(FOLDER.glob("*.py"))}
POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


class Board:
    def __init__(self) -> None:
        self._subscribers: defaultdict[str, list[Callable[..., None]]] = defaultdict(list)

    def subscribe(self, event: str, handler: Callable[..., None]) -> None:
        self._subscribers[event].append(handler)

    def publish(self, event: str, *data: Any) -> None:
        for handler in self._subscribers[event]:
            handler(*data)


class Inputs:
    """Turns what was given into words, and these into events."""

    def __init__(self, board: Board) -> None:
        self._board = board
        board.subscribe("run", self.read)

    def read(self, given: list[str]) -> None:
        text = " ".join(given)
        if given == ["-"] or (not given and not sys.stdin.isatty()):
            text = sys.stdin.buffer.read().decode("utf-8", "replace")
        self._board.publish("start")
        self.announce(text.split())
        self._board.publish("end")

    def announce(self, words: list[str]) -> None:
        for word in words:
            self._board.publish("input", word)


class Game:
    """Knows the rules. Places: the boat starts in 1, the fish in 7; 13 is the sea, 0 the boat."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.boat, self.fish = 1, {2: 7, 3: 7, 4: 7, 5: 7}
        board.subscribe("start", self.tell)
        board.subscribe("input", self.take)
        board.subscribe("end", self.end)

    def tell(self, *message: str) -> None:
        self._board.publish("changed", self.boat, dict(self.fish), *message)

    def is_over(self) -> bool:
        return all(place in (0, 13) for place in self.fish.values())

    def take(self, word: str) -> None:
        if self.is_over():
            return
        if word in ("1", "2", "3", "4", "5", "6"):
            self.roll(int(word))
        else:
            self.refuse(word)

    def roll(self, number: int) -> None:
        if self.fish.get(number, 0) == 0:
            self.row()
        else:
            closest = max(self.fish, key=lambda other: (self.fish[other] % 13, -other))
            self.fish[closest if self.fish[number] == 13 else number] += 1
        self.tell(*self.closing() if self.is_over() else ())

    def row(self) -> None:
        self.boat += 1
        for number, place in self.fish.items():
            self.fish[number] = 0 if place == self.boat else place

    def refuse(self, word: str) -> None:
        shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
        self.tell("The provided input is not valid!", f"Offending input: {shown}")

    def closing(self) -> tuple[str, str]:
        safe = list(self.fish.values()).count(13)
        if safe == 2:
            return "Nice tie", "LOL!"
        if safe > 2:
            return "Go team fish!", "Finally free."
        return "The fishing was good; it's", "the catching that was bad."

    def end(self) -> None:
        if not self.is_over():
            self.tell("Missing inputs.", "The game ends!!")


class Painter:
    """Draws whatever has changed."""

    def __init__(self, board: Board) -> None:
        self._board = board
        board.subscribe("changed", self.paint)

    def paint(self, boat: int, fish: dict[int, int], *message: str) -> None:
        lines = self.board(boat, fish)
        self._board.publish("frame", self.banner(lines, message) if message else lines)

    def board(self, boat: int, fish: dict[int, int]) -> list[str]:
        two, three, four, five = (str(n) if fish[n] == 0 else " " for n in fish)
        rows = ["  ┌──┐1 ", f"  │{two}{three}│  ", f"  │{four}{five}│  ", "  └──┘6 "]
        for index, (number, place) in enumerate(fish.items()):
            signs = ["▓" if cell == 7 else " " for cell in range(boat + 1, 14)]
            if place:
                signs[place - boat - 1] = str(number)
            *cells, sea = signs
            rows[index] += "│" + "".join(f" {sign} │" for sign in cells) + f"   {sea}   "
        edge = "════════ " + "═══ " * (12 - boat) + "═══════"
        top, bottom = f"╔{edge.replace(' ', '╤')}╗", f"╚{edge.replace(' ', '╧')}╝"
        return [top, *(f"║{row}║" for row in rows), bottom]

    def banner(self, lines: list[str], message: tuple[str, ...]) -> list[str]:
        width = max(len(lines[0]), len(message[0]) + 2)
        top, bottom = (self.centred(line, width + 2) for line in (lines[0], lines[-1]))
        inner = [f"│{self.centred(line, width)}│" for line in message]
        return [top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom]

    def centred(self, text: str, width: int) -> str:
        seen = [sign for sign in text if category(sign) not in ("Mn", "Me", "Mc", "Cf")]
        gap = width - len(seen) - sum(east_asian_width(sign) in "WF" for sign in seen)
        return " " * (gap - gap // 2) + text + " " * (gap // 2)


class Printer:
    """Prints every frame; there is nothing more to print after the end."""

    def __init__(self, board: Board) -> None:
        board.subscribe("frame", self.show)
        board.subscribe("end", self.close)

    def show(self, lines: list[str]) -> None:
        sys.stdout.buffer.write(("\n".join(lines) + "\n").encode())

    def close(self) -> None:
        sys.stdout.buffer.flush()


def quoted(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "...")


def refusal(word: str) -> str:
    """Why an option is refused; empty if it is the name of an aspect."""
    name, equals, value = word.partition("=")
    if name in ASPECTS:
        return f"{name} takes no value, but got {quoted(value)}" if equals else ""
    possible = [*ASPECTS, "-- before inputs that begin with --"]
    near = difflib.get_close_matches(name.casefold(), possible, 1, 0.7)
    asked = f"; did you mean {near[0]}?" if near else ""
    return f"unknown option {quoted(word)}{asked} (possible: {', '.join(possible)})"


def main(argv: list[str]) -> int:
    bare = argv.index("--") if "--" in argv else len(argv)
    options = [word for word in argv[:bare] if word.startswith("--")]
    for sentence in filter(None, map(refusal, options)):
        print(f"gamenight: {sentence}", file=sys.stderr)
        return 2
    for option in sorted(set(options)):
        runpy.run_path(str(ASPECTS[option]))["weave"](globals())
    board = Board()
    for thing in (Inputs, Game, Painter, Printer):
        thing(board)
    board.publish("run", [word for word in argv[:bare] if word not in options] + argv[bare + 1 :])
    return 0


sys.exit(main(sys.argv[1:]))
