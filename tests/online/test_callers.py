"""Callers: by which address somebody counts, and from which sites and by which names they may."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.requests import HTTPConnection

from gamenight.online.callers import Callers, ForeignOrigin, WrongHost
from gamenight.online.hosting import Hosting
from gamenight.online.settings import Settings
from tests.online.servers import ask, serve

PROXY = Callers(Settings(proxy="127.0.0.1"))


def request(peer: str = "127.0.0.1", **headers: str | list[str]) -> HTTPConnection:
    """What a peer asks, with these headers, some of them in several lines."""
    lines = [
        (name.replace("_", "-").encode(), value.encode())
        for name, values in headers.items()
        for value in ([values] if isinstance(values, str) else values)
    ]
    return HTTPConnection({"type": "http", "client": (peer, 1), "headers": lines})


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("7.7.7.7", "7.7.7.7"),
        ("9.9.9.9, 7.7.7.7", "7.7.7.7"),  # what a client says of itself comes first
        (["9.9.9.9", "7.7.7.7"], "7.7.7.7"),
        (["9.9.9.9, 8.8.8.8", "7.7.7.7"], "7.7.7.7"),
        ("5.5.5.5:1234", "5.5.5.5"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("[2001:db8::1]:443", "2001:db8::/64"),
        ("::ffff:7.7.7.7", "7.7.7.7"),
        ("nonsense", "127.0.0.1"),  # nobody makes up a name to count by
        ("", "127.0.0.1"),
    ],
)
def test_behind_a_proxy_its_last_word_counts(forwarded: str | list[str], address: str) -> None:
    assert PROXY.address(request(x_forwarded_for=forwarded)) == address


def test_nobody_else_speaks_for_others() -> None:
    said = {"x_forwarded_for": "7.7.7.7"}
    assert PROXY.address(request("10.0.0.1", **said)) == "10.0.0.1"
    assert Callers(Settings()).address(request(**said)) == "127.0.0.1"
    assert PROXY.address(request("::ffff:127.0.0.1", **said)) == "7.7.7.7"
    assert Callers(Settings()).address(request("2001:db8::5")) == "2001:db8::/64"


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8650", "127.0.0.1:1", "192.168.1.5:8650", "[::1]:80", "Games.Example"],
)
def test_names_of_the_server(host: str) -> None:
    Callers(Settings(hosts="other.example, games.example")).check(request(host=host))


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8650", "127.0.0.1.evil.example"])
def test_other_names_that_lead_here_are_refused(host: str) -> None:
    """A site could make its own name lead to this machine: its pages would be of our origin."""
    with pytest.raises(WrongHost):
        Callers(Settings()).check(request(host=host, origin=f"http://{host}"))
    Callers(Settings(hosts="*")).check(request(host=host))
    Callers(Settings(url="https://games.example/")).check(request(host="games.example"))


@pytest.mark.parametrize("origin", ["http://localhost", "http://localhost:1", "https://a"])
def test_an_origin_has_the_same_port(origin: str) -> None:
    Callers(Settings()).check(request(host="localhost:8650", origin="http://localhost:8650"))
    with pytest.raises(ForeignOrigin):
        Callers(Settings()).check(request(host="localhost:8650", origin=origin))


@pytest.fixture(scope="module")
def hosting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosting]:
    found = serve(tmp_path_factory.mktemp("server"), metrics_token="a secret")
    yield found
    found.stop()


def test_a_wrong_name_is_told(hosting: Hosting) -> None:
    status, told, _ = ask(f"{hosting.url}/api/games", Host="evil.example")
    assert (status, told["code"]) == (403, "wrong_host")


def test_figures_are_for_whoever_runs_the_server(hosting: Hosting) -> None:
    """A proxy on this machine passes on what others ask."""
    metrics = f"{hosting.url}/metrics"
    assert ask(metrics)[0] == 200
    assert ask(metrics, X_Forwarded_For="7.7.7.7")[0] == 403
    assert ask(metrics, X_Forwarded_For="7.7.7.7", Authorization="Bearer wrong")[0] == 403
    assert ask(metrics, X_Forwarded_For="7.7.7.7", Authorization="Bearer a secret")[0] == 200
    assert not Callers(Settings()).is_operator(request("10.0.0.1"))
    assert not Callers(Settings()).is_operator(request("10.0.0.1", authorization="Bearer "))
