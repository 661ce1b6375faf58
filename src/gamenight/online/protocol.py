"""Protocol: the messages between a table's server and its screens, version 1, and their limits.

`docs/protocol.md` explains them to whoever writes a client. Unknown types and fields are refused.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from gamenight.core.errors import GamenightError
from gamenight.online.messages import MOST_TOKENS as MOST_TOKENS
from gamenight.online.messages import Answer as Answer
from gamenight.online.messages import At as At
from gamenight.online.messages import Back as Back
from gamenight.online.messages import Begin as Begin
from gamenight.online.messages import Can as Can
from gamenight.online.messages import Claim as Claim
from gamenight.online.messages import GiveSalt as GiveSalt
from gamenight.online.messages import Hello as Hello
from gamenight.online.messages import Hint as Hint
from gamenight.online.messages import Machine as Machine
from gamenight.online.messages import Message as Message
from gamenight.online.messages import NewCode as NewCode
from gamenight.online.messages import Odds as Odds
from gamenight.online.messages import Offer as Offer
from gamenight.online.messages import Offered as Offered
from gamenight.online.messages import Options as Options
from gamenight.online.messages import Pass as Pass
from gamenight.online.messages import Ping as Ping
from gamenight.online.messages import Places as Places
from gamenight.online.messages import Play as Play
from gamenight.online.messages import Ready as Ready
from gamenight.online.messages import Rename as Rename
from gamenight.online.messages import Resign as Resign
from gamenight.online.messages import Say as Say
from gamenight.online.messages import Sent as Sent
from gamenight.online.messages import SetClock as SetClock
from gamenight.online.messages import Tip as Tip
from gamenight.online.messages import Want as Want

VERSION = 1

# Limits.
LONGEST_MESSAGE = 8_192  # bytes of a client's frame
HELLO_SECONDS = 10.0  # until a socket has said hello
MOST_QUEUED = 64  # messages that a peer has not read
UNGUESSED = 2**32  # the least id of a claim that can be sent again: it has to be a random one

# Close codes.
TOO_LONG = 1009
GOING_AWAY = 1001
BROKEN = 1011
NO_HELLO = 4400
WRONG_LINK = 4403
NO_TABLE = 4404
TOO_SLOW = 4408
OTHER_VERSION = 4426
TOO_MANY = 4429


class WrongMessage(GamenightError):
    """A message that is not of this protocol."""

    code = "wrong_message"


_hello = msgspec.json.Decoder(Hello)
_sent: msgspec.json.Decoder[Sent] = msgspec.json.Decoder(Sent)


def read_hello(data: str | bytes) -> Hello:
    """The first message of a client; raises WrongMessage."""
    try:
        return _hello.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise WrongMessage(f"the first message must be a hello ({error})") from None


def read_message(data: str | bytes) -> Sent:
    """Any later message of a client; raises WrongMessage."""
    try:
        return _sent.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise WrongMessage(f"this message cannot be read ({error})") from None


class Told(Struct, tag_field="t", omit_defaults=True):
    """What a server sends. Fields with their usual value are left out."""


class Place(Struct, omit_defaults=True):
    """A place, free where there is no name. here: somebody is connected; seat: in the match."""

    name: str = ""
    bot: str = ""
    here: bool = False
    seat: int | None = None


class Commit(Struct, omit_defaults=True):
    """What fixes the secret of a match's chance without telling it: SHA-256, as digits. tips: the
    places that have mixed something in."""

    id: str
    commit: str
    tips: list[int] = []


class OpenOffer(Struct, omit_defaults=True):
    """Something proposed. by: whose place; yes: who has agreed; asked: who has not answered."""

    id: int
    what: Offered
    by: int
    yes: list[int]
    asked: list[int]
    place: int | None = None


TurnKind = Literal["choose", "ready", "roll", "wait", "over"]


class Clocks(Struct, omit_defaults=True):
    """What each seat has left, in milliseconds (none for a machine), and whose clock runs, after
    this many more; screens count down by themselves."""

    left: list[int | None]
    runs: int | None = None
    wait: int = 0


class Turn(Struct, omit_defaults=True):
    """What comes next, as everybody may know it. choose: this seat decides; ready and roll: it has
    to say so; wait: chance or a machine (in this seat) acts; over. label: what is rolled then, in
    the words of the game, if it has any; clocks: where time is counted."""

    kind: TurnKind
    seat: int | None = None
    label: str = ""
    clocks: Clocks | None = None

    def is_same(self, other: Turn | None) -> bool:
        """Whether the same comes next, however late it is."""
        return other is not None and replace(self, clocks=None) == replace(other, clocks=None)


class Welcome(Told, tag="welcome"):
    """Everything about a table, as this screen may know it: after hello, when a match begins, and
    when another round does. Before the match there is no `match` and nothing that follows it.
    yours: the places of the people here; host: whether they may change the table; hosts: the places
    of those who may; public: whether somebody may sit down without a code. start: how many plies
    were known. texts (those after it) and scenes (of then) are by who sees them: each seat here,
    and "" for a spectator where there is not one. plies: those after it, for scenes; story: the
    sentences of some before it, one list a ply; last: the places that the last of them touched;
    notes: other sentences, and after which ply each came: what was taken back, who plays for whom.
    next: the chance of the match that is next; fair: that of this one; live: whether salts come
    before every roll of it."""

    v: int
    table: str
    game: str
    version: int
    options: dict[str, Any]
    places: list[Place]
    yours: list[int]
    host: bool = False
    hosts: list[int] = []
    code: str = ""
    public: bool = False
    chat: bool = False
    hints: bool = True
    clock: str = ""
    offers: list[OpenOffer] = []
    next: Commit | None = None
    live: bool = False
    fair: Commit | None = None
    match: int | None = None
    seats: list[tuple[str, str]] = []
    changes: list[tuple[int, int, str, str]] = []
    series: list[list[tuple[str, int, bool]]] = []
    n: At = (0, 0)
    start: int = 0
    texts: dict[str, list[str]] = {}
    passes: list[int] = []
    turn: Turn | None = None
    result: Result | None = None
    scenes: dict[str, Any] = {}
    last: dict[str, list[str]] = {}
    story: dict[str, list[Any]] = {}
    notes: list[tuple[int, str]] = []
    plies: list[Ply] = []


class Result(Struct):
    """How it ended."""

    scores: list[int]
    winners: list[int]
    reason: str
    resigned: int | None = None


class Ply(Told, tag="ply"):
    """One action. n: what is known after it; by: the seat, if this screen can know it; id: that of
    the message which asked for it, on the screens of that seat. text is for the only one here; the
    others by who sees them."""

    n: At
    by: int | None = None
    id: int | UnsetType = UNSET
    text: str | UnsetType = UNSET
    texts: dict[str, str] | UnsetType = UNSET
    steps: dict[str, Any] | UnsetType = UNSET
    deltas: dict[str, Any] | UnsetType = UNSET
    turn: Turn | None = None
    result: Result | None = None


class Cut(Told, tag="cut"):
    """Plies were taken back; n: what is left."""

    n: At
    text: str
    turn: Turn | None = None
    scenes: dict[str, Any] | UnsetType = UNSET
    last: dict[str, list[str]] | UnsetType = UNSET


class Turned(Told, tag="turn"):
    """What comes next has changed without a ply: somebody is ready."""

    n: At
    turn: Turn


class Changed(Told, tag="seats"):
    """Somebody else sits in a seat from this ply on. text: a sentence for people."""

    change: tuple[int, int, str, str]
    text: str = ""
    turn: Turn | None = None
    scenes: dict[str, Any] | UnsetType = UNSET
    last: dict[str, list[str]] | UnsetType = UNSET


class Here(Told, tag="here"):
    """Who is at the table. text: a sentence for the people at this screen."""

    places: list[Place]
    text: str = ""


class Offers(Told, tag="offers"):
    """What is proposed now. text: what became of one."""

    offers: list[OpenOffer]
    text: str = ""


class Over(Told, tag="over"):
    """The match has ended without a ply."""

    result: Result
    n: At


class Salts(Told, tag="salts"):
    """Chance is about to draw this ply: these seats give the salt that follows their last one, by
    seat."""

    n: int
    last: dict[str, str]


class Ok(Told, tag="ok"):
    """Done. token: that of the place which was claimed."""

    id: int
    text: str = ""
    token: str = ""
    place: int | None = None


class No(Told, tag="no"):
    """Not done; nothing has changed. id: that of the message, if it had one."""

    code: str
    text: str
    id: int | None = None


class Cannot(Told, tag="cannot"):
    """What cannot be proposed now, each with the reason."""

    id: int
    why: dict[Offered, str] = {}


class Advice(Told, tag="advice"):
    """A hint or the odds: lines under a heading. A hint is also a sentence, and the text of an
    action (none: do nothing for now)."""

    id: int
    heading: str
    lines: list[str]
    sentence: str = ""
    text: str = ""


class Wait(Told, tag="wait"):
    """The answer to a message (`of`) takes a while, and why."""

    of: int
    text: str


class Pong(Told, tag="pong"):
    id: int


class Said(Told, tag="said"):
    """A line of chat."""

    name: str
    text: str


class Bye(Told, tag="bye"):
    """The server ends; come back later."""

    text: str


# fmt: off
Heard = (
    Welcome | Ply | Cut | Turned | Changed | Here | Offers | Over | Salts | Ok | No | Cannot
    | Advice | Wait | Pong | Said | Bye
)
# fmt: on

_encoder = msgspec.json.Encoder()
_heard: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)


def write(message: Struct) -> str:
    """A message as it is sent."""
    return _encoder.encode(message).decode()


def read_heard(data: str | bytes) -> Heard:
    """A message of a server; raises WrongMessage."""
    try:
        return _heard.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise WrongMessage(f"the server sent something else ({error})") from None
