"""Infinite mirror: every problem is a smaller one of the same kind, and a little more.

Constraints
- No loops, no comprehensions, and nothing that loops for you, such as `in`, `join`, `split` or
  `text * 3`: whatever repeats is done by recursion. Sequences are only measured with `len`, cut
  by slices and put together. The library may do no more than read, decode, quote and write,
  and say what kind of character one is.
- Every such function has a smallest case, and says how a larger one follows from smaller ones.

Good for whatever is defined in terms of itself, as lists and trees are, and for proofs: the
smallest case and the step are all there is to check. It costs stack. Python keeps a frame for every
call that is waiting, and stops at a thousand. So whatever may be long is not cut into its first
element and the rest but into two halves: a million characters are only twenty mirrors deep.
"""

import sys
from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import category, east_asian_width

START, SEA, CAUGHT = 7, 13, 0
Message = tuple[str, str]
FISH_WIN = ("Go team fish!", "Finally free.")
FISHERMEN_WIN = ("The fishing was good; it's", "the catching that was bad.")
TIE = ("Nice tie", "LOL!")


class State(NamedTuple):
    """The places of the boat and of the fish 2 to 5, and what was printed on the way here."""

    boat: int = 1
    fish: tuple[int, ...] = (START, START, START, START)
    frames: str = ""


def played(state: State, words: list[str]) -> State:
    """After one word, or two halves of them; an empty word is none, and nothing follows the end."""
    if words == [""] or not any_free(state.fish):
        return state
    if len(words) > 1:
        half = len(words) // 2
        middle = played(state._replace(frames=""), words[:half])
        end = played(middle._replace(frames=""), words[half:])
        return end._replace(frames=state.frames + middle.frames + end.frames)
    word = words[0]
    if not is_among(word, ("1", "2", "3", "4", "5", "6")):
        shown = harmless(word[:3]) + ("..." if len(word) > 3 else "")
        return shown_with(state, ("The provided input is not valid!", f"Offending input: {shown}"))
    after = rolled(state, int(word))
    return shown_with(after, None if any_free(after.fish) else closing(after.fish))


def rolled(state: State, number: int) -> State:
    boat, fish, frames = state
    if is_among(number, (1, 6)) or fish[number - 2] == CAUGHT:
        return State(boat + 1, captured(fish, boat + 1), frames)
    own = fish[number - 2] < SEA
    return State(boat, swum(fish, number - 2 if own else position(closest(fish), fish)), frames)


def captured(fish: tuple[int, ...], boat: int) -> tuple[int, ...]:
    if not fish:
        return ()
    return (CAUGHT if fish[0] == boat else fish[0], *captured(fish[1:], boat))


def swum(fish: tuple[int, ...], swimmer: int) -> tuple[int, ...]:
    if swimmer == 0:
        return (fish[0] + 1, *fish[1:])
    return (fish[0], *swum(fish[1:], swimmer - 1))


def closest(fish: tuple[int, ...]) -> int:
    """The place of the free fish that is closest to the sea."""
    if not fish:
        return CAUGHT
    others = closest(fish[1:])
    return fish[0] if others < fish[0] < SEA else others


def any_free(fish: tuple[int, ...]) -> bool:
    return closest(fish) != CAUGHT


def lead(fish: tuple[int, ...]) -> int:
    """How many more are safe than captured, when none is free."""
    return 0 if not fish else (1 if fish[0] == SEA else -1) + lead(fish[1:])


def closing(fish: tuple[int, ...]) -> Message:
    return TIE if lead(fish) == 0 else FISH_WIN if lead(fish) > 0 else FISHERMEN_WIN


def shown_with(state: State, message: Message | None) -> State:
    top, bottom = edge(state.boat, "╔", "╤", "╗"), edge(state.boat, "╚", "╧", "╝")
    inner = rows(state, 2)
    if message:
        width = max(len(top), len(message[0]) + 2)
        bar, (first, second) = repeated("─", width), message
        inner = f"┌{bar}┐\n│{centred(first, width)}│\n│{centred(second, width)}│\n└{bar}┘\n"
        top, bottom = centred(top, width + 2), centred(bottom, width + 2)
    return state._replace(frames=f"{state.frames}{top}\n{inner}{bottom}\n")


