"""Tokens: links that let somebody play, and codes that let somebody sit down.

A token is an HMAC of the server's key, the table, the place and a number: a host can show it again,
and a new number ends the old one. Only its hash is stored. A code may be seen by everybody in the
room: it claims a free place once, and is never a token.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from base64 import urlsafe_b64encode
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path

from gamenight.core.errors import GamenightError

KEY_SIZE = 32
TOKEN_SIZE = 18  # bytes, 24 characters
ID_SIZE = 9  # 72 bits, 12 characters
HOST = -1  # the place of whoever may change the table
PORT = 8650  # where a server listens unless its host says otherwise

# Codes: letters and digits that nobody mixes up, five bits each.
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
LONGEST_CODE = 32  # with the signs between its letters
CLAIM_BITS = 20  # of chance in a code; tries are limited
# What a code says of the address: its network, and how many bits follow.
NETWORKS = (
    (IPv4Network("192.168.0.0/16"), 16),
    (IPv4Network("10.0.0.0/8"), 24),
    (IPv4Network("0.0.0.0/0"), 32),
)
NOWHERE = 3  # a code without an address: it goes with --server


class WrongCode(GamenightError):
    """A code that no table has, or no longer."""

    code = "wrong_code"


def read_key(path: Path) -> bytes:
    """The server's key; a new one where there is none. Only its owner can read the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_bytes()
        if len(key) != KEY_SIZE:
            raise GamenightError(f"{path} is not a key: delete it to get a new one") from None
        return key
    with os.fdopen(handle, "wb") as file:
        key = secrets.token_bytes(KEY_SIZE)
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key


def new_id() -> str:
    """The name of a new table, which nobody guesses."""
    return secrets.token_urlsafe(ID_SIZE)


def token(key: bytes, table: str, place: int, number: int) -> str:
    """What its link holds for whoever sits at this place."""
    mac = hmac.digest(key, f"{table} {place} {number}".encode(), "sha256")
    return urlsafe_b64encode(mac[:TOKEN_SIZE]).decode()


def hashed(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def fits(token: str, stored: str) -> bool:
    """Whether this is the token of that hash; this takes the same time for all of them."""
    return hmac.compare_digest(hashed(token), stored)


def new_claim() -> int:
    """The part of a code that is drawn by lot."""
    return secrets.randbits(CLAIM_BITS)


def write_code(claim: int, host: str = "", port: int = PORT) -> str:
    """A code to read aloud: `7L4M-VZGY`. With the address of a local network it is all that
    somebody needs."""
    bits, size = NOWHERE, 2
    if host:
        address = IPv4Address(host)
        kind = next(n for n, (network, _) in enumerate(NETWORKS) if address in network)
        width = NETWORKS[kind][1]
        bits, size = kind << width | int(address) & (1 << width) - 1, 2 + width
        usual = port == PORT
        bits, size = bits << 1 | usual, size + 1
        bits, size = (bits, size) if usual else (bits << 16 | port, size + 16)
    bits, size = bits << CLAIM_BITS | claim, size + CLAIM_BITS
    count = -(-size // 5)
    bits <<= count * 5 - size
    letters = "".join(ALPHABET[bits >> 5 * n & 31] for n in reversed(range(count)))
    return "-".join(letters[n : n + 4] for n in range(0, count, 4))


def read_code(code: str) -> tuple[int, str, int]:
    """The drawn part of a code, and the address and port in it, if any; raises WrongCode."""
    if len(code) > LONGEST_CODE:
        raise WrongCode(f"{code[:40]!r} ... is too long for a code", code[:40])
    letters = code.upper().replace("-", "").replace(" ", "").replace("O", "Q").replace("I", "J")
    try:
        values = [ALPHABET.index(letter) for letter in letters]
    except ValueError:
        raise WrongCode(f"{code[:40]!r} is not a code", code) from None
    bits = _Bits(sum(v << 5 * n for n, v in enumerate(reversed(values))), 5 * len(values), code)
    kind = bits.take(2)
    host, port = "", PORT
    if kind != NOWHERE:
        network, width = NETWORKS[kind]
        host = str(IPv4Address(int(network.network_address) | bits.take(width)))
        port = PORT if bits.take(1) else bits.take(16)
    claim = bits.take(CLAIM_BITS)
    if bits.left >= 5 or bits.take(bits.left):
        raise WrongCode(f"there is a mistake in {code[:40]!r}: compare it letter by letter", code)
    return claim, host, port


class _Bits:
    """A number that is read bit by bit, from the left."""

    def __init__(self, value: int, size: int, code: str):
        self._value, self.left, self._code = value, size, code

    def take(self, count: int) -> int:
        if count > self.left:
            raise WrongCode(f"{self._code[:40]!r} is not a whole code", self._code)
        self.left -= count
        return self._value >> self.left & (1 << count) - 1
