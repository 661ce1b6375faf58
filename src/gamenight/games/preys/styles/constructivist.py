"""Constructivist: whatever it is given, it makes the best of it.

Constraints
- Every function checks its arguments. Where one makes no sense it takes something sensible
  instead, and goes on.
- No exception leaves a function: what goes wrong inside becomes a default value.

Good for what must go on, even if not quite right: a page in a browser, a light that should come on
in the dark, a game at a party. It costs honesty. The caller never learns that something was mended,
a mistake travels on as a plausible value, and the defaults are decisions that nobody was asked
about. So it is only as good as they are: an input that makes no sense moves nobody here.
"""

import re
import sys
from contextlib import suppress
from unicodedata import category, east_asian_width

START, SEA, CAUGHT = 7, 13, 0
FIRST = (1, (START,) * 4)
POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
State = tuple[int, tuple[int, ...]]  # the places of the boat, and of the fish 2 to 5


def sound(state: State) -> State:
    """The state itself, or the start of a game if it is none."""
    boat, fish = state if len(state) == 2 else FIRST
    if len(fish) != 4 or not all(CAUGHT <= place <= SEA for place in fish):
        return FIRST
    return min(max(boat, 1), SEA - 1), fish


def text_of(given: list[str]) -> str:
    """What there is to read; nothing, if it cannot be read."""
    if given != ["-"] and (given or sys.stdin.isatty()):
        return " ".join(given)
    try:
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    except OSError:
        return ""


def number_of(word: str) -> int:
    """The number of the die; 0, if it is none."""
    return int(word) if word in ("1", "2", "3", "4", "5", "6") else 0


def rolled(state: State, number: int) -> State:
    """The state after a roll; the same state, if that is no roll or nobody can move."""
    boat, fish = sound(state)
    if number not in range(1, 7) or is_over((boat, fish)):
        return boat, fish
    if number in (1, 6) or fish[number - 2] == CAUGHT:
        return boat + 1, tuple(CAUGHT if place == boat + 1 else place for place in fish)
    swimmer = number - 2 if fish[number - 2] < SEA else closest(fish)
    return boat, (*fish[:swimmer], fish[swimmer] + 1, *fish[swimmer + 1 :])


def closest(fish: tuple[int, ...]) -> int:
    """The free fish that is closest to the sea; the first one, if none is free."""
    free = [place for place in fish if place < SEA]
    return fish.index(max(free)) if free else 0


def is_over(state: State) -> bool:
    _, fish = sound(state)
    return all(place in (CAUGHT, SEA) for place in fish)


def closing(state: State) -> tuple[str, ...]:
    """The message of a game that is over; none, if it is not."""
    boat, fish = sound(state)
    lead = fish.count(SEA) - fish.count(CAUGHT)
    if not is_over((boat, fish)):
        return ()
    if lead == 0:
        return "Nice tie", "LOL!"
    if lead > 0:
        return "Go team fish!", "Finally free."
    return "The fishing was good; it's", "the catching that was bad."


def offending(word: str) -> tuple[str, ...]:
    """The message for an input that makes no sense; without one, that they are missing."""
    if not word:
        return "Missing inputs.", "The game ends!!"
    shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
    return "The provided input is not valid!", f"Offending input: {shown}"


def board(state: State) -> list[str]:
    boat, fish = sound(state)
    two, three, four, five = (str(n) if at == CAUGHT else " " for n, at in enumerate(fish, 2))
    rows = ["  ┌──┐1 ", f"  │{two}{three}│  ", f"  │{four}{five}│  ", "  └──┘6 "]
    for lane, place in enumerate(fish):
        grounds = {at: "▓" if at == START else " " for at in range(boat + 1, SEA + 1)}
        signs = [str(lane + 2) if at == place else ground for at, ground in grounds.items()]
        rows[lane] += "│" + "".join(f" {sign} │" for sign in signs[:-1]) + f"   {signs[-1]}   "
    edge = "════════ " + "═══ " * (SEA - boat - 1) + "═══════"
    top, bottom = f"╔{edge.replace(' ', '╤')}╗", f"╚{edge.replace(' ', '╧')}╝"
    return [top, *(f"║{row}║" for row in rows), bottom]


def banner(lines: list[str], message: tuple[str, ...]) -> list[str]:
    """The board under a message; the board alone, if there is none."""
    if len(message) != 2 or not lines:
        return lines
    width = max(len(lines[0]), len(message[0]) + 2)
    top, bottom = (centred(line, width + 2) for line in (lines[0], lines[-1]))
    inner = [f"│{centred(line, width)}│" for line in message]
    return [top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom]


def centred(text: str, width: int) -> str:
    """In the middle of the width; as it is, if there is no room."""
    seen = [sign for sign in text if category(sign) not in ("Mn", "Me", "Mc", "Cf")]
    gap = width - len(seen) - sum(east_asian_width(sign) in "WF" for sign in seen)
    return " " * (gap - gap // 2) + text + " " * (gap // 2)


def show(lines: list[str]) -> None:
    """Print a frame; if it cannot be written, nobody sees it."""
    with suppress(OSError):
        sys.stdout.buffer.write(("\n".join(lines) + "\n").encode("utf-8", "replace"))
        sys.stdout.buffer.flush()


def main(argv: list[str]) -> int:
    bare = argv.index("--") if "--" in argv else len(argv)
    for option in argv[:bare]:
        if option.startswith("--"):  # the one thing that only whoever gave it can mend
            shown = option if len(option) <= 40 else option[:40] + "..."
            possible = "(possible: -- before inputs that begin with --)"
            print(f"gamenight: unknown option {shown!r} {possible}", file=sys.stderr)
            return 2
    state: State = FIRST
    show(board(state))
    for word in [*text_of(argv[:bare] + argv[bare + 1 :]).split(), ""]:
        if is_over(state):
            break
        number = number_of(word)
        state = rolled(state, number)
        show(banner(board(state), closing(state) if number else offending(word)))
    return 0


sys.exit(main(sys.argv[1:]))
