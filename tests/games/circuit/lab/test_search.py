"""The bot `mcts` of Circuit: choices that are known, limits, and what it does without numba."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from threading import Timer
from time import sleep
from typing import Any

import numpy as np
import pytest

from gamenight.core.bot import Bot, Interrupted, Limit, Opinion, Stoppable
from gamenight.core.lab import READY
from gamenight.games.circuit.bots import BOTS, Search
from gamenight.games.circuit.lab import search
from gamenight.games.circuit.lab.search import Worlds, prepare
from gamenight.games.circuit.pilot import Pilot
from gamenight.games.circuit.racer import RACER
from gamenight.games.circuit.rules import ROLL, CircuitRules
from gamenight.games.circuit.state import Fall, InPlay, State, Tile
from tests.bots.arena import play
from tests.games.circuit.states import circuit, table
from tests.late import late

with late():
    from gamenight.games.circuit.lab import hands, kernel

MCTS, PILOT = Search(), Pilot()
# On tiles 7 and 8 it goes on to the end of the lap, on tile 9 back to where it came from.
CLIFF = "empty,empty,empty,empty,empty,empty,speed,speed,time,empty"


def known(
    rules: CircuitRules, state: State, seat: int = 0, worlds: int = 200, seed: int = 1
) -> list[Opinion]:
    view = rules.hide(state, seat)
    return MCTS.explain(rules, view, seat, Random(seed), Limit(simulations=worlds))


def shares(rules: CircuitRules, state: State, seat: int = 0) -> dict[str, float]:
    """The value of every choice by its text; `-` is to do nothing."""
    return {
        rules.format(one.action) if one.action is not None else "-": one.value
        for one in known(rules, state, seat)
    }


def test_a_card_that_spoils_a_sure_win() -> None:
    """Racer adds one to a roll of 1 or 2, and so may fall on tile 9."""
    rules = circuit(2, tiles=CLIFF, laps=1, dice="1d2", turn_limit=2)
    state = table(rules, (5, 9), ("speed", ""))
    assert RACER.choose(rules, state, 0, Random(0), Limit()) != ROLL
    found = shares(rules, state)
    assert next(iter(found)) == "roll"
    assert found["roll"] == 1
    assert found["1 speed 2"] == 1
    assert 0.25 < found["1 speed 1"] < 0.75
    assert MCTS.choose(rules, state, 0, Random(0), Limit()) == ROLL


@pytest.mark.parametrize("player", [0, 1, 2])
def test_a_win_at_once_in_turn_and_out_of_turn(player: int) -> None:
    rules = circuit(3)
    fall = Fall(0, (1, 2), 0, Tile("speed"), 0)
    state = table(rules, (27, 25, 25), ("repeat", "?", "?"), player=player, fall=fall)
    found = shares(rules, state)
    assert next(iter(found)) == "1 repeat"
    assert found["1 repeat"] == 1
    assert found["roll" if player == 0 else "-"] < 1


def test_who_has_passed_is_not_asked_at_once() -> None:
    """Seat 2 could play its Repeat, and be the furthest when the last turn is over. Once seat 3,
    which is asked after it, or seat 2 itself waits, only seat 1 acts, whose turn it is."""
    rules = circuit(3, turn_limit=1)
    fall = Fall(1, (1, 2), 0, Tile("speed"), 0)
    state = table(rules, (-20, 10, 12), ("", "repeat", "repeat"), fall=fall)
    assert RACER.choose(rules, state, 1, Random(0), Limit()) is not None
    for seat, share in ((1, 0), (2, 1)):
        worlds = Worlds(rules, state, seat, [None], 1)
        worlds.play(50)
        assert worlds.evaluations() == [(None, 50, share)]


def test_hopeless_choices_are_given_up_and_told_last() -> None:
    """To roll and what cannot change anything stay to the end."""
    rules = circuit(2, tiles=CLIFF, laps=1, dice="1d2", turn_limit=2)
    opinions = known(rules, table(rules, (5, 9), ("speed overload", "")), worlds=300)
    assert opinions[0].words == "expects to win 100.0%, 300 games tried"
    assert opinions[-1].words.endswith(", 64 games tried")
    assert [one.value for one in opinions] == sorted((one.value for one in opinions), reverse=True)
    assert len(opinions) == 5


def test_it_ends_when_one_choice_is_left() -> None:
    """The roll wins at once; without the Speed on itself it may fall on tile 6."""
    rules = circuit(2, tiles=CLIFF, laps=1, dice="1d2", turn_limit=2)
    speed = InPlay("speed", "speed", 1, 0)
    state = table(rules, (4, 9), ("cancellation", ""), in_play=(speed,))
    found = MCTS.explain(rules, state, 0, Random(1), Limit(seconds=600))
    assert [one.words.split(", ")[1].split()[0] for one in found] == ["64", "64"]
    assert found[0].action == ROLL


def test_after_some_rounds_the_prospect_counts() -> None:
    """Worlds that are not played to the end are worth a chance; those that are, a win or none."""
    rules, state = middle()
    for rounds, whole in ((2, False), (rules.options.turn_limit, True)):
        worlds = Worlds(rules, state, 0, [ROLL], 1, rounds=rounds)
        rewards = worlds._rewards(0, 400)
        assert 0 <= rewards.min() <= rewards.max() <= 1
        assert ({*rewards.tolist()} == {0.0, 1.0}) == whole


@pytest.mark.parametrize(
    ("limit", "sure"),
    [
        (Limit(simulations=200), False),
        (Limit(simulations=4000), True),
        (Limit(seconds=0.01), True),
        (Limit(), True),
    ],
)
def test_few_worlds_are_played_on_for_fewer_rounds(limit: Limit, sure: bool) -> None:
    """All choices win when the fifth round begins, and before that nobody has won."""
    rules = circuit(1, dice="1d2", laps=1, turn_limit=5)
    opinions = MCTS.explain(rules, table(rules, (0,), ("speed",)), 0, Random(1), limit)
    assert {one.value == 1 for one in opinions} == {sure}


def middle() -> tuple[CircuitRules, State]:
    rules = circuit(3, tiles="empty,card,speed,wormhole,time,moonwalk:3,bomb,card,empty,card")
    held = ("overload cancellation redo", "speed repeat", "repeat")
    cards = (InPlay("overload", "overload", 1, 0), InPlay("speed", "speed", 0, 0))
    return rules, table(rules, (5, 9, 2), held, in_play=cards, last_card="speed")


def test_the_hands_of_others_are_not_looked_at() -> None:
    """Even where it is shown the true state."""
    rules, state = middle()
    limit = Limit(simulations=100)
    for others in (state.hands[1:], (("redo", "redo"), ("cancellation",))):
        true = state._replace(hands=(state.hands[0], *others))
        found = MCTS.explain(rules, true, 0, Random(1), limit)
        assert found == known(rules, state, worlds=100)


@pytest.mark.parametrize("seat", [1, 2])
def test_hands_are_guessed_by_what_the_seat_knows(seat: int) -> None:
    """The others would be rid of an Overload: who is asked before the seat has no Cancellation."""
    overloads = tuple(InPlay("overload", "overload", 0, other) for other in (1, 2))
    rules = circuit(3)
    state = table(rules, (8, 7, 7), ("?", "?", "?"), in_play=overloads, turns=9)
    start = Worlds(rules, state, seat, [None], 1)._starts[0]
    found = np.diff(start.seats[:, kernel.WEIGHT :], prepend=0).tolist()
    assert found == [[*weights] for weights in hands.likely(rules, state, seat)]
    assert found != [[*weights] for weights in hands.likely(rules, state, 3 - seat)]


def test_dice_are_the_same_whatever_was_drawn_before() -> None:
    """A card for somebody who can do nothing with it takes a random number."""
    rules = circuit(2, turn_limit=1)
    state = table(rules, (0, 7))
    found = [
        Worlds(rules, state._replace(due=due), 0, [ROLL], 1)._rewards(0, 200).tolist()
        for due in ((), (1,))
    ]
    assert {*found[0]} == {0, 0.5, 1}
    assert found[0] == found[1]


def test_the_same_random_number_gives_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """However they are cut into slices."""
    rules, state = middle()
    found = known(rules, state)
    assert found == known(rules, state)
    assert found != known(rules, state, seed=2)
    monkeypatch.setattr(search, "SLICE_SECONDS", 0.0)
    assert found == known(rules, state)
    monkeypatch.setattr(search, "SLICE_SECONDS", 100.0)
    assert found == known(rules, state)


def test_a_limit_of_time_and_none() -> None:
    rules, state = middle()
    for limit in (Limit(seconds=0.01), Limit(), Limit(simulations=1)):
        found = MCTS.explain(rules, state, 0, Random(1), limit)
        assert {one.action for one in found} == {*rules.node(state).of(0)}  # type: ignore[union-attr]
        assert MCTS.choose(rules, state, 0, Random(1), limit) is not None
    assert found[0].words.endswith(", 1 game tried")


def test_the_time_begins_before_the_worlds_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """With many players and cards that takes a while."""

    class Slow(Worlds):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            sleep(0.02)

    rules, state = middle()
    monkeypatch.setattr(search, "Worlds", Slow)
    found = MCTS.explain(rules, state, 0, Random(1), Limit(seconds=0.02))
    assert {one.words.split(", ")[1] for one in found} == {"1 game tried"}


def test_a_world_has_room_for_the_turns_ahead_only() -> None:
    """However many turns the game may have; with more, it takes long to make the worlds."""
    rules = circuit(3, turn_limit=100_000)
    state = table(rules, (5, 9, 2), ("overload speed", "repeat", ""), due=(2,))
    for turns, ahead in ((0, 18), (99_990, 10)):
        worlds = Worlds(rules, state._replace(turns=turns), 0, [ROLL], 1)
        assert len(worlds._starts[0].in_play) == len(worlds._rooms[0].in_play) == 4 + ahead


@pytest.mark.parametrize(("players", "most"), [(1, 8000), (6, 8000), (7, 5877), (20, 720)])
def test_where_many_play_fewer_games_are_guessed(
    players: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a limit: each takes longer, and there are more choices."""
    given = list[Limit]()
    rules = circuit(players)
    state = table(rules, (0,) * players, ("speed",) + ("",) * (players - 1))

    def evaluated(*words: Any) -> list[search.Evaluation]:
        given.append(words[-1])
        return []

    monkeypatch.setattr(search, "evaluated", evaluated)
    for limit in (BOTS["mcts"].limit, Limit(simulations=9000), Limit(seconds=1)):
        MCTS.explain(rules, state, 0, Random(1), limit)
    assert given == [Limit(simulations=most), Limit(simulations=9000), Limit(seconds=1)]


