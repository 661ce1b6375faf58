"""Topics: the commands for all games, and what each does in a few words."""

from __future__ import annotations

# The commands by topic: the module of `cli/` that has what a command does and what may follow it.
TOPICS = {
    "play": {
        "play": "play a game; you are asked for what you leave out",
        "resume": "continue a match (default: the latest unfinished one)",
        "learn": "learn a game step by step",
        "puzzles": "find the best move in positions of a game, from very easy to very hard",
        "replay": "step through a match, and play on from any point",
    },
    "hosting": {"host": "open a table on this machine, for people at other screens"},
    "joining": {"join": "play at a table on somebody's server, by its link or code"},
    "serving": {"serve": "run a server with tables for many, over the network"},
    "games": {
        "games": "list the games",
        "rules": "read the rules of a game",
    },
    "matches": {
        "matches": "list the matches, latest first",
        "stats": "show how everyone has done, game by game",
        "export": "write a match to a file: .json, or a game's own format",
        "import": "add matches from a file: .json, or a game's own format",
        "delete": "delete a match",
        "verify": "work out the dice of a finished match again: what is proven, and what is not",
    },
    "doctor": {"doctor": "check your matches, repair what is damaged, restore a backup"},
    "analysis": {
        "odds": "show the odds of a position, or what each move is worth",
        "analyse": "review a match: what each decision gave away, and how lucky everyone was",
        "solve": "work out what is known exactly about a game",
    },
    "lab": {
        "simulate": "play many games between bots, with intervals and charts",
        "tournament": "play every bot against every other, for Elo and a crosstable",
        "bench": "measure random games per second, next to other programs",
        "perft": "count the lines of play up to a depth",
        "tables": "build and verify the tables of a game",
    },
}
