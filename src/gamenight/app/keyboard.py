"""Keyboard: what a terminal sends, read as soon as it is clear which key it is."""

from __future__ import annotations

import os
import selectors
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable

from textual import constants
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

LOOK_AROUND = 0.1  # seconds between two looks whether the program ends
A_LITTLE_LATER = 0.001  # so that the time of Esc is surely up


class Keyboard(LinuxDriver):
    """A terminal whose Esc key counts when its time is up and it was not the start of another.

    Textual's own loop looks at the clock every tenth of a second, whatever it waits for; and a byte
    that is no UTF-8 (a pasted file, an old keyboard) ends it, and with it every key."""

    def run_input_thread(self) -> None:
        read_keys(self.fileno, self.exit_event.is_set, self.process_message)


def read_keys(source: int, ended: Callable[[], bool], tell: Callable[[Message], None]) -> None:
    """Tell each key that this file gives, until the program or the file ends."""
    parser = XTermParser()
    decode = getincrementaldecoder("utf-8")(errors="replace").decode
    with selectors.SelectSelector() as selector:
        selector.register(source, selectors.EVENT_READ)
        patience = LOOK_AROUND
        while not ended():
            patience, sent = LOOK_AROUND, bool(selector.select(patience))
            if sent:
                data = os.read(source, 4096)
                if not data:
                    return
                patience = constants.ESCAPE_DELAY + A_LITTLE_LATER
                if text := decode(data):
                    _tell_all(parser.feed(text), tell)
            _tell_all(parser.tick(), tell)


def _tell_all(messages: Iterable[Message], tell: Callable[[Message], None]) -> None:
    for message in messages:
        tell(message)
