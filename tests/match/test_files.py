"""Files of a person: written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamenight.match.files import FileError, write_whole


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("old", "utf-8")
    write_whole(path, "new\r\né")
    assert path.read_bytes() == "new\r\né".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "match.json"
    folder.mkdir()
    with pytest.raises(FileError, match=r"match\.json cannot be written: it is a folder"):
        write_whole(folder, "new")
    assert list(tmp_path.iterdir()) == [folder]


def test_a_folder_is_no_file() -> None:
    with pytest.raises(FileError, match="it is a folder"):
        write_whole(Path("/"), "new")
