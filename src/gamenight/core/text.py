"""Text from people: made safe before it is kept or shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from gamenight.core.errors import GamenightError, InvalidName

LONGEST_NAME = 24
LONGEST_TYPED = 1_000  # characters of which a name may be made: spaces and marks are dropped
LONGEST_SLIP = 100  # characters of a word that may be a slip for another one
SHORT_LIST = 12  # values that somebody reads to the end
ENDS = ".,:;!?)"  # of a word in a sentence
PATHLIKE = "./\\~_="  # in a path, an option, an address, and in no word
MARKS_PER_CHARACTER = 2
MARKS_TO_SORT = 30  # as many as Unicode's Stream-Safe Text Format allows
NEAR = 0.7  # how alike two words are, from 0 to 1, if one may be a slip for the other
WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


def quoted(value: object, longest: int = 40) -> str:
    """The value as an error message shows it: printable, on one line, not too long."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except RecursionError:
        text = f"a deeply nested {type(value).__name__}"
    cut = text if len(text) <= longest else text[:longest] + "..."
    return repr(cut) if isinstance(value, str) else cut


def listed(values: Iterable[object], most: int = 24, none: str = "nothing") -> str:
    """Possible values as an error message lists them; none: what it says where there are none."""
    texts = [str(value) for value in values]
    if not texts:
        return none
    more = f", and {len(texts) - most} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + more


def offered(given: str, possible: Iterable[object]) -> str:
    """What an error message offers instead: `; did you mean play? (possible: play, learn)`, or only
    what is possible where nothing is near; beside a long list the guess is enough."""
    texts = [str(value) for value in possible]
    guess = did_you_mean(given, texts)
    return guess if guess and len(texts) > SHORT_LIST else f"{guess} (possible: {listed(texts)})"


def did_you_mean(given: str, possible: Iterable[str]) -> str:
    """`; did you mean play?` where something possible is near; else empty."""
    from difflib import get_close_matches  # only slips of the keyboard need it

    word = given.casefold() if len(given) <= LONGEST_SLIP else ""
    near = get_close_matches(word, possible, n=1, cutoff=NEAR)
    return f"; did you mean {near[0]}?" if near else ""


def enumerated(values: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`: as a sentence lists them."""
    *others, last = values
    return f"{', '.join(others)} and {last}" if others else last


def spelled(number: int) -> str:
    """A number as a sentence has it: small ones are words."""
    return WORDS[number] if 0 <= number < len(WORDS) else f"{number:,}"


def unit_after(number: int, unit: str) -> str:
    """A unit as it follows a number: `seed` after 1, else `seeds`."""
    return unit.removesuffix("s") if number == 1 else unit


def viewer_name(seat: int | None) -> str:
    """A viewer in an error message; seats are counted from 1, as people do."""
    return "a spectator" if seat is None else f"seat {seat + 1}"


def whole_number(text: str) -> int | None:
    """The number that a person typed in plain digits; None if it is not one, or absurdly long."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def visible(text: str) -> str:
    """The text in NFC with single spaces, without control, format, bidirectional and
    zero-width characters, and with few combining marks on each character."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", _with_few_marks(" ".join(text.split()))):
        category = unicodedata.category(character)
        if category.startswith("M"):
            marks += 1
            if not kept or marks > MARKS_PER_CHARACTER or _is_variation_selector(character):
                continue
        elif category[0] == "C" or category in ("Zl", "Zp") or character in _BLANK_LETTERS:
            continue
        else:
            marks = 0
        kept.append(character)
    return " ".join("".join(kept).split())


def seen_length(text: str) -> int:
    """How many characters a person sees: combining marks belong to the character before them."""
    return sum(1 for character in text if not unicodedata.category(character).startswith("M"))


def clean_name(text: str, shortest: int = 1, longest: int = LONGEST_NAME) -> str:
    """A person's name as it is kept and shown; raises InvalidName."""
    if len(text) > LONGEST_TYPED:
        raise InvalidName(
            f"a name has {shortest} to {longest} visible characters, not {len(text):,}: "
            f"{quoted(text.strip())}",
            text,
        )
    name = visible(text)
    if not shortest <= seen_length(name) <= longest:
        raise InvalidName(
            f"a name has {shortest} to {longest} visible characters, not {seen_length(name)}: "
            f"{quoted(text.strip())}",
            text,
        )
    if name.casefold().startswith("bot:"):
        raise InvalidName(f"a person's name cannot begin with 'bot:': {quoted(text)}", text)
    return name


def placeholder(number: int) -> str:
    """What somebody is called who gave no name, by the number of the seat, from 1 up."""
    return f"Player {number}"


def is_placeholder(name: str) -> bool:
    """Whether nobody gave this name: it is never offered again."""
    return re.fullmatch(r"Player \d+", name) is not None


def _with_few_marks(text: str) -> str:
    """The text without all those marks on a character that nobody could read. Normalising sorts
    the marks, in a time that grows with the square of their number."""
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= MARKS_TO_SORT:
            kept.append(character)
    return "".join(kept)


def _is_variation_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


# Letters by category that draw nothing: Hangul fillers and the Braille blank.
_BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"


def ended(text: str) -> str:
    """With a full stop."""
    return text if text.endswith((".", "!", "?", ")")) else f"{text}."


def sentence(told: str | GamenightError) -> str:
    """With a capital letter and a full stop. What begins with something that somebody gave stays as
    that is written: a path, or what an error says was given (a name, a word)."""
    text = str(told)
    first, *_ = text.split(maxsplit=1) or [""]
    given = told.given if isinstance(told, GamenightError) else None
    is_given = isinstance(given, str) and given and re.match(rf"{re.escape(given)}(?!\w)", text)
    is_path = set(first.rstrip(ENDS)) & set(PATHLIKE)
    return ended(text if is_given or is_path else text[:1].upper() + text[1:])
