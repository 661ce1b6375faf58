"""Tantrum: at the first thing that is wrong it says so, and refuses to go on.

Constraints
- Every function checks each of its arguments, and raises an exception if one makes no sense.
- Every function is guarded: whatever goes wrong in it, it notes on the stream of errors where that
  was, and passes the exception on to its caller, who does the same.

Good for results that must not be wrong, as in a bank, and while a program is being written: a
mistake is reported where it is made, with all that led to it. It costs room and nerves. Line after
line only checks, every floor that an exception passes tells the story again, and what happens
in a game has to be kept apart from what must never happen: an invalid input is part of the game
and an unknown option part of life, so both are answered, and nobody throws a tantrum.
"""

import re
import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar
from unicodedata import category, east_asian_width

START, SEA, CAUGHT = 7, 13, 0
POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
State = tuple[int, tuple[int, ...]]  # the places of the boat, and of the fish 2 to 5
P = ParamSpec("P")
T = TypeVar("T")


def guarded(function: Callable[P, T]) -> Callable[P, T]:
    """The same function, which makes a scene whenever something goes wrong in it."""
    if not callable(function):
        raise ValueError(f"only a function can be guarded, not {function!r}")

    @wraps(function)
    def guard(*args: P.args, **named: P.kwargs) -> T:
        try:
            return function(*args, **named)
        except Exception as error:
            print(f"{function.__name__}: {error}", file=sys.stderr)
            raise

    return guard


@guarded
def require(true: bool, sentence: str) -> None:
    if not isinstance(true, bool) or not isinstance(sentence, str) or not sentence:
        raise ValueError(f"a claim holds or not, with a sentence, but got {true!r}, {sentence!r}")
    if not true:
        raise ValueError(sentence)


@guarded
def is_whole(number: object) -> bool:
    """Of anything, whether it is a whole number; so no argument can be wrong."""
    return isinstance(number, int) and not isinstance(number, bool)


@guarded
def require_state(state: State) -> None:
    pair = isinstance(state, tuple) and len(state) == 2 and isinstance(state[1], tuple)
    require(pair, f"a state is a boat and its fish, not {state!r}")
    boat, fish = state
    require(is_whole(boat) and 1 <= boat < SEA, f"the boat cannot be in place {boat!r}")
    require(len(fish) == 4, f"there are four fish, not {len(fish)}")
    for place in fish:
        possible = is_whole(place) and (place == CAUGHT or boat < place <= SEA)
        require(possible, f"no fish can be in place {place!r} with the boat in {boat}")


@guarded
def require_texts(texts: list[str] | tuple[str, ...], count: int | None = None) -> None:
    require(count is None or is_whole(count), f"{count!r} is not a number of texts")
    require(isinstance(texts, list | tuple), f"texts come in a list, not as {texts!r}")
    require(count in (None, len(texts)), f"there should be {count} texts, not {len(texts)}")
    for text in texts:
        require(isinstance(text, str), f"{text!r} is not a text")


@guarded
def inputs_of(given: list[str]) -> list[str]:
    require_texts(given)
    if given == ["-"] or (not given and not sys.stdin.isatty()):
        return sys.stdin.buffer.read().decode("utf-8", "replace").split()
    return " ".join(given).split()


@guarded
def rolled(state: State, number: int) -> State:
    require(not is_over(state), "nobody moves after the end")
    require(is_whole(number) and 1 <= number <= 6, f"a die does not show {number!r}")
    boat, fish = state
    if number in (1, 6) or fish[number - 2] == CAUGHT:
        return boat + 1, tuple(CAUGHT if place == boat + 1 else place for place in fish)
    swimmer = number - 2
    if fish[swimmer] == SEA:
        swimmer = fish.index(max(place for place in fish if CAUGHT < place < SEA))
    return boat, (*fish[:swimmer], fish[swimmer] + 1, *fish[swimmer + 1 :])


@guarded
def is_over(state: State) -> bool:
    require_state(state)
    return all(place in (CAUGHT, SEA) for place in state[1])


@guarded
def closing(state: State) -> tuple[str, str]:
    require(is_over(state), "there is no winner before the end")
    lead = state[1].count(SEA) - state[1].count(CAUGHT)
    if lead == 0:
        return "Nice tie", "LOL!"
    if lead > 0:
        return "Go team fish!", "Finally free."
    return "The fishing was good; it's", "the catching that was bad."


@guarded
def offending(word: str) -> tuple[str, str]:
    require(isinstance(word, str) and word != "", f"a word has characters, unlike {word!r}")
    shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
    return "The provided input is not valid!", f"Offending input: {shown}"


@guarded
def board(state: State) -> list[str]:
    require_state(state)
    boat, fish = state
    two, three, four, five = (str(n) if at == CAUGHT else " " for n, at in enumerate(fish, 2))
    rows = ["  ┌──┐1 ", f"  │{two}{three}│  ", f"  │{four}{five}│  ", "  └──┘6 "]
    for lane, place in enumerate(fish):
        signs = ["▓" if at == START else " " for at in range(boat + 1, SEA + 1)]
        if place != CAUGHT:
            signs[place - boat - 1] = str(lane + 2)
        rows[lane] += "│" + "".join(f" {sign} │" for sign in signs[:-1]) + f"   {signs[-1]}   "
    edge = "════════ " + "═══ " * (SEA - boat - 1) + "═══════"
    top, bottom = f"╔{edge.replace(' ', '╤')}╗", f"╚{edge.replace(' ', '╧')}╝"
    return [top, *(f"║{row}║" for row in rows), bottom]


@guarded
def banner(lines: list[str], message: tuple[str, str]) -> list[str]:
    require_texts(lines, 6)
    require_texts(message, 2)
    width = max(len(lines[0]), len(message[0]) + 2)
    top, bottom = (centred(line, width + 2) for line in (lines[0], lines[-1]))
    inner = [f"│{centred(line, width)}│" for line in message]
    return [top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom]


@guarded
def centred(text: str, width: int) -> str:
    require_texts([text])
    require(is_whole(width), f"{width!r} is no width")
    seen = [sign for sign in text if category(sign) not in ("Mn", "Me", "Mc", "Cf")]
    gap = width - len(seen) - sum(east_asian_width(sign) in "WF" for sign in seen)
    require(gap >= 0, f"{text!r} does not fit into {width} columns")
    return " " * (gap - gap // 2) + text + " " * (gap // 2)


@guarded
def show(lines: list[str]) -> None:
    require_texts(lines, 6)
    sys.stdout.buffer.write(("\n".join(lines) + "\n").encode())
    sys.stdout.buffer.flush()


@guarded
def play(words: list[str]) -> None:
    require_texts(words)
    state: State = (1, (START,) * 4)
    show(board(state))
    for word in words:
        if word not in ("1", "2", "3", "4", "5", "6"):
            show(banner(board(state), offending(word)))
            continue
        state = rolled(state, int(word))
        if is_over(state):
            show(banner(board(state), closing(state)))
            return
        show(board(state))
    show(banner(board(state), ("Missing inputs.", "The game ends!!")))


@guarded
def main(argv: list[str]) -> int:
    require_texts(argv)
    bare = argv.index("--") if "--" in argv else len(argv)
    for option in argv[:bare]:
        if option.startswith("--"):
            shown = option if len(option) <= 40 else option[:40] + "..."
            possible = "(possible: -- before inputs that begin with --)"
            print(f"gamenight: unknown option {shown!r} {possible}", file=sys.stderr)
            return 2
    play(inputs_of(argv[:bare] + argv[bare + 1 :]))
    return 0


sys.exit(main(sys.argv[1:]))
