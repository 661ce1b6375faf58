"""The law of refusal: the impossible is refused with the coded exception."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

from gamenight.core.errors import GamenightError, InvalidAction, InvalidOption, InvalidPlayers
from gamenight.core.game import Game
from gamenight.core.laws.verdict import THROWN, blaming, broken, seat_name, shown, told
from gamenight.core.options import Option, declared
from gamenight.core.play import step
from gamenight.core.rules import Decision

NONSENSE = (
    *("", " ", "\t", "\n", "\x00", "\ud800", "\u202e", "🎲", "²", "?!", "%s{0}", "'\""),
    *("no such action", "x" * 10_000, "9" * 5_000, "-1e999"),
)
JUNK = ("{} junk", "junk {}", "{}\x00", "{} ☃")
NUMBERS = ("²", "-1", "999999999999", "9" * 5_000)
DIGITS = re.compile(r"\d+")
GLUED = ("{}#x", "{}x", "x{}")
TEXTS_A_STATE = 12
TEXTS_A_GAME = 60


class Mistakes:
    """Texts that are almost those of actions; each is tried once per game."""

    def __init__(self, rules: Any, rng: Random):
        self.rules, self.rng = rules, rng
        self.tried: set[str] = set()

    def check(self, state: Any, texts: Mapping[str, Any]) -> None:
        """A parser may forgive a mistake, but not crash, nor overlook what is glued to a text."""
        fresh = [text for text in texts if text not in self.tried]
        most = min(TEXTS_A_STATE, TEXTS_A_GAME - len(self.tried), len(fresh))
        for text in self.rng.sample(fresh, most):
            self.tried.add(text)
            for wrong in dict.fromkeys(_slips(text)):
                _parsed(self.rules, state, wrong)
            for wrong in (pattern.format(text) for pattern in GLUED):
                found = _parsed(self.rules, state, wrong)
                if found is not None:
                    _check_not_legal(self.rules, state, texts, wrong, found[0])


def _slips(text: str) -> Iterator[str]:
    """What a person may type by mistake: other words, numbers, upper or lower case."""
    words = text.split()
    for at in range(len(words)):
        yield " ".join(words[:at])
        yield " ".join(words[at:])
        yield " ".join(words[:at] + words[at + 1 :])
        yield " ".join(words[: at + 1] + words[at:])
    yield from (text.upper(), text.lower(), text.swapcase())
    for found in DIGITS.finditer(text):
        for number in _neighbours(found[0]):
            yield text[: found.start()] + number + text[found.end() :]


def _neighbours(digits: str) -> tuple[str, ...]:
    number = int(digits[:18])
    return ("0", str(number + 1), str(number - 1), f"0{digits}", f"+{digits}", "9" * 5_000)


def check_texts_refused(rules: Any, state: Any, texts: Mapping[str, Any]) -> None:
    """A text that names no action raises InvalidAction, never another exception."""
    legal = next(iter(texts), "")
    wrong = [pattern.format(legal) for pattern in JUNK] if legal else []
    for text in (*NONSENSE, *wrong):
        found = _parsed(rules, state, text)
        if found is not None and not _reads_as(rules, found[0], text):
            sentence = f"parse({shown(text)}) gives {shown(found[0])}, not InvalidAction"
            broken("refusal", sentence, state, found[0])
    near = [legal[:1] + "\n" + legal[1:], *(DIGITS.sub(number, legal) for number in NUMBERS)]
    for text in near:
        found = _parsed(rules, state, text)
        if found is not None:
            _check_not_legal(rules, state, texts, text, found[0])


def _check_not_legal(
    rules: Any, state: Any, texts: Mapping[str, Any], text: str, action: Any
) -> None:
    if not _reads_as(rules, action, text) and any(action == legal for legal in texts.values()):
        sentence = f"parse({shown(text)}) gives the legal action {shown(action)}"
        broken("refusal", sentence, state, action)


def _parsed(rules: Any, state: Any, text: str) -> tuple[Any] | None:
    """The action read from a wrong text, in a tuple; None if it is refused."""
    try:
        return (rules.parse(text),)
    except InvalidAction:
        return None
    except THROWN as error:
        broken("refusal", f"parse({shown(text)}) raises {told(error)}, not InvalidAction", state)


def _reads_as(rules: Any, action: Any, text: str) -> bool:
    """A parser may forgive spaces, case and forms of characters, nothing else."""
    try:
        return _plain(rules.format(action)) == _plain(text)
    except THROWN:
        return False


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def check_actions_refused(
    rules: Any, state: Any, node: Any, texts: Mapping[str, Any], elsewhere: Iterable[str]
) -> None:
    """An action of another moment, of another seat or of chance is refused."""
    for text in elsewhere:
        if text not in texts:
            _refused(rules, state, text, None)
    for seat in range(min(rules.players, 8)):
        own: tuple[Any, ...] = ()
        if isinstance(node, Decision):
            own = node.of(seat) + node.at_table(seat)
        with blaming("text", "format()", state):
            mine = {rules.format(action) for action in own}
        foreign = [text for text in texts if text not in mine]
        for text in foreign[:3] + foreign[-3:]:
            _refused(rules, state, text, seat)


def _refused(rules: Any, state: Any, text: str, seat: int | None) -> None:
    by = "" if seat is None else f" by {seat_name(seat)}"
    what = f"the illegal action {shown(text)}{by}"
    _refuses(InvalidAction, what, lambda: step(rules, state, text, seat), state)


def _refuses(
    kind: type[GamenightError], what: str, call: Callable[[], Any], state: Any = None
) -> None:
    try:
        call()
    except kind:
        return
    except THROWN as error:
        sentence = f"{what} raises {told(error)}, not {kind.__name__}"
    else:
        sentence = f"{what} is accepted instead of raising {kind.__name__}"
    broken("refusal", sentence, state)


def check_game_refuses(game: Game, options: Mapping[str, object]) -> None:
    """Options and numbers of players: the declared ones are accepted, all others refused."""
    with blaming("refusal", "declaring the options"):
        known = declared(game.options)
        defaults = game.options()
    for item in known:
        with blaming("refusal", f"the default of option {item.name}"):
            item.check(getattr(defaults, item.name))
        for value in _wrong_values(item):
            given = {**options, item.name: value}
            what = f"option {item.name}={shown(value)}"
            _refuses(InvalidOption, what, partial(game.rules, None, **given))
        for value in _edges(item):
            _check_taken(game, {**options, item.name: value}, item.name)
    unknown = partial(game.rules, None, **{**options, "no_such_option": 1})
    _refuses(InvalidOption, "the option no_such_option", unknown)
    _check_players_refused(game, options)


def _wrong_values(item: Option) -> list[object]:
    wrong: list[object] = [None, 1.5, ()]
    wrong += [value for value in (7, True, "no such value") if type(value) is not item.type]
    if item.choices:
        wrong.append("no such choice")
    wrong += [item.low - 1] if item.low is not None else []
    wrong += [item.high + 1] if item.high is not None else []
    return wrong


def _edges(item: Option) -> tuple[object, ...]:
    """Declared values that must be possible, unless other options or players forbid them."""
    if item.type is bool:
        return (False, True)
    return (*item.choices, *(edge for edge in (item.low, item.high) if edge is not None))


def _check_taken(game: Game, options: Mapping[str, object], name: str) -> None:
    with blaming("refusal", f"option {name}={shown(options[name])}"):
        try:
            game.rules(None, **options)
        except (InvalidOption, InvalidPlayers):
            return


def _check_players_refused(game: Game, options: Mapping[str, object]) -> None:
    with blaming("refusal", "players()"):
        possible = game.players(**options)
    for count in (possible[0] - 1, possible[-1] + 1, 0, -1, 1.5, "two", True):
        if type(count) is int and count in possible:
            continue
        given: Any = count
        what = f"the number of players {shown(count)}"
        _refuses(InvalidPlayers, what, partial(game.rules, given, **options))
