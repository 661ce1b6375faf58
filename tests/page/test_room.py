"""What lies where, as pictures of every screen have shown it: what is written on something can be
read, what stands somewhere covers nothing, and the board has the room that nobody needs."""

from __future__ import annotations

from gamenight.core.registry import games
from tests.page.stage import DESK, PHONE, People, Person
from tests.page.test_after import give_up

ON_ITS_SIDE, TABLET, TELEVISION = (844, 390), (820, 1180), (1920, 1080)
SMALLEST, ENLARGED = (320, 640), (640, 400)  # a window of 1280 by 800 at 200 %


def shown(people: People, size: tuple[int, int]) -> Person:
    """Somebody with an empty page of this size, on which parts can be drawn."""
    anybody = people.person(size=size)
    anybody.page.goto(f"{people.url}/learn")
    anybody.wait_for("main h1")
    return anybody


INK = "() => getComputedStyle(document.querySelector('.tv .player .face')).color"
# What is empty above the foot of a big screen, and what of its board is not seen.
EMPTY = """() => { const box = (one) => document.querySelector(one).getBoundingClientRect();
  return box(".tv-foot").top - box(".tv .side").bottom; }"""
HIDDEN = """() => { const box = document.querySelector(".tv .board");
  return box.scrollHeight - box.clientHeight; }"""
# How far what is said of an ending is from the middle of its podium.
ASIDE = """() => {
  const middle = (one) => { const range = new Range();
    range.selectNodeContents(document.querySelector(one));
    const { left, right } = range.getBoundingClientRect(); return (left + right) / 2; };
  return Math.abs(middle(".tv-end .headline") - middle(".tv-end .podium"));
}"""


def test_a_big_screen_can_be_read_and_uses_its_room(people: People) -> None:
    host = people.seat("oware", ("mouse",), machines=["random"])[0]
    screen = people.person(size=TABLET)
    screen.page.emulate_media(color_scheme="light")
    screen.page.goto(host.page.url.replace("/m/", "/tv/"))
    screen.wait_for(".tv .spot")
    assert screen.page.evaluate(INK) == "rgb(16, 19, 26)", "grounds are dark in both themes"
    screen.wait(f"() => ({EMPTY})() < 32")
    give_up(host)
    screen.wait_for(".tv-end .podium")
    for width, height in (TABLET, DESK, TELEVISION):
        screen.page.set_viewport_size({"width": width, "height": height})
        assert screen.page.evaluate(ASIDE) < 60, (width, height)


def test_a_big_screen_of_a_phone_has_its_board_in_view(people: People) -> None:
    host = people.seat("preys", ("mouse",))[0]
    screen = people.person(size=PHONE)
    screen.page.goto(host.page.url.replace("/m/", "/tv/"))
    screen.wait_for(".tv .spot")
    screen.wait(f"() => ({HIDDEN})() <= 1")
    assert screen.page.evaluate(
        "() => document.querySelector('.tv .board').getBoundingClientRect().bottom <= innerHeight"
    )


# Two players, of whom the second has something at stake and is the one who looks: whether that is
# said, whether the name is whole, and how much higher the box is.
STAKE = """async () => {
  const { Players } = await import("/page/js/players.js"), root = document.getElementById("screen");
  root.innerHTML = "<main class='match'><div class='side'></div></main>";
  const players = new Players(root.querySelector(".side"), () => {});
  const row = (seat, more) => (
    { key: `p${seat}`, seat, name: "Abena", value: 2350, goal: 9999, ...more });
  players.draw([row(0), row(1, { stake: 750, current: true })], "",
    { live: new Set(), yours: new Set([1]), bots: new Set(), away: new Set() });
  const [one, two] = root.querySelectorAll(".player");
  const name = two.querySelector("bdi"), you = two.querySelector(".name em");
  return [you.checkVisibility() && you.getBoundingClientRect().width > 0,
    name.scrollWidth <= name.clientWidth, two.offsetHeight - one.offsetHeight];
}"""


def test_whoever_has_something_at_stake_still_sees_which_player_they_are(people: People) -> None:
    anybody = shown(people, PHONE)
    for width, height in (PHONE, TABLET, DESK):
        anybody.page.set_viewport_size({"width": width, "height": height})
        said, whole, higher = anybody.page.evaluate(STAKE)
        assert [said, whole] == [True, True], (width, height)
        assert higher <= 8


DOT = """() => {
  document.getElementById("screen").innerHTML = "<main class='match'><footer class='question'>"
    + "<div class='choices'><p class='tap'>Choose on the table.</p>"
    + "<button class='button main'>Pass</button></div></footer></main>";
  const { width, height } = getComputedStyle(document.querySelector(".tap"), "::before");
  return [width, height];
}"""


def test_the_dot_before_what_can_be_done_is_round(people: People) -> None:
    assert shown(people, PHONE).page.evaluate(DOT) == ["12px", "12px"]


