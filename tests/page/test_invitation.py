"""The page's lobby says one code, the one that the terminal says, and how to use it there."""

from __future__ import annotations

from tests.page.stage import PHONE, People

CODE = "() => document.querySelector('.code-letters').textContent"


def test_one_code_which_the_host_can_renew(people: People) -> None:
    host = people.gather("oware", ("mouse",))[0]
    host.wait_for(".code-box", "Only this machine can join.")
    code = host.page.evaluate(CODE)
    host.wait_for(".code-where", f"in a terminal: gamenight join {code}")
    assert "--server" not in host.seen(), "the address is in the code"
    host.page.click("text=New code")
    new = host.wait(f"() => ({CODE})() !== '{code}' && ({CODE})()")
    host.wait_for(".code-where", f"gamenight join {new}")
    host.wait(f"() => document.querySelector('.invitation .qr').src.endsWith('{new}')")
    assert not host.page.is_visible(".invitation .qr"), "it would lead a phone to itself"
    guest = people.person(size=PHONE)
    people.cut = True  # that there is no such table is an answer of 404
    guest.page.goto(f"{people.url}/c/{code}")
    guest.wait_for("main", "code")
    assert not guest.page.is_visible("form.sit")
    guest.page.goto(f"{people.url}/c/{new}")
    guest.wait_for("form.sit")
    guest.page.fill("form.sit input", "Bert")
    guest.page.click("form.sit button")
    guest.wait_for(".lobby-hint", "You sit.")
    assert not guest.page.is_visible("text=New code"), "that is the host's"
    assert "Only this machine" not in guest.seen()
    host.wait_for(".seats", "Bert")


def test_who_comes_without_a_code_is_asked_for_it(people: People) -> None:
    """Nobody is promised a seat and then refused for a code that they have not typed."""
    host = people.gather("oware", ("mouse",))[0]
    code = host.page.evaluate(CODE)
    guest = people.person(size=PHONE)
    guest.page.goto(host.page.url)
    guest.wait_for(".lobby-hint", "needs this table’s code")
    guest.page.fill("#sit-name", "Bert")
    guest.page.click("form.sit button")
    assert guest.page.evaluate("() => document.activeElement.id") == "sit-code"
    guest.page.fill("#sit-code", "NOCODE")
    guest.page.click("form.sit button")
    guest.wait_for(".lobby-hint .error", "code")
    guest.page.fill("#sit-code", code.lower())
    guest.page.click("form.sit button")
    guest.wait_for(".lobby-hint", "You sit.")


def test_a_code_that_is_too_old_is_asked_for_again(people: People) -> None:
    host = people.gather("oware", ("mouse",))[0]
    guest = people.person()
    code = host.page.evaluate(CODE)
    guest.page.goto(f"{people.url}/c/{code}")
    guest.wait_for(".lobby-hint", "A seat is free for you.")
    assert not guest.page.is_visible("#sit-code")
    host.page.click("text=New code")
    new = host.wait(f"() => ({CODE})() !== '{code}' && ({CODE})()")
    guest.page.fill("#sit-name", "Bert")
    guest.page.click("form.sit button")
    guest.wait_for(".lobby-hint .error", "not good for this table")
    guest.page.fill("#sit-code", new)
    guest.page.click("form.sit button")
    guest.wait_for(".lobby-hint", "You sit.")


def test_an_open_table_asks_nobody_for_a_code(people: People) -> None:
    host = people.gather("oware", ("mouse",), public=True)[0]
    guest = people.person()
    guest.page.goto(host.page.url)
    guest.wait_for(".lobby-hint", "A seat is free for you.")
    assert not guest.page.is_visible("#sit-code")
    guest.page.fill("#sit-name", "Bert")
    guest.page.click("form.sit button")
    guest.wait_for(".lobby-hint", "You sit.")


# How many lines the text of a node takes.
LINES = """(node) => { const range = document.createRange(); range.selectNodeContents(node);
  return new Set([...range.getClientRects()].map(({ y }) => Math.round(y))).size; }"""
PATH = f"() => ({LINES})(document.querySelector('.tv-typed').lastChild)"


def test_an_address_on_a_big_screen_is_broken_before_its_path_only(people: People) -> None:
    """Who sits on the sofa types it: a letter alone on a line would be lost."""
    host = people.gather("oware", ("mouse",), machines=["random"])[0]
    link = {"link": "http://192.168.201.20:8650/m/G5sSbyUmCqLX", "code": ""}
    host.page.route("**/api/tables/*/link", lambda route: route.fulfill(json=link))
    host.page.goto(host.page.url.replace("/m/", "/tv/"))
    host.wait_for(".tv-typed", "/m/G5sSbyUmCqLX")
    for width, height in ((1920, 1080), (1280, 800), (820, 1180), (390, 844), (320, 640)):
        host.page.set_viewport_size({"width": width, "height": height})
        assert host.page.evaluate(PATH) == 1, (width, height)
