"""Completion in a shell: what the scripts offer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal import environment, pipe


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_knows_commands_games_and_options(tmp_path: Path, shell: str) -> None:
    script = pipe(tmp_path, "completion", shell)
    assert "oware" in script
    assert "grand-slam" in script
    assert "perfect" in script


def test_completion_of_bots_in_a_shell(tmp_path: Path) -> None:
    """The words that bash offers after `--seat bot:p`; the colon is a part of the word."""
    script = tmp_path / "completion.bash"
    script.write_text(pipe(tmp_path, "completion", "bash"), "utf-8")
    asked = """
        source "$1"; [[ $COMP_WORDBREAKS == *:* ]] && echo colon
        COMP_WORDS=(gamenight "${@:2}"); COMP_CWORD=$(($# - 1))
        _shtab_gamenight; echo "${COMPREPLY[@]}"
    """
    for words, offered in [
        (["play", "oware", "--seat", "bot:p"], "bot:perfect"),
        (["simulate", "zombie", "--seat", "bot:ca"], "bot:careful"),
        (["tournament", "oware", "easy", "str"], "strong"),
    ]:
        command = ["bash", "-c", asked, "bash", str(script), *words]
        found = subprocess.run(command, capture_output=True, text=True, check=True)
        assert found.stdout == f"{offered}\n"


def test_completion_of_matches_that_can_be_resumed(tmp_path: Path) -> None:
    """What bash offers after `resume`: of two matches the one that is not over."""
    seats = ("--seat", "Ann", "--seat", "Ben")
    pipe(tmp_path, "play", "oware", *seats, typed="1\n")
    pipe(tmp_path, "play", "oware", *seats, typed="resign\nn\n")
    assert len(pipe(tmp_path, "matches").splitlines()) == 2
    assert pipe(tmp_path, "matches", "--unfinished").split()[:2] == ["1", "oware"]
    script = tmp_path / "completion.bash"
    script.write_text(pipe(tmp_path, "completion", "bash"), "utf-8")
    asked = """
        gamenight() { "$PYTHON" -m gamenight "$@"; }; source "$1"
        COMP_WORDS=(gamenight resume ""); COMP_CWORD=2
        _shtab_gamenight; echo "${COMPREPLY[@]}"
    """
    command = ["bash", "-c", asked, "bash", str(script)]
    place = environment(tmp_path, PYTHON=sys.executable)
    found = subprocess.run(command, capture_output=True, text=True, check=True, env=place)
    assert "1" in found.stdout.split()
    assert "2" not in found.stdout.split()
