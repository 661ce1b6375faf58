"""Running gamenight as a person does: in a terminal of its own, or over a pipe."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

from gamenight.cli.parser import main

COMMAND = [sys.executable, "-m", "gamenight"]
UNSET = ("NO_COLOR", "COLUMNS", "LINES", "PYTHONDONTWRITEBYTECODE")
PATIENCE = 30.0  # seconds until a test gives up; nothing is measured with it


def environment(data: Path, **changes: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in UNSET}
    usual = {"GAMENIGHT_DATA": str(data), "GAMENIGHT_CONFIG": str(data), "GAMENIGHT_PLAIN": "1"}
    return {**kept, **usual, "TERM": "xterm-256color", **changes}


def pipe(
    data: Path, *arguments: str, typed: str | bytes = "", status: int = 0, **changes: str
) -> str:
    """Run a command as over a pipe, but in this process; what it printed. The status is checked,
    and that it did not break."""
    found, output, errors = in_process(data, *arguments, typed=typed, **changes)
    assert found == status, output + errors
    return output + errors


def in_process(
    data: Path, *arguments: str, typed: str | bytes = "", **changes: str
) -> tuple[int, str, str]:
    """The status of a command, its output and its errors."""
    given = typed.encode() if isinstance(typed, str) else typed
    typist, screen, errors = (TextIOWrapper(BytesIO(start), "utf-8") for start in (given, b"", b""))
    with (
        patch.dict(os.environ, environment(data, **{"COLUMNS": "80", **changes}), clear=True),
        patch.multiple(sys, stdin=typist, stdout=screen, stderr=errors),
    ):
        try:
            status = main(arguments)
        except SystemExit as left:  # how argparse leaves
            status = left.code if isinstance(left.code, int) else 0
    return status, _written(screen), _written(errors)


def _written(stream: TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def process(
    data: Path, *arguments: str, typed: str | bytes = "", status: int = 0, **changes: str
) -> str:
    """Like `pipe`, in a process of its own."""
    given = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=given,
        capture_output=True,
        env=environment(data, **{"PYTHONIOENCODING": "utf-8", **changes}),
        timeout=120,
        check=False,
    )
    output = (done.stdout + done.stderr).decode("utf-8", "replace")
    assert "Traceback" not in output, output
    assert done.returncode == status, output
    return output


class Terminal:
    """A program in a pseudo-terminal; hangs_up: whether it hears of a hang-up."""

    def __init__(
        self,
        data: Path,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        hangs_up: bool = False,
        **changes: str,
    ):
        def begin() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGHUP, signal.SIG_DFL if hangs_up else signal.SIG_IGN)

        columns, rows = size
        self.screen = ""
        self._main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=other,
            stdout=other,
            stderr=other,
            env=environment(data, **changes),
            start_new_session=True,
            preexec_fn=begin,
        )
        os.close(other)

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_for(self, text: str) -> str:
        """What came since the last call, up to this text."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.screen:
            assert time.monotonic() < deadline, f"no {text!r} in {self.screen!r}"
            assert self._read(), f"the program ended without {text!r}: {self.screen!r}"
        before, _, self.screen = self.screen.partition(text)
        assert "Traceback" not in before, before
        return before + text

    def type(self, line: str) -> None:
        os.write(self._main, line.encode() + b"\n")

    def press(self, key: bytes) -> None:
        os.write(self._main, key)

    def interrupt(self) -> None:
        """Press Ctrl-C until the program listens: Python's `input` overlooks a signal that comes
        in the instant between showing the prompt and waiting for keys."""
        deadline = time.monotonic() + PATIENCE
        while self._process.poll() is None:
            assert time.monotonic() < deadline, self.screen
            with contextlib.suppress(OSError):
                self.press(b"\x03")
            again = time.monotonic() + 1.0
            while self._process.poll() is None and time.monotonic() < again:
                self._read()

    def answer(self, prompt: str, line: str) -> str:
        """Wait for a prompt and type a line."""
        seen = self.wait_for(prompt)
        self.type(line)
        return seen

    def close(self) -> int:
        """Close the window, of which the program is not told by a signal; its exit status."""
        os.close(self._main)
        return self._process.wait(PATIENCE)

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        os.close(self._main)

    def end(self, status: int = 0) -> str:
        """Read to the end of the program and check its exit status."""
        deadline = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < deadline, f"the program goes on: {self.screen!r}"
        assert self._process.wait(PATIENCE) == status, self.screen
        os.close(self._main)
        assert "Traceback" not in self.screen, self.screen
        return self.screen

    def _read(self) -> bool:
        ready, _, _ = select.select([self._main], [], [], 1.0)
        if not ready:
            return self._process.poll() is None
        data = b""
        with contextlib.suppress(OSError):  # the other end is closed
            data = os.read(self._main, 65536)
        self.screen += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)