def test_it_stops_when_it_is_told_to() -> None:
    """Alone on the board whatever it does wins, so that it would never be decided."""
    rules, rng = circuit(1, turn_limit=2), Stoppable(1)
    Timer(0.05, rng.stop).start()
    with pytest.raises(Interrupted):
        MCTS.choose(rules, table(rules, (0,), ("speed",)), 0, rng, Limit(seconds=600))


def test_nothing_to_choose() -> None:
    rules, state = middle()
    assert MCTS.choose(rules, state._replace(due=(0,)), 0, Random(0), Limit()) is None
    assert MCTS.explain(rules, state._replace(due=(0,)), 0, Random(0), Limit()) == []
    alone = state._replace(hands=((), (), ()))
    assert MCTS.choose(rules, alone, 0, Random(0), Limit()) == ROLL
    assert MCTS.choose(rules, alone, 1, Random(0), Limit()) is None


def test_a_whole_game() -> None:
    rules = circuit(3, tiles="empty,card,speed,card,time,moonwalk:3,bomb,card,empty,card")
    bots: list[Bot] = [MCTS, RACER, MCTS]
    games = [play(rules, bots, seed) for seed in range(4)]
    assert all(over.winners for over, _ in games)
    assert [text for _, texts in games for text in texts if text[0] in "13"]
    assert games[0] == play(rules, bots, 0)


def test_where_the_rules_do_not_fit_pilot_plays() -> None:
    rules = circuit(2, turn_limit=100_001)
    state = table(rules, (5, 9), ("speed", ""))
    assert MCTS.choose(rules, state, 0, Random(0), Limit()) == PILOT.choose(
        rules, state, 0, Random(0), Limit()
    )
    assert MCTS.explain(rules, state, 0, Random(0), Limit()) == PILOT.explain(
        rules, state, 0, Random(0), Limit()
    )
    (message,) = prepare(rules)
    assert "plays like Pilot" in message


def test_compiling_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [*BOTS["mcts"].prepare(circuit(2))] == []
    monkeypatch.delitem(sys.modules, search.KERNEL)
    assert next(iter(prepare(circuit(2)))) == READY


def test_without_numba_the_search_for_any_game_stays() -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "import gamenight.bots as bots; from gamenight import game\n"
        "found = bots.bots_for(game('circuit'))\n"
        "print(*found, found['mcts'].bot is bots.ANY_GAME['mcts'].bot)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    *names, same = done.stdout.split()
    assert same == "True"
    assert names[0] == "easy"
    assert names[-5:] == ["racer", "pilot", "random", "greedy", "mcts"]
