"""Trinity: a model, a view and a controller.

Constraints
- The model holds what is true and the rules that change it. It knows nothing of how it is shown.
- The view shows the model, and only reads it. It knows nothing of where inputs come from.
- The controller takes inputs, changes the model, and tells the view when to show it.

Good for programs with a face: the rules can be tested without a screen, the screen can be
replaced without touching the rules, and each of the three has one reason to change. It costs
agreement. The model has to offer whatever any view wants to read, a new rule often touches all
three, and in a small program there is more border than country.
"""

import re
import sys
from collections.abc import Iterable
from typing import ClassVar, Literal
from unicodedata import category, east_asian_width

POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
Outcome = Literal["fish win", "fishermen win", "tie"]


class Model:
    """The river: places 1 to 13, the last one the sea. A captured fish is nowhere: in place 0."""

    START, SEA, CAUGHT = 7, 13, 0

    def __init__(self) -> None:
        self.boat = 1
        self.fish = dict.fromkeys((2, 3, 4, 5), self.START)

    def roll(self, number: int) -> None:
        place = self.fish.get(number, self.CAUGHT)
        if place == self.CAUGHT:
            self._row()
        elif place == self.SEA:
            self.fish[max(self.free, key=lambda fish: (self.fish[fish], -fish))] += 1
        else:
            self.fish[number] += 1

    def _row(self) -> None:
        self.boat += 1
        for fish, place in self.fish.items():
            if place == self.boat:
                self.fish[fish] = self.CAUGHT

    @property
    def free(self) -> list[int]:
        return [fish for fish, place in self.fish.items() if self.CAUGHT < place < self.SEA]

    @property
    def outcome(self) -> Outcome | None:
        """Who has won; None while a fish is free."""
        places = list(self.fish.values())
        lead = places.count(self.SEA) - places.count(self.CAUGHT)
        if self.free:
            return None
        return "tie" if lead == 0 else "fish win" if lead > 0 else "fishermen win"


class View:
    """The model as characters on standard output."""

    ENDINGS: ClassVar[dict[Outcome, tuple[str, str]]] = {
        "fish win": ("Go team fish!", "Finally free."),
        "fishermen win": ("The fishing was good; it's", "the catching that was bad."),
        "tie": ("Nice tie", "LOL!"),
    }

    def __init__(self, model: Model) -> None:
        self._model = model

    def show(self) -> None:
        self._print(self._board())

    def show_invalid(self, word: str) -> None:
        shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
        self._show_banner("The provided input is not valid!", f"Offending input: {shown}")

    def show_missing(self) -> None:
        self._show_banner("Missing inputs.", "The game ends!!")

    def show_end(self, outcome: Outcome) -> None:
        self._show_banner(*self.ENDINGS[outcome])

    def _board(self) -> list[str]:
        model = self._model
        seats = [str(n) if place == model.CAUGHT else " " for n, place in model.fish.items()]
        boat = ["  ┌──┐1 ", "  │{}{}│  ".format(*seats[:2]), "  │{}{}│  ".format(*seats[2:])]
        rows = []
        for fish, row in zip(model.fish, [*boat, "  └──┘6 "], strict=True):
            cells = [self._cell(fish, place) for place in range(model.boat + 1, model.SEA)]
            rows.append(f"║{'│'.join([row, *cells, f'  {self._cell(fish, model.SEA)}  '])}║")
        edges = ["═" * 8, *["═" * 3] * (model.SEA - model.boat - 1), "═" * 7]
        return [f"╔{'╤'.join(edges)}╗", *rows, f"╚{'╧'.join(edges)}╝"]

    def _cell(self, fish: int, place: int) -> str:
        ground = "▓" if place == self._model.START else " "
        return f" {fish if self._model.fish[fish] == place else ground} "

    def _show_banner(self, first: str, second: str) -> None:
        top, *_, bottom = self._board()
        width = max(len(top), len(first) + 2)
        top, bottom = self._centred(top, width + 2), self._centred(bottom, width + 2)
        inner = [f"│{self._centred(line, width)}│" for line in (first, second)]
        self._print([top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom])

    def _centred(self, text: str, width: int) -> str:
        seen = [sign for sign in text if category(sign) not in ("Mn", "Me", "Mc", "Cf")]
        gap = width - len(seen) - sum(east_asian_width(sign) in "WF" for sign in seen)
        return " " * (gap - gap // 2) + text + " " * (gap // 2)

    def _print(self, lines: list[str]) -> None:
        sys.stdout.buffer.write(("\n".join(lines) + "\n").encode())
        sys.stdout.buffer.flush()


class Controller:
    def __init__(self, model: Model, view: View) -> None:
        self._model, self._view = model, view

    def run(self, argv: list[str]) -> int:
        bare = argv.index("--") if "--" in argv else len(argv)
        for option in argv[:bare]:
            if option.startswith("--"):
                shown = option if len(option) <= 40 else option[:40] + "..."
                possible = "(possible: -- before inputs that begin with --)"
                print(f"gamenight: unknown option {shown!r} {possible}", file=sys.stderr)
                return 2
        self._play(self._words(argv[:bare] + argv[bare + 1 :]))
        return 0

    def _words(self, given: list[str]) -> Iterable[str]:
        if given == ["-"] or (not given and not sys.stdin.isatty()):
            return sys.stdin.buffer.read().decode("utf-8", "replace").split()
        return " ".join(given).split()

    def _play(self, words: Iterable[str]) -> None:
        self._view.show()
        for word in words:
            if word not in ("1", "2", "3", "4", "5", "6"):
                self._view.show_invalid(word)
                continue
            self._model.roll(int(word))
            if outcome := self._model.outcome:
                self._view.show_end(outcome)
                return
            self._view.show()
        self._view.show_missing()


river = Model()
sys.exit(Controller(river, View(river)).run(sys.argv[1:]))
