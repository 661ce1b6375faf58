"""Things: objects that keep their data to themselves and can be asked to do something.

Constraints
- The problem is made of things that mean something in it: a fish, a boat, a river, a banner.
- Each thing holds data that nobody else touches. Others call its procedures, and nothing else.

Good for programs that last and pass through many hands: what belongs together is kept together,
and how a thing keeps its data may change without anybody noticing. It costs detours. A roll of the
die passes through four things before a number changes, and a rule that concerns several things has
no obvious home: here the river got it, for it knows them all.
"""

import re
import sys
from unicodedata import category, east_asian_width

POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


class Fish:
    def __init__(self, number: int) -> None:
        self._number = number
        self._place = 7
        self._captured = False

    def has_number(self, number: int) -> bool:
        return self._number == number

    def swim(self) -> None:
        self._place += 1

    def meet(self, boat: int) -> None:
        """The boat has come to this place, and takes the fish that is there."""
        self._captured = self._captured or self._place == boat

    def is_captured(self) -> bool:
        return self._captured

    def is_safe(self) -> bool:
        return self._place == 13

    def is_free(self) -> bool:
        return not (self.is_safe() or self.is_captured())

    def nearness(self) -> tuple[int, int]:
        """The larger, the closer to the sea; among equals the smallest number is first."""
        return self._place, -self._number

    def draw(self, place: int) -> str | None:
        """Its number, if it is in this place of the river."""
        return str(self._number) if self._place == place and not self._captured else None

    def draw_seat(self) -> str:
        return str(self._number) if self._captured else " "


class Boat:
    def __init__(self) -> None:
        self._place = 1

    def row(self, school: list[Fish]) -> None:
        self._place += 1
        for fish in school:
            fish.meet(self._place)

    def ahead(self) -> range:
        """The places in front of it."""
        return range(self._place + 1, 14)

    def draw(self, school: list[Fish]) -> list[str]:
        two, three, four, five = (fish.draw_seat() for fish in school)
        return ["  ┌──┐1 ", f"  │{two}{three}│  ", f"  │{four}{five}│  ", "  └──┘6 "]


class River:
    def __init__(self) -> None:
        self._boat = Boat()
        self._school = [Fish(number) for number in (2, 3, 4, 5)]

    def roll(self, number: int) -> None:
        rolled = [fish for fish in self._school if fish.has_number(number)]
        if any(fish.is_free() for fish in rolled):
            rolled[0].swim()
        elif any(fish.is_safe() for fish in rolled):
            max(self._free(), key=Fish.nearness).swim()
        else:
            self._boat.row(self._school)

    def outcome(self) -> list[str]:
        """The closing message; none while a fish is free."""
        if self._free():
            return []
        safe = sum(fish.is_safe() for fish in self._school)
        if safe == 2:
            return ["Nice tie", "LOL!"]
        if safe > 2:
            return ["Go team fish!", "Finally free."]
        return ["The fishing was good; it's", "the catching that was bad."]

    def draw(self) -> list[str]:
        *cells, sea = self._boat.ahead()
        rows = []
        for fish, row in zip(self._school, self._boat.draw(self._school), strict=True):
            for place in cells:
                row += f"│ {fish.draw(place) or ('▓' if place == 7 else ' ')} "
            rows.append(f"║{row}│   {fish.draw(sea) or ' '}   ║")
        top, bottom = ("═" * 8 + joint + f"═══{joint}" * len(cells) + "═" * 7 for joint in "╤╧")
        return [f"╔{top}╗", *rows, f"╚{bottom}╝"]

    def _free(self) -> list[Fish]:
        return [fish for fish in self._school if fish.is_free()]


class Banner:
    def __init__(self, message: list[str]) -> None:
        self._message = message

    def cover(self, board: list[str]) -> list[str]:
        width = max(len(board[0]), len(self._message[0]) + 2)
        top, bottom = (self._centred(line, width + 2) for line in (board[0], board[-1]))
        inner = [f"│{self._centred(line, width)}│" for line in self._message]
        return [top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom]

    def _centred(self, text: str, width: int) -> str:
        seen = [sign for sign in text if category(sign) not in ("Mn", "Me", "Mc", "Cf")]
        gap = width - len(seen) - sum(east_asian_width(sign) in "WF" for sign in seen)
        return " " * (gap - gap // 2) + text + " " * (gap // 2)


class CommandLine:
    def __init__(self, argv: list[str]) -> None:
        bare = argv.index("--") if "--" in argv else len(argv)
        self._options = [word for word in argv[:bare] if word.startswith("--")]
        self._given = argv[:bare] + argv[bare + 1 :]

    def refusal(self) -> str:
        if not self._options:
            return ""
        shown = self._options[0][:40] + ("..." if len(self._options[0]) > 40 else "")
        return (
            f"gamenight: unknown option {shown!r} (possible: -- before inputs that begin with --)"
        )

    def words(self) -> list[str]:
        if self._given == ["-"] or (not self._given and not sys.stdin.isatty()):
            return sys.stdin.buffer.read().decode("utf-8", "replace").split()
        return " ".join(self._given).split()


class Game:
    def __init__(self) -> None:
        self._river = River()

    def play(self, words: list[str]) -> None:
        self._show([])
        for word in words:
            if word in ("1", "2", "3", "4", "5", "6"):
                self._river.roll(int(word))
                self._show(self._river.outcome())
            else:
                shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
                self._show(["The provided input is not valid!", f"Offending input: {shown}"])
            if self._river.outcome():
                return
        self._show(["Missing inputs.", "The game ends!!"])

    def _show(self, message: list[str]) -> None:
        board = self._river.draw()
        lines = Banner(message).cover(board) if message else board
        sys.stdout.buffer.write(("\n".join(lines) + "\n").encode())


command_line = CommandLine(sys.argv[1:])
if refusal := command_line.refusal():
    print(refusal, file=sys.stderr)
    sys.exit(2)
Game().play(command_line.words())
sys.stdout.buffer.flush()
