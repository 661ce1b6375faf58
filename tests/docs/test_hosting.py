"""`docs/hosting.md`: where a program is there, it accepts the recipe that is for it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gamenight.match.places import Address, read_place
from gamenight.online.settings import HELP, PREFIX, read_settings
from tests.docs.walkthrough import blocks
from tests.paths import PROJECT

PAGE = (PROJECT / "docs" / "hosting.md").read_text("utf-8")


def recipes(language: str) -> list[str]:
    found = [block.text for block in blocks(PAGE) if block.language == language]
    assert found
    return found


@pytest.mark.parametrize("text", recipes("ini"))
def test_files_with_settings_can_be_read(text: str, tmp_path: Path) -> None:
    path = tmp_path / "server.ini"
    path.write_text(text, "utf-8")
    settings = read_settings(path, {})
    assert settings.url.startswith("https://")
    assert str(read_place(settings.store)) not in ("", ".")


def test_a_password_is_never_shown() -> None:
    stores = [re.findall(r"^store = (.*)$", text, re.MULTILINE)[0] for text in recipes("ini")]
    place = read_place(next(store for store in stores if "PASSWORD" in store))
    assert isinstance(place, Address)
    assert str(place) == "postgresql://10.0.0.20/gamenight"


def test_settings_in_the_environment_exist() -> None:
    named = {name.lower() for name in re.findall(rf"{PREFIX}([A-Z_]+)", PAGE)}
    assert named
    assert named <= HELP.keys()


def test_the_unit_is_one(tmp_path: Path) -> None:
    (text,) = recipes("systemd")
    options = re.findall(r"^ExecStart=\S+ (.*)$", text, re.MULTILINE)
    assert options == ["serve --config /etc/gamenight.ini"]
    if shutil.which("systemd-analyze"):
        unit = tmp_path / "gamenight.service"
        there = str(shutil.which("true"))
        unit.write_text(text.replace("/opt/gamenight/bin/gamenight", there), "utf-8")
        verify(["systemd-analyze", "verify", str(unit)])


def test_proxies_take_their_files(tmp_path: Path) -> None:
    if shutil.which("caddy"):
        for text in recipes("caddy"):
            (tmp_path / "Caddyfile").write_text(text, "utf-8")
            verify(["caddy", "adapt", "--config", str(tmp_path / "Caddyfile")])
    whole, upstream = recipes("nginx")
    if shutil.which("nginx") and shutil.which("openssl"):
        certificate = ["-keyout", str(tmp_path / "key"), "-out", str(tmp_path / "pem")]
        names = ["-subj", "/CN=play.example.org", "-newkey", "rsa:2048", "-nodes"]
        verify(["openssl", "req", "-x509", *names, *certificate])
        whole = whole.replace("/etc/ssl/private/play.example.org.key", str(tmp_path / "key"))
        whole = whole.replace("/etc/ssl/play.example.org.pem", str(tmp_path / "pem"))
        again = whole.replace("http://127.0.0.1:8650", "http://gamenight").partition("server {")[1:]
        for text in (whole, upstream + whole.partition("server {")[0] + "".join(again)):
            path = tmp_path / "nginx.conf"
            path.write_text(
                f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}} http {{ {text} }}"
            )
            verify(["nginx", "-t", "-c", str(path)])


def verify(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
