"""The bots for any game: found by name, legal in whole games, blind to secrets."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

import gamenight
from gamenight.bots import bots_for, find_bot, ranked_bots, typed_bot
from gamenight.bots.ladder import ladder_path
from gamenight.bots.uniform import Uniform
from gamenight.core.bot import Bot, BotInfo, Limit
from gamenight.core.errors import InvalidOption, UnknownBot
from gamenight.core.game import Game, for_playing
from gamenight.core.rules import Decision
from tests.bots.arena import QUICK, play
from tests.effort import times
from tests.toys.heist import HEIST, HeistRules, Move, Vault
from tests.toys.nim import NIM, Heap, NimRules

pytestmark = pytest.mark.usefixtures("every_lab")

GAMES = [HEIST, NIM, *map(gamenight.game, gamenight.games())]
EACH_BOT = [(game, name) for game in GAMES for name in bots_for(game)]
FULL_TABLE = 6
NAMES = [f"{game.id}-{name}" for game, name in EACH_BOT]
ANY_GAME = ["random", "greedy", "mcts"]


def any_bot(name: str) -> Bot:
    return bots_for(NIM)[name].bot


def test_own_bots_come_first_and_win_by_name() -> None:
    own = BotInfo("mcts", "The game's own.", Uniform())
    game = replace(HEIST, bots={**HEIST.bots, "mcts": own})
    assert list(bots_for(HEIST)) == ["careful", "random", "greedy", "mcts"]
    assert list(bots_for(game)) == ["careful", "mcts", "random", "greedy"]
    assert bots_for(game)["mcts"] is own


@pytest.mark.parametrize(
    ("spec", "name", "limit"),
    [
        ("mcts", "Dreamer", Limit(simulations=1000)),
        ("mcts:50n", "Dreamer", Limit(simulations=50)),
        ("mcts:0.5", "Dreamer", Limit(seconds=0.5)),
        ("careful", "careful", Limit()),
    ],
)
def test_a_spec_names_a_bot_and_its_limit(spec: str, name: str, limit: Limit) -> None:
    info, found = find_bot(HEIST, spec)
    assert (info.name, found) == (name, limit)


@pytest.mark.parametrize("id", gamenight.games())
def test_people_are_offered_the_weakest_first_and_the_game_lists_its_own_so(id: str) -> None:
    game = gamenight.game(id)
    found = ranked_bots(game)
    elos = [info.elo for info in found.values() if info.elo is not None]
    assert elos == sorted(elos)
    assert set(found) == set(bots_for(game))
    path = ladder_path(game)
    if path is None or not path.exists():
        return
    measured = json.loads(path.read_text(encoding="utf-8"))["bots"]
    own = [measured[name]["elo"] for name in game.bots]
    if game.asked(**for_playing(game))[-1] > 1:
        assert own == sorted(own), "hints ask the last, as the strongest"
    else:  # where one side decides, Elo says little, and who knows all may aim at something else
        assert game.bots[[*game.bots][-1]].exact


def test_without_any_ladder_the_strongest_of_the_games_own_is_last() -> None:
    weak, strong = (BotInfo(name, "Plays.", Uniform()) for name in ("Weak", "Strong"))
    game = replace(NIM, bots={"weak": weak, "strong": strong})
    assert list(ranked_bots(game)) == ["random", "greedy", "mcts", "weak", "strong"]


def test_an_unknown_bot_tells_which_are_possible() -> None:
    with pytest.raises(UnknownBot) as caught:
        find_bot(HEIST, "perfect:3n")
    assert str(caught.value) == (
        "unknown bot 'perfect' for Heist (possible: careful, random, greedy, mcts)"
    )
    assert caught.value.given == "perfect"
    assert caught.value.possible == ("careful", "random", "greedy", "mcts")


@pytest.mark.parametrize("spec", ["mcts:", "mcts:many", "mcts:0n", "mcts:-1", "mcts:1:2"])
def test_a_wrong_limit_is_refused(spec: str) -> None:
    with pytest.raises(InvalidOption):
        find_bot(HEIST, spec)


@pytest.mark.parametrize(("game", "name"), EACH_BOT, ids=NAMES)
def test_whole_games_are_legal_and_reproduce(game: Game, name: str) -> None:
    bot = bots_for(game)[name].bot
    players = game.players()
    for count in {players[0], min(players[-1], FULL_TABLE)}:
        rules = game.rules(count)
        over, texts = play(rules, [bot] * count, seed=3, most=times(12, soak=250))
        assert (over, texts) == play(rules, [bot] * count, seed=3, most=times(12, soak=250))
        assert len(over.scores) == count


@pytest.mark.parametrize("name", ANY_GAME)
def test_other_seeds_play_other_games(name: str) -> None:
    rules = HEIST.rules(3)
    games = {tuple(play(rules, [any_bot(name)] * 3, seed)[1]) for seed in range(4)}
    assert len(games) == 4


def heist_decisions(seed: int) -> list[Vault]:
    """The decisions of a whole game between random bots."""
    rules = HEIST.rules(3)
    states = [rules.initial()]
    for text in play(rules, [Uniform()] * 3, seed)[1]:
        states.append(gamenight.step(rules, states[-1], text))
    return [state for state in states if isinstance(rules.node(state), Decision)]


@pytest.mark.parametrize("name", ANY_GAME)
def test_a_secret_does_not_change_a_choice(name: str) -> None:
    rules, rng, bot = HEIST.rules(3), Random(5), any_bot(name)
    pairs = 0
    for state in heist_decisions(seed=1):
        for seat in range(3):
            twin = rules.guess(rules.hide(state, seat), seat, rng)
            pairs += twin != state
            choices = {
                bot.choose(rules, rules.hide(whole, seat), seat, Random(9), QUICK)
                for whole in (state, twin)
            }
            assert len(choices) == 1
    assert pairs > 10


@pytest.mark.parametrize("name", ANY_GAME)
def test_out_of_turn_without_a_card_nothing_is_played(name: str) -> None:
    rules = HeistRules(2)
    state = Vault((("trap",), ("trap",)), (), (0, 0), (False, False), stake=4, waiting="turn")
    assert any_bot(name).choose(rules, rules.hide(state, 1), 1, Random(1), QUICK) is None


@pytest.mark.parametrize("name", ANY_GAME)
def test_nothing_is_played_when_the_game_is_over(name: str) -> None:
    assert any_bot(name).choose(NimRules(), Heap(0), 0, Random(1), QUICK) is None


def test_random_plays_each_action_and_interrupts_one_time_in_four() -> None:
    rules, rng = HeistRules(2), Random(2)
    state = Vault((("trap",), ("alarm",)), (), (0, 0), (False, False), stake=4, waiting="turn")
    in_turn = {Uniform().choose(rules, state, 0, rng, Limit()) for _ in range(50)}
    assert in_turn == {Move("loot"), Move("bank"), Move("trap", 1)}
    alarms = [Uniform().choose(rules, state, 1, rng, Limit()) for _ in range(400)]
    assert 70 < alarms.count(Move("alarm", 1)) < 130
    assert alarms.count(Move("alarm", 1)) + alarms.count(None) == 400


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("turn", "turn"),
        ("collector", "turn"),
        ("Dreamer:0.5", "mcts:0.5"),
        ("MCTS:400n", "mcts:400n"),
        ("easy", "newcomer"),
        ("nobody", "nobody"),
    ],
)
def test_a_bot_is_found_by_what_people_see(typed: str, meant: str) -> None:
    assert typed_bot(gamenight.game("thief"), typed) == meant


def test_a_bot_that_is_called_easy_is_no_other() -> None:
    assert typed_bot(gamenight.game("oware"), "Easy") == "easy"
    assert typed_bot(HEIST, "easy") == "careful"
