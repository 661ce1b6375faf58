"""Letters: a word in big letters of pixels, for what everybody is to see."""

from __future__ import annotations

from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.pixels import Pixels, paint
from gamenight.draw.transliteration import to_ascii

HEIGHT = 5
# Rows from top to bottom, one digit of base 32 a row: which of three pixels are set, the left one
# counts 4; of five, where three are too few to tell a letter from others.
FONT = {
    "A": "25755", "B": "65656", "C": "34443", "D": "65556", "E": "74647", "F": "74644",
    "G": "34553", "H": "55755", "I": "72227", "J": "11152", "K": "55655", "L": "44447",
    "M": "hrlhh", "N": "hpljh", "O": "25552", "P": "65644", "Q": "25563", "R": "65655",
    "S": "34216", "T": "72222", "U": "55557", "V": "55552", "W": "hhlrh", "X": "55255",
    "Y": "55222", "Z": "71247", "0": "75557", "1": "26227", "2": "61247", "3": "61216",
    "4": "55711", "5": "74616", "6": "34757", "7": "71222", "8": "75757", "9": "75716",
    " ": "00000", "-": "00700", "'": "22000", ".": "00002", "!": "22202", "?": "61202",
    "&": "25253", "+": "02720", ",": "00024", ":": "02020",
}  # fmt: skip


def draw_letters(
    text: str, color: str, context: Context, width: int, height: int
) -> Picture | None:
    """The word in the largest letters that have room; None where not even the smallest do, where
    letters are missing, or where there are no pixels."""
    word = to_ascii(text).upper()
    look = context.look
    if not look.fill or look.ascii or not word.strip() or not all(sign in FONT for sign in word):
        return None
    for size in (3, 2, 1):
        across, rows = len(_bits(word, 0)) * size, -(-HEIGHT * size // 2)
        if across <= width and rows <= height:
            picture = Picture(across, rows)
            paint(picture, 0, 0, _pixels(word, color, look.palette.ground, size))
            return picture
    return None


def _pixels(word: str, color: str, ground: str, size: int) -> Pixels:
    """The letters one pixel apart, every pixel enlarged; an odd number of rows is filled up."""
    rows: list[tuple[str, ...]] = []
    for row in range(HEIGHT):
        bits = _bits(word, row)
        pixels = tuple(color if bit == "1" else ground for bit in bits for _ in range(size))
        rows += [pixels] * size
    return tuple(rows if len(rows) % 2 == 0 else [*rows, (ground,) * len(rows[0])])


def _bits(word: str, row: int) -> str:
    return "0".join(f"{int(FONT[sign][row], 32):0{_width(FONT[sign])}b}" for sign in word)


def _width(rows: str) -> int:
    return 3 if max(rows) <= "7" else 5