# A board that has a whole table to itself.
LAID = """async () => {
  const { Board } = await import("/page/js/board.js"), root = document.getElementById("screen");
  root.innerHTML = "<header></header><i></i><div class='body'><main class='match'></main></div>";
  const board = new Board(root.querySelector(".match"), { glyphs: {} });
  root.querySelector(".match").append(board.element);
  const lay = async (areas, marks) => {
    board.draw({ title: "", areas }, marks);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));
  };
  const many = (count, made) => Array.from({ length: count }, (_, n) => made(n));
  const all = (found) => [...board.element.querySelectorAll(found)];
  const edges = (one) => one.getBoundingClientRect();"""
# A ring with a panel in its middle and three cards that say much: what of it all is not in view.
CARDS = f"""{LAID}
  const dice = [6, 6].map((face) => ({{ kind: "die", face: String(face) }}));
  const note = "removes a permanent card from play (not now: there is no permanent card in play)";
  await lay([
    {{ key: "ring", title: "", shape: "ring", look: "tile", rank: 0,
      spots: many(24, (n) => ({{ key: `t${{n}}`, label: String(n), name: "empty" }})) }},
    {{ key: "dice", title: "Last roll", shape: "list",
      spots: [{{ key: "two", name: "Anna: 12 = 6 + 6", tokens: dice }}] }},
    {{ key: "hand", title: "Hand", shape: "list", secret: true,
      spots: many(3, (n) => ({{ key: `c${{n}}`, name: "Cancellation", note }})) }},
  ]);
  const {{ left, right }} = edges(board.element), [middle] = all(".middle"), missed = [];
  for (const one of all(".ring > .spots > .spot, .hand .spot")) {{
    one.scrollIntoView({{ inline: "nearest", block: "nearest" }});
    const {{ left: from, right: to }} = edges(one);
    if (from < left - 1 || to > right + 1) missed.push(one.dataset.key);
  }}
  return [...missed, ...middle.scrollHeight > middle.clientHeight + 1 ? ["middle"] : []];
}}"""


def test_cards_make_no_board_wider_than_its_room(people: People) -> None:
    anybody = shown(people, ON_ITS_SIDE)
    for width, height in (ON_ITS_SIDE, PHONE, DESK, SMALLEST, ENLARGED):
        anybody.page.set_viewport_size({"width": width, "height": height})
        assert anybody.page.evaluate(CARDS) == [], (width, height)


# A lane whose first row has numbers and somebody in it: who stands on a number.
NUMBERS = f"""{LAID}
  const spots = many(52, (n) => ({{ key: `s${{n}}`, at: [Math.floor(n / 13), n % 13], name: "water",
    heading: n < 13 ? String(n + 1) : "", tokens: [{{ kind: "pawn", face: "2🐟", owner: 0 }}] }}));
  await lay([{{ key: "lane", title: "", shape: "grid", rank: 0, spots }}]);
  return all(".spot:has(.label)").filter((one) => {{
    const label = edges(one.querySelector(".label")), pawn = edges(one.querySelector(".piece"));
    return label.bottom > pawn.top + 3 && label.right > pawn.left && label.left < pawn.right;
  }}).length;
}}"""


def test_who_stands_in_a_lane_covers_no_number(people: People) -> None:
    anybody = shown(people, DESK)
    for width, height in (DESK, TELEVISION, ON_ITS_SIDE):
        anybody.page.set_viewport_size({"width": width, "height": height})
        assert anybody.page.evaluate(NUMBERS) == 0, (width, height)


def test_drawings_of_the_rules_are_whole_on_a_phone(people: People) -> None:
    reader = people.person(size=PHONE)
    for game in games():
        reader.page.goto(f"{people.url}/learn/{game}")
        reader.page.get_by_role("tab", name="Rules").click()
        reader.wait_for(".manual pre")
        cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length"
        assert reader.page.eval_on_selector_all(".manual pre", cut) == 0, game


FIRST = """() => document.querySelector(".way").getBoundingClientRect().bottom
  <= document.querySelector(".sheet-foot").getBoundingClientRect().top"""


def test_a_phone_on_its_side_shows_what_a_new_table_asks(people: People) -> None:
    anybody = people.person(size=ON_ITS_SIDE)
    anybody.page.goto(f"{people.url}/new/circuit")
    anybody.wait_for(".way")
    assert anybody.page.evaluate(FIRST)


# Two pits beside each other with words on both: how many are folded, and whether they are apart.
WORDS = f"""{LAID}
  const spots = many(16, (n) => ({{ key: `p${{n}}`, at: [Math.floor(n / 8), n % 8], name: "house",
    tokens: [{{ kind: "seed", count: 4 }}] }}));
  const hints = new Map([["p9", "captures 4"], ["p10", "captures 2"]]);
  await lay([{{ key: "pits", title: "", shape: "grid", look: "pit", rank: 0, spots }}],
    {{ live: new Set(hints.keys()), hints }});
  const boxes = all(".words").map(edges), [one, two] = boxes;
  return [boxes.length, boxes.filter(({{ height }}) => height > 20).length,
    one.right <= two.left + 1 || one.bottom <= two.top + 1];
}}"""


