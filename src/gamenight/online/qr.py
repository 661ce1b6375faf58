"""QR codes: as text, two modules in a cell, and as a picture for pages."""

from __future__ import annotations

from io import BytesIO

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


def qr_svg(text: str) -> bytes:
    """The QR code of a text as a picture, dark on light whatever the page looks like: cameras want
    it so. It is as large as the page makes it."""
    out = BytesIO()
    made = segno.make(text, micro=False)
    made.save(out, "svg", border=EDGE, dark="#000", light="#fff", omitsize=True, svgclass=None)
    return out.getvalue()
