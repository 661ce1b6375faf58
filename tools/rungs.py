"""How much the rungs of a game's ladder have to doubt, so that their Elo climbs in even steps from
`random` to the strongest.

Each rung is tried with half its doubt, as it is, and with twice as much. All of these, `random` and
the strongest play each other, as they do when a ladder is measured. A line through the Elo of all
that waver like the same bot, with about this doubt (Elo by the logarithm of the doubt), says which
doubt is right; it is at most four times as much, or as little, as before. Put it into the game's
`bots.py`, and measure again.

    python -m tools.rungs zombie --games 200 --seed 1
    python -m tools.rungs oware --games 20 --top strong:20000n
    python -m tools.rungs preys --top racer

The same seed gives the same games. Where only one side decides and the game can work out what a
bot wins (`Lab.share`), nobody plays, and the doubt is found by halving what is left between those
four times as much and as little.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import inf, log2, sqrt
from typing import NamedTuple

import gamenight
from gamenight.bots import ANCHOR, ANCHOR_ELO, find_bot
from gamenight.core.bot import Bot
from gamenight.core.game import Game, for_playing, lab_of
from gamenight.core.wavering import RUNGS, Wavering
from gamenight.lab.arena import Arena, Lineup
from gamenight.lab.elo import Rating, Score, Won, ratings, ratings_alone
from gamenight.lab.tournament import pair_seed

FACTORS = (2.0, 1.0, 0.5)
# The greatest change of a doubt.
MOST_CHANGE = 4.0
# Doubts that differ by this factor or less are on one line.
ABOUT = 3.0
# Halvings after which a doubt that is worked out is right to three digits.
HALVINGS = 12


class Trial(NamedTuple):
    """A rung with another doubt: what it is called meanwhile, and how it weighs."""

    name: str
    rung: str
    bot: Wavering


def trials(game: Game) -> list[Trial]:
    """Every rung with every factor, about the weakest first."""
    found = []
    for rung in RUNGS:
        bot = own_rung(game, rung)
        for factor in FACTORS:
            tried = Wavering(bot.bot, bot.doubt * factor)
            found.append(Trial(f"{rung}*{factor:g}", rung, tried))
    return found


def with_trials(game: Game, tried: Sequence[Trial]) -> Game:
    """The same game, in which they can sit down."""
    infos = {trial.name: replace(game.bots[trial.rung], bot=trial.bot) for trial in tried}
    return replace(game, bots={**game.bots, **infos})


def measured(game: Game, names: Sequence[str], games: int, seed: int) -> dict[str, Rating]:
    """The Elo of all, from games of every pair."""
    seats = max(2, game.asked()[0])
    scores = {}
    for one, other in combinations(names, 2):
        lineup = Lineup(game.id, (one, other), seats, seed=pair_seed(seed, (one, other)))
        arena = Arena(game, lineup)
        for _ in arena.prepare():
            pass
        tally = arena.play_all(range(games))
        first, second = float(tally.share(0)), float(tally.share(1))
        scores[one, other] = Score(first + (tally.games - first - second) / 2, tally.games)
    return ratings(names, scores, ANCHOR, ANCHOR_ELO).by_name


def alike(tried: Sequence[Trial], own: Wavering) -> list[Trial]:
    """Those that weigh like this one, with about its doubt."""
    return [
        trial
        for trial in tried
        if trial.bot.bot is own.bot and own.doubt / ABOUT < trial.bot.doubt < own.doubt * ABOUT
    ]


def right_doubt(points: Sequence[tuple[float, float]], own: float, target: float) -> float:
    """The doubt with this Elo, by the line through doubts and their Elo that fits them best."""
    places = [log2(doubt) for doubt, _ in points]
    middle, mean = sum(places) / len(points), sum(elo for _, elo in points) / len(points)
    steep = sum((x - middle) * (elo - mean) for x, (_, elo) in zip(places, points, strict=True))
    steep /= sum((x - middle) ** 2 for x in places)
    most = own * MOST_CHANGE, own / MOST_CHANGE
    if steep >= 0:
        return most[target > mean]
    found = float(2 ** (middle + min(max((target - mean) / steep, -9.0), 9.0)))
    return min(max(found, most[1]), most[0])


def worked_out(game: Game, bot: Bot) -> float:
    """The Elo of a bot that plays alone."""
    share, rules = lab_of(game).share, game.rules(**for_playing(game))
    assert share is not None
    won = {}
    for name, one in ((ANCHOR, find_bot(game, ANCHOR)[0].bot), ("it", bot)):
        own = share(rules, one)
        assert own is not None
        won[name] = Won(own, inf)
    return ratings_alone(won, ANCHOR, ANCHOR_ELO).by_name["it"].elo


def exact_doubt(game: Game, own: Wavering, target: float) -> float:
    """The doubt with this Elo, where that can be worked out."""
    low, high = own.doubt / MOST_CHANGE, own.doubt * MOST_CHANGE
    for _ in range(HALVINGS):
        middle = sqrt(low * high)
        if worked_out(game, Wavering(own.bot, middle)) > target:
            low = middle
        else:
            high = middle
    return sqrt(low * high)


def own_rung(game: Game, rung: str) -> Wavering:
    bot = game.bots[rung].bot
    assert isinstance(bot, Wavering)
    return bot


def by_working_out(game: Game, top: str) -> None:
    """Print the doubt of each rung, without any game."""
    highest = worked_out(game, find_bot(game, top)[0].bot)
    step = (highest - ANCHOR_ELO) / (len(RUNGS) + 1)
    print(f"{top}: {highest:.2f}, so a step is {step:.2f}")
    for number, rung in enumerate(RUNGS, 1):
        own, target = own_rung(game, rung), ANCHOR_ELO + number * step
        now = worked_out(game, own)
        doubt = exact_doubt(game, own, target)
        print(f"{rung}: for {target:.2f}, doubt {doubt:.3g} ({own.doubt:g}: {now:.2f})")


def main() -> None:
    parser = argparse.ArgumentParser(description="How much the rungs of a ladder have to doubt.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100, help="games per pair")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--top", help="the strongest bot; by default the last of the game's own")
    given = parser.parse_args()
    game = gamenight.game(given.game)
    top = given.top or [*game.bots][-1]
    if lab_of(game).share is not None:
        by_working_out(game, top)
        return
    tried = trials(game)
    names = [ANCHOR, *(trial.name for trial in tried), top]
    found = measured(with_trials(game, tried), names, given.games, given.seed)
    step = (found[top].elo - ANCHOR_ELO) / (len(RUNGS) + 1)
    print(f"{top}: {found[top].elo:.0f} ± {found[top].error:.0f}, so a step is {step:.0f}")
    for number, rung in enumerate(RUNGS, 1):
        own = own_rung(game, rung)
        points = [(trial.bot.doubt, found[trial.name].elo) for trial in alike(tried, own)]
        seen = ", ".join(f"{doubt:g}: {elo:.0f}" for doubt, elo in sorted(points, reverse=True))
        target = ANCHOR_ELO + number * step
        doubt = right_doubt(points, own.doubt, target)
        print(f"{rung}: for {target:.0f}, doubt {doubt:.3g} ({seen})")


if __name__ == "__main__":
    main()