def test_words_on_pits_beside_each_other_are_apart(people: People) -> None:
    anybody = shown(people, ON_ITS_SIDE)
    for width, height in (ON_ITS_SIDE, DESK):
        anybody.page.set_viewport_size({"width": width, "height": height})
        assert anybody.page.evaluate(WORDS) == [2, 0, True], (width, height)


ROW = """async () => (await import("/page/js/layout.js")).row([{}, {}, {}], 1300, 560).size"""


def test_dice_are_as_large_as_their_room(people: People) -> None:
    assert shown(people, DESK).page.evaluate(ROW) > 320


def test_why_a_code_leads_nowhere_is_a_sentence(people: People) -> None:
    people.cut = True  # a wrong code is an answer of 404
    anybody = people.person()
    anybody.page.goto(f"{people.url}/c/NOWHERE")
    anybody.wait_for("main .dim", "is not a whole code.")


# Whether a text is in the window to its end, and nothing lies over it.
WHOLE = """(selector) => {
  const one = document.querySelector(selector), box = one.getBoundingClientRect();
  return [box.top + 2, box.bottom - 2].every((y) =>
    one.contains(document.elementFromPoint(box.x + 2, y)));
}"""


def test_why_a_code_is_wrong_is_read_whole_on_a_phone(people: People) -> None:
    people.cut = True  # a wrong code is an answer of 404
    anybody = people.person("touch")
    for width, height in (PHONE, (320, 568), (844, 390)):
        anybody.page.set_viewport_size({"width": width, "height": height})
        anybody.page.goto(people.url)
        anybody.wait_for(".games a")
        anybody.wait_for(".own .empty")
        for code in ("NOWHERE", "ABC-234"):
            anybody.page.fill("#code", code)
            anybody.page.press("#code", "Enter")
            anybody.wait_for("#code-error", "code")
            anybody.page.wait_for_timeout(200)
            assert anybody.page.evaluate(WHOLE, "#code-error"), (width, height)


def test_a_phone_sees_what_is_played_before_somebody_sits_down(people: People) -> None:
    (host,) = people.gather("oware", ("mouse",))
    guest = people.person("touch")
    guest.page.goto(host.page.url)
    guest.wait_for("form.sit")
    assert guest.page.is_visible(".invite-picture")


HEADING = """() => { const one = document.querySelector("main h1");
  return [one.getBoundingClientRect().top, getComputedStyle(one).fontSize]; }"""


def test_headings_of_all_rooms_stand_at_one_height(people: People) -> None:
    people.cut = True  # a page that is not there is an answer of 404
    anybody = people.person()
    for width, height in (PHONE, TABLET, DESK, TELEVISION):
        anybody.page.set_viewport_size({"width": width, "height": height})
        found = set()
        for path in ("tables", "learn", "replay", "no/such/page"):
            anybody.page.goto(f"{people.url}/{path}")
            anybody.wait_for("main h1")
            found.add(tuple(anybody.page.evaluate(HEADING)))
        assert len(found) == 1, (width, height)


SEAT = """() => getComputedStyle(document.querySelector(".board .mine[data-seat]"))
  .getPropertyValue("--seat").trim()"""


def test_a_board_is_dark_in_both_themes_and_so_everybody_is_bright_on_it(people: People) -> None:
    (host,) = people.seat("oware", ("mouse",), machines=["random"])
    host.wait_for(".board .mine[data-seat]")
    host.page.emulate_media(color_scheme="dark")
    bright = host.page.evaluate(SEAT)
    host.page.emulate_media(color_scheme="light")
    assert host.page.evaluate(SEAT) == bright


# What is asked of somebody who may act out of turn, before and after they have let it be.
ASKED = """async () => {
  const { asked } = await import("/page/js/asking.js");
  const rows = ["Ann", "Ben"].map((name, seat) => ({ seat, name, key: name, value: 0 }));
  const scene = { title: "", scores: rows, ask: "Ben, you may play a card before Ann goes on." };
  const now = { sent: null, connected: true, bye: "", said: "", here: new Set([1]) };
  const ask = (chooses, passed, seat) =>
    asked(scene, { ...now, chooses, passed, turn: { kind: "offered", seat } }).ask;
  return [ask(true, false, 0), ask(false, true, 0), ask(false, true, undefined)];
}"""


def test_whoever_has_passed_is_asked_nothing_any_more(people: People) -> None:
    assert shown(people, PHONE).page.evaluate(ASKED) == [
        "Ben, you may play a card before Ann goes on.",
        "You passed. Waiting for Ann …",
        "You passed.",
    ]
