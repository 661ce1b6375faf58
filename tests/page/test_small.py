"""Small windows: 320 pixels wide, and 1280 by 800 at 200 %: nothing covers anything, what belongs
together is in one line, and names of games are whole."""

from __future__ import annotations

from tests.page.stage import People, Person
from tests.page.test_after import finished

SMALLEST, ENLARGED = (320, 640), (640, 400)
WHOLE = """() => [...document.querySelectorAll(".bar h1")]
  .every((one) => one.scrollWidth <= one.clientWidth)"""
IN_LINE = """(found) => new Set([...document.querySelectorAll(found)]
  .filter((one) => one.checkVisibility()).map((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return Math.round((top + bottom) / 2);
  })).size"""


def resized(person: Person, size: tuple[int, int]) -> None:
    person.page.set_viewport_size({"width": size[0], "height": size[1]})


# A long question with two buttons: how far it reaches over them.
OVER = """async () => {
  const { Question } = await import("/page/js/question.js");
  const root = document.getElementById("screen");
  root.innerHTML = "<header></header><i></i><div class='body'><main class='match'></main></div>";
  const question = new Question(root.querySelector(".match"), {});
  const others = ["Steal", "Decline"].map((label) => ({ label, act: () => {} }));
  question.draw({ title: "", message: "Bert offers the pot of 250 to Anna. ".repeat(8),
    ask: "Anna, steal the pot of 250 with 2 dice left to roll, or decline? ".repeat(3) },
    null, others);
  const edges = (found) => root.querySelector(found).getBoundingClientRect();
  return edges(".said").bottom - edges(".choices").top;
}"""


def test_a_long_question_covers_none_of_its_buttons(people: People) -> None:
    anybody = people.person(size=ENLARGED)
    anybody.page.goto(f"{people.url}/learn")
    anybody.wait_for("main h1")
    assert anybody.page.evaluate(OVER) <= 0


def test_what_is_played_is_said_whole_beside_what_can_be_done(people: People) -> None:
    (host,) = people.seat("preys", ("touch",), places=1, options={"escort": "choose"})
    host.wait_for(".match .spot")
    resized(host, SMALLEST)
    host.wait(WHOLE)


def test_buttons_after_a_match_share_a_line(people: People) -> None:
    (host, _), id = finished(people)
    host.wait_for(".ending-foot .button")
    resized(host, SMALLEST)
    assert host.page.evaluate(IN_LINE, ".ending-foot .button") == 1
    host.page.goto(f"{people.url}/r/{id}")
    host.wait_for(".controls .play")
    for size in (SMALLEST, ENLARGED):
        resized(host, size)
        host.wait(WHOLE)
        assert host.page.evaluate(IN_LINE, ".controls .icon-button, .controls .play") == 1


# Three of whom one has much at stake: what is written outside of whom it belongs to.
STAKES = """async () => {
  const { Players } = await import("/page/js/players.js");
  const root = document.getElementById("screen");
  root.innerHTML = "<div class='body'></div>";
  const players = new Players(root.querySelector(".body"), () => {}), none = new Set();
  const row = (name, seat) => ({ key: name, name, seat, value: 12350, stake: 1050, goal: 20000 });
  players.draw(["Anna", "Bert", "Cara"].map(row), "points",
    { live: none, yours: new Set([0]), bots: none, away: none });
  return [...root.querySelectorAll(".player *")].filter((one) => one.checkVisibility()
    && one.getBoundingClientRect().right > one.closest(".player").getBoundingClientRect().right)
    .map((one) => one.textContent);
}"""


def test_what_is_at_stake_is_beside_whom_it_belongs_to(people: People) -> None:
    anybody = people.person("touch")
    anybody.page.goto(f"{people.url}/learn")
    anybody.wait_for("main h1")
    assert anybody.page.evaluate(STAKES) == []


def test_whoever_sits_down_is_called_so_in_the_bar_too(people: People) -> None:
    _, guest = people.gather("oware", ("mouse", "touch"))
    guest.wait_for(".top .me", "Bert")


def test_yes_and_no_stand_beside_each_other(people: People) -> None:
    """However much of the line the proposal takes."""
    host, guest = people.seat("oware", ("touch", "touch"))
    host.page.get_by_role("button", name="Menu").click()
    host.page.click(".menu button:text-is('Propose to end it here')")
    guest.wait_for(".offer button")
    for width in range(320, 480, 8):
        resized(guest, (width, 640))
        assert guest.page.evaluate(IN_LINE, ".offer button") == 1, width
