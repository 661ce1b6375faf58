"""After a match: the ending on every screen, playing again, the replay, and the big screen beside
it all."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from pathlib import Path

from tests.online.servers import open_table
from tests.page.stage import NETWORK, People, Person

GAME = "oware"
COUNT = "() => document.querySelector('.count-of')?.textContent ?? ''"
ASKED = """() => [document.querySelector(".question .ask").textContent,
  document.querySelectorAll(".match .live").length]"""
LOG = "() => [...document.querySelectorAll('.log li')].map((one) => one.textContent)"
TOKENS = "() => JSON.parse(localStorage.getItem('gamenight.tables'))[0].tokens.join(',')"
GAP = """() => document.querySelector(".podium-all").getBoundingClientRect().top
  - document.querySelector(".won").getBoundingClientRect().bottom"""
CUT = "(one) => one.scrollWidth - one.clientWidth"
RIGHT_TO_LEFT = "محمد العربي الطويل جدا"
TO_MOVE = "() => document.querySelectorAll('.player.current, .player[aria-current]').length"
IMPATIENT = "(count) => document.querySelector('.count-of')?.textContent === count"


def play_on(people: list[Person], deeds: int) -> None:
    """A few moves, by whoever can."""
    done = 0
    for person in cycle(people):
        done += person.act()
        if done == deeds:
            break
        person.page.wait_for_timeout(10)


def give_up(person: Person) -> None:
    person.page.get_by_role("button", name="Menu").click()
    person.page.click(".menu button:text-is('Give up')")
    person.page.click(".menu button.danger")


def finished(people: People) -> tuple[list[Person], str]:
    """Two people, the first of whom gave up after a few moves; and the table's id."""
    both = people.seat(GAME, ("mouse", "touch"))
    play_on(both, 4)
    give_up(both[0])
    for person in both:
        person.wait_for(".ending .headline", "Bert wins")
        assert person.page.evaluate(LOG)[-1] == "Anna resigned."
    return both, both[0].page.url.rsplit("/", 1)[1]


def test_the_ending_says_who_won_and_the_board_can_be_seen_again(people: People) -> None:
    (host, guest), _ = finished(people)
    for person in (host, guest):
        person.wait_for(".podium li", "gave up")
        assert person.page.evaluate("() => document.activeElement.className") == "headline"
        assert person.page.evaluate(ASKED) == ["", 0], "over is over"
        assert person.page.evaluate(TO_MOVE) == 0, "also where somebody gave up"
        assert person.page.get_attribute(".tool-hint", "aria-description") == "The match is over."
    host.page.click(".ending-foot .board-link")
    host.wait_for(".ending-strip")
    assert not host.page.is_visible(".podium")
    host.page.click(".ending-strip")
    host.wait_for(".podium")


# Whether the first sign of a name is within what is shown of it.
BEGINS = """(place) => {
  const name = document.querySelector(`${place} bdi`), range = document.createRange();
  range.setStart(name.firstChild, 0), range.setEnd(name.firstChild, 1);
  const sign = range.getBoundingClientRect(), box = document.querySelector(place);
  const { left, right } = box.getBoundingClientRect();
  return left - 1 <= sign.left && sign.right <= right + 1;
}"""


def test_a_name_is_cut_at_its_end_also_from_right_to_left(people: People) -> None:
    host, guest = people.seat(GAME, ("mouse", "touch"), names=(RIGHT_TO_LEFT, f"{RIGHT_TO_LEFT}!"))
    guest.page.set_viewport_size({"width": 1280, "height": 800})
    for person in (host, guest):
        person.wait_for(".whose bdi")
        assert person.page.evaluate(BEGINS, ".whose > span")
    guest.page.set_viewport_size({"width": 390, "height": 844})
    give_up(host)
    for person in (host, guest):
        person.wait_for(".podium li", RIGHT_TO_LEFT)
        assert person.page.evaluate(BEGINS, ".podium .first b")


def test_nobody_stands_on_a_podium_that_nobody_has_won(people: People) -> None:
    """Just who has what, close to why it is over; on the big screen too."""
    host, guest = people.seat("zombie", ("touch", "mouse"))
    television = people.person(size=(1920, 1080))
    television.page.goto(host.page.url.replace("/m/", "/tv/"))
    television.wait_for(".tv-turn h2")
    host.page.get_by_role("button", name="Menu").click()
    host.page.click(".menu button:text-is('Propose to end it here')")
    guest.page.click(".offer button:text-is('Yes')")
    for person in (host, guest, television):
        person.wait_for(".headline", "Nobody wins")
        person.wait_for(".followers li", "Anna")
        assert not person.page.query_selector(".podium, .step")
        assert 0 <= person.page.evaluate(GAP) < 64


