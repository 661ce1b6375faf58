"""OGN: matches of Oware as text, in the style of chess's PGN: tags, then moves.

[South "Ann"]
[North "Bob"]
[Result "26-22"]

1. F f 2. B e+2 {a capture of two} ... 26-22

Aualé writes it a little differently, and that is read as well: unknown players are called `?`, an
unfinished match just stops, and the last `+N` counts the seeds of the mover's row taken at the end.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from gamenight.core.errors import GamenightError, InvalidRecord
from gamenight.core.options import Option, chosen, declared, values
from gamenight.core.parts import read_text
from gamenight.core.play import Ply
from gamenight.core.record import Record, Result, Seat, over_result
from gamenight.core.rules import Over
from gamenight.core.scene import fill
from gamenight.core.text import LONGEST_NAME, clean_name, listed, quoted, visible
from gamenight.games.oware.rules import ID, SIDES, SOUTH, VERSION, Options, OwareRules, State

WIDTH = 79
LARGEST = 1024 * 1024  # characters
MOST_MATCHES = 5_000
WINS, DRAW, UNFINISHED = ("1-0", "0-1"), "1/2-1/2", "*"
UNKNOWN = "?"

PART = re.compile(
    r"""(?P<comment> \{[^}]*\} | ;[^\n]* )
      | \[\s*(?P<tag> [A-Za-z0-9_]+ )\s+"(?P<value> (?:[^"\\\n]++|\\[^\n])*+ )"\s*\]
      | (?P<open> \( ) | (?P<close> \) )
      | (?P<number> [0-9]{1,9} )\.+
      | (?P<word> [^\s{}()\[\];"]+ )
      | (?P<space> \s+ )
      | (?P<other> [^\n]+ )""",
    re.VERBOSE,
)
MOVE = re.compile(r"([A-Za-z])(?:\+([0-9]{1,4}))?")
RESULT = re.compile(r"[0-9]{1,4}-[0-9]{1,4}|1/2-1/2|\*")


class Part(NamedTuple):
    """A tag, a move number or a word of a file; `value` is only for tags."""

    kind: str
    text: str
    line: int
    value: str = ""


def read(text: str) -> tuple[Record, ...]:
    """Every match of a text, replayed move by move; raises InvalidRecord with the line."""
    if len(text) > LARGEST:
        raise InvalidRecord(
            f"an OGN text can have at most {LARGEST:,} characters, not {len(text):,}", len(text)
        )
    records, match, line = list[Record](), MatchReader(), 1
    for part in _parts(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")):
        line = part.line
        if part.kind == "tag":
            if match.rules is not None:
                records.append(match.stop(line))
                match = MatchReader()
            match.tag(part)
        elif part.kind == "number":
            match.number(part)
        elif RESULT.fullmatch(part.text):
            records.append(match.finish(part))
            match = MatchReader()
        else:
            match.move(part)
        if len(records) > MOST_MATCHES:
            _refuse(line, f"a text can have at most {MOST_MATCHES:,} matches")
    if match.tags or match.rules:
        records.append(match.stop(line))
    if not records:
        _refuse(line, "there is no match in this text")
    return tuple(records)


def write(record: Record) -> str:
    """One match as text."""
    plies = record.plies()
    rules = OwareRules(chosen(Options, record.options))
    result = _result_token(record, rules, plies[-1].after if plies else rules.initial())
    tags = _tags(record, rules, result).items()
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags)
    moves = " ".join([*_moves(record, rules, plies), result])
    wrapped = textwrap.fill(moves, WIDTH, break_long_words=False, break_on_hyphens=False)
    return f"{head}\n{wrapped}\n"


class MatchReader:
    """One match while its parts come in."""

    def __init__(self) -> None:
        self.tags = dict[str, Part]()
        self.actions = list[str]()
        self.rules: OwareRules | None = None
        self.state: State

    def tag(self, part: Part) -> None:
        if part.text in self.tags:
            _refuse(part.line, f"the tag {part.text} appears twice", part.text)
        self.tags[part.text] = part

    def number(self, part: Part) -> None:
        self._begin()
        due = len(self.actions) // 2 + 1
        if int(part.text) != due:
            _refuse(
                part.line, f"the move number is {part.text}, but should be {due}", part.text, (due,)
            )

    def move(self, part: Part) -> None:
        rules, ply = self._begin(), len(self.actions) + 1
        move = MOVE.fullmatch(part.text)
        node = rules.node(self.state)
        if move is None:
            _refuse(
                part.line, f"{quoted(part.text)} is neither a move nor a result", part.text, (), ply
            )
        if isinstance(node, Over):
            why = f"there is a move {quoted(part.text)} after the end ({fill(node.reason, SIDES)})"
            _refuse(part.line, why, part.text, (), ply)
        house, captures = move[1], move[2]
        legal = tuple(rules.format(action) for action in node.actions)
        if house not in legal:
            why = f"illegal move {quoted(house)} (legal: {listed(legal)})"
            _refuse(part.line, why, house, legal, ply)
        action = rules.parse(house)
        gains = self._gains(rules, action)
        if captures is not None and int(captures) not in gains:
            why = f"the move {house} captures {gains[0]}, not {captures}"
            _refuse(part.line, why, part.text, gains, ply)
        self.state = rules.apply(self.state, action)
        self.actions.append(house)

    def _gains(self, rules: OwareRules, action: int) -> tuple[int, ...]:
        """What a move captures, and what its side gains by it if the rows are taken then."""
        before = self.state.position
        captured = rules.sow(before, action).seeds
        node = rules.node(rules.apply(self.state, action))
        if isinstance(node, Over):
            return captured, node.scores[before.mover] - before.stores[before.mover]
        return (captured,)

    def stop(self, line: int) -> Record:
        """The match of moves without a result: as its tag says, or else unfinished."""
        tag = self.tags.get("Result")
        told = tag.value if tag is not None and RESULT.fullmatch(tag.value) else UNFINISHED
        return self.finish(Part("word", told, line))

    def finish(self, part: Part) -> Record:
        rules = self._begin()
        tag = self.tags.get("Result")
        if tag is not None and tag.value not in (UNKNOWN, part.text):
            why = (
                f"the tag gives the result {quoted(tag.value)}, but the moves end with {part.text}"
            )
            _refuse(part.line, why, part.text, (tag.value,))
        seats = self._seats()
        return Record(
            game=ID,
            version=VERSION,
            seats=seats,
            options=values(rules.options),
            actions=tuple(self.actions),
            result=self._result(part, rules, seats),
        )

    def _begin(self) -> OwareRules:
        """The rules by the tags, once the first move (or the result) is there."""
        if self.rules is None:
            self.rules = OwareRules(chosen(Options, dict(self._options())))
            self.state = self.rules.initial()
            start = self.tags.get("FEN")
            if start is not None and start.value != str(self.state):
                why = f"a match from another start cannot be read (tag FEN {quoted(start.value)})"
                _refuse(start.line, why, start.value, (str(self.state),))
        return self.rules

    def _options(self) -> Iterator[tuple[str, object]]:
        for item in declared(Options):
            tag = self.tags.get(_option_tag(item))
            if tag is not None:
                try:
                    yield item.name, item.read(tag.value)
                except GamenightError as error:
                    _refuse(tag.line, str(error), tag.value, error.possible)

    def _seats(self) -> tuple[Seat, ...]:
        """Both players; a record tells them apart by their names."""
        south, north = (self._seat(side) for side in SIDES)
        if south.name.casefold() == north.name.casefold():
            north = north._replace(name=f"{north.name[: LONGEST_NAME - 2]} 2")
        return south, north

    def _seat(self, side: str) -> Seat:
        name, bot = self.tags.get(side), self._bot(side)
        if name is None or name.value in ("", UNKNOWN):
            return Seat(side, bot)
        try:
            return Seat(clean_name(name.value), bot)
        except GamenightError as error:
            _refuse(name.line, str(error), name.value)

    def _bot(self, side: str) -> str:
        tag = self.tags.get(f"{side}Bot")
        if tag is None:
            return ""
        try:
            return visible(read_text(tag.value, "a bot"))
        except GamenightError as error:
            _refuse(tag.line, str(error), tag.value)

    def _result(self, part: Part, rules: OwareRules, seats: tuple[Seat, ...]) -> Result | None:
        node, ply, gave_up = rules.node(self.state), len(self.actions), self._gave_up()
        if isinstance(node, Over):
            possible: tuple[str, ...] = (_score_text(node.scores), _outcome_text(node.winners))
            if gave_up is not None:
                end = fill(node.reason, SIDES)
                why = f"a tag says {SIDES[gave_up]} resigned, but the match is over ({end})"
                _refuse(part.line, why, part.text, possible, ply)
            if part.text not in (*possible, UNFINISHED):
                why = f"the moves lead to the result {possible[0]}, not to {part.text}"
                _refuse(part.line, why, part.text, possible, ply)
            return over_result(node, [seat.name for seat in seats])
        possible = (*WINS, UNFINISHED) if gave_up is None else (WINS[1 - gave_up],)
        if part.text not in possible:
            why = f"the match is not over here (possible: {listed(possible)}, not {part.text})"
            _refuse(part.line, why, part.text, possible, ply)
        if part.text == UNFINISHED:
            return None
        # Won before the end: the other side gave up, whether or not a tag says so.
        loser = 1 - WINS.index(part.text)
        reason = f"{seats[loser].name} resigned."
        return Result(rules.scores(self.state), (1 - loser,), reason, loser)

    def _gave_up(self) -> int | None:
        tag = self.tags.get("Termination")
        said = {f"{side} resigned": seat for seat, side in enumerate(SIDES)}
        return said.get(tag.value) if tag is not None else None


def _parts(text: str) -> Iterator[Part]:
    """The tags, numbers and words; comments and (nested) variations are skipped."""
    line, opened = 1, list[int]()
    for found in PART.finditer(text):
        kind = found.lastgroup or ""
        if found["tag"] is not None:
            kind = "tag"
        if kind == "open":
            opened.append(line)
        elif kind == "close":
            if not opened:
                _refuse(line, "a ')' without a '('", ")")
            opened.pop()
        elif kind == "other":
            _refuse(line, _why_no_part(found[0]), found[0])
        elif kind in ("tag", "number", "word") and not opened:
            value = re.sub(r'\\(["\\])', r"\1", found["value"] or "")
            yield Part(kind, found[kind], line, value)
        line += found[0].count("\n")
    if opened:
        _refuse(opened[-1], "a '(' without a ')'", "(")


def _why_no_part(text: str) -> str:
    if text[0] == "{":
        return f"a comment without a closing '}}': {quoted(text)}"
    return f"neither tag, comment, move nor result: {quoted(text)}"


def _refuse(
    line: int, why: str, given: object = None, possible: tuple[object, ...] = (), ply: int = 0
) -> NoReturn:
    raise InvalidRecord(f"line {line}: {why}", given, possible, ply or None)


def _option_tag(item: Option) -> str:
    return item.name.title().replace("_", "")


def _tags(record: Record, rules: OwareRules, result: str) -> dict[str, str]:
    """The seven of PGN, and what else a round trip needs."""
    tags = {"Event": UNKNOWN, "Site": UNKNOWN, "Date": "????.??.??", "Round": UNKNOWN}
    tags |= {side: seat.name for side, seat in zip(SIDES, record.seats, strict=True)}
    tags["Result"] = result
    for item in declared(Options):
        value = getattr(rules.options, item.name)
        if value != item.default:
            tags[_option_tag(item)] = str(value)
    for side, seat in zip(SIDES, record.seats, strict=True):
        if seat.bot:
            tags[f"{side}Bot"] = seat.bot
    if result in WINS:
        tags["Termination"] = f"{SIDES[1 - WINS.index(result)]} resigned"
    return tags


def _moves(record: Record, rules: OwareRules, plies: tuple[Ply, ...]) -> Iterator[str]:
    for number, ply in enumerate(plies):
        changes = _changes(record, number)
        yield from changes
        if number % 2 == SOUTH:
            yield f"{number // 2 + 1}."
        elif changes:
            yield f"{number // 2 + 1}..."
        captured = rules.sow(ply.before.position, ply.action).seeds
        yield rules.format(ply.action) + (f"+{captured}" if captured else "")
    yield from _changes(record, len(plies))


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _changes(record: Record, ply: int) -> list[str]:
    """Who sits down at this ply, as comments."""
    told = []
    for change in record.changes:
        if change.ply == ply:
            bot = f" (bot {change.who.bot})" if change.who.bot else ""
            told.append(f"{{{SIDES[change.seat]}: {change.who.name}{bot}}}")
    return [comment[:-1].replace("}", ")") + "}" for comment in told]


def _result_token(record: Record, rules: OwareRules, last: State) -> str:
    node = rules.node(last)
    if isinstance(node, Over):
        # At the limit of plies a tie may have unequal scores.
        tied = len(node.winners) > 1 and len(set(node.scores)) > 1
        return DRAW if tied else _score_text(node.scores)
    if record.result is not None and record.result.resigned is not None:
        return WINS[1 - record.result.resigned]
    return UNFINISHED


def _score_text(scores: tuple[int, ...]) -> str:
    return "-".join(map(str, scores))


def _outcome_text(winners: tuple[int, ...]) -> str:
    return WINS[winners[0]] if len(winners) == 1 else DRAW
