"""Windows of tmux: the real program on a real screen."""

from __future__ import annotations

import shlex
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.terminal import COMMAND, PATIENCE, UNSET, environment

REACTION = 0.3  # seconds: nobody answers a question before reading it


class Screen:
    """A window of tmux in which a command runs; `socket` keeps it apart from all others."""

    def __init__(self, folder: Path, size: tuple[int, int] = (80, 24)):
        self.folder = folder
        self.socket = str(folder / "tmux")
        self.size = size

    def start(self, *arguments: str, **changes: str) -> None:
        """Run the program; its process id is written to a file, so that it can be killed."""
        wanted = ("GAMENIGHT_DATA", "GAMENIGHT_CONFIG", "TERM", "COLORTERM", "NO_COLOR")
        given = environment(self.folder, **{"COLORTERM": "truecolor", **changes})
        kept = [f"{name}={given[name]}" for name in wanted if name in given]
        unset = [word for name in ("GAMENIGHT_PLAIN", *UNSET) for word in ("-u", name)]
        command = shlex.join(["env", *unset, *kept, *COMMAND, *arguments])
        pid = shlex.quote(str(self.folder / "pid"))
        width, height = map(str, self.size)
        script = f"sh -c 'echo $$ > {pid}; exec {command}'; echo ended; sleep 60"
        self._tmux("new-session", "-d", "-s", "table", "-x", width, "-y", height, script)

    def start_shell(self) -> None:
        """Run a shell that has jobs, with settings of its own."""
        width, height = map(str, self.size)
        set_up = shlex.join(["env", f"GAMENIGHT_CONFIG={self.folder}", "bash", "--norc", "-i"])
        self._tmux("new-session", "-d", "-s", "table", "-x", width, "-y", height, set_up)

    def press(self, *keys: str) -> None:
        time.sleep(REACTION)
        self._tmux("send-keys", "-t", "table", *keys)

    def text(self) -> str:
        return self._tmux("capture-pane", "-t", "table", "-p")

    def wait_for(self, wanted: str | Callable[[str], bool]) -> str:
        deadline = time.monotonic() + PATIENCE
        while True:
            text = self.text()
            if wanted in text if isinstance(wanted, str) else wanted(text):
                return text
            assert time.monotonic() < deadline, f"no {wanted!r} in:\n{text}"
            time.sleep(0.05)

    def kill_program(self) -> None:
        subprocess.run(["kill", "-9", (self.folder / "pid").read_text().strip()], check=True)

    def close(self) -> None:
        """End the window; a server that is still ending would refuse the next one."""
        deadline = time.monotonic() + PATIENCE
        while self._answers("kill-server") or self._answers("list-sessions"):
            assert time.monotonic() < deadline, "tmux does not end"
            time.sleep(0.05)

    def _answers(self, word: str) -> bool:
        words = ("tmux", "-S", self.socket, word)
        return subprocess.run(words, capture_output=True, check=False).returncode == 0

    def _tmux(self, *words: str) -> str:
        words = ("tmux", "-S", self.socket, *words)
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        assert "Traceback" not in done.stdout, done.stdout
        return done.stdout
