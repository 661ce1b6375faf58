"""A browser and a server for the tests of the page. Without a browser they skip and say why; where
CI runs they fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

import gamenight
from tests.online.servers import serve
from tests.page import equipment
from tests.page.stage import FLAGS, LISTEN, People
from tests.page.windows import Windows

SCRIPTS = Path(gamenight.__file__).parent / "online" / "page" / "js"


def lacking(error: equipment.Missing) -> None:
    """What a test needs cannot be had here."""
    if os.environ.get("CI") or os.environ.get("GAMENIGHT_CI"):
        pytest.fail(f"CI must run it, but {error}")
    pytest.skip(str(error))


@pytest.fixture(scope="session")
def node() -> str:
    try:
        return equipment.node()
    except equipment.Missing as error:
        lacking(error)
        raise


@pytest.fixture(scope="session")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's modules, where Node takes them for such."""
    folder = tmp_path_factory.mktemp("page") / "js"
    shutil.copytree(SCRIPTS, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        path = equipment.browser()
    except equipment.Missing as error:
        lacking(error)
        raise
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    return Windows(browser, LISTEN)


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of this process, for everybody."""
    hosting = serve(tmp_path_factory.mktemp("page"), public=True)
    yield hosting.url
    hosting.stop()


@pytest.fixture
def people(windows: Windows, url: str) -> Iterator[People]:
    """People at that server, whose pages have done nothing wrong."""
    found = People(windows, url)
    yield found
    found.close()
    assert not found.faults
