"""Pictures of every screen of the page, in the sizes and themes that people have, and contact
sheets of them to look at.

python -m tools.page.pictures FOLDER [SCREEN ...] [--sizes phone desk]

All matches are real: people who play like `greedy` sit at a server of this process.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from gamenight.match.table import Table
from gamenight.online.house import NewTable
from tests.online.players import same_secret
from tests.online.servers import serve
from tests.page import equipment
from tests.page.stage import FLAGS

from .company import Company, Party

SIZES = {
    "phone": (390, 844), "side": (844, 390), "tablet": (820, 1180), "desk": (1280, 800),
    "tv": (1920, 1080), "small": (320, 568), "flat": (568, 320),
}  # fmt: skip
NETWORK = "192.168.1.20", 8650  # where phones would find it: QR codes are shown
THEMES = ("dark", "light")
SECRET = 11  # the same dice in every picture
NAMED = "localStorage.setItem('gamenight.name', JSON.stringify('Ama'))"
PATIENCE = 300_000  # milliseconds until something hangs, on a busy machine
REST = 250  # milliseconds until a screen has settled
SHEET = 2400  # pixels of the width of a contact sheet
THUMB = {
    "phone": 300,
    "side": 600,
    "tablet": 480,
    "desk": 600,
    "tv": 600,
    "small": 240,
    "flat": 480,
}


@dataclass(frozen=True)
class Act:
    """A match up to a moment. decided: the decisions before it; moment: what the first person's
    turn is then; people: how many sit there."""

    game: str
    decided: int
    moment: str = "person"
    people: int = 3
    options: tuple[tuple[str, Any], ...] = ()
    machines: tuple[str, ...] = ()

    def reached(self, tables: Sequence[Table]) -> bool:
        first = tables[0]
        done = sum(ply.actor is not None for ply in first.plies)
        return done >= self.decided and first.turn().kind == self.moment

    def play(self, company: Company) -> Party:
        asked = NewTable(
            self.game,
            dict(self.options),
            places=self.people + len(self.machines),
            machines=list(self.machines),
        )
        party = company.seat(asked, self.people)
        party.play(self.reached)
        return party


CHOOSE = (("escort", "choose"),)
CARDS = (("cards", True),)
OWARE = Act("oware", 17, people=2)
CIRCUIT = Act("circuit", 22, people=4)
ZOMBIE = Act("zombie", 16)
THIEF = Act("thief", 20, people=3, options=CARDS)
PREYS = Act("preys", 0, people=1, options=CHOOSE)
ASKED = {act.game: act for act in (OWARE, CIRCUIT, ZOMBIE, THIEF, PREYS)}
OFFERED = Act("thief", 8, "offered", 3, CARDS)
OPEN = (("zombie", 3, ("Yaw", "Esi")), ("thief", 4, ("Abena", "Kofi", "Kwame")))


class Visit:
    """A browser at a server with people. theme and size can change while a screen is open."""

    def __init__(self, browser: Browser, company: Company):
        self.browser, self.company = browser, company
        self.url = company.hosting.url
        self.context: BrowserContext = browser.new_context(color_scheme="dark")
        self.page: Page = self.context.new_page()
        self.size = SIZES["desk"]
        self._parties: dict[Act, Party] = {}
        self._waiting: list[Party] = []

    def party(self, act: Act) -> Party:
        """The people of a match, who have played up to the moment."""
        if act not in self._parties:
            self._parties[act] = act.play(self.company)
        return self._parties[act]

    def open_tables(self) -> None:
        """Some wait for people, once."""
        if not self._waiting:
            for game, places, names in OPEN:
                asked = NewTable(game, places=places, public=True)
                self._waiting.append(self.company.gather(asked, len(names), names))

    def open(self, path: str, shown: str, moving: bool = False) -> None:
        """A fresh browser at this address, once something is there."""
        self.context.close()
        width, height = self.size
        self.context = self.browser.new_context(
            color_scheme="dark",
            reduced_motion="no-preference" if moving else "reduce",
            viewport={"width": width, "height": height},
        )
        self.context.add_init_script(NAMED)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.goto(self.url + path)
        self.page.wait_for_selector(shown)

    def shoot(self, file: Path, theme: str) -> None:
        self.page.emulate_media(color_scheme="light" if theme == "light" else "dark")
        self.page.wait_for_timeout(REST)
        self.page.screenshot(path=file)


Screen = Callable[[Visit], None]


def at(path: str, shown: str = "main h1") -> Screen:
    return lambda visit: visit.open(path, shown)


def home(visit: Visit) -> None:
    """With tables of one's own, and some that wait."""
    own = [visit.party(act) for act in (CIRCUIT, OWARE)]
    visit.open_tables()
    visit.open(own[0].path(), ".match .spot")
    visit.page.goto(visit.url + own[1].path())
    visit.page.wait_for_selector(".match .spot")
    visit.page.goto(visit.url)
    visit.page.wait_for_selector(".games a")
    visit.page.wait_for_selector(".own .row")


def lobby(visit: Visit) -> None:
    party = visit.company.gather(NewTable("circuit", places=4, machines=["racer"]), 2)
    visit.open(party.path(), "main.lobby .qr, main.lobby img")


def table(act: Act, person: int = 0, shown: str = ".match .spot") -> Screen:
    return lambda visit: visit.open(visit.party(act).path(person), shown)


def hint(act: Act) -> Screen:
    def shown(visit: Visit) -> None:
        table(act)(visit)
        visit.page.click(".tool-hint")
        visit.page.wait_for_selector(".why")

    return shown


