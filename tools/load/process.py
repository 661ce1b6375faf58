"""Process: what a running program costs, as Linux counts it."""

from __future__ import annotations

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """The CPU time of a process so far, with all its threads."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    user, system = after_name[11:13]
    return (int(user) + int(system)) / TICKS


def memory(pid: int) -> int:
    """The bytes that are this process's alone."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    private = (line.split()[1] for line in lines if line.startswith("Private_"))
    return sum(map(int, private)) * 1024