def test_playing_again_is_proposed_and_agreed_to(people: People) -> None:
    (host, guest), _ = finished(people)
    link = people.url + str(host.page.get_attribute(".review-link", "href"))
    host.page.click(".again .main")
    host.wait_for(".again", "Waiting for Bert")
    guest.wait_for(".again", "Anna wants to play again")
    assert guest.page.eval_on_selector(".again .main", CUT) <= 0, "its words are whole on a phone"
    guest.page.click(".again .main")
    for person in (host, guest):
        person.wait("() => !document.querySelector('.ending')")
    anybody = people.person()
    anybody.page.goto(link)
    anybody.wait(IMPATIENT, "0 / 4")  # the round before, though the next one runs


def test_whoever_reviews_a_match_hears_of_the_table(people: People) -> None:
    """What others propose, and that another round is being played; and there is a way back."""
    (host, guest), id = finished(people)
    reviewing = people.person("touch")  # another window of the guest's
    reviewing.page.goto(f"{people.url}/m/{id}#{guest.page.evaluate(TOKENS)}")
    reviewing.wait_for(".ending .headline")
    reviewing.page.click(".review-link")
    reviewing.wait_for(".replay .bar a[aria-label='Back to the table']")
    host.page.click(".again .main")
    reviewing.wait_for(".replay .offer", "Anna would like to play again.")
    guest.page.click(".again .main")
    reviewing.wait_for(".replay .offer", "Another round is being played.")
    reviewing.page.click(".replay .offer a")
    reviewing.wait_for("main.match")
    assert not reviewing.page.query_selector(".ending")
    reviewing.page.go_back()
    reviewing.wait_for(".replay .offer", "Another round is being played.")


def test_the_replay_goes_by_keys_and_by_a_file(
    people: People, tmp_path: Path, compile_lab: Callable[[str], None]
) -> None:
    compile_lab(GAME)
    _, id = finished(people)
    anybody = people.person()
    anybody.page.goto(f"{people.url}/r/{id}")
    anybody.wait(IMPATIENT, "0 / 4")
    for key, count in (("ArrowRight", "1 / 4"), ("End", "4 / 4"), ("ArrowLeft", "3 / 4")):
        anybody.page.keyboard.press(key)
        assert anybody.page.evaluate(COUNT) == count
    assert anybody.page.url.endswith(f"/r/{id}#3")
    anybody.page.keyboard.press(" ")
    anybody.wait(IMPATIENT, "4 / 4")
    record = tmp_path / "match.json"
    record.write_text(anybody.page.request.get(f"{people.url}/api/tables/{id}/record").text())
    anybody.page.goto(f"{people.url}/replay")
    anybody.wait_for(".drop")
    anybody.page.set_input_files("#record", record)
    anybody.wait(IMPATIENT, "0 / 4")
    anybody.wait("() => document.activeElement.tagName === 'H1'")  # the field is gone
    anybody.wait_for(".replay .verdict", "gave up")  # a file is reviewed like a table


def test_the_big_screen_follows_from_the_lobby_to_the_end(people: People) -> None:
    table = open_table(people.url, game=GAME, name="Anna")
    television, host, guest = people.person(size=(1920, 1080)), people.person(), people.person()
    television.page.goto(f"{people.url}/tv/{table['id']}")
    television.wait_for(".tv-lobby", "One seat is free")
    television.wait_for(".tv-free", "Only this machine can join.")
    assert not television.page.is_visible(".tv .qr"), "it would lead a phone to itself"
    television.page.route("**/api/tables/*/link", lambda route: route.fulfill(json=NETWORK))
    television.page.reload()
    television.wait("() => document.querySelector('.tv .qr')?.naturalWidth > 0")
    assert "Only this machine" not in television.seen()
    host.page.goto(f"{people.url}/m/{table['id']}#{table['token']},{table['host']}")
    guest.page.goto(f"{people.url}/c/{table['code']}")
    guest.wait_for("form.sit input")
    guest.page.fill("form.sit input", "Bert")
    guest.page.click("form.sit button")
    television.wait_for(".tv-places", "Bert")
    people.begin([host, guest])
    television.wait_for(".tv-turn", "turn")
    play_on([host, guest], 2)
    assert not television.page.evaluate("() => document.querySelectorAll('.tv .live').length")
    give_up(host)
    television.wait_for(".tv-end .headline", "Bert wins")
    assert television.page.text_content(".tv-turn") == "", "it is nobody's turn"


