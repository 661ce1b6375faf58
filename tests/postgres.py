"""PostgreSQL for tests.

    python -m tests.postgres   gets the system's package where there is none

The server that GAMENIGHT_POSTGRES names (a DSN) is used; else one of our own is started, by the
system's `initdb`, in a temporary folder, on a socket in that folder and on no network. Where there
is no PostgreSQL the tests skip and say why; on CI they fail.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import quote

import psycopg
import pytest

from tests.leftovers import lasts

NAMED = "GAMENIGHT_POSTGRES"
USERS = ("postgres", "nobody")  # PostgreSQL does not run as root
PATIENCE = 60.0  # seconds for a server to start
_schemas = count(1)
_shared: list[Postgres] = []


class Missing(Exception):
    """There is no PostgreSQL here, and why."""


def program(name: str) -> str:
    """A program of PostgreSQL; Debian keeps them beside the path. Raises Missing."""
    found = shutil.which(name) or next(
        (str(path) for path in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))[::-1]),
        None,
    )
    if found is None:
        raise Missing(f"there is no {name}: python -m tests.postgres gets it")
    return found


class Postgres:
    """A server of our own, which can be killed and started again; settings: of postgresql.conf."""

    def __init__(self, *settings: str):
        self.folder = Path(tempfile.mkdtemp(prefix="gamenight-pg-"))
        self._user = USERS[0] if os.geteuid() == 0 else None
        if self._user is not None:
            self._user = next(filter(_exists, USERS))
            shutil.chown(self.folder, self._user)
        self._data, self._settings = self.folder / "data", settings
        self._run(
            *(program("initdb"), "--pgdata", str(self._data), "--auth=trust", "--no-sync"),
            *("--username=gamenight", "--encoding=UTF8", "--no-locale"),
        )
        self.dsn = f"postgresql://gamenight@/postgres?host={quote(str(self.folder), safe='')}"
        self._is_running = False
        atexit.register(self.remove)
        self.start()

    def _run(self, *command: str) -> None:
        subprocess.run(command, check=True, capture_output=True, user=self._user, cwd="/")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = (
            "listen_addresses=",
            f"unix_socket_directories={self.folder}",
            "max_connections=200",
            *self._settings,
        )
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [program("postgres"), "-D", str(self._data), *_options(settings)],
                user=self._user,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        end = monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.dsn).close()
                break
            except psycopg.OperationalError:
                assert monotonic() < end, (self.folder / "log").read_text()[-2000:]
                sleep(0.05)
        self._is_running = True

    def kill(self) -> None:
        """All of it at once, as when the machine loses its power."""
        group = [self.process.pid, *_children(self.process.pid)]
        for pid in group:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        while any(_is_there(pid) for pid in group[1:]):
            sleep(0.01)
        self._is_running = False

    def remove(self) -> None:
        """End it, and leave nothing behind."""
        if self._is_running:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def _options(settings: tuple[str, ...]) -> list[str]:
    return [word for setting in settings for word in ("-c", setting)]


def _exists(user: str) -> bool:
    import pwd

    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def _is_there(pid: int) -> bool:
    """Whether a process is alive; one that has ended and waits for its parent is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@cache
def server() -> str:
    """The DSN of the server of all tests in this process; raises Missing."""
    if named := os.environ.get(NAMED):
        return named
    own = Postgres()
    lasts(own.process)
    _shared.append(own)
    return own.dsn


def end() -> None:
    """The tests of this process are over."""
    while _shared:
        _shared.pop().remove()


def database(dsn: str = "") -> str:
    """The DSN of a place of its own, without any tables; the test is skipped where there is no
    PostgreSQL."""
    try:
        dsn = dsn or server()
    except Missing as missing:
        pytest.skip(str(missing))
    name = f"test_{os.getpid()}_{next(_schemas)}"
    with psycopg.connect(dsn, autocommit=True) as db:
        db.execute(f"CREATE SCHEMA {name}")
    return f"{dsn}{'&' if '?' in dsn else '?'}options={quote(f'-c search_path={name}')}"


def main() -> None:
    """Get what is missing; what cannot be had is said, and its tests will skip."""
    try:
        program("initdb")  # one server is killed by a test, whatever GAMENIGHT_POSTGRES names
    except Missing as missing:
        if os.geteuid() != 0 or not shutil.which("apt-get"):
            print(f"Tests with a PostgreSQL of their own will be skipped: {missing}", flush=True)
            return
        print("Getting PostgreSQL for the tests (once) ...", flush=True)
        # Its own cluster is not wanted: tests start servers of theirs.
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (("update",), ("install", "--yes", "--no-install-recommends", "postgresql")):
            subprocess.run(["apt-get", "--quiet=2", *words], check=False, env=environment)


if __name__ == "__main__":
    main()
