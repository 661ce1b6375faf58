"""Letters: a word in big letters of pixels, for what everybody is to see."""

from __future__ import annotations

from functools import lru_cache

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

Bits = tuple[tuple[bool, ...], ...]


def draw_letters(
    text: str, color: str, context: Context, width: int, height: int
) -> Picture | None:
    """The word in the largest letters that have room; None where not even the smallest do, or where
    letters are missing. In ASCII each pixel is a sign."""
    word = to_ascii(text).upper()
    look = context.look
    if not word.strip() or not all(sign in FONT for sign in word):
        return None
    for size in (3, 2, 1):
        across, rows = len(bitmap(word)[0]) * size, HEIGHT * size
        rows = rows if look.ascii else -(-rows // 2)
        if across <= width and rows <= height:
            if not look.fill or look.ascii:
                return _written(_enlarged(word, size), color, context)
            picture = Picture(across, rows)
            paint(picture, 0, 0, _pixels(word, color, look.palette.ground, size))
            return picture
    return None


def draw_digits(number: str, color: str, context: Context, width: int) -> Picture | None:
    """A number in half blocks of one colour; None where it has no room, or in ASCII."""
    if context.look.ascii or 4 * len(number) - 1 > width or not all(s in FONT for s in number):
        return None
    return _written(bitmap(number), color, context)


def _written(bits: Bits, color: str, context: Context) -> Picture:
    """Pixels of one colour as half blocks, or in ASCII as signs."""
    if context.look.ascii:
        lines = ["".join(" #"[bit] for bit in row) for row in bits]
    else:
        under = [*bits[1::2], *[(False,) * len(bits[0])] * (len(bits) % 2)]
        pairs = (zip(*rows, strict=True) for rows in zip(bits[::2], under, strict=True))
        lines = ["".join(" ▄▀█"[2 * above + below] for above, below in row) for row in pairs]
    picture = Picture(len(bits[0]), len(lines))
    for y, text in enumerate(lines):
        picture.put(0, y, text, context.ink(color))
    return picture


@lru_cache(maxsize=256)
def bitmap(word: str) -> Bits:
    """The letters one pixel apart: which pixels of each row are set."""
    rows = ("0".join(_bits(FONT[sign], row) for sign in word) for row in range(HEIGHT))
    return tuple(tuple(bit == "1" for bit in bits) for bits in rows)


def _pixels(word: str, color: str, ground: str, size: int) -> Pixels:
    """The letters with every pixel enlarged; an odd number of rows is filled up."""
    rows = [tuple(color if bit else ground for bit in row) for row in _enlarged(word, size)]
    return tuple(rows if len(rows) % 2 == 0 else [*rows, (ground,) * len(rows[0])])


def _enlarged(word: str, size: int) -> Bits:
    rows = (tuple(bit for bit in bits for _ in range(size)) for bits in bitmap(word))
    return tuple(row for row in rows for _ in range(size))


def _bits(rows: str, row: int) -> str:
    width = 3 if max(rows) <= "7" else 5
    return f"{int(rows[row], 32):0{width}b}"
