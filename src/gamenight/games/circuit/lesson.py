"""The lesson of Circuit: a race of three, from the first roll to a card out of turn that wins."""

from gamenight.core.lesson import Ask, Lesson, Page

ANN, BEN, CLEO = 0, 1, 2

BOARD = "empty,time,card,empty,speed,wormhole,moonwalk:3,empty,wormhole,bomb"

LESSON = Lesson(
    title="Learn Circuit",
    names=("Ann", "Ben", "Cleo"),
    options={"tiles": BOARD, "laps": 2},
    pages=(
        Page(
            heading="The ring",
            notes=(
                "Three players start on tile 1, in lap 1. In turn, each rolls two dice and moves "
                "on. After tile 10 comes tile 1 again, and a new lap. The first to finish 2 laps "
                "wins, at that very moment. A tile with a sign does something to the player whose "
                "roll ends there, or to all: the bomb on tile 10 takes everybody to tile 1 of "
                "their lap."
            ),
        ),
        Page(
            heading="Two cards each",
            notes=(
                "Everybody has two cards, which nobody else sees. Overload is a permanent card: "
                "you play it in your own turn before you roll, and it stays in play. Every roll of "
                "the player it is on is 2 less. Repeat is an instant card; it has to wait until "
                "somebody has rolled."
            ),
            plies=(
                "card overload",
                "card repeat",
                "card speed",
                "card cancellation",
                "card redo",
                "card repeat",
            ),
            viewer=ANN,
            ask=Ask(
                question="It is Ann's turn. What should she do?",
                right=("1 overload 2", "1 overload 3"),
                praise="Yes: it works for the whole race, so play it early, on somebody else.",
                wrong={
                    "1 overload 1": "That is Ann herself: all her own rolls would be 2 less.",
                    "roll": "She may, but an Overload in the hand slows nobody. Play it first.",
                },
            ),
        ),
        Page(
            heading="A tile acts",
            notes=(
                "Overload is on Ben. Then Ann rolled 4 and came to tile 5, Speed up, which took "
                "her on 4 tiles. Now she is on tile 9, a wormhole, and it does nothing: a tile "
                "only acts where a roll ends, not where a tile or a card takes somebody. Ann could "
                "play Repeat now, for 4 more tiles; she keeps it for later."
            ),
            plies=("1 overload 2", "roll", "throw 1 3"),
            viewer=ANN,
        ),
        Page(
            heading="Cards in play",
            notes=(
                "It is Ben's turn, and the Overload takes 2 from each of his rolls: from the "
                "total, not from each die. A total below 0 would even take him back. Cards add up: "
                "his Speed would make it -1. His Cancellation removes one card from play."
            ),
            viewer=BEN,
            ask=Ask(
                question="How does Ben get rid of the Overload?",
                right=("2 cancellation 1",),
                praise="Yes. And Speed can be played as well: any number of cards before the roll.",
                wrong={
                    "2 speed 2": "A good card, but the Overload stays, and he would roll at -1.",
                    "roll": "He may, but then he rolls at -2, now and in every later turn.",
                },
                otherwise="That would make somebody else faster.",
            ),
        ),
        Page(
            heading="Everybody else",
            notes=(
                "Ben also played Speed on himself and rolled 2 and 3: 6 with the card. Moonwalk "
                "moves everybody else back, here by 3. Cleo was on tile 1 and is now behind the "
                "start, on tile 8 of lap 0. It is her turn. Redo does what the last card did, and "
                "that was Speed; Repeat makes the tile of the last roll act again."
            ),
            plies=("2 cancellation 1", "2 speed 2", "roll", "throw 2 3"),
            viewer=CLEO,
            ask=Ask(
                question="What helps Cleo?",
                right=("3 redo 3",),
                praise="Yes: Redo is a Speed now, and she chooses who gets it.",
                wrong={
                    "3 repeat": "The moonwalk would move everybody but Ben back 3 more tiles.",
                    "roll": "She may, but by her next turn Redo may copy something else.",
                },
                otherwise="That would be a Speed for somebody else.",
            ),
        ),
        Page(
            heading="Back again",
            notes=(
                "3 + 4 + 1 is 8: over the start to tile 6, a wormhole, which took Cleo back 4 "
                "tiles. Near the start it would have taken her back into lap 0. The Redo stays in "
                "play as a Speed, and can be cancelled like any other card."
            ),
            plies=("3 redo 3", "roll", "throw 3 4"),
            viewer=CLEO,
        ),
        Page(
            heading="Out of turn",
            notes=(
                "Ann is in lap 2. Her roll ended on a card tile and brought her a Cancellation; "
                "the others see only that it was a card. It is Ben's turn, but instant cards are "
                "played at any time: Ann may act before he rolls."
            ),
            plies=("roll", "throw 3 4", "card cancellation"),
            viewer=ANN,
            ask=Ask(
                question="Ben is next to roll. How does Ann slow him down?",
                right=("1 cancellation 1",),
                praise="Yes: his Speed is gone before he rolls.",
                wrong={
                    "1 cancellation 2": "That one is Cleo's. Ben is ahead of her, and rolls first.",
                    "1 repeat": "The last tile was Ann's card tile: one card for another.",
                },
            ),
        ),
        Page(
            heading="Back in time",
            notes=(
                "Without the Speed Ben rolled 5 and came to tile 2 of lap 2: a time machine. It "
                "takes a player to where their previous turn began. Ben's began on tile 1 of "
                "lap 1, so the lap is lost as well. With 6 it would have been the card tile."
            ),
            plies=("1 cancellation 1", "roll", "throw 2 3"),
            viewer=BEN,
        ),
        Page(
            heading="One card to go",
            notes=(
                "Cleo rolled and is in lap 2. Ann rolled 2, came to Speed up and is on tile 9 of "
                "lap 2: two tiles before the end. Ben is about to roll. But the last tile that "
                "somebody landed on was Ann's Speed up, and she still has her first Repeat."
            ),
            plies=("roll", "throw 4 4", "roll", "throw 1 1"),
            viewer=ANN,
            ask=Ask(
                question="What wins the race before Ben can roll?",
                right=("1 repeat",),
                praise="Yes: 4 more tiles, and both laps are done.",
            ),
        ),
        Page(
            heading="What to remember",
            notes=(
                "Ann has won, out of turn: the first to finish wins, whatever took them "
                "there. Play permanent cards early: Overload on the leader, Speed on yourself. "
                "Keep instant ones: Repeat for a tile that helps you, Cancellation for the moment "
                "before a roll. F3, or the word odds, shows where the next roll may end."
            ),
            plies=("1 repeat",),
        ),
    ),
)
