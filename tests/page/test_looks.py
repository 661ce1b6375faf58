"""What lies where: nothing is cut off, covered or moved, at the sizes that people have."""

from __future__ import annotations

from gamenight.core.text import LONGEST_NAME
from tests.page.stage import DESK, PHONE, People

# A ring of tiles with a panel in its middle and this many cards below: where its tiles are, in
# tiles, and whether the panel stays between them.
RING = """async ([first, then]) => {
  const { Board } = await import("/page/js/board.js");
  const root = document.getElementById("screen"), spot = (key) => ({ key, label: key, name: key });
  const board = new Board(root, { glyphs: {} }), many = (count) => Array(count).fill(0);
  board.element.style.height = "520px";
  const settled = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
  const draw = async (cards) => {
    const dice = { key: "two", name: "Anna: 12 = 6 + 6", tokens: [6, 6].map((face) =>
      ({ kind: "die", face: String(face) })) };
    board.draw({ title: "", areas: [
      { key: "ring", title: "", shape: "ring", look: "tile", rank: 0,
        spots: many(24).map((_, n) => spot(`t${n}`)) },
      { key: "dice", title: "Last roll", shape: "list", spots: [dice] },
      { key: "hand", title: "Hand", shape: "list", secret: true,
        spots: many(cards).map((_, n) => ({ ...spot(`c${n}`), note: "a b ".repeat(50 / cards) })) },
    ] });
    await settled();
    const tiles = [...board.element.querySelectorAll(".ring > .spots > .spot")];
    const size = tiles[0].offsetWidth, panel = board.element.querySelector(".middle .area");
    const { left, right } = panel.getBoundingClientRect();
    const edges = tiles.map((tile) => tile.getBoundingClientRect());
    const from = Math.min(...edges.map((one) => one.right));
    const to = Math.max(...edges.map((one) => one.left));
    return { at: tiles.map((tile) => [tile.offsetLeft / size, tile.offsetTop / size]),
      free: left >= from && right <= to };
  };
  root.replaceChildren(board.element);
  return [await draw(first), await draw(then)];
}"""


def test_a_ring_keeps_its_shape_when_cards_come(people: People) -> None:
    anybody = people.person(size=PHONE)
    anybody.page.goto(f"{people.url}/learn")
    anybody.wait_for("main h1")
    for few, many in ((0, 2), (1, 3)):
        before, after = anybody.page.evaluate(RING, [few, many])
        assert before["at"] == after["at"]
        assert [before["free"], after["free"]] == [True, True], "the panel covers no tile"


WHOLE = "(one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 4"
COVERED = """() => [".more summary", ".more .rule label"].filter((found) => {
  const one = document.querySelector(found), { x, y, height } = one.getBoundingClientRect();
  return ![2, height - 2].every((down) => one.contains(document.elementFromPoint(x + 4, y + down)));
})"""
TYPED = "() => document.querySelector('.tv-typed b')?.textContent ?? ''"
LINES = """() => { const one = document.querySelector(".code-letters");
  return one.getClientRects().length === 1 && one.scrollWidth <= one.clientWidth
    && one.clientHeight < 2 * parseFloat(getComputedStyle(one).fontSize); }"""


def test_codes_and_rules_are_seen_whole(people: People) -> None:
    people.cut = True  # a wrong code is an answer of 404
    for size in (PHONE, DESK):
        host = people.person(size=size)
        host.page.goto(people.url)
        host.wait_for(".games a")
        host.page.fill("#code", "WW22-2246-W6WW-GLK")
        assert host.page.eval_on_selector("#code", WHOLE)
        host.page.fill("#code", "MZ22-2246-B6VB-GLK")
        host.page.click(".join button")
        host.wait_for("#code-error", "There is a mistake in 'MZ22-2246-B6VB-GLK'")
        host.page.goto(f"{people.url}/new/oware")
        host.page.click(".way:has([value=alone])")
        host.page.click(".more summary")
        host.wait(f"() => ({COVERED})().length === 0")
        host.page.click(".way:has([value=friends])")
        host.page.fill("#called", "Anna")
        host.page.click(".sheet-foot button")
        host.wait_for(".code-letters", "-")
        assert host.page.evaluate(LINES)