def edge(place: int, left: str, middle: str, right: str) -> str:
    """From the boat's place to the sea."""
    if place == SEA:
        return f"═══════{right}"
    return (f"{left}════════" if left else "═══") + middle + edge(place + 1, "", middle, right)


def rows(state: State, number: int) -> str:
    """The lines of this fish and of those below it."""
    if number == 6:
        return ""
    row = f"║{boat(state.fish, number)}│{river(state, number, state.boat + 1)}║"
    return f"{row}\n{rows(state, number + 1)}"


def boat(fish: tuple[int, ...], number: int) -> str:
    if is_among(number, (2, 5)):
        return "  ┌──┐1 " if number == 2 else "  └──┘6 "
    left = 2 * number - 4
    return f"  │{seat(fish, left)}{seat(fish, left + 1)}│  "


def seat(fish: tuple[int, ...], number: int) -> str:
    return str(number) if fish[number - 2] == CAUGHT else " "


def river(state: State, number: int, place: int) -> str:
    """From this place to the sea, on the line of one fish."""
    sign = "▓" if place == START else " "
    sign = str(number) if state.fish[number - 2] == place else sign
    return f"   {sign}   " if place == SEA else f" {sign} │{river(state, number, place + 1)}"


def centred(text: str, width: int) -> str:
    gap = width - cells(text)
    return repeated(" ", gap - gap // 2) + text + repeated(" ", gap // 2)


def cells(text: str) -> int:
    """The columns of a terminal that a text takes."""
    if not text:
        return 0
    mark = is_among(category(text[0]), ("Mn", "Me", "Mc", "Cf"))
    return (0 if mark else 1 + is_among(east_asian_width(text[0]), "WF")) + cells(text[1:])


def harmless(text: str) -> str:
    """Control characters and those that turn the direction of writing are question marks."""
    if not text:
        return ""
    turning = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    powerful = is_among(text[0], turning) or is_among(category(text[0]), ("Cc", "Cs"))
    return ("?" if powerful else text[0]) + harmless(text[1:])


def position(item: object, items: Sequence[object]) -> int:
    """Where the item is for the first time; behind the last one, if it is nowhere."""
    if len(items) < 2:
        return 0 if items and items[0] == item else len(items)
    half = len(items) // 2
    before = position(item, items[:half])
    return before if before < half else half + position(item, items[half:])


def is_among(item: object, items: Sequence[object]) -> bool:
    return position(item, items) < len(items)


def repeated(sign: str, times: int) -> str:
    return sign + repeated(sign, times - 1) if times else ""


def joined(words: list[str]) -> str:
    """With a space after each."""
    if len(words) < 2:
        return words[0] + " " if words else ""
    half = len(words) // 2
    return joined(words[:half]) + joined(words[half:])


def split(text: str) -> list[str]:
    """What stands before, between and after the blanks; a word cut in half is put together."""
    if len(text) < 2:
        return ["", ""] if text.isspace() else [text]
    half = len(text) // 2
    left, right = split(text[:half]), split(text[half:])
    return [*left[:-1], left[-1] + right[0], *right[1:]]


def first_option(words: list[str]) -> str:
    if len(words) < 2:
        return words[0] if words and words[0][:2] == "--" else ""
    half = len(words) // 2
    return first_option(words[:half]) or first_option(words[half:])


def main(argv: list[str]) -> int:
    bare = position("--", argv)
    if option := first_option(argv[:bare]):
        shown = option if len(option) <= 40 else option[:40] + "..."
        possible = "-- before inputs that begin with --"
        print(f"gamenight: unknown option {shown!r} (possible: {possible})", file=sys.stderr)
        return 2
    text = joined(given := argv[:bare] + argv[bare + 1 :])
    if given == ["-"] or (not given and not sys.stdin.isatty()):
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
    end = played(shown_with(State(), None), split(text))
    if any_free(end.fish):
        end = shown_with(end, ("Missing inputs.", "The game ends!!"))
    sys.stdout.buffer.write(end.frames.encode())
    sys.stdout.buffer.flush()
    return 0


sys.exit(main(sys.argv[1:]))
