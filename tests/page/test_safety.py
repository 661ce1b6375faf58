"""Names are texts wherever they are shown, nothing comes from elsewhere, and a game of somebody
else's is played like ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gamenight.online.pages import FOLDER
from tests.core.test_registry import install
from tests.faults.guests import forget
from tests.online.servers import ask, serve
from tests.page.stage import People, Person, until
from tests.page.windows import Windows
from tests.toys.heist import HEIST

NAMES = (
    "<img src=x onerror=a()>",
    "</script><img src=x>&lt;",
    "👍🏽🇨🇭 Zoë",
    "שלום (עולם) 123",
)
# Names that are shown nowhere alone, where they cannot turn what stands beside them.
UNSHOWN = """(names) => {
  const all = [...document.querySelectorAll("bdi")].filter((one) => one.checkVisibility());
  const bare = [...document.querySelectorAll("main *:not(bdi)")].map((one) => one.firstChild)
    .filter((one) => one?.nodeType === Node.TEXT_NODE).map((one) => one.textContent);
  const alone = (name) => all.some((one) => one.textContent === name) && !bare.includes(name);
  return names.filter((name) => !alone(name));
}"""
HURT = "() => document.querySelector('img[src=x], body script') !== null"


def check(person: Person, *names: str) -> None:
    """All these names can be seen, each in an element of its own, as texts."""
    person.wait(f"(names) => ({UNSHOWN})(names).length === 0", list(names))
    assert not person.page.evaluate(HURT)
    for name in names:
        assert name in person.page.inner_text("body")


@pytest.mark.parametrize("names", [NAMES[:2], NAMES[2:]], ids=("markup", "scripts"))
def test_names_are_texts_on_every_screen(people: People, names: tuple[str, str]) -> None:
    both = people.gather("oware", ("mouse", "touch"), names)
    host, guest = both
    check(host, *names)
    check(guest, *names)
    people.begin(both)
    check(host, *names)
    check(guest, *names)
    guest.page.click(".tool-menu")
    guest.page.click(".menu button:text-is('Give up')")
    guest.page.click("dialog .danger")
    for person in both:
        person.wait_for(".ending")
        check(person, *names)
    guest.page.goto(people.url)
    check(guest, *names)


# Whether in every sentence with this name what follows it stands to its right, as the rest of it.
IN_LINE = """(name) => {
  const found = [...document.querySelectorAll(".log li, .message, .area.list strong")]
    .filter((one) => one.checkVisibility() && one.textContent.startsWith(name))
    .filter((one) => one.textContent.length > name.length);
  const box = (one, at) => {
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), range = new Range();
    let node = walk.nextNode();
    for (; at >= node.length; node = walk.nextNode()) at -= node.length;
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  return [found.length, found.filter((one) => [...one.textContent].some((sign, at) =>
    at >= name.length && /[^ ]/.test(sign) && box(one, at).top < box(one, 0).bottom
    && box(one, at).left < box(one, 0).left)).map((one) => one.textContent)];
}"""


def test_a_name_from_right_to_left_turns_nothing_beside_it(people: People) -> None:
    """Digits after such letters would go to their left: `6 + 6 = 12 :NAME`."""
    name = "שלום עולם"
    (host,) = people.seat("circuit", ("mouse",), name=name, places=2, machines=["random"])
    for _ in until(lambda: f"{name}: " in host.page.inner_text(".board"), host):
        host.act()
        host.page.wait_for_timeout(20)
    found, turned = host.page.evaluate(IN_LINE, name)
    assert found > 1
    assert turned == []


@pytest.mark.parametrize("path", ["/", "/m/x", "/tables", "/page/js/app.js", "/page/css/base.css"])
def test_the_policy_allows_nothing_unsafe(url: str, path: str) -> None:
    status, _, headers = ask(url + path)
    named = {name.lower(): value for name, value in headers.items()}
    policy = named["content-security-policy"]
    assert status == 200
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert named["x-content-type-options"] == "nosniff"


def test_the_browser_keeps_to_the_policy(people: People) -> None:
    """What a stranger might bring into the page is neither run nor fetched."""
    person = people.person()
    person.page.goto(people.url)
    person.wait_for(".games .game")
    people.cut = True
    person.page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.hurt = true";
          document.body.append(script);
          document.body.append(Object.assign(new Image(), { src: "http://192.0.2.1/x.png" }));
        }"""
    )
    person.wait("() => document.images.length > 0")
    assert person.page.evaluate("() => window.hurt") is None
    told, people.faults = people.faults, []
    assert all("Content Security Policy" in fault or "192.0.2.1" in fault for fault in told)
    assert any("Content Security Policy" in fault for fault in told)


def test_whatever_a_screen_asks_for_is_on_the_server(people: People) -> None:
    person = people.person()
    for path in ("/", "/tables", "/learn", "/new/oware"):
        person.page.goto(people.url + path)
        person.wait_for("main h1")
    own = {path.name for path in FOLDER.rglob("*.js")}
    asked = [url.rpartition("/")[2] for url in people.asked if url.endswith(".js")]
    assert set(asked) <= own
    assert "app.js" in asked


@pytest.fixture
def with_heist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server where somebody has installed a game."""
    install(tmp_path / "packages", HEIST.id, "tests.toys.heist:HEIST")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    forget()
    hosting = serve(tmp_path)
    yield hosting.url
    hosting.stop()
    monkeypatch.undo()
    forget()


def test_a_game_of_somebody_else(windows: Windows, with_heist: str) -> None:
    people = People(windows, with_heist)
    options = {"goal": 15, "rounds": 3}
    two = people.seat(
        "heist", ("keyboard", "touch"), options=options, places=3, machines=["careful"]
    )
    people.play(two)
    assert any(person.deeds for person in two)
    people.close()
    assert not people.faults
