"""QR codes as text, two modules in a cell."""

from __future__ import annotations

import segno

EDGE = 2  # light modules around it: cameras need no more
BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}


def qr_lines(text: str) -> list[str]:
    """The QR code of a text, to be shown in a light colour on a dark ground: blocks are light."""
    made = segno.make(text, micro=False)
    rows = [[bool(dark) for dark in row] for row in made.matrix_iter(border=EDGE)]
    light = [False] * len(rows[0])
    pairs = zip(rows[::2], [*rows[1::2], light], strict=False)
    return ["".join(BLOCKS[pair] for pair in zip(*two, strict=True)) for two in pairs]
