"""The clocks of the page show and say what those of the terminal do."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from gamenight.core.clock import face, read_control, write_control
from tests.page.stage import People
from tests.page.test_table import whose

SCRIPT = Path(__file__).parent / "clocks.mjs"
FACES = [0, 1, 999, 1_000, 9_001, 59_999, 60_000, 3_599_001, 3_600_000, 86_399_999, 90_000_000]
COLOUR = """() => {
  const clock = document.querySelector(".tv .player.current .clock");
  clock.dataset.state = "short";
  return getComputedStyle(clock).color;
}"""
CUT = """() => [...document.querySelectorAll('.player .name bdi')]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"""
ON_DARK = "rgb(255, 123, 123)"  # 4.9 times as light as the ground of whoever's turn it is
CLOCKS = ["30s", "1m30s", "5m+10s", "1m+0s", "1d12h", "3d", "2h+1m"]


def test_the_page_shows_what_the_terminal_shows(node: str, modules: Path) -> None:
    done = subprocess.run(
        [node, SCRIPT, modules / "clocks.js", modules / "clockface.js"],
        input=json.dumps({"faces": FACES, "words": CLOCKS}).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    found = json.loads(done.stdout)
    assert found["faces"] == [face(left) for left in FACES]
    controls = [read_control(clock) for clock in CLOCKS]
    assert found["words"] == [control.told() for control in controls if control is not None]
    assert found["usual"] == [write_control(read_control(clock)) for clock in found["usual"]]


def test_the_page_counts_down_and_says_who_ran_out_of_time(people: People) -> None:
    """On a big screen too; the last seconds stand out, and are told to whoever listens."""
    two = people.seat("oware", ("mouse", "mouse"), clock="11s")
    asked, other = whose(two)
    for person in two:
        person.wait_for(".player.current .clock[data-state=runs]", "0:1")
    table = asked.page.url.rpartition("/m/")[2].partition("#")[0]
    watching = people.person()
    watching.page.goto(f"{people.url}/tv/{table}")
    watching.wait_for(".tv .player.current .clock", "0:")
    asked.wait_for(".player.current .clock[data-state=short]")
    asked.wait("() => heard.includes('Ten seconds left.')")
    assert not other.page.evaluate("() => heard.includes('Ten seconds left.')")
    for person in two:
        person.wait_for(".ending", "ran out of time")


def test_a_new_table_and_its_lobby_agree_on_a_clock(people: People) -> None:
    host = people.person()
    page = host.page
    page.goto(f"{people.url}/new/oware")
    host.wait_for("#called")
    page.fill("#called", "Anna")
    page.click("details summary")
    page.select_option("#clock", "5m+10s")
    page.click(".sheet-foot .button.main")
    host.wait_for(".table-rules .chip", "5 minutes for all moves, 10 seconds more after each")
    page.click(".table-rules button")
    host.wait_for("dialog #clock")
    page.select_option("dialog #clock", "3d")
    page.click("dialog .button.main")
    host.wait_for(".table-rules .chip", "3 days a move")


def test_the_last_seconds_stand_out_on_a_big_screen_in_both_themes(people: People) -> None:
    asked, _ = people.seat("oware", ("mouse", "mouse"), clock="3d")
    table = asked.page.url.rpartition("/m/")[2].partition("#")[0]
    watching = people.person()
    for theme in ("light", "dark"):
        watching.page.emulate_media(color_scheme=theme)
        watching.page.goto(f"{people.url}/tv/{table}")
        watching.wait_for(".tv .player.current .clock", "3 d")
        assert watching.page.evaluate(COLOUR) == ON_DARK


def test_names_are_whole_beside_a_clock_of_days_on_a_phone(people: People) -> None:
    for person in people.seat("oware", ("touch", "touch"), clock="3d"):
        person.wait_for(".player .clock", "3 d 0 h")
        assert person.page.evaluate(CUT) == []
