"""Scenery: what somebody knows who draws scenes, folded from what a server says."""

from __future__ import annotations

from typing import Any

from gamenight.online.deltas import patch

Data = dict[str, Any]
ASKING = ("ask", "choices", "marks", "message", "tone")


def still(scene: Data) -> Data:
    """The same without a question or a message."""
    return {name: found for name, found in scene.items() if name not in ASKING}


class Scenery:
    """The latest scenes by who sees them, and those of the ply that led there."""

    def __init__(self) -> None:
        self.scenes: dict[str, Data] = {}
        self.film: dict[str, list[Data]] = {}
        self.n = [0, 0]

    def hear(self, message: Data) -> None:
        """Take a message of any kind."""
        if "scenes" in message:
            self.scenes, self.film = message["scenes"], {}
        if message["t"] == "welcome":
            plies = message.get("plies", [])
            self.n = [message.get("start", 0), message.get("n", [0, 0])[1]]
            for ply in plies:
                self.hear(ply)
            assert self.n == message.get("n", [0, 0])
        elif message["t"] == "ply":
            self.n = message["n"]
            self.film = {eye: [] for eye in message["steps"]}
            self.scenes = {
                eye: self._after(eye, message["steps"][eye], delta)
                for eye, delta in message["deltas"].items()
            }
        elif message["t"] == "cut":
            self.n = message["n"]

    def _after(self, eye: str, steps: list[Data], delta: Data) -> Data:
        last = still(self.scenes[eye])
        for step in steps:
            if "delta" in step:
                last = patch(last, step["delta"])
                self.film[eye].append(last)
        return patch(last, delta)
