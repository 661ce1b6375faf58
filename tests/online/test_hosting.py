"""Hosting: how a server listens."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from gamenight.online import hosting, tokens
from gamenight.online.hosting import LOOPBACK, Hosting, _listening, lan_address
from gamenight.online.house import NewTable
from gamenight.online.links import Address, WrongAddress
from gamenight.online.settings import Settings


def test_a_move_is_not_held_back_until_another_can_be_sent_with_it() -> None:
    async def accepted() -> int:
        found = asyncio.get_running_loop().create_future()
        listening = _listening(LOOPBACK, 0)
        server = await asyncio.start_server(
            lambda _, writer: found.set_result(writer), sock=listening
        )
        async with server:
            _, own = await asyncio.open_connection(*listening.getsockname())
            writer = await found
            option = writer.get_extra_info("socket").getsockopt
            value = option(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            own.close()
            writer.close()
        return int(value)

    assert asyncio.run(accepted())


def code_of(running: Hosting) -> str:
    """The code of a new table."""
    table, _ = running.open_table(NewTable("oware", name="Ann"))
    return running.house.code(running.house.rooms[table].seating)


def test_for_the_local_network_the_code_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tests listen on this machine only; what is told is what a network would have."""
    monkeypatch.setattr(hosting, "lan_address", lambda: "192.168.7.9")
    monkeypatch.setattr(hosting, "EVERYWHERE", (LOOPBACK,))
    running = Hosting(Settings(port=0), tmp_path / "matches.sqlite")
    running.start()
    try:
        assert running.url == f"http://192.168.7.9:{running.port}"
        assert tokens.read_code(code_of(running))[1:] == ("192.168.7.9", running.port)
    finally:
        running.stop()


def test_without_it_only_this_machine_listens(tmp_path: Path) -> None:
    running = Hosting(Settings(port=0), tmp_path / "matches.sqlite")
    running.start()
    try:
        assert running._listening.getsockname()[0] == LOOPBACK
        assert tokens.read_code(code_of(running))[1:] == (LOOPBACK, running.port)
    finally:
        running.stop()


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        (Settings(port=0, url="https://games.example.org/"), ("", tokens.PORT)),
        (Settings(port=0, url="http://games.example.org:80"), ("", tokens.PORT)),
        (Settings(port=0, url="http://192.0.2.7:9000"), ("192.0.2.7", 9000)),
        (Settings(port=0, url="http://192.0.2.7"), ("192.0.2.7", 80)),
        (Settings(port=0, proxy=LOOPBACK), ("", tokens.PORT)),
    ],
)
def test_behind_a_proxy_no_code_says_where_the_server_listens(
    tmp_path: Path, settings: Settings, found: tuple[str, int]
) -> None:
    running = Hosting(settings, tmp_path / "matches.sqlite")
    running.start()
    try:
        code = code_of(running)
        assert tokens.read_code(code)[1:] == found
        if settings.url:
            assert running.url == settings.url.rstrip("/")
        shown = Address("https://games.example.org").spelled(code)
        assert shown == (code if found[0] else f"{code} --server https://games.example.org")
    finally:
        running.stop()


def test_a_wrong_address_for_others_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(WrongAddress, match="'ftp://x' is not an address"):
        Hosting(Settings(port=0, url="ftp://x"), tmp_path / "matches.sqlite").start()


def test_without_a_network_the_address_is_that_of_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unreachable(self: socket.socket, address: object) -> None:
        raise OSError("network is unreachable")

    class NoNetwork(socket.socket):
        connect = unreachable

    monkeypatch.setattr(socket, "socket", NoNetwork)
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo")])
    assert lan_address() == LOOPBACK


def in_a_network_of_its_own(script: str) -> subprocess.CompletedProcess[str]:
    """Run a script where there is one network, 10.7.0.5/24, and nobody else."""
    return subprocess.run(
        ["unshare", "-rn", "sh", "-c", script],
        capture_output=True,
        text=True,
        check=False,
    )


NETWORK = (
    "ip link set lo up && ip link add wire type veth peer name end"
    " && ip link set end up && ip link set wire up && ip addr add 10.7.0.5/24 dev wire"
)
ROUTE = "ip route add default via 10.7.0.1 dev wire"


@pytest.mark.parametrize("way", [ROUTE, "true"], ids=["with a way out", "without"])
def test_the_address_of_a_real_network(way: str) -> None:
    """In a network namespace, so that nothing leaves this machine."""
    needed = shutil.which("unshare") and shutil.which("ip")
    if not needed or in_a_network_of_its_own(NETWORK).returncode:
        pytest.skip("no network namespace can be made here")
    told = "from gamenight.online.hosting import lan_address; print(lan_address())"
    done = in_a_network_of_its_own(f"{NETWORK} && {way} && {sys.executable} -c '{told}'")
    assert re.fullmatch(r"10\.7\.0\.5\n", done.stdout), done.stderr
