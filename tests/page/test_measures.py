"""Measures: what stands above what belongs to it, how small a letter may be, and what is filled."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from gamenight.core.text import LONGEST_NAME
from tests.page.stage import DESK, PHONE, People
from tests.page.told import Change, told

ON_ITS_SIDE, WIDE_PHONE, SMALL_ON_ITS_SIDE = (844, 390), (932, 430), (667, 375)
TELEVISION = (1920, 1080)
ASKED: dict[str, dict[str, Any]] = {
    "circuit": {"places": 4, "machines": ["random"] * 3},
    "zombie": {"places": 3, "machines": ["random"] * 2},
    "preys": {"places": 1, "options": {"escort": "choose"}},
}

# Everything written on a big screen that is smaller than 22 pixels there.
SMALL = """() => [...document.querySelectorAll(".tv :not(.tv-end *)")]
  .filter((one) => one.checkVisibility()
    && [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
  .map((one) => [one.className || one.tagName, one.textContent, getComputedStyle(one).fontSize])
  .filter(([, , size]) => parseFloat(size) < 21.9)"""
# Who and what is not whole in the window of a big screen.
OUTSIDE = """() => {
  const cut = (one) => one.scrollHeight > one.clientHeight + 1, inside = (one) => {
    const { top, bottom, right } = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight && right <= innerWidth;
  };
  return [...document.querySelectorAll(".tv .player, .tv .spot, .tv .area")]
    .filter((one) => one.checkVisibility() && !inside(one))
    .concat([...document.querySelectorAll(".tv .middle, .tv .side")].filter(cut))
    .map((one) => one.className);
}"""


@pytest.mark.parametrize("game", ASKED)
def test_a_big_screen_is_read_from_afar_and_whole_on_a_phone(people: People, game: str) -> None:
    (host,) = people.seat(game, ("mouse",), **ASKED[game])
    screen = people.person(size=TELEVISION)
    with told(screen.page, lambda scene: None):
        screen.page.goto(host.page.url.replace("/m/", "/tv/"))
        screen.wait_for(".tv .player")
        screen.wait_for(".tv .spot")
    assert screen.page.evaluate(SMALL) == []
    for width, height in (ON_ITS_SIDE, WIDE_PHONE):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.wait(f"() => ({OUTSIDE})().length === 0")


def lying(cards: int, name: str) -> Change:
    """A roll, this many cards that lie on the table, and much that has happened."""
    dice = [{"kind": "die", "face": "6"}] * 2

    def card(n: int) -> dict[str, Any]:
        sign, note = {"kind": "card", "face": "🚀"}, f"on {name}, by {name}"
        return {"key": f"c{n}", "label": f"c{n}", "name": "Acceleration", "tokens": [sign],
                "note": note, "owner": n % 4}  # fmt: skip

    def change(scene: dict[str, Any]) -> None:
        rolled = {"key": "two", "name": f"{name}: 12 = 6 + 6", "tokens": dice}
        scene["message"] = f"{name} moves back 1 tile to tile 24 and is back in lap 0; " * 4
        scene["areas"] = [
            *(area for area in scene["areas"] if area["shape"] == "ring"),
            {"key": "roll", "title": "Last roll", "shape": "list", "spots": [rolled]},
            {"key": "cards", "title": "Cards in play", "shape": "list", "rank": 2,
             "spots": [card(n) for n in range(cards)]},
        ]  # fmt: skip

    return change


# Cards that do not say whom they are for, in words or by a letter.
FOR_NOBODY = """() => [...document.querySelectorAll(".spot:has(.sign)")].filter((one) =>
  !one.querySelector(".note")?.checkVisibility() && !one.querySelector(".whom")?.checkVisibility())
  .length"""


@pytest.mark.parametrize("cards", [1, 3, 6, 12])
def test_cards_that_lie_on_a_table_are_whole_in_view(people: People, cards: int) -> None:
    (host,) = people.seat("circuit", ("mouse",), **ASKED["circuit"])
    screen, screens = people.person(), (ON_ITS_SIDE, WIDE_PHONE, SMALL_ON_ITS_SIDE)
    for name in ("Bo", "W" * LONGEST_NAME):
        with told(screen.page, lying(cards, name)):
            screen.page.goto(host.page.url.replace("/m/", "/tv/"))
            screen.wait_for(".tv .spot")
        for width, height in (*screens, TELEVISION, DESK):
            screen.page.set_viewport_size({"width": width, "height": height})
            screen.wait(f"() => ({OUTSIDE})().length === 0")
            assert screen.page.evaluate(FOR_NOBODY) == 0


# The numbers of houses that do not lie on their board.
BESIDE = """() => {
  const board = document.querySelector(".area.pit > .spots").getBoundingClientRect();
  return [...document.querySelectorAll(".area.pit .label")].filter((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top < board.top || bottom > board.bottom || left < board.left || right > board.right;
  }).map((one) => one.textContent);
}"""


def test_numbers_of_houses_lie_on_their_board(people: People) -> None:
    (host,) = people.seat("oware", ("mouse",), machines=["random"])
    host.wait_for(".area.pit .label")
    for width, height in (ON_ITS_SIDE, PHONE, DESK):
        host.page.set_viewport_size({"width": width, "height": height})
        host.wait(f"() => ({BESIDE})().length === 0")


TOPS = "() => [...document.querySelectorAll('.player')].map((one) => one.offsetTop)"
CORNER = "() => document.querySelector('.match > .question').getBoundingClientRect().top"


def test_three_share_a_line_on_a_phone_and_the_ground_goes_on_beside_a_question(
    people: People,
) -> None:
    (host,) = people.seat("thief", ("touch",), places=3, machines=["random"] * 2)
    host.wait_for(".player")
    assert len(set(host.page.evaluate(TOPS))) == 1
    host.wait_for(".question.mine")
    for theme in ("dark", "light"):
        host.page.emulate_media(color_scheme=theme)
        top = int(host.page.evaluate(CORNER))
        seen = Image.open(BytesIO(host.page.screenshot())).convert("RGB")
        assert seen.getpixel((0, top - 4)) == seen.getpixel((0, top + 3)), theme


# A row of dice and trays below it: how large a die of the row has room to be.
DICE = """async (trays) => {
  const { Board } = await import("/page/js/board.js"), root = document.getElementById("screen");
  const board = new Board(root, { glyphs: {} }), die = { kind: "die", face: "1" };
  board.element.style.height = "420px";
  root.replaceChildren(board.element);
  const area = (key, more) => ({ key, title: key, shape: "list", look: "tray",
    spots: [{ key, name: key, tokens: [die] }], ...more });
  board.draw({ title: "", areas: [area("thrown", { shape: "row", look: "cell", rank: 0 }),
    ...Array.from({ length: trays }, (_, at) => area(`tray ${at}`))] });
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
  return board.element.querySelector(".main .spot").offsetHeight;
}"""
# A die in a tray that is the whole board: how far its place reaches over the edge.
ALONE = """async () => {
  const { Board } = await import("/page/js/board.js"), root = document.getElementById("screen");
  const board = new Board(root, { glyphs: {} });
  board.element.style.height = "560px";
  root.replaceChildren(board.element);
  board.draw({ title: "", areas: [{ key: "vault", title: "", shape: "row", look: "tray", rank: 0,
    spots: [{ key: "v", name: "vault", tokens: [{ kind: "die", face: "5" }] }] }] });
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
  const edges = (found) => board.element.querySelector(found).getBoundingClientRect();
  return [edges(".main").left - edges(".spot").left, edges(".spot").right - edges(".main").right];
}"""


def test_a_die_is_not_wider_than_its_tray(people: People) -> None:
    anybody = people.person("touch")
    anybody.page.goto(f"{people.url}/learn")
    anybody.wait_for("main h1")
    assert max(anybody.page.evaluate(ALONE)) < 0


def test_trays_beside_each_other_leave_the_dice_the_room_of_one(people: People) -> None:
    anybody = people.person(size=DESK)
    anybody.page.goto(f"{people.url}/learn")
    anybody.wait_for("main h1")
    none, one, two = (anybody.page.evaluate(DICE, trays) for trays in range(3))
    assert none > one == two


# A verdict so wide: how far its heads are from its bars, and how many lines they have.
HEADS = """async (width) => {
  const { accounts } = await import("/page/js/review.js"), root = document.getElementById("screen");
  const sheet = document.createElement("link"), card = document.createElement("section");
  Object.assign(sheet, { rel: "stylesheet", href: "/page/css/ending.css" });
  const drawn = new Promise((done) => { sheet.onload = done; });
  document.head.append(sheet);
  await drawn;
  card.className = "card verdict";
  card.style.width = `${width}px`;
  const all = ["Anna", "Bert"].map((name, seat) => ({ name, seat, luck: 0.28, lost: 0.12 }));
  card.append(accounts({ accounts: all, luck: true, unit: "wins" }, []));
  root.replaceChildren(card);
  const inside = (one) => {
    const range = new Range();
    range.selectNodeContents(one);
    return range;
  };
  return [...root.querySelectorAll("thead th + th")].map((head, at) => [
    inside(head).getBoundingClientRect().left
      - root.querySelectorAll(".meter")[at].getBoundingClientRect().left,
    new Set([...inside(head).getClientRects()].map(({ top }) => Math.round(top / 8))).size]);
}"""


@pytest.mark.parametrize("width", [318, 348, 452])
def test_heads_of_a_verdict_stand_above_its_bars(people: People, width: int) -> None:
    anybody = people.person(size=DESK)
    anybody.page.goto(f"{people.url}/learn")
    anybody.wait_for("main h1")
    (luck, lines), (given, others) = anybody.page.evaluate(HEADS, width)
    assert (luck, given) == (0, 0)
    assert lines == others


FILLED = """() => [...document.querySelectorAll(".button.main, .button.ink")]
  .filter((one) => one.checkVisibility()).map((one) => one.textContent)"""


def test_exactly_one_button_is_filled(people: People) -> None:
    people.cut = True  # a wrong code is an answer of 404
    anybody = people.person()
    pages = {
        "": "Join", "tables": "New table", "replay": "Choose a file", "learn/oware": "Play it",
        "new/oware": "Open the table", "c/NOWHERE": "To all games", "m/nowhere": "To all games",
        "nowhere/at/all": "To all games",
    }  # fmt: skip
    for path, filled in pages.items():
        anybody.page.goto(f"{people.url}/{path}")
        anybody.wait_for(".button.main, .button.ink", filled)
        assert anybody.page.evaluate(FILLED) == [filled], path


LOW = "() => document.querySelector('.button.main').getBoundingClientRect().bottom - innerHeight"


def test_what_can_be_done_is_in_view_on_a_phone_on_its_side(people: People) -> None:
    anybody = people.person(size=ON_ITS_SIDE)
    for path in ("replay", "learn/oware", "new/oware"):
        anybody.page.goto(f"{people.url}/{path}")
        anybody.wait_for(".button.main")
        assert anybody.page.evaluate(LOW) <= 0, path


# Where the words of a menu begin.
LEFT = """() => [...document.querySelectorAll(".menu h2, .menu .dialog-body > .button")]
  .filter((one) => one.checkVisibility()).map((one) => { const range = new Range();
    range.selectNodeContents(one); return Math.round(range.getBoundingClientRect().left); })"""


def test_entries_of_a_menu_stand_below_its_heading(people: People) -> None:
    (host,) = people.seat("oware", ("mouse",), machines=["random"])
    host.page.get_by_role("button", name="Menu").click()
    host.wait_for(".menu .button")
    assert len(set(host.page.evaluate(LEFT))) == 1


NARROWEST, FLATTEST = (320, 568), (568, 320)


def captured(scene: dict[str, Any]) -> None:
    """Much has been captured, by people with long names."""
    for row in scene["scores"]:
        row["name"] = "Maximilian"
    for area in scene["areas"]:
        for spot in area["spots"]:
            if spot.get("note"):
                spot.update(name="Maximilian", tokens=[{"kind": "seed", "count": 24}])


# Seeds that lie below a name.
BELOW = """() => {
  const names = [...document.querySelectorAll(".area.pit .whose > span")];
  const boxes = names.map((one) => one.getBoundingClientRect());
  return boxes.length && [...document.querySelectorAll(".area.pit .seed")].filter((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect(), [x, y] = [
      (left + right) / 2, (top + bottom) / 2];
    return boxes.some((box) =>
      box.left < x && x < box.right && box.top < y && y < box.bottom);
  }).length;
}"""


def test_no_seed_lies_below_a_name(people: People) -> None:
    (host,) = people.seat("oware", ("mouse",), machines=["random"])
    screen = people.person()
    with told(screen.page, captured):
        screen.page.goto(host.page.url)
        screen.wait_for(".area.pit .whose")
    for width, height in (PHONE, NARROWEST, FLATTEST, ON_ITS_SIDE, (820, 1180), DESK):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.wait(f"() => ({BELOW})() === 0")


# How far two things are from each other that stand in a line, or below each other.
BETWEEN = """([first, second, edge]) => {
  const [one, other] = [first, second].map((found) => document.querySelector(found));
  const past = { right: "left", bottom: "top" }[edge];
  return other.getBoundingClientRect()[past] - one.getBoundingClientRect()[edge];
}"""


def test_what_stands_beside_something_does_not_touch_it(people: People) -> None:
    """A name and that it is one's own; a question and what a hint has to say."""
    (host,) = people.seat("oware", ("mouse",), names=("Ben",), machines=["random"])
    host.wait("() => document.querySelector('.match .live')")
    host.page.click(".tool-hint")
    host.wait_for(".why")
    for width, height in (PHONE, NARROWEST, FLATTEST, ON_ITS_SIDE, DESK):
        host.page.set_viewport_size({"width": width, "height": height})
        own, why = ".player:has(em) .name", [".question .ask", ".question .why", "bottom"]
        assert host.page.evaluate(BETWEEN, [f"{own} bdi", f"{own} em", "right"]) >= 5
        assert host.page.evaluate(BETWEEN, why) >= 0


# What is said there that takes much room.
SAID = {
    "thief": ("Cara ends the turn and offers the pot of 250 to Anna.",
              "Anna, steal the pot of 250 from Cara with 2 dice left to roll, or decline?"),
    "circuit": ("Cara moves 9 tiles to tile 15.", "Anna, roll or play a card."),
}  # fmt: skip


def offered(game: str, cards: int) -> Change:
    """Somebody may play a card; so many are in the hand."""
    card = {"tokens": [{"kind": "card", "face": "🚀"}], "name": "guard",
            "note": "not now: when another player may end the turn"}  # fmt: skip

    def change(scene: dict[str, Any]) -> None:
        scene["message"], scene["ask"] = SAID[game]
        die = {"kind": "die", "face": "4"}
        for area in scene["areas"] if game == "thief" else ():
            if area["shape"] == "row" and not area.get("secret"):  # three that count together
                lying = [{"key": f"d{n}", "tokens": [die] * n, "note": "400"} for n in (3, 1)]
                empty = [{"key": f"e{n}"} for n in range(2)]
                area["spots"] = [*lying, {"key": "last", "tokens": [die]}, *empty]
        hands = [area for area in scene["areas"] if area.get("secret")]
        for area in hands:
            area["spots"] = [{"key": f"c{n}", **card} for n in range(cards)]
        if hands:
            scene["choices"] = [{"text": "guard", "label": "Guard", "on": ["c0"]}]

    return change


# What has to be scrolled to.
HIDDEN = """() => [...document.querySelectorAll(".match > .board, .match > .question")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.className} ${one.scrollHeight - one.clientHeight}`)"""


@pytest.mark.parametrize("watching", [False, True])
@pytest.mark.parametrize(("game", "places", "cards"), [("thief", 3, 2), ("circuit", 4, 3)])
def test_all_is_in_view_on_the_smallest_phone(
    people: People, game: str, places: int, cards: int, watching: bool
) -> None:
    asked: dict[str, Any] = {"places": places, "machines": ["random"] * (places - 1)}
    if game == "thief":
        asked["options"] = {"cards": True}
    (host,) = people.seat(game, ("touch",), **asked)
    screen = people.person("touch") if watching else host
    with told(screen.page, offered(game, cards)):
        screen.page.goto(host.page.url)
        screen.wait_for(".match .spot")
    for width, height in (NARROWEST, FLATTEST):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.wait(f"() => ({HIDDEN})().length === 0")
    assert screen.page.is_visible(".role") == watching


LAPTOPS = ((1280, 800), (1366, 768), (1280, 720))
# Places and areas of a table that are not whole in its board.
CUT_OFF = """() => {
  const { top, bottom, left, right } = document.querySelector(".board").getBoundingClientRect();
  return [...document.querySelectorAll(".board .area, .board .spot")].filter((one) => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility() && (box.top < top - 1 || box.bottom > bottom + 1
      || box.left < left - 1 || box.right > right + 1);
  }).map((one) => `${one.className} ${one.textContent}`);
}"""


@pytest.mark.parametrize("game", ["zombie", "thief", "oware", "circuit", "preys"])
def test_a_table_is_whole_on_a_laptop(people: People, game: str) -> None:
    usual = (
        {"places": 3, "machines": ["random"] * 2} if game == "thief" else {"machines": ["random"]}
    )
    (host,) = people.seat(game, ("mouse",), **ASKED.get(game, usual))
    host.wait_for(".board .spot")
    for width, height in LAPTOPS:
        host.page.set_viewport_size({"width": width, "height": height})
        host.wait(f"() => ({HIDDEN})().length === 0 && ({CUT_OFF})().length === 0")
