"""Passive-aggressive: it complains under its breath, and leaves it to somebody upstairs to react.

Constraints
- Every function checks each of its arguments, and raises an exception if one makes no sense.
- No function catches anything. Exceptions fly past all callers up to the top of the program, and
  only there somebody decides what becomes of each; what the top does not know ends the program.

Good for most programs: the rules read as if nothing could ever go wrong, and what to do about
errors is in one place that sees them all. It costs knowledge. The top is far away from what
happened and knows only what the exception carries, work that is half done is lost unless states
are values, as here, and no signature says which exceptions may fly through it.
"""

import re
import sys
from unicodedata import category, east_asian_width

START, SEA, CAUGHT = 7, 13, 0
POWERFUL = r"[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
State = tuple[int, tuple[int, ...]]  # the places of the boat, and of the fish 2 to 5


class UnknownOption(Exception):
    pass


class Banner(Exception):
    """Something that the game answers with a message of two lines."""


class InvalidInput(Banner):
    pass


class MissingInputs(Banner):
    pass


class Nonsense(Exception):
    """What no function can work with; nobody has an answer to it."""


def insist(true: bool, sentence: str) -> None:
    if not isinstance(true, bool) or not isinstance(sentence, str) or not true:
        raise Nonsense(sentence)


def insist_on_state(state: State) -> None:
    pair = isinstance(state, tuple) and len(state) == 2 and isinstance(state[1], tuple)
    insist(pair and len(state[1]) == 4, f"a state is a boat and four fish, not {state!r}")
    boat, fish = state
    insist(isinstance(boat, int) and 1 <= boat < SEA, f"the boat cannot be in place {boat!r}")
    for place in fish:
        possible = isinstance(place, int) and (place == CAUGHT or boat < place <= SEA)
        insist(possible, f"no fish can be in place {place!r} with the boat in {boat}")


def insist_on_texts(texts: list[str] | tuple[str, ...]) -> None:
    insist(isinstance(texts, list | tuple), f"texts come in a list, not as {texts!r}")
    insist(all(isinstance(text, str) for text in texts), "not all of these are texts")


def inputs_of(argv: list[str]) -> list[str]:
    insist_on_texts(argv)
    bare = argv.index("--") if "--" in argv else len(argv)
    for option in argv[:bare]:
        if option.startswith("--"):
            raise UnknownOption(option if len(option) <= 40 else option[:40] + "...")
    given = argv[:bare] + argv[bare + 1 :]
    if given == ["-"] or (not given and not sys.stdin.isatty()):
        return sys.stdin.buffer.read().decode("utf-8", "replace").split()
    return " ".join(given).split()


def next_of(words: list[str]) -> str:
    insist(isinstance(words, list), f"words come in a list, not as {words!r}")
    insist_on_texts(words[-1:])
    if not words:
        raise MissingInputs("Missing inputs.", "The game ends!!")
    return words.pop()


def rolled(state: State, word: str) -> State:
    insist_on_state(state)
    insist_on_texts([word])
    if word not in ("1", "2", "3", "4", "5", "6"):
        shown = re.sub(POWERFUL, "?", word[:3]) + ("..." if len(word) > 3 else "")
        raise InvalidInput("The provided input is not valid!", f"Offending input: {shown}")
    number, (boat, fish) = int(word), state
    if number in (1, 6) or fish[number - 2] == CAUGHT:
        return boat + 1, tuple(CAUGHT if place == boat + 1 else place for place in fish)
    swimmer = number - 2 if fish[number - 2] < SEA else closest(state)
    return boat, (*fish[:swimmer], fish[swimmer] + 1, *fish[swimmer + 1 :])


def closest(state: State) -> int:
    """The free fish closest to the sea."""
    insist_on_state(state)
    free = [place for place in state[1] if CAUGHT < place < SEA]
    insist(free != [], "nobody swims when no fish is free")
    return state[1].index(max(free))


def check_end(state: State) -> None:
    """Raises the closing message when no fish is free."""
    insist_on_state(state)
    fish = state[1]
    lead = fish.count(SEA) - fish.count(CAUGHT)
    if any(CAUGHT < place < SEA for place in fish):
        return
    if lead == 0:
        raise Banner("Nice tie", "LOL!")
    if lead > 0:
        raise Banner("Go team fish!", "Finally free.")
    raise Banner("The fishing was good; it's", "the catching that was bad.")


def board(state: State) -> list[str]:
    insist_on_state(state)
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


def covered(lines: list[str], message: tuple[str, ...]) -> list[str]:
    insist_on_texts(lines)
    insist_on_texts(message)
    insist(len(lines) == 6 and len(message) == 2, "two lines are laid over six")
    width = max(len(lines[0]), len(message[0]) + 2)
    top, bottom = (centred(line, width + 2) for line in (lines[0], lines[-1]))
    inner = [f"│{centred(line, width)}│" for line in message]
    return [top, f"┌{'─' * width}┐", *inner, f"└{'─' * width}┘", bottom]


def centred(text: str, width: int) -> str:
    insist_on_texts([text])
    insist(isinstance(width, int), f"{width!r} is no width")
    seen = [sign for sign in text if category(sign) not in ("Mn", "Me", "Mc", "Cf")]
    gap = width - len(seen) - sum(east_asian_width(sign) in "WF" for sign in seen)
    insist(gap >= 0, f"{text!r} does not fit into {width} columns")
    return " " * (gap - gap // 2) + text + " " * (gap // 2)


def show(lines: list[str]) -> None:
    insist_on_texts(lines)
    sys.stdout.buffer.write(("\n".join(lines) + "\n").encode())
    sys.stdout.buffer.flush()


def main(argv: list[str]) -> int:
    """The top: whatever flies past the functions above lands here."""
    try:
        words = inputs_of(argv)[::-1]  # the next one is the last
    except UnknownOption as error:
        possible = "-- before inputs that begin with --"
        print(f"gamenight: unknown option {str(error)!r} (possible: {possible})", file=sys.stderr)
        return 2
    state: State = (1, (START,) * 4)
    show(board(state))
    while True:
        try:
            state = rolled(state, next_of(words))
            check_end(state)
            show(board(state))
        except InvalidInput as error:
            show(covered(board(state), error.args))
        except Banner as error:
            show(covered(board(state), error.args))
            return 0


sys.exit(main(sys.argv[1:]))