def menu(visit: Visit) -> None:
    table(OWARE)(visit)
    visit.page.click(".bar button:has-text('Menu')")


def watching(act: Act) -> Screen:
    return lambda visit: visit.open(f"/m/{visit.party(act).id}", ".match .spot")


def big_screen(act: Act) -> Screen:
    return lambda visit: visit.open(f"/tv/{visit.party(act).id}", ".tv .spot")


def tv_lobby(visit: Visit) -> None:
    party = visit.company.gather(NewTable("circuit", places=4), 2)
    visit.open(f"/tv/{party.id}", ".tv-lobby .qr")


def ending(act: Act) -> Screen:
    def shown(visit: Visit) -> None:
        visit.open(visit.party(act).path(), ".ending")
        visit.page.wait_for_selector(".ending .accounts")

    return shown


def replay(act: Act, move: int = 0) -> Screen:
    def shown(visit: Visit) -> None:
        visit.open(f"/r/{visit.party(act).id}#{move}", ".spot")
        visit.page.wait_for_selector(".accounts")

    return shown


def tv_end(visit: Visit) -> None:
    visit.open(f"/tv/{visit.party(THIEF_WON).id}", ".tv-end")


def offline(visit: Visit) -> None:
    visit.open("/", ".games a")
    visit.page.wait_for_timeout(1000)  # until the service is there
    visit.context.set_offline(True)
    visit.page.goto(f"{visit.url}/tables")
    visit.page.wait_for_selector("main.offline")


def lost(visit: Visit) -> None:
    """A table whose line is gone."""
    table(OWARE)(visit)
    visit.page.wait_for_timeout(1000)
    visit.context.set_offline(True)


OWARE_WON = Act("oware", 0, "over", 2)
THIEF_WON = Act("thief", 0, "over", 4, (("target", 3000),))
CIRCUIT_WON = Act("circuit", 0, "over", 4, (("laps", 1),))
PREYS_OVER = Act("preys", 0, "over", 1, CHOOSE)

SCREENS: Mapping[str, Screen] = {
    "home-first": at("/", ".games a"),
    "home": home,
    "new": at("/new/circuit", ".sheet h1"),
    "lobby": lobby,
    **{f"table-{game}": table(act) for game, act in ASKED.items()},
    **{f"waiting-{game}": table(act, -1) for game, act in ASKED.items() if act.people > 1},
    **{f"hint-{game}": hint(ASKED[game]) for game in ("oware", "thief")},
    **{f"watching-{game}": watching(ASKED[game]) for game in ("oware", "thief")},
    "offered-circuit": table(CIRCUIT, 1),
    "offered-thief": table(OFFERED),
    "menu": menu,
    "tv-lobby": tv_lobby,
    **{f"tv-{game}": big_screen(act) for game, act in ASKED.items()},
    "tv-end": tv_end,
    "ending-oware": ending(OWARE_WON),
    "ending-thief": ending(THIEF_WON),
    "ending-circuit": ending(CIRCUIT_WON),
    "ending-preys": ending(PREYS_OVER),
    "replay-oware": replay(OWARE_WON, 9),
    "replay-circuit": replay(CIRCUIT_WON, 45),
    "record": at("/replay"),
    "tables": at("/tables"),
    "learn": at("/learn"),
    "rules": at("/learn/oware"),
    "no-code": at("/c/NOWHERE"),
    "no-table": at("/m/nowhere", ".alone"),
    "offline": offline,
    "lost": lost,
}


@contextmanager
def visiting() -> Iterator[Visit]:
    with (
        TemporaryDirectory() as folder,
        same_secret(SECRET),
        sync_playwright() as playwright,
    ):
        hosting = serve(Path(folder), public=True)
        hosting.house.where = NETWORK
        browser = playwright.chromium.launch(executable_path=equipment.browser(), args=list(FLAGS))
        yield Visit(browser, Company(hosting))
        browser.close()
        hosting.stop()


def sheet(files: Sequence[Path], width: int, into: Path) -> None:
    """Pictures side by side, small."""
    found = [Image.open(file).convert("RGB") for file in files]
    small = [one.resize((width, one.height * width // one.width)) for one in found]
    across, high = SHEET // (width + 8), max((one.height for one in small), default=0) + 8
    whole = Image.new("RGB", (SHEET, high * -(-len(small) // across)), "#808080")
    for at, one in enumerate(small):
        whole.paste(one, (at % across * (width + 8), at // across * high))
    whole.save(into)


def make(folder: Path, wanted: Sequence[str], sizes: Mapping[str, tuple[int, int]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    chosen = {n: s for n, s in SCREENS.items() if not wanted or n.startswith(tuple(wanted))}
    with visiting() as visit:
        for name, screen in chosen.items():
            for size, visit.size in sizes.items():
                screen(visit)
                for theme in THEMES:
                    visit.shoot(folder / f"{name}-{size}-{theme}.png", theme)
            print(name, flush=True)
    for size in sizes:
        for theme in THEMES:
            files = [folder / f"{name}-{size}-{theme}.png" for name in chosen]
            sheet(files, THUMB[size], folder / f"sheet-{size}-{theme}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("screens", nargs="*", help="the start of their names; by default all")
    parser.add_argument("--sizes", nargs="*", choices=SIZES, help="by default all")
    asked = parser.parse_args()
    sizes = {name: size for name, size in SIZES.items() if name in (asked.sizes or SIZES)}
    make(asked.folder, asked.screens, sizes)


if __name__ == "__main__":
    main()