def test_ways_to_a_table_and_what_is_not_there(people: People) -> None:
    people.cut = True
    host = people.gather("oware", ("touch",))[0]
    id = host.page.url.split("/")[-1].split("#")[0]
    television = people.person(size=(1920, 1080))
    television.page.goto(f"{people.url}/tv/{id}")
    code = host.page.inner_text(".code-letters")
    assert television.wait(TYPED) == code
    host.page.goto(people.url)
    host.wait_for(".own .row")
    assert not host.page.is_visible(".home-turn a")
    host.page.go_back()
    host.wait_for(".lobby")
    host.page.click("button:text('Add machine')")
    host.page.click(".pick >> nth=0")
    host.wait_for(".seats", "machine")
    people.begin([host])
    television.wait("() => !document.querySelector('.tv-free')")
    host.page.goto(people.url)
    host.wait_for(".home-turn a")
    assert host.page.evaluate(
        "() => document.querySelector('.home-turn').getBoundingClientRect().bottom < 300"
    )
    host.page.click(".home-turn a")
    host.wait_for(".match .spot")  # before, the menu has nothing of a match
    host.page.get_by_role("button", name="Menu").click()
    host.page.click(".menu button:text-is('Give up')")
    host.page.click(".menu button.danger")
    host.wait_for(".ending .headline")
    host.page.goto(f"{people.url}/replay")
    host.wait_for(f".own-replays a[href='/r/{id}']")
    host.page.goto(f"{people.url}/nowhere/at/all")
    host.wait_for("h1", "There is no such page")
    host.page.goto(f"{people.url}/m/none")
    host.wait_for(".alone h2")
    assert not host.page.is_visible(".tool")
    host.page.goto(f"{people.url}/tv/none")
    host.wait_for(".tv-top h1", "No table")


TALL = "() => document.documentElement.scrollHeight - innerHeight"


def test_no_page_is_a_pixel_too_tall_and_texts_are_folded(people: People) -> None:
    anybody = people.person()
    for path in ("tables", "replay"):
        anybody.page.goto(f"{people.url}/{path}")
        anybody.wait_for("main h1")
        assert anybody.page.evaluate(TALL) == 0
    anybody.page.goto(f"{people.url}/new/circuit")
    anybody.page.click(".more summary")
    anybody.wait_for(".rules-form input[name=laps]")
    assert not anybody.page.is_visible("input[name=weights]"), "a text for tinkerers"
    anybody.page.click("text=Rules to write yourself")
    anybody.page.fill("input[name=weights]", "empty:40,card:60")
    anybody.page.locator("input[name=weights]").blur()
    anybody.wait_for(".more summary", "weights: empty:40,card:60")
    anybody.page.fill("input[name=weights]", "empty:40,card:6")
    anybody.page.click("text=Rules to write yourself")
    anybody.page.click(".more summary >> nth=0")
    anybody.page.fill("#called", "Anna")
    people.cut = True  # a refusal is an answer of 400
    anybody.page.click(".sheet-foot button")
    anybody.wait_for("input[name=weights]")  # unfolded twice
    anybody.wait("() => document.activeElement.name === 'weights'")


def test_a_big_screen_of_a_tablet_has_everybody_in_view(people: People) -> None:
    host = people.seat("circuit", ("mouse",), places=4, machines=["random"] * 3)[0]
    tablet = people.person(size=(820, 1180))
    tablet.page.goto(host.page.url.replace("/m/", "/tv/"))
    tablet.wait_for(".tv .player")
    tablet.wait_for(".tv .spot")
    assert tablet.page.evaluate(TALL) == 0


CUT_OFF = """() => [...document.querySelectorAll(".tv-places li, .tv-places bdi")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0
    || one.getBoundingClientRect().right > one.closest("li").getBoundingClientRect().right)
  .map((one) => one.textContent)"""


def test_long_names_are_whole_on_a_big_screen_that_waits(people: People) -> None:
    names = ("W" * LONGEST_NAME, "m" * LONGEST_NAME)
    host = people.gather("circuit", ("mouse", "mouse"), names, places=4)[0]
    screen = people.person()
    screen.page.goto(host.page.url.replace("/m/", "/tv/"))
    for width, height in ((1280, 800), (820, 1180), (390, 844)):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.wait_for(".tv-places bdi", names[1])
        assert screen.page.evaluate(CUT_OFF) == [], (width, height)


ON_ITS_SIDE = (844, 390)
# What somebody has to scroll for on a table, and who sits below the fold in a lobby.
BELOW = """() => {
  const box = document.querySelector(".match > .board");
  const high = Math.min(innerHeight, document.querySelector(".lobby-foot")?.offsetTop ?? Infinity);
  const low = (one) => one.getBoundingClientRect().bottom > high;
  return [box ? Math.max(0, box.scrollHeight - box.clientHeight - 1) : 0,
    ...[...document.querySelectorAll(".choices button, .place:not(.free)")].filter(low)
      .map((one) => one.textContent)];
}"""


def test_a_phone_on_its_side_has_the_hand_and_those_who_sit_there_in_view(people: People) -> None:
    host = people.gather("circuit", ("touch",), places=3, machines=["random"])[0]
    for size in (ON_ITS_SIDE, PHONE):
        host.page.set_viewport_size({"width": size[0], "height": size[1]})
        host.wait_for(".place", "machine")
        assert host.page.evaluate(BELOW) == [0], size
    people.begin([host])
    host.page.set_viewport_size({"width": ON_ITS_SIDE[0], "height": ON_ITS_SIDE[1]})
    host.wait_for(".hand .spot")
    host.wait_for(".choices button")
    host.wait(f"() => ({BELOW})().join() === '0'")


