"""Hints: what the best bot would do for a seat, and why, from what the seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamenight.bots.greedy import Greedy
from gamenight.bots.mcts import Mcts
from gamenight.core import registry
from gamenight.core.bot import BotInfo, Explains, Interrupted, Limit, Opinion, Stoppable
from gamenight.core.game import Game
from gamenight.core.play import sample
from gamenight.core.record import Seat
from gamenight.core.rules import Chance, Decision, Over
from gamenight.core.scene import Choice, Scene
from gamenight.games.oware.rules import Options as OwareOptions
from gamenight.games.oware.rules import OwareRules
from gamenight.games.zombie.lab.policy import hold_number
from gamenight.match.hints import Hint, NoHint, hint
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.effort import times
from tests.games.circuit.states import circuit
from tests.games.circuit.states import table as circuit_table
from tests.games.oware.boards import board
from tests.games.preys.states import CHOOSE
from tests.games.preys.states import place as preys_place
from tests.games.thief.states import RULES as THIEF
from tests.games.thief.states import place as thief_place
from tests.games.zombie.states import places, small
from tests.match.courses import done, turn_of
from tests.terminal import pipe
from tests.toys.heist import HEIST, UNKNOWN, HeistRules, Move, Vault
from tests.toys.lottery import LotteryRules, ticket
from tests.toys.nim import NIM

pytestmark = pytest.mark.usefixtures("every_lab")

SOON = 0.05  # seconds to think
ANN, BEN = Seat("Ann"), Seat("Ben")


def opinions(
    game: str, rules: Any, view: Any, seat: int = 0, name: str = ""
) -> list[tuple[str, str]]:
    """What a bot of a game says, the best by default: the texts of actions, and words."""
    bots = registry.game(game).bots
    bot = (bots[name] if name else list(bots.values())[-1]).bot
    assert isinstance(bot, Explains)
    found = bot.explain(rules, view, seat, Random(1), Limit())
    return [("" if o.action is None else rules.format(o.action), o.words) for o in found]


def test_oware_counts_captures() -> None:
    state = board("""
        N 1 2 3 4 4 1 | 0
        S 4 4 1 4 4 1 | 0 <
    """)
    assert opinions("oware", OwareRules(OwareOptions()), state, name="hard")[:2] == [
        ("F", "captures 2 seeds at once"),
        ("A", "captures nothing"),
    ]


def test_zombie_tells_from_where_on_to_hold() -> None:
    """Three red dice: all shotguns once in eight rolls, and half a brain on average."""
    rules = small("rrr")
    state = places("bag rrr", rules)
    enough = hold_number(rules.options.bag, rules.options.faces, state)
    assert opinions("zombie", rules, state, name="turn") == [
        (
            "roll",
            f"12% shot out, 0.50 more brains on average; worth it with fewer than {enough} brains",
        ),
        ("hold", "0 brains for sure"),
    ]
    rich = state._replace(eaten=enough)
    assert opinions("zombie", rules, rich, name="turn")[0] == ("hold", f"{enough} brains for sure")


@pytest.mark.parametrize(
    ("scores", "first"),
    [
        ((13, 13), ("hold", "wins the game with 1 brain more")),
        ((14, 13), ("hold", "1 brain for sure")),
        ((15, 13), ("roll", "73% shot out, 0.39 more brains on average; not worth it")),
    ],
)
def test_zombie_sees_the_end_of_the_game(scores: tuple[int, int], first: tuple[str, str]) -> None:
    """The last of the round has two shotguns and one brain."""
    rules = registry.game("zombie").rules(2)
    state = rules.initial()._replace(scores=scores, turns=(1, 0), player=1, waiting="choice")
    state = state._replace(bag=(5, 3, 1), brains=(1, 0, 0), rolling=(0, 0, 1), shots=(0, 1, 1))
    found = opinions("zombie", rules, state._replace(eaten=1), 1, "turn")
    assert found[0] == first


def test_thief_compares_the_means_of_turns() -> None:
    state = thief_place("0 0 0, pot 0, roll 15234, to choose")
    found = opinions("thief", THIEF, state, name="turn")
    assert found[-1] == ("end", "150 points, if nobody steals them")
    assert found[0][0] == "hold 1"
    offered = thief_place("0 0 0, pot 0, roll 15234, offered to 2")
    heard = opinions("thief", THIEF, offered, 1, name="turn")
    assert [text for text, _ in heard] == ["decline", "steal"]
    assert opinions("thief", THIEF, offered, 0, name="turn") == []


def test_preys_tells_exact_chances() -> None:
    found = opinions("preys", CHOOSE, preys_place("6: sea 7 9 11?"))
    assert [text for text, _ in found] == ["swim 5", "swim 4", "swim 3"]
    assert all(" of a win: the fish win " in words for _, words in found)


def test_what_an_exact_bot_likes_equally_is_equally_good() -> None:
    state = preys_place("10: sea sea 12 12?")
    found = hint(registry.game("preys"), CHOOSE, state, 0, ("Ann", "Ben"), seconds=0.1)
    assert (found.by, found.sentence) == ("Racer", 'Try "Fish 4": both are as good.')


def test_circuit_looks_at_the_lead_after_each_card() -> None:
    rules = circuit(2)
    state = circuit_table(rules, (5, 4), ("overload", ""))
    assert opinions("circuit", rules, state, name="racer")[0] == (
        "1 overload 2",
        "3 tiles ahead, counting changed rolls",
    )


def test_greedy_tells_the_expected_score() -> None:
    rules = LotteryRules((ticket("die", {1: 1, 4: 1}), ticket("all", {20: 1, 0: 3})), goal=20)
    found = Greedy().explain(rules, rules.initial(), 0, Random(1), Limit())
    assert [(one.action, one.words) for one in found] == [
        ("all", "wins at once 25% of the time, a score of 5 on average"),
        ("die", "a score of 2.5 on average"),
    ]


def test_greedy_out_of_turn_weighs_doing_nothing() -> None:
    rules = HeistRules(2)
    state = Vault((("trap",), ("alarm",)), (), (5, 5), (False, False), 0, 1, 4, "turn")
    found = Greedy().explain(rules, rules.hide(state, 1), 1, Random(1), Limit())
    assert [one.action for one in found] == [Move("alarm", 1), None]


def test_mcts_tells_its_trials() -> None:
    rules = NIM.rules()
    state = rules.apply(rules.initial(), 3)
    found = Mcts().explain(rules, state, 1, Random(1), Limit(simulations=50))
    assert sum(one.value for one in found) == 50
    assert found[0].words.endswith(f"of {found[0].value:.0f} games tried")
    (only, *rest) = Mcts().explain(rules, state, 1, Random(1), Limit(simulations=1))
    assert only.words.endswith("of 1 game tried")
    assert [one.words for one in rest] == ["not tried", "not tried"]


VARIANTS = [
    ("oware", {}),
    ("zombie", {}),
    ("thief", {}),
    ("thief", {"cards": True}),
    ("preys", {"escort": "choose"}),
    ("circuit", {}),
]


@pytest.mark.parametrize(("id", "options"), VARIANTS, ids=str)
def test_the_first_opinion_is_what_the_bot_chooses(id: str, options: dict[str, Any]) -> None:
    """In random games, for everybody who may act."""
    game = registry.game(id)
    rules, bot = game.rules(**options), list(game.bots.values())[-1].bot
    assert isinstance(bot, Explains)
    rng, state, asked = Random(id), rules.initial(), 0
    while asked < times(20):
        node = rules.node(state)
        if isinstance(node, Over):
            state = rules.initial()
            continue
        if isinstance(node, Chance):
            state = rules.apply(state, sample(node, rng))
            continue
        for seat in range(rules.players):
            view = rules.hide(state, seat)
            if not node.of(seat):
                continue
            same = f"{id} {asked}"  # by other random numbers a search may judge otherwise
            found = bot.explain(rules, view, seat, Random(same), Limit())
            if found:
                chosen = bot.choose(rules, view, seat, Random(same), Limit())
                values = [one.value for one in found]
                assert values == sorted(values, reverse=True)
                assert chosen in [one.action for one in found if one.value == values[0]]
                assert len({one.action for one in found}) == len(found)
                asked += 1
        state = rules.apply(state, rng.choice(node.actions))


def hint_of(match: Match, seat: int, seconds: float = 1.0, rng: Random | None = None) -> Hint:
    return hint(match.game, match.rules, match.state, seat, match.names, seconds, rng)


def new_match(id: str, seed: int = 1, **options: Any) -> Match:
    """A match of people, at its first decision."""
    game = registry.game(id)
    count = max(game.players(**options)[0], 2)
    names = [Seat(name) for name in ("Ann", "Ben", "Cy")[:count]]
    match = Match.new(SqliteStore(), game, names, options, seed=seed)
    while isinstance(match.node, Chance):
        match.chance()
    return match


@pytest.mark.parametrize(("id", "options"), VARIANTS[:4] + VARIANTS[5:], ids=str)
def test_a_hint_can_be_played(id: str, options: dict[str, Any]) -> None:
    match = new_match(id, **options)
    seat = turn_of(match).seats[0]
    found = hint_of(match, seat, SOON, Random(1))
    assert found.sentence.startswith(("Try ", 'Try "'))
    assert found.label in found.sentence
    assert found.lines[0].startswith(f"{found.label}: ")
    assert 1 <= len(found.lines) <= 12
    match.play(found.text, seat, match.at)


def test_choices_with_the_same_label_are_told_apart() -> None:
    rolled = (new_match("thief", seed) for seed in range(200))
    match = next(match for match in rolled if {1, 5} <= set(match.state.roll))
    labels = [line.partition(":")[0] for line in hint_of(match, 0).lines]
    assert {"Roll 4 dice with a", "Roll 4 dice with c"} <= set(labels)


def test_where_all_is_equal_to_a_bot_the_next_one_is_asked() -> None:
    match = new_match("oware")
    hard = {"hard": match.game.bots["hard"]}
    match.game = replace(match.game, bots=hard)
    found = hint_of(match, 0, SOON, Random(1))
    assert found.by == "Dreamer"
    assert len(found.lines) == 6


class Spy:
    """Says something about every action, and keeps what it was shown."""

    def __init__(self, count: int = 30) -> None:
        self.views: list[Any] = []
        self.count = count

    def choose(self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit) -> Any:
        return rules.node(view).of(seat)[0]

    def explain(
        self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit
    ) -> Sequence[Opinion]:
        self.views.append(view)
        node = rules.node(view)
        assert isinstance(node, Decision)
        actions = node.of(seat)[: self.count]
        return [Opinion(a, -float(n), f"fine for {{{seat}}}") for n, a in enumerate(actions)]


def spied(spy: Spy, game: Game = HEIST) -> Match:
    watched = replace(game, bots={"spy": BotInfo("Spy", "Looks.", spy)})
    match = Match.new(SqliteStore(), watched, (ANN, BEN), seed=5)
    while isinstance(match.node, Chance):
        match.chance()
    return match


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ([3, 1, 1], "Try take 1: best of three."),
        ([3, 1], "Try take 1: the better of two."),
        ([3, 3, 1], "Try take 1: one of the two best of three."),
        ([3], "Try take 1: the only choice."),
    ],
    ids=str,
)
def test_a_hint_is_one_sentence(values: list[float], sentence: str) -> None:
    class Fixed(Spy):
        def explain(self, *given: Any) -> Sequence[Opinion]:
            return [Opinion(1 + n, float(value), "so") for n, value in enumerate(values)]

    assert hint_of(spied(Fixed(), NIM), 0).sentence == sentence


def test_a_bot_sees_what_its_seat_may_see() -> None:
    spy = Spy()
    match = spied(spy)
    found = hint_of(match, 0)
    assert spy.views == [match.rules.hide(match.state, 0)]
    assert set(spy.views[0].hands[1]) == {UNKNOWN}
    assert UNKNOWN not in match.state.hands[1]
    assert found.heading == "Each choice, as the bot Spy sees it"
    assert found.lines == ("Loot: there is nothing else to choose",)


def test_what_the_table_says_of_a_choice_stands_there_too() -> None:
    def scene(*given: Any) -> Scene:
        takes = [("take 1", "leaves many"), ("take 2", ""), ("take 3", "")]
        return Scene("Nim", choices=tuple(Choice(text, text, hint=hint) for text, hint in takes))

    lines = hint_of(spied(Spy(), replace(NIM, scene=scene)), 0).lines
    assert lines[:2] == ("take 1: fine for Ann; leaves many", "take 2: fine for Ann")


def test_what_a_bot_does_not_weigh_is_named() -> None:
    found = hint_of(spied(Spy(count=1), NIM), 0)
    assert found.lines == ("take 1: fine for Ann", "not weighed: take 2, take 3")


def test_a_long_list_is_cut() -> None:
    class Long(Spy):
        def explain(self, *given: Any) -> Sequence[Opinion]:
            return [Opinion(1 + n % 3, float(-n), "so") for n in range(40)]

    lines = hint_of(spied(Long(), NIM), 0).lines
    assert len(lines) == 12
    assert lines[-1] == "and 29 more that it likes less"


def test_there_is_no_hint_without_a_choice() -> None:
    match = spied(Spy(), NIM)
    with pytest.raises(NoHint, match="Ben has nothing to choose now"):
        hint_of(match, 1)
    match.resign(1)
    with pytest.raises(NoHint, match="Ann has nothing to choose now"):
        done(LocalTable(match).hint(0))


def test_out_of_turn_to_pass_can_be_the_best() -> None:
    """In the word that is on the button."""

    class Calm(Spy):
        def explain(self, *given: Any) -> Sequence[Opinion]:
            return [Opinion(None, 1.0, "wait")]

    found = hint_of(spied(Calm(), NIM), 0)
    assert (found.text, found.label, found.lines[0]) == ("", "pass", "pass: wait")
    assert found.sentence == 'Try "pass": the only choice.'


def test_a_bot_that_cannot_explain_is_passed_over() -> None:
    match = Match.new(SqliteStore(), HEIST, (ANN, BEN), seed=5)
    match.chance()
    assert hint_of(match, 0, SOON).by == "Dreamer"


def test_thinking_can_be_interrupted() -> None:
    rng = Stoppable(1)
    rng.stop()
    match = Match.new(SqliteStore(), NIM, (ANN, BEN))
    with pytest.raises(Interrupted):
        hint_of(match, 0, 600.0, rng)


def test_the_word_hint_over_a_pipe(tmp_path: Path) -> None:
    command = ("play", "zombie", "--seat", "Ann", "--seat", "Ben", "--seed", "4", "--first", "1")
    screen = pipe(tmp_path, *command, typed="hint\n\nhint\nhint\n?\nquit\n")
    before, _, after = screen.partition("the better of two. (hint again gives the numbers)")
    assert "Ann has nothing to choose now" in before
    assert "Each choice, as the bot Best sees it:" in after
    assert "  Hold, keep " in after
    assert "  hint    what the best bot would do; again: the numbers" in after
