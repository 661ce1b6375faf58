"""Links and codes."""

from __future__ import annotations

import hmac
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.core.errors import GamenightError
from gamenight.online import tokens


def test_a_token_is_that_of_its_table_place_and_number() -> None:
    key = bytes(32)
    found = {
        tokens.token(key, table, place, number)
        for table in ("one", "two")
        for place in (tokens.HOST, 0, 1, 11)
        for number in (0, 1)
    }
    assert len(found) == 16
    assert tokens.token(key, "one", 0, 0) == tokens.token(key, "one", 0, 0)
    assert tokens.token(bytes([1] * 32), "one", 0, 0) not in found
    assert all(len(token) == 24 for token in found)


def test_only_the_token_fits_its_hash() -> None:
    token = tokens.token(bytes(32), "one", 0, 0)
    stored = tokens.hashed(token)
    assert token not in stored
    assert tokens.fits(token, stored)
    for odd in ("", token[:-1], token + "=", stored, "\ud800", "é"):
        assert not tokens.fits(odd, stored)
        assert not tokens.fits(odd, "")


def test_hashes_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[str, str]] = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return False

    monkeypatch.setattr(hmac, "compare_digest", compare)
    tokens.fits("token", tokens.hashed("token"))
    assert compared == [(tokens.hashed("token"), tokens.hashed("token"))]


def test_a_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "server.key"
    key = tokens.read_key(path)
    assert len(key) == tokens.KEY_SIZE
    assert tokens.read_key(path) == key
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_bytes(b"short")
    with pytest.raises(GamenightError, match="is not a key"):
        tokens.read_key(path)


CLAIMS = st.integers(0, 2**tokens.CLAIM_BITS - 1)
ADDRESSES = st.ip_addresses(v=4).map(str) | st.sampled_from(
    ["192.168.0.1", "10.1.2.3", "127.0.0.1", "255.255.255.255", "0.0.0.0"]
)


@given(CLAIMS, ADDRESSES, st.integers(0, 65535))
def test_a_code_has_the_address(claim: int, host: str, port: int) -> None:
    code = tokens.write_code(claim, host, port)
    for typed in (code, code.lower(), code.replace("-", ""), f" {code} "):
        assert tokens.read_code(typed) == (claim, host, port)


@given(CLAIMS)
def test_a_code_without_an_address(claim: int) -> None:
    assert tokens.read_code(tokens.write_code(claim)) == (claim, "", tokens.PORT)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("MZ22-2246-B6VB-GLK", "there is a mistake in 'MZ22-2246-B6VB-GLK'"),
        ("MZ22-2246-B6VB-GLJJ", "there is a mistake in"),
        ("MZ22-2246-B6VB-GL", "'MZ22-2246-B6VB-GL' is not a whole code"),
    ],
)
def test_a_code_that_was_typed_wrong(typed: str, why: str) -> None:
    assert tokens.read_code("MZ22-2246-B6VB-GLJ")[1] == "127.0.0.1"
    with pytest.raises(tokens.WrongCode, match=f"^{why}"):
        tokens.read_code(typed)


@given(st.text(max_size=50))
def test_any_text_is_a_code_or_refused(text: str) -> None:
    try:
        claim, host, port = tokens.read_code(text)
    except tokens.WrongCode:
        return
    assert tokens.read_code(tokens.write_code(claim, host, port)) == (claim, host, port)