# Whether it is said whose turn it is, however long the name.
TURN = """() => {
  const line = document.querySelector(".tv-turn h2"), range = new Range();
  range.selectNodeContents(line.lastChild);
  const { right } = range.getBoundingClientRect();
  return line.textContent.endsWith(" turn") && right > 0
    && right <= line.parentElement.getBoundingClientRect().right + 1;
}"""


def test_a_big_screen_says_whose_turn_it_is_after_the_longest_name(people: People) -> None:
    names = ("W" * LONGEST_NAME, "M" * LONGEST_NAME)
    two = people.gather("oware", ("mouse", "mouse"), names)
    people.begin(two)
    screen = people.person()
    screen.page.goto(two[0].page.url.replace("/m/", "/tv/"))
    for width, height in ((1920, 1080), (1280, 800), (820, 1180), (390, 844)):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.wait_for(".tv-turn h2", "turn")
        screen.wait(TURN)


# What is written on two cards, of which one is proposed with the words that it has anyway.
TOLD_ONCE = """async () => {
  const { Board } = await import("/page/js/board.js"), root = document.getElementById("screen");
  const board = new Board(root, { glyphs: {} }), note = "bank 750";
  const spots = ["one", "two"].map((key) => ({ key, name: key, note }));
  board.draw({ title: "", areas: [{ key: "hand", title: "", shape: "list", secret: true, spots }] },
    { live: new Set(["one", "two"]), hints: new Map([["one", note], ["two", "and wins"]]) });
  return [...board.element.querySelectorAll(".spot")]
    .map((one) => [one.textContent, one.ariaLabel]);
}"""


def test_a_card_says_once_what_it_does(people: People) -> None:
    anybody = people.person()
    anybody.page.goto(f"{people.url}/learn")
    anybody.wait_for("main h1")
    assert anybody.page.evaluate(TOLD_ONCE) == [
        ["onebank 750", "one, bank 750"],
        ["twobank 750and wins", "two, bank 750, and wins"],
    ]


# What is said and what can be done, where three buttons have much to say: the share of the width
# that the sentence has, and the height of all.
LONG_BUTTONS = """async () => {
  const { Question } = await import("/page/js/question.js");
  const root = document.getElementById("screen"), main = document.createElement("main");
  main.className = "match";
  root.replaceChildren(main);
  const question = new Question(main, {}), label = "removes a permanent card from play ".repeat(2);
  const others = [0, 1, 2].map((n) => ({ label: `${label}${n}`, act: () => {} }));
  question.draw({ title: "", message: "Easy plays Overload on Easy: -2." }, null, others);
  const { width, height } = question.element.getBoundingClientRect();
  return [question.element.querySelector(".said").clientWidth / width, height];
}"""


def test_long_choices_leave_room_for_what_was_said(people: People) -> None:
    anybody = people.person(size=DESK)
    anybody.page.goto(f"{people.url}/learn")
    anybody.wait_for("main h1")
    share, high = anybody.page.evaluate(LONG_BUTTONS)
    assert share > 0.25
    assert high < DESK[1] / 2


# Two trays beside each other, one with more dice than fit a line: their tops and heights.
TRAYS = """async () => {
  const { Board } = await import("/page/js/board.js"), root = document.getElementById("screen");
  const board = new Board(root, { glyphs: {} });
  const tray = (key, dice) => ({ key, title: key, shape: "list", look: "tray",
    spots: [{ key, name: key, tokens: Array(dice).fill({ kind: "die", face: "1" }) }] });
  root.replaceChildren(board.element);
  board.draw({ title: "", areas: [tray("brain", 9), tray("shotgun", 2)] });
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
  return [...board.element.querySelectorAll(".tray")].map((one) => {
    const { top, height } = one.getBoundingClientRect();
    return [top, height];
  });
}"""


def test_trays_beside_each_other_are_equally_high(people: People) -> None:
    anybody = people.person(size=PHONE)
    anybody.page.goto(f"{people.url}/learn")
    anybody.wait_for("main h1")
    first, second = anybody.page.evaluate(TRAYS)
    assert first == second


CUT = """() => {
  const { right } = document.querySelector(".new-picture .picture").getBoundingClientRect();
  const sheet = document.querySelector(".sheet").getBoundingClientRect().top;
  return [...document.querySelectorAll(".new-picture .spot")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < 0 || box.right > right || box.bottom > sheet;
  }).length;
}"""


def test_the_picture_of_a_new_table_is_whole(people: People) -> None:
    anybody = people.person(size=PHONE)
    for game in ("preys", "circuit", "oware"):
        anybody.page.goto(f"{people.url}/new/{game}")
        anybody.wait_for(".new-picture .spot")
        anybody.wait("() => Number(document.querySelector('.stage').style.scale) > 0")
        assert anybody.page.evaluate(CUT) == 0, game
