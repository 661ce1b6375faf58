"""Browser: shows an address in the browser of this machine, if it has a desktop."""

from __future__ import annotations

import os
import sys

DESKTOPS = ("DISPLAY", "WAYLAND_DISPLAY")  # elsewhere than on Windows and macOS


def show(url: str) -> bool:
    """Whether a window could be asked for. A browser in the terminal would take it from us."""
    if sys.platform not in ("win32", "darwin") and not any(map(os.environ.get, DESKTOPS)):
        return False
    import webbrowser  # late: few want it

    return webbrowser.open(url)
