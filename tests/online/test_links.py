"""Links and codes, as people paste and type them."""

from __future__ import annotations

import pytest

from gamenight.online.links import Address, WrongAddress, read_address
from gamenight.online.tokens import WrongCode, write_code


def test_a_link_leads_to_a_table_with_its_tokens() -> None:
    found = read_address("http://192.168.1.5:8650/m/abc#one,two")
    assert found == Address("http://192.168.1.5:8650", "abc", ("one", "two"))
    assert found.link == "http://192.168.1.5:8650/m/abc#one,two"
    assert found.socket == "ws://192.168.1.5:8650/m/abc/socket"
    assert read_address("https://games.example/m/abc").socket == "wss://games.example/m/abc/socket"


def test_a_code_has_its_address_or_needs_a_server() -> None:
    local = write_code(5, "192.168.1.5")
    assert read_address(local) == Address("http://192.168.1.5:8650", code=local)
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


def test_a_code_with_a_wrong_sign() -> None:
    with pytest.raises(WrongCode, match="not a code"):
        read_address("K7Q!")


def test_one_more_person_at_a_screen() -> None:
    address = Address("http://h:1", "t").with_token("a").with_token("b").with_token("a")
    assert address.link == "http://h:1/m/t#b,a"


def test_a_server_alone_is_an_address() -> None:
    assert read_address("http://h:8650/").is_server
    assert read_address("http://h:8650") == Address("http://h:8650")
    assert not read_address("http://h:8650/m/a").is_server
