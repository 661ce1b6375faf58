"""A short film of a match on the page: two people play, and one of them is looked at.

python -m tools.page.film FILE.webp [--seconds 14]
"""

from __future__ import annotations

import argparse
from base64 import b64decode
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image

from tests.page.stage import until

from .pictures import OWARE, SIZES, visiting

WIDE = 800  # pixels
SHORTEST = 90  # milliseconds of one picture
QUALITY = 72
LOOK = 800  # milliseconds to look at what has moved
QUIET = "() => document.getAnimations().every((one) => one.playState !== 'running')"


def drawn(seconds: float) -> list[tuple[float, bytes]]:
    """What the browser drew, and when, in milliseconds."""
    found: list[tuple[float, bytes]] = []
    with visiting() as visit:
        visit.size = SIZES["desk"]
        party = visit.party(OWARE)
        visit.open(party.path(), ".match .live", moving=True)
        visit.page.wait_for_timeout(LOOK)
        line = visit.page.context.new_cdp_session(visit.page)

        def take(heard: dict[str, Any]) -> None:
            found.append((heard["metadata"]["timestamp"] * 1000, b64decode(heard["data"])))
            line.send("Page.screencastFrameAck", {"sessionId": heard["sessionId"]})

        line.on("Page.screencastFrame", take)
        line.send("Page.startScreencast", {"format": "jpeg", "quality": 95})
        visit.page.wait_for_timeout(LOOK)
        while found[-1][0] - found[0][0] < seconds * 1000:
            party.play_one()
            visit.page.wait_for_timeout(LOOK)
            for _ in until(lambda: visit.page.evaluate(QUIET)):
                visit.page.wait_for_timeout(100)
            visit.page.wait_for_timeout(LOOK)
        line.send("Page.stopScreencast")
    return found


def thinned(found: list[tuple[float, bytes]]) -> list[tuple[float, bytes]]:
    """Without pictures that would be seen too shortly."""
    kept = found[:1]
    for time, picture in found[1:]:
        if time - kept[-1][0] >= SHORTEST:
            kept.append((time, picture))
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=14.0)
    asked = parser.parse_args()
    found = thinned(drawn(asked.seconds))
    width, height = SIZES["desk"]
    size = (WIDE, WIDE * height // width)
    pictures = [Image.open(BytesIO(data)).convert("RGB").resize(size) for _, data in found]
    times = [time for time, _ in found]
    lasting = [round(after - time) for time, after in pairwise(times)]
    first, *others = pictures
    first.save(
        asked.file,
        save_all=True,
        append_images=others,
        duration=[*lasting, 2 * LOOK],
        loop=0,
        quality=QUALITY,
        method=4,
    )
    print(f"{asked.file}: {len(pictures)} pictures, {asked.file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
