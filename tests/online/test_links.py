"""Links and codes, as people paste and type them."""

from __future__ import annotations

import re

import pytest

from gamenight.match.lobby import EXAMPLE_CODE
from gamenight.online.links import Address, WrongAddress, read_address
from gamenight.online.tokens import WrongCode, read_code, write_code
from tests.paths import PROJECT


def test_a_link_leads_to_a_table_with_its_tokens() -> None:
    found = read_address("http://192.168.1.5:8650/m/abc#one,two")
    assert found == Address("http://192.168.1.5:8650", "abc", ("one", "two"))
    assert found.link == "http://192.168.1.5:8650/m/abc#one,two"
    assert found.socket == "ws://192.168.1.5:8650/m/abc/socket"
    assert read_address("https://games.example/m/abc").socket == "wss://games.example/m/abc/socket"


def test_a_code_has_its_address_or_needs_a_server() -> None:
    local = write_code(5, "192.168.1.5")
    assert read_address(local) == Address("http://192.168.1.5:8650", code=local)
    spaced = f" {local.replace('-', ' ')} "
    assert read_address(spaced).socket == f"ws://192.168.1.5:8650/c/{local}/socket"
    bare = write_code(5)
    assert read_address(bare, "games.example:9").server == "http://games.example:9"
    assert read_address(f"http://h:1/c/{bare}") == Address("http://h:1", code=bare)
    assert read_address(f"h:1/c/{bare}").socket == f"ws://h:1/c/{bare}/socket"
    with pytest.raises(WrongAddress, match="--server"):
        read_address(bare)


@pytest.mark.parametrize("text", ["ftp://h/m/a", "http:///m/a", "h:x/m/a", "h/z/a"])
def test_what_leads_nowhere_says_what_is_possible(text: str) -> None:
    with pytest.raises(WrongAddress):
        read_address(text)


@pytest.mark.parametrize(("text", "why"), [("K7Q!", "a code"), ("K7QM-3RTX", "a whole code")])
def test_what_is_no_code_says_what_is_possible(text: str, why: str) -> None:
    with pytest.raises(WrongCode, match=f"^'{text}' is not {why} .*a shorter one with --server"):
        read_address(text)


PAGES = ["README.md", "docs/online.md", "docs/protocol.md", "examples/random_client.py"]


@pytest.mark.parametrize("page", PAGES)
def test_codes_that_we_show_are_whole(page: str) -> None:
    shown = re.findall(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b", (PROJECT / page).read_text("utf-8"))
    assert {*shown} == {EXAMPLE_CODE}
    assert read_code(EXAMPLE_CODE)[1].startswith("192.168.")


def test_one_more_person_at_a_screen() -> None:
    address = Address("http://h:1", "t").with_token("a").with_token("b").with_token("a")
    assert address.link == "http://h:1/m/t#b,a"


def test_a_server_alone_is_an_address() -> None:
    assert read_address("http://h:8650/").is_server
    assert read_address("http://h:8650") == Address("http://h:8650")
    assert not read_address("http://h:8650/m/a").is_server


@pytest.mark.parametrize("text", ["127.0.0.1:8777", "localhost:8777", "games.example", "[::1]:80"])
def test_the_server_may_come_without_http(text: str) -> None:
    assert read_address(text) == Address(f"http://{text}")
