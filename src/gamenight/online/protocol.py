"""Protocol: the messages between a table's server and its screens, version 1, and their limits.

`docs/protocol.md` explains them to whoever writes a client. Unknown types and fields are refused.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from gamenight.core.errors import GamenightError
from gamenight.core.play import LONGEST_ACTION

VERSION = 1

# Limits.
LONGEST_MESSAGE = 8_192  # bytes of a client's frame
MOST_TOKENS = 8  # of people who share a screen
HELLO_SECONDS = 10.0  # until a socket has said hello
MOST_QUEUED = 64  # messages that a peer has not read
UNGUESSED = 2**32  # the least id of a claim that can be sent again: it has to be a random one

# Close codes.
TOO_LONG = 1009
GOING_AWAY = 1001
NO_HELLO = 4400
WRONG_LINK = 4403
NO_TABLE = 4404
TOO_SLOW = 4408
OTHER_VERSION = 4426
TOO_MANY = 4429

Id = Annotated[int, Meta(ge=0, le=2**53)]
"""What an answer names: begin with a random number, so that no other screen of yours has it."""
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
At = tuple[Number, Number]
"""What the sender had seen: plies, and how often some were taken back."""
Name = Annotated[str, Meta(max_length=200)]
Offered = Literal["undo", "next", "stand_in", "end"]
"""What needs a yes: take back my last move; another round; a machine for somebody who is gone; let
us end it."""
Want = Literal["scene", "text"]


class Message(Struct, forbid_unknown_fields=True, tag_field="t"):
    """What a client sends."""


class Hello(Message, tag="hello"):
    """The first message: which version, who is at this screen (nobody: a spectator), and what is
    wanted of a ply, a scene or its text. have: what is known of the match of this number."""

    v: int
    tokens: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=MOST_TOKENS)] = []
    want: Want = "scene"
    match: Number | None = None
    have: At | None = None


class Claim(Message, tag="claim"):
    """Sit down in a free place, under this name, by the code that the host shows."""

    id: Id
    name: Name
    code: Annotated[str, Meta(max_length=32)] = ""
    place: Number | None = None


class Rename(Message, tag="rename"):
    """Be called otherwise, before it begins."""

    id: Id
    place: Number
    name: Name


class Machine(Message, tag="machine"):
    """The host puts a machine into a place, or (with no bot) empties it; before it begins."""

    id: Id
    place: Number
    bot: Annotated[str, Meta(max_length=100)] = ""


class Places(Message, tag="places"):
    """The host says how many places there are, before it begins."""

    id: Id
    count: Annotated[int, Meta(ge=1, le=100)]


class Options(Message, tag="options"):
    """The host says what is agreed, before it begins."""

    id: Id
    options: dict[str, str | int | float | bool]


class Begin(Message, tag="begin"):
    """The host begins: places that are free stay empty, if the game allows it."""

    id: Id


class Play(Message, tag="play"):
    """An action of a seat here; n: what the sender had seen."""

    id: Id
    n: At
    seat: Number
    text: Annotated[str, Meta(max_length=LONGEST_ACTION)]


class Pass(Message, tag="pass"):
    """Somebody who may act out of turn does nothing."""

    id: Id
    n: At
    seat: Number


class Ready(Message, tag="ready"):
    """A seat here is ready, or rolls, whichever it is asked for."""

    id: Id
    n: At
    seat: Number


class Resign(Message, tag="resign"):
    """Give up: of two, the other wins; of more, a machine plays on."""

    id: Id
    seat: Number


class Back(Message, tag="back"):
    """Take your own place back from the machine that plays there."""

    id: Id
    place: Number


class Offer(Message, tag="offer"):
    """Propose something that needs everybody's yes. place: who is gone, for a stand-in."""

    id: Id
    what: Offered
    place: Number | None = None


class Answer(Message, tag="answer"):
    """Yes or no to an offer."""

    id: Id
    offer: Number
    yes: bool


class Say(Message, tag="say"):
    """A line of chat, where the host has turned it on."""

    id: Id
    text: Annotated[str, Meta(max_length=500)]


class Ping(Message, tag="ping"):
    """Is anybody there?"""

    id: Id


# fmt: off
Sent = (
    Claim | Rename | Machine | Places | Options | Begin | Play | Pass | Ready | Resign | Back
    | Offer | Answer | Say | Ping
)
# fmt: on


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
    """A place at the table; free where there is no name. here: somebody is connected; seat: its
    seat in the match."""

    name: str = ""
    bot: str = ""
    here: bool = False
    seat: int | None = None


class OpenOffer(Struct, omit_defaults=True):
    """Something proposed. by: whose place; yes: who has agreed; asked: who has not answered."""

    id: int
    what: Offered
    by: int
    yes: list[int]
    asked: list[int]
    place: int | None = None


TurnKind = Literal["choose", "ready", "roll", "wait", "over"]


class Turn(Struct, omit_defaults=True):
    """What comes next, as everybody may know it. choose: this seat decides; ready and roll: it has
    to say so; wait: chance or a machine (in this seat) acts; over."""

    kind: TurnKind
    seat: int | None = None


class Welcome(Told, tag="welcome"):
    """Everything about a table, as this screen may know it: after hello, when a match begins, and
    when another round does. Before the match there is no `match` and nothing that follows it.

    yours: the places of the people here; host: whether they may change the table. start: how many
    plies of the match were known. texts (those plies after it) and scenes are by who sees them:
    each seat at this screen, as text, and "" for a spectator where there is not just one."""

    v: int
    table: str
    game: str
    version: int
    options: dict[str, Any]
    places: list[Place]
    yours: list[int]
    host: bool = False
    code: str = ""
    chat: bool = False
    offers: list[OpenOffer] = []
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


class Result(Struct):
    """How it ended."""

    scores: list[int]
    winners: list[int]
    reason: str
    resigned: int | None = None


class Ply(Told, tag="ply"):
    """One action. n: what is known after it; by: the seat, if this screen can know it; id: that of
    the message which asked for it. Then its `text`, for the only
    one at this screen, or `texts` by who sees them; or steps and scenes, by who sees them."""

    n: At
    by: int | None = None
    id: int | UnsetType = UNSET
    text: str | UnsetType = UNSET
    texts: dict[str, str] | UnsetType = UNSET
    steps: dict[str, Any] | UnsetType = UNSET
    scenes: dict[str, Any] | UnsetType = UNSET
    turn: Turn | None = None
    result: Result | None = None


class Cut(Told, tag="cut"):
    """Plies were taken back; n: what is left."""

    n: At
    text: str
    turn: Turn | None = None
    scenes: dict[str, Any] | UnsetType = UNSET


class Turned(Told, tag="turn"):
    """What comes next has changed without a ply: somebody is ready."""

    n: At
    turn: Turn


class Changed(Told, tag="seats"):
    """Somebody else sits in a seat from this ply on. text: a sentence for people."""

    change: tuple[int, int, str, str]
    text: str = ""
    turn: Turn | None = None


class Here(Told, tag="here"):
    """Who is at the table."""

    places: list[Place]


class Offers(Told, tag="offers"):
    """What is proposed now. text: what became of one."""

    offers: list[OpenOffer]
    text: str = ""


class Over(Told, tag="over"):
    """The match has ended without a ply."""

    result: Result
    n: At


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


class Pong(Told, tag="pong"):
    id: int


class Said(Told, tag="said"):
    """A line of chat."""

    name: str
    text: str


class Bye(Told, tag="bye"):
    """The server ends; come back later."""

    text: str


Heard = Welcome | Ply | Cut | Turned | Changed | Here | Offers | Over | Ok | No | Pong | Said | Bye

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
