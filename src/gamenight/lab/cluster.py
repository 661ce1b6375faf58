"""Cluster: the workers of a Dask or Ray cluster as an executor, for work that takes long.

Neither is imported before somebody asks for one. Workers have the same gamenight installed: calls
go to them by the names of functions. What a worker did not finish because it was killed, the
cluster gives to another one.
"""

from __future__ import annotations

import logging
import socket
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from typing import Any, TypeVar
from urllib.parse import urlsplit

from gamenight.core.errors import GamenightError
from gamenight.core.paths import reason_of
from gamenight.core.text import quoted

T = TypeVar("T")
Submit = Callable[..., Future[Any]]

PATIENCE = 10.0  # seconds until nobody answers


class ClusterError(GamenightError):
    """A cluster that is not there, or no longer."""

    code = "cluster_error"


class ClusterExecutor(Executor):
    """Calls go to a cluster by `submit`; `workers` says how many of them it does at once now."""

    def __init__(self, submit: Submit, count: Callable[[], int]):
        self._submit, self._count = submit, count

    @property
    def workers(self) -> int:
        return self._count()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        return self._submit(fn, *args, **kwargs)


@contextmanager
def connected(address: str) -> Iterator[ClusterExecutor]:
    """The workers of the cluster at `dask://HOST:PORT` or `ray://HOST:PORT`. Raises a ClusterError
    where packages are missing, nobody answers, or the cluster goes away."""
    kind, host, port = read_address(address)
    way, usual, package = KINDS[kind]
    try:
        module = import_module(package)
    except ModuleNotFoundError as error:
        raise ClusterError(
            f"working on {address} needs {error.name}: install gamenight[{kind}]", address
        ) from None
    # Our own sentences say what matters of its warnings and logs.
    warnings.filterwarnings("ignore", module=rf"{package}\.")
    logging.getLogger(package).setLevel(logging.CRITICAL)
    where = f"[{host}]:{port or usual}" if ":" in host else f"{host}:{port or usual}"
    try:
        socket.create_connection((host, port or usual), PATIENCE).close()
    except OSError as error:
        raise ClusterError(f"nobody answers at {where}: {reason_of(error)}", address) from error
    with way(module, where) as executor:
        yield executor


def read_address(text: str) -> tuple[str, str, int | None]:
    """The kind of cluster, its host and its port; raises a ClusterError."""
    try:
        found = urlsplit(text)
        kind, host, port = found.scheme, found.hostname, found.port
        rest = found.path.strip("/") or found.query or found.fragment or found.username
    except ValueError:
        kind, host, port, rest = "", None, None, None
    if kind not in KINDS or not host or rest or port == 0:
        raise ClusterError(
            f"a cluster is given as dask://HOST:PORT or ray://HOST:PORT, not {quoted(text)}", text
        )
    return kind, host, port


@contextmanager
def _dask(distributed: Any, where: str) -> Iterator[ClusterExecutor]:
    host, _, port = where.rpartition(":")
    try:
        # A scheduler speaks first; for one that never does, the client would wait for ever.
        with socket.create_connection((host.strip("[]"), int(port)), PATIENCE) as line:
            line.recv(1)
        client = distributed.Client(f"tcp://{where}", timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, MemoryError) as error:  # the last by the length of some other text
        raise ClusterError(f"no Dask scheduler answers at {where}", where) from error
    with client:

        def count() -> int:
            return sum(client.nthreads().values())

        if not count():
            raise ClusterError(f"the Dask cluster at {where} has no workers", where)
        pool = client.get_executor(pure=False)
        with _watched("Dask", where, (distributed.KilledWorker, OSError, CancelledError)):
            yield ClusterExecutor(pool.submit, count)


@contextmanager
def _ray(ray: Any, where: str) -> Iterator[ClusterExecutor]:
    try:
        ray.init(f"ray://{where}", log_to_driver=False, logging_level=logging.CRITICAL)
    except (OSError, RuntimeError) as error:
        raise ClusterError(f"no Ray server answers at {where}: {error}", where) from error
    remote = ray.remote(_done)

    def submit(work: Callable[..., Any], *given: Any, **named: Any) -> Future[Any]:
        return _followed(ray, remote.remote(work, given, named))

    def count() -> int:
        return int(ray.cluster_resources().get("CPU", 0))

    try:
        if not count():
            raise ClusterError(f"the Ray cluster at {where} has no workers", where)
        lost = (ray.exceptions.RaySystemError, ray.exceptions.WorkerCrashedError, OSError)
        with _watched("Ray", where, lost):
            yield ClusterExecutor(submit, count)
    finally:
        ray.shutdown()


def _done(work: Callable[..., T], given: tuple[Any, ...], named: dict[str, Any]) -> T:
    """On a worker of Ray."""
    return work(*given, **named)


def _followed(ray: Any, task: Any) -> Future[Any]:
    """What becomes of a task of Ray; an error is the one that was raised there, without a trace."""
    future: Future[Any] = Future()

    def ended(found: Future[Any]) -> None:
        if not future.set_running_or_notify_cancel():
            return
        error = found.exception()
        if error is None:
            future.set_result(found.result())
        else:
            future.set_exception(getattr(error, "cause", None) or error)

    def unwanted(own: Future[Any]) -> None:
        if own.cancelled():
            ray.cancel(task)

    future.add_done_callback(unwanted)
    task.future().add_done_callback(ended)
    return future


@contextmanager
def _watched(name: str, where: str, lost: tuple[type[BaseException], ...]) -> Iterator[None]:
    try:
        yield
    except GamenightError:
        raise
    except lost as error:
        raise ClusterError(
            f"the {name} cluster at {where} was lost ({type(error).__name__}): what it had "
            "finished is kept where the work has a file, and the same command goes on",
            where,
        ) from error


Way = Callable[[Any, str], AbstractContextManager[ClusterExecutor]]
# By the scheme of an address: the way in, the usual port, the package.
KINDS: dict[str, tuple[Way, int, str]] = {
    "dask": (_dask, 8786, "distributed"),
    "ray": (_ray, 10001, "ray"),
}
