"""Pipeline: functions in a row; what one returns is what the next one takes.

Constraints
- The problem is a chain of functions. Each takes one value and returns one, and shares no state.
- Only the two ends touch the world: the head reads all input and may refuse it, the tail writes.
- The program itself is one expression, the functions applied to each other.

Good for everything that is a transformation: each function can be understood, tested and replaced
on its own, and the expression at the end is the whole plan. It costs a new value for every change.
What a later stage needs must be carried through all the stages before it, and since a stage sees no
more than it is handed, it waits until the one before has finished everything.
"""

import re
import sys
from itertools import accumulate
from typing import NamedTuple
from unicodedata import category, east_asian_width

START, SEA, CAUGHT = 7, 13, 0
POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


class State(NamedTuple):
    """The places of the boat and of the fish 2 to 5, and the message over the board, if any."""

    boat: int = 1
    fish: tuple[int, ...] = (START,) * 4
    message: tuple[str, ...] = ()


def text_of(argv: list[str]) -> str:
    """The head of the pipeline: all that is given, here or on standard input."""
    bare = argv.index("--") if "--" in argv else len(argv)
    options = [word for word in argv[:bare] if word.startswith("--")]
    given = argv[:bare] + argv[bare + 1 :]
    if options:
        sys.exit(refused(options[0]))
    if given == ["-"] or (not given and not sys.stdin.isatty()):
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    return " ".join(given)


def refused(option: str) -> int:
    """The exit status, after the sentence that explains it."""
    possible = "(possible: -- before inputs that begin with --)"
    print(f"gamenight: unknown option {cut((option, 40))!r} {possible}", file=sys.stderr)
    return 2


def states(text: str) -> list[State]:
    """Every state that is shown, up to the end of the game or of the text, for which "" stands."""
    words = [*text.split(), ""]
    every = list(accumulate(words, lambda state, word: after((state, word)), initial=State()))
    return every[: [is_last(state) for state in every].index(True) + 1]


def is_last(state: State) -> bool:
    return state.message[:1] not in ((), ("The provided input is not valid!",))


def after(step: tuple[State, str]) -> State:
    """The state after one word; nothing follows the last state."""
    state, word = step
    if is_last(state):
        return state
    if word in ("1", "2", "3", "4", "5", "6"):
        return judged(moved((state, int(word))))
    if word:
        shown = re.sub(POWERFUL, "?", cut((word, 3)))
        message = ("The provided input is not valid!", f"Offending input: {shown}")
        return state._replace(message=message)
    return state._replace(message=("Missing inputs.", "The game ends!!"))


def moved(roll: tuple[State, int]) -> State:
    (boat, fish, _), number = roll
    if number in (1, 6) or fish[number - 2] == CAUGHT:
        return State(boat + 1, tuple(CAUGHT if place == boat + 1 else place for place in fish))
    free = [place for place in fish if place < SEA]
    swimmer = number - 2 if fish[number - 2] < SEA else fish.index(max(free))
    return State(boat, (*fish[:swimmer], fish[swimmer] + 1, *fish[swimmer + 1 :]))


def judged(state: State) -> State:
    """With the closing message, when no fish is free."""
    safe, captured = state.fish.count(SEA), state.fish.count(CAUGHT)
    if safe + captured < 4:
        return state
    fishermen_win = ("The fishing was good; it's", "the catching that was bad.")
    endings = {True: ("Go team fish!", "Finally free."), False: fishermen_win}
    message = ("Nice tie", "LOL!") if safe == captured else endings[safe > captured]
    return state._replace(message=message)


def frame(state: State) -> str:
    board = drawn(state)
    return "\n".join(covered((board, state.message)) if state.message else board) + "\n"


def drawn(state: State) -> list[str]:
    fish = list(enumerate(state.fish, 2))
    two, three, four, five = (str(number) if place == CAUGHT else " " for number, place in fish)
    boat = ["  ┌──┐1 ", f"  │{two}{three}│  ", f"  │{four}{five}│  ", "  └──┘6 "]
    rivers = [river((state.boat, number, place)) for number, place in fish]
    rows = [f"║{left}│{right}║" for left, right in zip(boat, rivers, strict=True)]
    edge = "════════ " + "═══ " * (12 - state.boat) + "═══════"
    return [f"╔{edge.replace(' ', '╤')}╗", *rows, f"╚{edge.replace(' ', '╧')}╝"]


def river(lane: tuple[int, int, int]) -> str:
    """The places in front of the boat, on the line of one fish."""
    boat, number, place = lane
    ground = ["▓" if cell == START else " " for cell in range(boat + 1, SEA + 1)]
    signs = [str(number) if boat + 1 + i == place else sign for i, sign in enumerate(ground)]
    return "".join(f" {sign} │" for sign in signs[:-1]) + f"   {signs[-1]}   "


def covered(layers: tuple[list[str], tuple[str, ...]]) -> list[str]:
    """A message over the inner lines of a board."""
    board, message = layers
    width = max(len(board[0]) + 2, len(message[0]) + 4)
    top, bottom = (centred((line, width)) for line in (board[0], board[-1]))
    bar, inner = "─" * (width - 2), [f"│{centred((line, width - 2))}│" for line in message]
    return [top, f"┌{bar}┐", *inner, f"└{bar}┘", bottom]


def centred(line: tuple[str, int]) -> str:
    """In the middle of a width, an odd space on the left."""
    text, width = line
    gap = width - sum(map(cells, text))
    return " " * (gap - gap // 2) + text + " " * (gap // 2)


def cells(sign: str) -> int:
    """The columns of a terminal that a character takes."""
    return (category(sign) not in ("Mn", "Me", "Mc", "Cf")) * (1 + (east_asian_width(sign) in "WF"))


def cut(text: tuple[str, int]) -> str:
    word, longest = text
    return word if len(word) <= longest else word[:longest] + "..."


def frames(shown: list[State]) -> bytes:
    return "".join(map(frame, shown)).encode()


def write(output: bytes) -> None:
    """The end of the pipeline."""
    sys.stdout.buffer.write(output)
    sys.stdout.buffer.flush()


write(frames(states(text_of(sys.argv[1:]))))
