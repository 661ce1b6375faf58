"""Settings: kept as JSON, and never a reason to stop."""

from __future__ import annotations

import json
from errno import EACCES
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.app.settings import (
    CHARACTERS,
    FILE,
    LARGEST,
    MOST_NAMES,
    SPEEDS,
    THEMES,
    Settings,
    config_folder,
    load_settings,
)


def kept(folder: Path) -> Settings:
    """What is read after writing these settings and others."""
    settings = load_settings(folder)
    settings.theme, settings.characters, settings.speed = "light", "ascii", "off"
    settings.remember("Ann")
    settings.tables["some game"] = {"seats": [["Ann", ""]]}
    settings.notice = ""
    settings.save()
    assert settings.notice == ""
    return load_settings(folder)


def test_without_a_file_the_usual_settings_count(tmp_path: Path) -> None:
    settings = load_settings(tmp_path / "not there")
    assert (settings.theme, settings.characters, settings.speed) == ("dark", "emoji", "normal")
    assert settings.notice == ""


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    settings = kept(tmp_path / "new" / "folders")
    assert (settings.theme, settings.characters, settings.speed) == ("light", "ascii", "off")
    assert settings.names == ["Ann"]
    assert settings.tables == {"some game": {"seats": [["Ann", ""]]}}
    assert settings.notice == ""
    assert settings.beat == 0.0


def test_two_programs_keep_what_the_other_has_changed(tmp_path: Path) -> None:
    kept(tmp_path)
    one, other = load_settings(tmp_path), load_settings(tmp_path)
    one.remember("Mike")
    one.tables["another"] = {"seats": []}
    one.bell = "on"
    one.save()
    other.remember("Zoe")
    other.tables["some game"] = {"seats": [["Zoe", ""]]}
    other.names.remove("Ann")  # somebody wanted it to be forgotten
    other.save()
    one.theme = "dark"
    one.save()
    found = load_settings(tmp_path)
    assert sorted(found.names) == ["Mike", "Zoe"] == sorted(one.names)
    assert found.tables == {"another": {"seats": []}, "some game": {"seats": [["Zoe", ""]]}}
    assert (found.bell, found.theme, found.speed) == ("on", "dark", "off")


def test_keys_of_a_newer_version_are_kept(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"theme": "light", "sound": {"volume": 3}}')
    settings = load_settings(tmp_path)
    assert (settings.theme, settings.notice) == ("light", "")
    settings.save()
    assert json.loads((tmp_path / FILE).read_text())["sound"] == {"volume": 3}


def test_a_wrong_value_leaves_the_others(tmp_path: Path) -> None:
    text = '{"theme": "pink", "characters": "ascii", "speed": [], "names": ["Ann", 3]}'
    (tmp_path / FILE).write_text(text)
    settings = load_settings(tmp_path)
    assert (settings.theme, settings.characters, settings.speed) == ("dark", "ascii", "normal")
    assert settings.notice.endswith(f"{FILE}: using the default for theme, speed, names")


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'"dark"', b"\xff\xfe", b"[" * 100_000, b'{"a":' * 5000, b" " * 2_000_000],
    ids=["empty", "cut", "list", "text", "bytes", "deep", "deep object", "large"],
)
def test_a_broken_file_is_a_notice_and_is_kept_beside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    settings = load_settings(tmp_path)
    large = len(content) > LARGEST
    why = "it has more than 1,048,576 bytes" if large else "it is not a settings file"
    assert f"({why}): using the default settings" in settings.notice
    settings.notice = ""
    settings.save()
    assert settings.notice == ""
    assert (tmp_path / f"{FILE}.broken").read_bytes() == content
    assert load_settings(tmp_path).notice == ""


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    settings = load_settings(tmp_path)
    assert "cannot be read (it is a folder)" in settings.notice
    settings.save()
    assert "settings cannot be saved in" in settings.notice
    assert [path.name for path in tmp_path.iterdir()] == [FILE], "nothing unfinished is left"


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = load_settings(tmp_path / "file" / "folder")
    settings.save()
    assert settings.notice.endswith("Not a directory")


def test_a_folder_that_is_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(EACCES, "Permission denied")

    settings = load_settings(tmp_path)
    monkeypatch.setattr(Path, "write_text", refuse)
    settings.save()
    assert settings.notice.endswith("Permission denied")


def test_the_folder_can_be_given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GAMENIGHT_CONFIG", str(tmp_path))
    assert config_folder() == tmp_path
    monkeypatch.setenv("GAMENIGHT_CONFIG", "~no such user/x")
    assert config_folder() == Path("~no such user/x")
    monkeypatch.delenv("GAMENIGHT_CONFIG")
    assert config_folder().name == "gamenight"


def test_names_are_kept_once_the_latest_first() -> None:
    settings = Settings()
    for name in ("Ann", "Ben", "ANN"):
        settings.remember(name)
    assert settings.names == ["ANN", "Ben"]
    for number in range(50):
        settings.remember(f"Guest {number}")
    assert len(settings.names) == MOST_NAMES
    assert settings.names[0] == "Guest 49"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
KEYS = st.sampled_from(["theme", "characters", "speed", "names", "tables", "path", "notice", "x"])
CONTENTS = st.binary(max_size=60) | st.dictionaries(KEYS, VALUES | st.sampled_from(THEMES)).map(
    lambda found: json.dumps(found).encode()
)


@given(CONTENTS)
def test_any_content_gives_settings_that_can_be_used_and_saved(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        (Path(folder) / FILE).write_bytes(content)
        settings = load_settings(Path(folder))
        assert settings.theme in THEMES
        assert settings.characters in CHARACTERS
        assert settings.speed in SPEEDS
        assert all(isinstance(name, str) for name in settings.names)
        assert all(isinstance(table, dict) for table in settings.tables.values())
        assert settings.path == Path(folder) / FILE
        again = kept(Path(folder))
        assert again.theme == "light"
        assert again.names[0] == "Ann"
        assert repr(again.unknown) == repr(settings.unknown)
