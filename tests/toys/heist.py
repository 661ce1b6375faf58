"""A toy game for tests that tries everything of the protocol.

Thieves take turns at a vault. `loot` rolls a loaded die: its value goes to the stake, a 0 loses
the stake and the turn. `bank` keeps the stake and draws a card. A `trap` costs its target 3
points once it is sprung; until then anybody else may `dodge` it away. An `alarm`, out of turn,
halves the stake. Whoever banks the goal wins, or the best after so many rounds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from gamenight.core.bot import BotInfo, Limit
from gamenight.core.errors import InvalidAction
from gamenight.core.game import Game
from gamenight.core.options import option
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.scene import Area, Choice, Glyph, Scene, ScoreRow, Spot, Step, Token, who

UNKNOWN = "?"
DECK = Counter({"alarm": 4, "dodge": 5, "trap": 6})
DICE = {"loaded": ((0, 1), (2, 3), (5, 2)), "wild": ((0, 2), (1, 1), (9, 1))}
DEALT, HAND_LIMIT, DAMAGE = 2, 4, 3
INSTANTS = ("alarm", "dodge")
SEATED = ("trap", "dodge", "alarm", "leave", "join")


@dataclass(frozen=True)
class HeistOptions:
    goal: int = option(20, "points that win", low=5, high=100)
    rounds: int = option(6, "rounds until the best wins", low=1, high=50)
    die: str = option("loaded", "which die is rolled", choices=("loaded", "wild"))
    open_table: bool = option(False, "people may leave and join while the game lasts")


class Move(NamedTuple):
    """A seat where the verb needs one, a card or a value of the die where the verb names it."""

    verb: str
    seat: int = -1
    card: str = ""
    value: int = 0


class Vault(NamedTuple):
    """`hands` are sorted, `?` is a card not known; `waiting`: deal, draw, turn, roll or trap."""

    hands: tuple[tuple[str, ...], ...]
    spent: tuple[str, ...]
    points: tuple[int, ...]
    away: tuple[bool, ...]
    player: int = 0
    round: int = 1
    stake: int = 0
    waiting: str = "deal"
    target: int = -1
    rolled: int = -1


@dataclass(frozen=True)
class HeistRules(Rules[Vault, Move]):
    players: int
    options: HeistOptions = HeistOptions()
    interrupts = True

    def initial(self) -> Vault:
        n = self.players
        return Vault(((),) * n, (), (0,) * n, (False,) * n)

    def node(self, state: Vault) -> Decision[Move] | Chance[Move] | Over:
        if max(state.points) >= self.options.goal:
            return self._over(state, f"The goal of {self.options.goal} points was reached.")
        if state.round > self.options.rounds:
            return self._over(state, f"All {self.options.rounds} rounds were played.")
        player = state.player
        if state.waiting in ("deal", "draw"):
            cards = sorted(_unseen(state).items())
            outcomes = tuple((Move("deal", card=card), n) for card, n in cards if n)
            return Chance(outcomes, player if state.waiting == "draw" else None)
        if state.waiting == "roll":
            die = DICE[self.options.die]
            return Chance(tuple((Move("roll", value=value), n) for value, n in die), player)
        return Decision(player, self._own(state), self._instants(state), self._table(state))

    def _over(self, state: Vault, reason: str) -> Over:
        best = max(state.points)
        return Over(state.points, tuple(s for s, p in enumerate(state.points) if p == best), reason)

    def _own(self, state: Vault) -> tuple[Move, ...]:
        if state.waiting == "trap":
            return (Move("spring"),)
        traps: tuple[Move, ...] = ()
        if "trap" in state.hands[state.player]:
            others = (seat for seat in range(self.players) if seat != state.player)
            traps = tuple(Move("trap", seat) for seat in others if not state.away[seat])
        return (Move("loot"), *((Move("bank"),) if state.stake else ()), *traps)

    def _instants(self, state: Vault) -> tuple[tuple[int, tuple[Move, ...]], ...]:
        card = "dodge" if state.waiting == "trap" else "alarm"
        if card == "alarm" and not state.stake:
            return ()
        return tuple(
            (seat, (Move(card, seat),))
            for seat in range(self.players)
            if seat != state.player and not state.away[seat] and card in state.hands[seat]
        )

    def _table(self, state: Vault) -> tuple[tuple[int, tuple[Move, ...]], ...]:
        if not self.options.open_table or state.waiting != "turn":
            return ()
        may_leave = state.away.count(False) > 2
        return tuple(
            (seat, (Move("join" if gone else "leave", seat),))
            for seat, gone in enumerate(state.away)
            if gone or may_leave
        )

    def apply(self, state: Vault, action: Move) -> Vault:
        verb, seat = action.verb, action.seat
        if verb == "deal":
            return self._dealt(state, action.card)
        if verb == "loot":
            return state._replace(waiting="roll")
        if verb == "roll":
            rolled = state._replace(
                rolled=action.value, stake=state.stake + action.value, waiting="turn"
            )
            return rolled if action.value else self._next(rolled._replace(stake=0))
        if verb == "bank":
            return self._banked(state)
        if verb == "trap":
            return _played(state, state.player, "trap")._replace(waiting="trap", target=seat)
        if verb == "spring":
            points = _with(state.points, state.target, state.points[state.target] - DAMAGE)
            return state._replace(points=points, waiting="turn", target=-1)
        if verb == "dodge":
            return _played(state, seat, "dodge")._replace(waiting="turn", target=-1)
        if verb == "alarm":
            return _played(state, seat, "alarm")._replace(stake=state.stake // 2)
        away = state._replace(away=_with(state.away, seat, verb == "leave"))
        return self._next(away) if away.away[state.player] else away

    def _dealt(self, state: Vault, card: str) -> Vault:
        hand = tuple(sorted((*state.hands[state.player], card)))
        dealt = state._replace(hands=_with(state.hands, state.player, hand))
        if state.waiting == "draw":
            return self._next(dealt)
        done = all(len(hand) == DEALT for hand in dealt.hands)
        player = (state.player + 1) % self.players
        return dealt._replace(player=player, waiting="turn" if done else "deal")

    def _banked(self, state: Vault) -> Vault:
        points = _with(state.points, state.player, state.points[state.player] + state.stake)
        banked = state._replace(points=points, stake=0)
        left = DECK.total() - len(state.spent) - sum(map(len, state.hands))
        if left and len(state.hands[state.player]) < HAND_LIMIT:
            return banked._replace(waiting="draw")
        return self._next(banked)

    def _next(self, state: Vault) -> Vault:
        player, round = state.player, state.round
        while player == state.player or state.away[player]:
            player = (player + 1) % self.players
            round += player == 0
        return state._replace(player=player, round=round, stake=0, waiting="turn", target=-1)

    def absent(self, state: Vault) -> tuple[int, ...]:
        return tuple(seat for seat, gone in enumerate(state.away) if gone)

    def scores(self, state: Vault) -> tuple[int, ...]:
        return _with(state.points, state.player, state.points[state.player] + state.stake)

    def format(self, action: Move) -> str:
        verb, number = action.verb, action.seat + 1
        if verb in INSTANTS:
            return f"{number} {verb}"
        if verb in SEATED:
            return f"{verb} {number}"
        if verb == "deal":
            return f"deal {action.card}"
        return f"roll {action.value}" if verb == "roll" else verb

    def parse(self, text: str) -> Move:
        for action in self._actions():
            if self.format(action) == text:
                return action
        raise InvalidAction(f"no action of a heist: {text!r}", text)

    def _actions(self) -> tuple[Move, ...]:
        return (
            *(Move(verb) for verb in ("loot", "bank", "spring")),
            *(Move(verb, seat) for verb in SEATED for seat in range(self.players)),
            *(Move("deal", card=card) for card in (*DECK, UNKNOWN)),
            *(Move("roll", value=value) for value, _ in DICE[self.options.die]),
        )

    def hide(self, state: Vault, seat: int | None) -> Vault:
        hands = enumerate(state.hands)
        return state._replace(
            hands=tuple(own if s == seat else (UNKNOWN,) * len(own) for s, own in hands)
        )

    def seen(self, state: Vault, action: Move, seat: int | None) -> Move:
        if action.verb == "deal" and state.player != seat:
            return action._replace(card=UNKNOWN)
        return action

    def guess(self, view: Vault, seat: int, rng: Random) -> Vault:
        pool = sorted(_unseen(view).elements())
        rng.shuffle(pool)
        hands = (tuple(pool.pop() if c == UNKNOWN else c for c in hand) for hand in view.hands)
        return view._replace(hands=tuple(tuple(sorted(hand)) for hand in hands))


def _with(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _unseen(state: Vault) -> Counter[str]:
    return DECK - Counter(state.spent) - Counter(card for hand in state.hands for card in hand)


def _played(state: Vault, seat: int, card: str) -> Vault:
    """The card leaves a hand; from a hand that is not known, some unknown card does."""
    hand = list(state.hands[seat])
    hand.remove(card if card in hand else UNKNOWN)
    return state._replace(
        hands=_with(state.hands, seat, tuple(hand)), spent=tuple(sorted((*state.spent, card)))
    )


def scene(rules: HeistRules, state: Vault, viewer: int | None) -> Scene:
    node = rules.node(state)
    playing = not isinstance(node, Over)
    rows = tuple(
        ScoreRow(
            f"row{seat}",
            seat,
            who(seat),
            points,
            stake=state.stake if seat == state.player and state.stake else None,
            goal=rules.options.goal,
            facts=(f"{len(state.hands[seat])} cards", *(("away",) * state.away[seat])),
            current=playing and seat == state.player,
        )
        for seat, points in enumerate(state.points)
    )
    die = () if state.rolled < 0 else (Token("die", str(state.rolled), key="die"),)
    vault = Spot("vault", label="v", name="the vault", tokens=die, face="vault")
    areas: tuple[Area, ...] = (Area("board", "Vault", "row", (vault,), look="tray", rank=0),)
    if viewer is not None:
        areas += (Area("hand", "Your cards", "row", _hand(state.hands[viewer]), secret=True),)
    choices: tuple[Choice, ...] = ()
    if isinstance(node, Decision) and viewer is not None:
        choices = tuple(
            _choice(rules, state, viewer, action)
            for action in (*node.of(viewer), *node.at_table(viewer))
        )
    return Scene(
        "Heist",
        status=(f"round {min(state.round, rules.options.rounds)}",),
        scores=rows,
        unit="points",
        areas=areas,
        message=node.reason if isinstance(node, Over) else "",
        ask=f"{who(state.player)}, what now?" if isinstance(node, Decision) else "",
        choices=choices,
    )


def _hand(hand: tuple[str, ...]) -> tuple[Spot, ...]:
    return tuple(
        Spot(f"card{i}", label="abcd"[i], name=hand[i], tokens=(Token("card", hand[i]),))
        if i < len(hand)
        else Spot(f"card{i}")
        for i in range(HAND_LIMIT)
    )


def _choice(rules: HeistRules, state: Vault, viewer: int, action: Move) -> Choice:
    text = rules.format(action)
    if action.verb == "loot":
        return Choice(text, "Loot", on=("vault",), key="l", default=True)
    if action.verb == "bank":
        return Choice(text, "Bank", key="b", hint=f"keep {state.stake}")
    if action.verb == "trap":
        card = f"card{state.hands[viewer].index('trap')}"
        return Choice(text, f"Trap {who(action.seat)}", on=(card, f"row{action.seat}"))
    if action.verb in INSTANTS:
        card = f"card{state.hands[viewer].index(action.verb)}"
        return Choice(text, action.verb.title(), on=(card,))
    return Choice(text, action.verb.title())


def tell(rules: HeistRules, before: Vault, action: Move, viewer: int | None) -> tuple[Step, ...]:
    player, after = who(before.player), rules.apply(before, action)
    then = scene(rules, after, viewer)
    if action.verb == "deal":
        card = "a card" if action.card == UNKNOWN else f"a card: {action.card}"
        return (Step(f"{player} draws {card}.", then),)
    if action.verb == "roll":
        rolled = scene(rules, before._replace(rolled=action.value), viewer)
        lost = () if action.value else (Step("The stake is lost.", then, tone="danger"),)
        return (Step(f"{player} rolls {action.value}.", rolled), *lost)
    if action.verb == "trap":
        return (Step(f"{player} sets a trap for {who(action.seat)}.", then),)
    if action.verb in INSTANTS or action.verb in ("leave", "join"):
        return (Step(f"{who(action.seat)}: {action.verb}!", then),)
    return (Step(f"{player}: {action.verb}.", then),)


class Careful:
    """Banks five points or more, dodges every trap."""

    def choose(
        self, rules: HeistRules, view: Vault, seat: int, rng: Random, limit: Limit
    ) -> Move | None:
        node = rules.node(view)
        assert isinstance(node, Decision)
        if seat != node.player:
            return next((a for a in node.of(seat) if a.verb == "dodge"), None)
        bank = Move("bank")
        return bank if view.stake >= 5 and bank in node.actions else node.actions[0]


GLYPHS = {
    "vault": Glyph("🏦", "#", "vault", "the vault to loot"),
    "trap": Glyph("🪤", "t", "trap", "costs a thief 3 points"),
    "dodge": Glyph("💨", "d", "dodge", "undoes a trap"),
    "alarm": Glyph("🔔", "a", "alarm", "halves the stake"),
    UNKNOWN: Glyph("🎴", "?", "a card face down"),
}

HEIST = Game(
    id="heist",
    title="Heist",
    summary="Press your luck at a vault, with traps.",
    version=1,
    make=lambda options, players: HeistRules(players, options),
    seats=range(2, 5),
    options=HeistOptions,
    scene=scene,
    tell=tell,
    glyphs=GLYPHS,
    bots={"careful": BotInfo("careful", "Banks five points or more.", Careful())},
)
