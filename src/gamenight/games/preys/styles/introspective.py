"""Introspective: a program that looks at itself to find out what to do.

Constraints
- The program knows its own parts: it finds its functions by their names, reads what arguments they
  ask for, what stands in their docstrings, and in which order they were written.
- It only looks: nothing about itself is changed while it runs.

Good for what grows by adding: a rule, an ending or a test is a function with the right name, and
needs to be mentioned nowhere else; pytest finds tests and gives them their fixtures in this way. It
costs trust in names. A function that nobody calls may be in use, one that is renamed silently
is not, the order of the lines becomes a rule, and a tool that drops docstrings changes the game.
"""

import inspect
import re
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any
from unicodedata import category, east_asian_width

POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
Fish = tuple[int, ...]  # the places of the fish 2 to 5; 13 is the sea, 0 is in the boat
Place = tuple[int, Fish]


# The rules of a roll: the first that holds moves somebody. They ask for what they need to know.


def roll_of_a_fisherman(number: int, boat: int, fish: Fish) -> Place | None:
    return row(boat, fish) if number in (1, 6) else None


def roll_of_a_captured_fish(own: int, boat: int, fish: Fish) -> Place | None:
    return row(boat, fish) if own == 0 else None


def roll_of_a_safe_fish(own: int, boat: int, fish: Fish) -> Place | None:
    return swim(boat, fish, fish.index(max(at % 13 for at in fish))) if own == 13 else None


def roll_of_a_free_fish(number: int, boat: int, fish: Fish) -> Place | None:
    return swim(boat, fish, number - 2)


# The endings: the first that holds has the message that it is documented with.


def end_in_a_tie(free: int, safe: int) -> bool:
    """Nice tie
    LOL!
    """
    return free == 0 and safe == 2


def end_with_fish_free(free: int, safe: int) -> bool:
    """Go team fish!
    Finally free.
    """
    return free == 0 and safe > 2


def end_with_fish_caught(free: int) -> bool:
    """The fishing was good; it's
    the catching that was bad.
    """
    return free == 0


def end_of_inputs(words: list[str]) -> bool:
    """Missing inputs.
    The game ends!!
    """
    return not words


def row(boat: int, fish: Fish) -> Place:
    return boat + 1, tuple(0 if place == boat + 1 else place for place in fish)


def swim(boat: int, fish: Fish, swimmer: int) -> Place:
    return boat, (*fish[:swimmer], fish[swimmer] + 1, *fish[swimmer + 1 :])


def functions(beginning: str) -> list[Callable[..., Any]]:
    """The functions of this program with names that begin so, in the order of the file."""
    found = [f for f in globals().values() if isinstance(f, FunctionType)]
    named = [function for function in found if function.__name__.startswith(beginning)]
    return sorted(named, key=lambda function: function.__code__.co_firstlineno)


def answer(function: Callable[..., Any], known: dict[str, Any]) -> Any:
    """Call it with what it asks for, by the names of its parameters."""
    return function(*(known[name] for name in inspect.signature(function).parameters))


def moved(boat: int, fish: Fish, number: int) -> Place:
    own = dict(enumerate(fish, 2)).get(number)
    known = {"number": number, "own": own, "boat": boat, "fish": fish}
    answers = (answer(rule, known) for rule in functions("roll_"))
    place: Place = next(found for found in answers if found)
    return place


def closing(fish: Fish, words: list[str]) -> tuple[str, ...]:
    free = sum(0 < place < 13 for place in fish)
    known = {"free": free, "safe": fish.count(13), "words": words}
    for ending in functions("end_"):
        if answer(ending, known):
            return tuple((inspect.getdoc(ending) or "").split("\n"))
    return ()


def board(boat: int, fish: tuple[int, ...]) -> list[str]:
    two, three, four, five = (str(n) if place == 0 else " " for n, place in enumerate(fish, 2))
    rows = ["  ┌──┐1 ", f"  │{two}{three}│  ", f"  │{four}{five}│  ", "  └──┘6 "]
    for lane, place in enumerate(fish):
        signs = ["▓" if cell == 7 else " " for cell in range(boat + 1, 14)]
        if place:
            signs[place - boat - 1] = str(lane + 2)
        *cells, sea = signs
        rows[lane] += "│" + "".join(f" {sign} │" for sign in cells) + f"   {sea}   "
    edge = "════════ " + "═══ " * (12 - boat) + "═══════"
    top, bottom = f"╔{edge.replace(' ', '╤')}╗", f"╚{edge.replace(' ', '╧')}╝"
    return [top, *(f"║{row}║" for row in rows), bottom]


def banner(lines: list[str], message: tuple[str, ...]) -> list[str]:
    width = max(len(lines[0]), len(message[0]) + 2)
    top, bottom = (centred(line, width + 2) for line in (lines[0], lines[-1]))
    inner = [f"│{centred(line, width)}│" for line in message]
    return [top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom]


def centred(text: str, width: int) -> str:
    seen = [sign for sign in text if category(sign) not in ("Mn", "Me", "Mc", "Cf")]
    gap = width - len(seen) - sum(east_asian_width(sign) in "WF" for sign in seen)
    return " " * (gap - gap // 2) + text + " " * (gap // 2)


def show(boat: int, fish: Fish, message: tuple[str, ...] = ()) -> None:
    lines = board(boat, fish)
    text = "\n".join(banner(lines, message) if message else lines) + "\n"
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def main(argv: list[str]) -> int:
    bare = argv.index("--") if "--" in argv else len(argv)
    for option in argv[:bare]:
        if option.startswith("--"):
            shown = option if len(option) <= 40 else option[:40] + "..."
            possible = "(possible: -- before inputs that begin with --)"
            print(f"gamenight: unknown option {shown!r} {possible}", file=sys.stderr)
            return 2
    given = argv[:bare] + argv[bare + 1 :]
    text = " ".join(given)
    if given == ["-"] or (not given and not sys.stdin.isatty()):
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
    boat: int = 1
    fish: Fish = (7, 7, 7, 7)
    show(boat, fish)
    words = text.split()[::-1]  # the next one is the last
    while words:
        word = words[-1]
        if word in ("1", "2", "3", "4", "5", "6"):
            boat, fish = moved(boat, fish, int(word))
            message = closing(fish, words)
            show(boat, fish, message)
            if message:
                return 0
        else:
            cut = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
            show(boat, fish, ("The provided input is not valid!", f"Offending input: {cut}"))
        words.pop()
    show(boat, fish, closing(fish, words))
    return 0


sys.exit(main(sys.argv[1:]))
