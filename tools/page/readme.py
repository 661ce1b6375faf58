"""The pictures of the page in the README, from those in a folder.

python -m tools.page.pictures FOLDER
python -m tools.page.readme FOLDER
python -m tools.page.film docs/pictures/page-film.webp
"""

from __future__ import annotations

import argparse
from pathlib import Path

from PIL import Image

INTO = Path(__file__).parent.parent.parent / "docs" / "pictures"
WIDE = 1200  # pixels
QUALITY = 80
GAP = 24
# What stands beside each other in one picture.
PICTURES = {
    "home": ("home-desk-light",),
    "table": ("table-circuit-desk-dark",),
    "phones": (
        "table-oware-phone-light",
        "offered-thief-phone-dark",
        "table-preys-phone-dark",
        "table-zombie-phone-dark",
        "lobby-phone-light",
    ),
    "tv": ("tv-circuit-tv-dark",),
    "ending": ("ending-thief-desk-dark",),
    "replay": ("replay-oware-desk-light",),
}


def beside(files: list[Path]) -> Image.Image:
    found = [Image.open(file).convert("RGB") for file in files]
    width = sum(one.width for one in found) + GAP * (len(found) - 1)
    whole = Image.new("RGBA", (width, max(one.height for one in found)))
    x = 0
    for one in found:
        whole.paste(one, (x, 0))
        x += one.width + GAP
    return whole.resize((WIDE, whole.height * WIDE // whole.width), Image.Resampling.LANCZOS)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    for name, files in PICTURES.items():
        into = INTO / f"page-{name}.webp"
        beside([asked.folder / f"{file}.png" for file in files]).save(
            into, quality=QUALITY, method=6
        )
        print(f"{into.name}: {into.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
