"""Mortal: a server in a process of its own, which can be killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from tests.online.servers import PATIENCE

# limit: the size at which a file is too large, as on a full disk; 0 means none. The secret of new
# matches is theirs alone, unless a number says which, and then nobody mixes anything in.
PROGRAM = """
import resource, signal, sys, threading
from contextlib import ExitStack

from gamenight.match.places import read_place
from gamenight.online.hosting import Hosting
from gamenight.online.playing import Pauses
from gamenight.online.settings import Settings

fixed = ExitStack()
if secret := int(sys.argv[3]):
    from tests.online.players import same_secret
    fixed.enter_context(same_secret(secret))
limits = dict.fromkeys(("messages", "new_tables", "sockets", "requests", "connections"), 10**6)
settings = Settings(port=int(sys.argv[2]), **limits)
hosting = Hosting(settings, read_place(sys.argv[1]), Pauses(0.0, 0.0, 0.0))
hosting.start()
print(hosting.port, flush=True)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for line in sys.stdin:
    size = int(line) or resource.RLIM_INFINITY
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    print("limited", flush=True)
"""


class Mortal:
    """A server over a store, always on the same port."""

    def __init__(self, store: Path | str, secret: int = 0):
        self._store, self._secret = store, secret
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(self._store), str(self.port), str(self._secret)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert int(self._hear()) == self.port

    def _hear(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def limit(self, size: int) -> None:
        """From now on no file gets larger than this."""
        assert self._process.stdin is not None
        print(size, file=self._process.stdin, flush=True)
        assert self._hear() == "limited\n"

    def die(self) -> None:
        """And live again."""
        self.kill()
        self.start()

    def stop(self) -> None:
        """It does nothing until it goes on, and does not know it. On a busy machine a thread of it
        may run on until the one that got the signal has had its turn: that is waited for."""
        self._process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self._process.pid, os.WSTOPPED)

    def go_on(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()


def serve_by_command(store: Path | str) -> tuple[subprocess.Popen[str], str]:
    """`gamenight serve`, and its address."""
    command = [sys.executable, "-m", "gamenight", "serve", "--port", "0", "--store", str(store)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    line = process.stderr.readline()
    assert process.stderr.readline().startswith("To open one: ")
    return process, next(word for word in line.split() if word.startswith("http"))


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit status of a process that is told to end, and what it still says."""
    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=PATIENCE)
    return process.returncode, told
