"""Tantrum: at the first thing that is wrong it says so, and refuses to go on.

Constraints
- Every function checks its arguments and raises an exception if one makes no sense.
- Every block that can fail is guarded: it notes on the stream of errors where it happened, and
  passes the exception on to its caller, who does the same.

Good for results that must not be wrong, as in a bank, and while a program is being written: a
mistake is reported where it is made, with all that led to it. It costs room and nerves. A third
of the lines only checks, every floor that an exception passes repeats the story, and what happens
in a game has to be kept apart from what must never happen: an invalid input belongs to the game,
so the game answers it and nobody throws a tantrum.
"""

import re
import sys
from unicodedata import category, east_asian_width

START, SEA, CAUGHT = 7, 13, 0
POSSIBLE = "-- before inputs that begin with --"
POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
State = tuple[int, tuple[int, ...]]  # the places of the boat, and of the fish 2 to 5


class UnknownOption(Exception):
    pass


def require(true: bool, sentence: str) -> None:
    if not true:
        raise ValueError(sentence)


def require_state(state: State) -> None:
    boat, fish = state
    require(1 <= boat < SEA, f"the boat cannot be in place {boat}")
    require(len(fish) == 4, f"there are four fish, not {len(fish)}")
    for place in fish:
        possible = place == CAUGHT or boat < place <= SEA
        require(possible, f"no fish can be in place {place} with the boat in {boat}")


def note(error: Exception, where: str) -> None:
    print(f"{where}: {error}", file=sys.stderr)


def inputs_of(argv: list[str]) -> list[str]:
    require(all(isinstance(word, str) for word in argv), "arguments are texts")
    bare = argv.index("--") if "--" in argv else len(argv)
    for option in argv[:bare]:
        if option.startswith("--"):
            shown = option if len(option) <= 40 else option[:40] + "..."
            raise UnknownOption(f"unknown option {shown!r} (possible: {POSSIBLE})")
    given = argv[:bare] + argv[bare + 1 :]
    if given != ["-"] and (given or sys.stdin.isatty()):
        return " ".join(given).split()
    try:
        return sys.stdin.buffer.read().decode("utf-8", "replace").split()
    except OSError as error:
        note(error, "reading standard input")
        raise


def rolled(state: State, number: int) -> State:
    require_state(state)
    require(number in range(1, 7), f"a die does not show {number}")
    boat, fish = state
    require(not is_over(state), "nobody moves after the end")
    if number in (1, 6) or fish[number - 2] == CAUGHT:
        return boat + 1, tuple(CAUGHT if place == boat + 1 else place for place in fish)
    swimmer = number - 2
    if fish[swimmer] == SEA:
        try:
            swimmer = fish.index(max(place for place in fish if CAUGHT < place < SEA))
        except ValueError as error:
            note(error, "looking for the fish closest to the sea")
            raise
    return boat, (*fish[:swimmer], fish[swimmer] + 1, *fish[swimmer + 1 :])


def is_over(state: State) -> bool:
    require_state(state)
    return all(place in (CAUGHT, SEA) for place in state[1])


def closing(state: State) -> tuple[str, str]:
    require(is_over(state), "there is no winner before the end")
    lead = state[1].count(SEA) - state[1].count(CAUGHT)
    if lead == 0:
        return "Nice tie", "LOL!"
    if lead > 0:
        return "Go team fish!", "Finally free."
    return "The fishing was good; it's", "the catching that was bad."


def offending(word: str) -> tuple[str, str]:
    require(word != "", "a word has characters")
    shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
    return "The provided input is not valid!", f"Offending input: {shown}"


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


def banner(lines: list[str], message: tuple[str, str]) -> list[str]:
    require(len(lines) == 6, f"a board has six lines, not {len(lines)}")
    width = max(len(lines[0]), len(message[0]) + 2)
    try:
        top, bottom = (centred(line, width + 2) for line in (lines[0], lines[-1]))
        inner = [f"│{centred(line, width)}│" for line in message]
    except ValueError as error:
        note(error, "drawing a banner")
        raise
    return [top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom]


def centred(text: str, width: int) -> str:
    seen = [sign for sign in text if category(sign) not in ("Mn", "Me", "Mc", "Cf")]
    gap = width - len(seen) - sum(east_asian_width(sign) in "WF" for sign in seen)
    require(gap >= 0, f"{text!r} does not fit into {width} columns")
    return " " * (gap - gap // 2) + text + " " * (gap // 2)


def show(lines: list[str]) -> None:
    require(len(lines) == 6, f"a frame has six lines, not {len(lines)}")
    try:
        sys.stdout.buffer.write(("\n".join(lines) + "\n").encode())
        sys.stdout.buffer.flush()
    except OSError as error:
        note(error, "printing a frame")
        raise


def play(words: list[str]) -> None:
    state: State = (1, (START,) * 4)
    show(board(state))
    for word in words:
        try:
            if word not in ("1", "2", "3", "4", "5", "6"):
                show(banner(board(state), offending(word)))
                continue
            state = rolled(state, int(word))
            if is_over(state):
                show(banner(board(state), closing(state)))
                return
            show(board(state))
        except (ValueError, OSError) as error:
            note(error, f"playing {word!r} in {state}")
            raise
    show(banner(board(state), ("Missing inputs.", "The game ends!!")))


def main(argv: list[str]) -> int:
    try:
        play(inputs_of(argv))
    except UnknownOption as error:
        note(error, "gamenight")
        return 2
    except (ValueError, OSError) as error:
        note(error, "playing the game")
        raise
    return 0


sys.exit(main(sys.argv[1:]))
