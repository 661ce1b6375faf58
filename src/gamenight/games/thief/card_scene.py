"""What a viewer sees of Thief with cards: the base scene, the viewer's hand and its uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from gamenight.core.rules import Decision
from gamenight.core.scene import Area, Choice, Scene, ScoreRow, Spot, Token, who
from gamenight.games.thief.cards import (
    AGAIN,
    CARDS,
    DOUBLE,
    GUARD,
    HAND_LIMIT,
    JINX,
    LOCK,
    SAFETY,
    SNATCH,
    CardState,
    CardThiefRules,
    Interrupt,
    Played,
)
from gamenight.games.thief.odds import dice_in_words
from gamenight.games.thief.rules import DICE, stake
from gamenight.games.thief.scene import scene as base_scene_of

LABELS = "xyz"  # a to e are dice; e, s and d are the keys of the base game

EFFECTS: dict[str, Callable[[CardState], str]] = {
    LOCK: lambda state: f"bank {stake(state.base)}, no offer",
    AGAIN: lambda state: f"throw the {dice_in_words(len(state.roll))} again",
    DOUBLE: lambda state: f"{stake(state.base) - state.pot} more into the pot",
    SAFETY: lambda state: "if the next roll busts, you keep half of the pot",
    JINX: lambda state: f"{who(state.player)} must hold and roll",
    GUARD: lambda state: f"bank {stake(state.base)}, nobody steals it",
    SNATCH: lambda state: f"steal {stake(state.base)} from {who(state.player)}",
}
MOMENTS = {
    LOCK: "when you may end your turn, or are jinxed",
    AGAIN: "when you choose what to hold",
    DOUBLE: "when you choose what to hold",
    SAFETY: "when you choose what to hold, once per roll",
    JINX: "when another player may end the turn",
    GUARD: "while your own pot is offered",
    SNATCH: "while a pot is offered to somebody else",
}


def scene(rules: CardThiefRules, state: CardState, viewer: int | None) -> Scene:
    """The table, the viewer's hand, and everything the viewer may do."""
    return with_cards(rules, state, viewer, base_scene_of(rules.base, state.base, viewer))


def with_cards(
    rules: CardThiefRules, state: CardState, viewer: int | None, base_scene: Scene
) -> Scene:
    """The scene of the base game with the cards of this state and the choice to play them."""
    shown = with_hand(rules, state, viewer, base_scene)
    shown = replace(shown, ask=_ask(state, shown.ask))
    if viewer is None:
        return shown
    choices = tuple(_choices(rules, state, viewer, can_touch=shown.marks is None))
    acting = state.player if state.asked is None else state.asked
    if choices and viewer != acting:
        shown = replace(shown, ask=_ask_out_of_turn(state, viewer))
    return replace(shown, choices=(*shown.choices, *choices))


def with_hand(
    rules: CardThiefRules, state: CardState, viewer: int | None, base_scene: Scene
) -> Scene:
    """The scene with the viewer's own hand and the number of everybody's cards."""
    rows = tuple(replace(row, facts=(*row.facts, *_facts(state, row))) for row in base_scene.scores)
    if viewer is None:
        return replace(base_scene, scores=rows)
    spots = tuple(_hand(rules, state, viewer))
    hand = Area("hand", "Your cards", "list", spots, secret=True)
    return replace(base_scene, scores=rows, areas=(*base_scene.areas, hand))


def _facts(state: CardState, row: ScoreRow) -> Iterator[str]:
    """What everybody knows about a player's cards."""
    if not state.away[row.seat]:
        count = len(state.hands[row.seat])
        yield "1 card" if count == 1 else f"{count} cards"
    if row.seat == state.player and state.safe:
        yield "safety"
    if row.seat == state.player and state.jinxed:
        yield "jinxed"


def _hand(rules: CardThiefRules, state: CardState, viewer: int) -> Iterator[Spot]:
    """Always as many spots as a hand can have cards, one for each kind."""
    counted = Counter(state.hands[viewer])
    kinds = [card for card in CARDS if counted[card]]
    for number in range(HAND_LIMIT):
        if number >= len(kinds):
            yield Spot(f"card {number + 1}")
            continue
        card, label = kinds[number], LABELS[number]
        playable = rules.is_playable(state, viewer, card)
        yield Spot(
            key=f"card {number + 1}",
            label=label if playable else "",
            name=card if counted[card] == 1 else f"{card} ({counted[card]})",
            tokens=(Token("card", card, tone="" if playable else "muted"),),
            note=EFFECTS[card](state) if playable else f"not now: {MOMENTS[card]}",
            tone="good" if playable else "muted",
        )


def _choices(
    rules: CardThiefRules, state: CardState, viewer: int, can_touch: bool
) -> Iterator[Choice]:
    """The cards that the viewer may play. Where dice to hold are marked, touching a card would mark
    it too: there its label is a key. Out of turn they are offered as phrases, which say what each
    would do."""
    node = rules.node(state)
    out_of_turn = isinstance(node, Decision) and viewer != node.player
    playable = {
        action.card: action
        for action in (node.of(viewer) if isinstance(node, Decision) else ())
        if isinstance(action, Played | Interrupt)
    }
    kinds = [card for card in CARDS if card in state.hands[viewer]]
    for number, card in enumerate(kinds):
        if card in playable:
            yield Choice(
                text=rules.format(playable[card]),
                label=f"Play the card {card.title()}",
                on=(f"card {number + 1}",) if can_touch else (),
                key="" if can_touch else LABELS[number],
                hint=EFFECTS[card](state) if out_of_turn else "",
            )


def _ask_out_of_turn(state: CardState, viewer: int) -> str:
    """The question to somebody who may play a card while another player decides."""
    player, you = who(state.player), who(viewer)
    if state.asked is None:
        return f"{you}, you may play a card before {player} goes on."
    whose = "your pot" if viewer == state.player else f"{player}'s pot"
    offer = f"{who(state.asked)} may steal {whose} of {stake(state.base)}"
    return f"{you}, {offer}: you may play a card first."


def _ask(state: CardState, ask: str) -> str:
    """The question, where cards change it from that of the base game."""
    player = who(state.player)
    if state.winners:
        return ask
    if state.due:
        return f"{who(state.due[0])} gets a card."
    if state.jinxed and state.waiting == "hold":
        return f"{player}, you are jinxed: choose what to hold (at least one), then roll the rest."
    if state.waiting == "roll":
        return f"{player}, roll {dice_in_words(DICE - len(state.held))}."
    return ask
