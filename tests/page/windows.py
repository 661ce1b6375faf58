"""Windows of one browser, used again: opening one costs more than most of what is done in it."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page

EMPTY = "about:blank"
# Drafts and codes are kept until a window is closed.
FORGET = "() => { try { sessionStorage.clear(); } catch { /* this page may keep nothing */ } }"


class Windows:
    """script: what runs first in every page of a window."""

    def __init__(self, browser: Browser, script: str):
        self._browser, self._script = browser, script
        self._free: dict[bool, list[Page]] = {True: [], False: []}

    def open(self, phone: bool, fresh: bool = False) -> Page:
        """A window like a new one. fresh: it is a new one, where nothing was ever fetched."""
        if self._free[phone] and not fresh:
            return self._free[phone].pop()
        context = self._browser.new_context(
            has_touch=phone, is_mobile=phone, reduced_motion="reduce", color_scheme="dark"
        )
        context.add_init_script(self._script)
        return context.new_page()

    def give_back(self, page: Page, phone: bool) -> None:
        """Forget everything but the files that were fetched."""
        url = urlsplit(page.url)
        page.context.set_offline(False)
        page.unroute_all()
        page.evaluate(FORGET)
        page.goto(EMPTY)
        page.mouse.move(0, 0)
        page.emulate_media(reduced_motion="reduce", color_scheme="dark")
        line = page.context.new_cdp_session(page)
        origin = {"origin": f"{url.scheme}://{url.netloc}", "storageTypes": "all"}
        line.send("Storage.clearDataForOrigin", origin)
        line.detach()
        self._free[phone].append(page)
