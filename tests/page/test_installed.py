"""Installed: a phone can keep the page like an app; without a connection it says so, and comes back
by itself."""

from __future__ import annotations

import json
from struct import unpack

from tests.page.stage import People

READY = "() => navigator.serviceWorker.controller !== null"
PRIVATE = "in-incognito"  # a window of a test keeps nothing


def test_a_phone_can_install_it(people: People) -> None:
    phone = people.person("touch", fresh=True)
    phone.page.goto(people.url)
    phone.wait(READY)
    browser = phone.page.context.new_cdp_session(phone.page)
    told = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in told if error["errorId"] != PRIVATE] == []
    manifest = json.loads(browser.send("Page.getAppManifest")["data"])
    for icon in manifest["icons"]:
        if icon["type"] != "image/png":
            continue
        picture = phone.page.request.get(people.url + icon["src"]).body()
        assert "{}x{}".format(*unpack(">II", picture[16:24])) == icon["sizes"]


def test_without_a_connection_it_says_so_and_comes_back(people: People) -> None:
    host = people.seat("oware", ("touch",), machines=["random"])[0]
    host.wait_for(".match .live")
    host.wait(READY)
    people.cut = True
    host.page.context.set_offline(True)
    host.page.reload()
    host.page.wait_for_selector("main.offline h1:text('No connection')")
    host.wait("() => [...document.fonts].every(({ status }) => status === 'loaded')")
    host.page.context.set_offline(False)
    host.page.wait_for_selector(".match .live")  # across the reload
