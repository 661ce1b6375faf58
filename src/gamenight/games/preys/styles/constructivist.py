"""Constructivist: whatever it is given, it makes the best of it.

Constraints
- Every function takes anything at all. It checks each of its arguments, and puts something sensible
  in place of one that makes no sense.
- No exception leaves a function: what goes wrong inside becomes a default value.

Good for what must go on, even if not quite right: a page in a browser, a light that should come on
in the dark, a game at a party. It costs honesty. The caller never learns that something was mended,
a mistake travels on as a plausible value, and the defaults are decisions that nobody was asked
about. So it is only as good as they are: here, an input that makes no sense moves nobody.
"""

import re
import sys
from contextlib import suppress
from unicodedata import category, east_asian_width

START, SEA, CAUGHT = 7, 13, 0
WIDEST = 100
POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
State = tuple[int, tuple[int, ...]]  # the places of the boat, and of the fish 2 to 5
BROKEN = (OSError, ValueError, AttributeError)  # a stream that fails, is closed, or is not there


def sound(state: object) -> State:
    """The state itself; the start of a game, if it is none."""
    match state:
        case (int(boat), (int(two), int(three), int(four), int(five))):
            fish = (two, three, four, five)
            possible = (at == CAUGHT or boat < at <= SEA for at in fish)
            if 1 <= boat < SEA and all(possible):
                return boat, fish
    return 1, (START,) * 4


def texts(items: object) -> list[str]:
    """The texts among the items; none, if these are no items."""
    return [x for x in items if isinstance(x, str)] if isinstance(items, list | tuple) else []


def text_of(given: object) -> str:
    """What there is to read; nothing, if it cannot be read."""
    words = texts(given)
    with suppress(*BROKEN):
        if words == ["-"] or (not words and not sys.stdin.isatty()):
            return sys.stdin.buffer.read().decode("utf-8", "replace")
    return " ".join(words)


def number_of(word: object) -> int:
    """The number on the die; 0, if it is none."""
    return int(word) if isinstance(word, str) and word in ("1", "2", "3", "4", "5", "6") else 0


def rolled(state: object, number: object) -> State:
    """The state after a roll; the same state, if that is no roll or nobody can move."""
    boat, fish = sound(state)
    if not isinstance(number, int) or number not in range(1, 7) or is_over((boat, fish)):
        return boat, fish
    if number in (1, 6) or fish[number - 2] == CAUGHT:
        return boat + 1, tuple(CAUGHT if place == boat + 1 else place for place in fish)
    swimmer = number - 2 if fish[number - 2] < SEA else closest((boat, fish))
    return boat, (*fish[:swimmer], fish[swimmer] + 1, *fish[swimmer + 1 :])


def closest(state: object) -> int:
    """The free fish that is closest to the sea; the first one, if none is free."""
    _, fish = sound(state)
    return fish.index(max(fish, key=lambda place: place % SEA))


def is_over(state: object) -> bool:
    _, fish = sound(state)
    return all(place in (CAUGHT, SEA) for place in fish)


def closing(state: object) -> tuple[str, ...]:
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


def offending(word: object) -> tuple[str, ...]:
    """The message for an input that makes no sense; without one, that inputs are missing."""
    if not isinstance(word, str) or not word:
        return "Missing inputs.", "The game ends!!"
    shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
    return "The provided input is not valid!", f"Offending input: {shown}"


def board(state: object) -> list[str]:
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


def banner(lines: object, message: object) -> list[str]:
    """The board under a message; the board alone, if there is none."""
    board, two_lines = texts(lines), texts(message)
    if len(two_lines) != 2 or not board:
        return board
    width = max(len(board[0]), len(two_lines[0]) + 2)
    top, bottom = (centred(line, width + 2) for line in (board[0], board[-1]))
    inner = [f"│{centred(line, width)}│" for line in two_lines]
    return [top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom]


def centred(text: object, width: object) -> str:
    """In the middle of the width; as it is, if that is no width or there is no room."""
    seen = text if isinstance(text, str) else ""
    room = width if isinstance(width, int) and width <= WIDEST else 0
    signs = [sign for sign in seen if category(sign) not in ("Mn", "Me", "Mc", "Cf")]
    gap = max(0, room - len(signs) - sum(east_asian_width(sign) in "WF" for sign in signs))
    return " " * (gap - gap // 2) + seen + " " * (gap // 2)


def show(lines: object) -> None:
    """Print a frame; if it cannot be written, nobody sees it."""
    with suppress(*BROKEN):
        sys.stdout.buffer.write(("\n".join(texts(lines)) + "\n").encode("utf-8", "replace"))
        sys.stdout.buffer.flush()


def refuse(option: object) -> int:
    """The one thing that only whoever gave it can mend."""
    word = option if isinstance(option, str) else ""
    shown = word if len(word) <= 40 else word[:40] + "..."
    with suppress(*BROKEN):
        possible = "(possible: -- before inputs that begin with --)"
        print(f"gamenight: unknown option {shown!r} {possible}", file=sys.stderr)
    return 2


def main(argv: object) -> int:
    words = texts(argv)
    bare = words.index("--") if "--" in words else len(words)
    for option in words[:bare]:
        if option.startswith("--"):
            return refuse(option)
    state = sound(None)
    show(board(state))
    for word in [*text_of(words[:bare] + words[bare + 1 :]).split(), ""]:
        if is_over(state):
            break
        number = number_of(word)
        state = rolled(state, number)
        show(banner(board(state), closing(state) if number else offending(word)))
    return 0


sys.exit(main(sys.argv[1:]))