# Where in a chart, from 0 to 1, the first move and the one in the middle of all moves begin.
CHARTED = """async () => {
  const { Chart } = await import("/page/js/chart.js"), gone = [];
  const chart = new Chart(document.querySelector("main"), { go: (moment) => gone.push(moment) });
  const moves = [...Array(40).fill(0), ...Array(41).keys()], values = moves.map((move) => [move]);
  chart.show({ title: "Points", who: [{ seat: 0, name: "Ama" }], values, moves });
  const d = chart.element.querySelector("path").getAttribute("d");
  const xs = [...d.matchAll(/[ML]([\\d.]+) /g)].map(([, x]) => Number(x));
  const box = chart.element.getBoundingClientRect();
  const clientX = box.x + xs[60];
  chart.element.dispatchEvent(new MouseEvent("click", { clientX, clientY: box.y + 60 }));
  return [...[40, 60].map((at) => (xs[at] - xs[0]) / (xs[80] - xs[0])), ...gone];
}"""


NAMED_IN_CHART = """async (name) => {
  const { Chart } = await import("/page/js/chart.js");
  const chart = new Chart(document.querySelector("main"), { go: () => {} });
  chart.show({ title: "Points", who: [0, 1].map((seat) => ({ seat, name })), values: [[0, 1],
    [2, 3]], moves: [0, 1] });
  return chart.element.textContent;
}"""


def test_a_chart_cuts_no_sign_of_a_name(people: People) -> None:
    person = people.person(size=(320, 640))
    person.page.goto(f"{people.url}/replay")
    person.wait_for("main h1")
    flag = "🇨🇭"
    shown = person.page.evaluate(NAMED_IN_CHART, flag * 12)
    assert "…" in shown
    assert {sign for sign in shown.replace(flag, "") if sign in flag} == set()


def test_a_chart_is_of_the_moves_whatever_was_laid_out_before(people: People) -> None:
    person = people.person()
    person.page.goto(f"{people.url}/replay")
    person.wait_for("main h1")
    first, middle, clicked = person.page.evaluate(CHARTED)
    assert 0 < first < 0.05
    assert 0.45 < middle < 0.55
    assert clicked == 60


# Who won, and what stands for everybody, of people, machines and sides that only dice move.
WON = """async (winner) => {
  const { headline, podium, standings } = await import("/page/js/podium.js");
  const people = [{ seat: 0, name: "Ama", bot: "" }, { seat: 1, name: "Bo", bot: "easy" },
    { seat: 2, name: "Fishermen", bot: "", side: true }];
  const all = standings({ scores: [1, 1, 1], winners: [winner], resigned: null }, people);
  const line = document.createElement("p");
  line.append(...headline(all));
  const faces = [...podium(all, "").querySelectorAll(".avatar")].map((one) => one.textContent);
  return [line.textContent, faces.sort()];
}"""


def test_a_side_of_several_is_not_said_to_win_like_a_person(people: People) -> None:
    """And what stands for it is not the first letter of a name."""
    anybody = people.person()
    anybody.page.goto(f"{people.url}/replay")
    anybody.wait_for("main h1")
    told = [anybody.page.evaluate(WON, winner) for winner in range(3)]
    assert [line for line, _ in told] == ["Ama wins", "Bo wins", "Fishermen won"]
    assert all(faces == ["A", "🎲", "🤖"] for _, faces in told)


def test_a_side_has_the_same_sign_from_the_table_to_the_replay(
    people: People, compile_lab: Callable[[str], None]
) -> None:
    compile_lab("preys")
    (host,) = people.seat("preys", ("mouse",), places=1, options={"escort": "choose"})
    host.wait_for(".player .face", "🎲")
    assert "a machine" not in str(host.page.get_attribute(".player >> nth=1", "aria-label"))
    people.play([host])
    host.wait_for(".podium-all .avatar", "🎲")
    host.wait_for(".accounts .avatar", "🎲")
    assert "🤖" not in host.seen()
