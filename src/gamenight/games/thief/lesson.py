"""The lesson of Thief: a game of three up to a stolen pot that wins.

The advice on rolling on and on stealing follows the exact mean of a turn without thieves.
"""

from gamenight.core.lesson import Ask, Lesson, Page

ANN, BEN, CLEO = 0, 1, 2

LESSON = Lesson(
    title="Learn Thief",
    names=("Ann", "Ben", "Cleo"),
    options={"target": 3000},
    pages=(
        Page(
            heading="The table",
            notes=(
                "Three players, five dice. A 1 is 100 points and a 5 is 50. Three of a kind are "
                "100 times their number (three 1s: 1000), four are twice that, five three times; "
                "1-2-3-4-5 is 2500. Nothing else counts. The first with 10,000 points wins; in "
                "this lesson 3000 are enough."
            ),
        ),
        Page(
            heading="A roll",
            notes=(
                "Ann has rolled two 1s, and three dice that do not count. She can end her turn "
                "with 200, or hold one or both of the 1s and roll the rest. If nothing counts in a "
                "roll, you lose the pot: 28% with three dice, but only 16% with four."
            ),
            plies=("roll 1 1 3 4 6",),
            viewer=ANN,
            ask=Ask(
                question="What should Ann do: hold which dice and roll the rest, or end the turn?",
                right=("hold 1", "hold 1 1"),
                praise="Yes, roll on; best with one 1 held: four dice bust less often than three.",
                wrong={
                    "end": "Safe, but holding one 1 and rolling four dice brings 257 on average."
                },
            ),
        ),
        Page(
            heading="Holding",
            notes=(
                "The held 1 is in the pot: 100. Of the four dice three count: 100 + 100 + 50. Only "
                "one die does not. Ann has 350 if she ends now; to roll she must hold at least one "
                "of the new ones, and dice held before never join a set."
            ),
            plies=("hold 1", "roll 1 1 2 5"),
            viewer=ANN,
            ask=Ask(
                question="Hold which dice and roll on, or end the turn?",
                right=("end",),
                praise="Yes: whatever she holds, rolling on brings less than 350 on average.",
                otherwise="Few free dice bust often: 67% with one, 44% with two, 28% with three.",
            ),
        ),
        Page(
            heading="Ending a turn",
            notes=(
                "The points are not Ann's yet: the next player may steal the pot. A thief takes "
                "over the turn with the dice as they lie, must hold something and must roll. Ben "
                "could hold everything for 350 and roll one die, or hold less and roll more dice."
            ),
            plies=("end",),
            viewer=BEN,
            ask=Ask(
                question="Should Ben steal or decline?",
                right=("decline",),
                praise="Yes: one die busts 67% of the time. Five fresh dice are worth more.",
                wrong={"steal": "A small pot and few dice: five fresh dice are worth more."},
            ),
        ),
        Page(
            heading="Declining",
            notes=(
                "Ben declined, so the whole pot is Ann's: 350 points, and nobody can take them "
                "from her. Ben begins a turn of his own with an empty pot and five dice, which "
                "bust only 8% of the time."
            ),
            plies=("decline",),
        ),
        Page(
            heading="A set",
            notes=(
                "Three 2s are a set worth 200 points. A set is held whole or not at all. Ending "
                "with 200 and rolling two more dice are about the same on average; Ben is at 0 "
                "and wants more."
            ),
            plies=("roll 2 2 2 3 6",),
        ),
        Page(
            heading="A bust",
            notes=(
                "Neither the 3 nor the 6 counts: a bust. The pot with its 200 is lost, Ben gets "
                "nothing, and nobody can steal. Two dice bust 44% of the time: so players like "
                "to end a turn with one or two dice left. Cleo is next."
            ),
            plies=("hold 222", "roll 3 6"),
            midway=True,
        ),
        Page(
            heading="A chain",
            notes=(
                "Three 1s are 1000, two 5s are 100, and so every die counts: a chain. All of it "
                "goes to the pot, all five dice are free again, and Cleo must roll them. She has "
                "no choice here, and 1100 points at risk."
            ),
            plies=("roll 1 1 1 5 5",),
            midway=True,
        ),
        Page(
            heading="Enough",
            notes=(
                "Three 3s, 300 more: the pot is worth 1400. Cleo could hold the set and roll the "
                "other two dice, or end. A bust would cost 1400, and a roll of two dice brings "
                "little."
            ),
            plies=("roll 2 3 3 3 6",),
            viewer=CLEO,
            ask=Ask(
                question="What should Cleo do?",
                right=("end",),
                praise="Yes: 44% of the time she would lose it all. Let a thief take that risk.",
                wrong={"hold 333": "Two dice bust 44% of the time: too often for a pot of 1400."},
            ),
        ),
        Page(
            heading="A pot worth stealing",
            notes=(
                "Now Ann is asked. As a thief she takes the pot of 1100, must hold the three 3s "
                "and roll two dice, which bust 44% of the time. But the pot is 1400, four times "
                "what a turn brings on average. If she declines, it is Cleo's for good."
            ),
            plies=("end",),
            viewer=ANN,
            ask=Ask(
                question="Should Ann steal or decline?",
                right=("steal",),
                praise="Yes: 56% of 1400 or more is far above the 346 points of a new turn.",
                wrong={
                    "decline": "A new turn brings 346 on average, this pot more than twice that."
                },
            ),
        ),
        Page(
            heading="Stealing",
            notes=(
                "The pot and the turn are Ann's now. She gets it as it was before the last roll, "
                "1100, and must hold at least one value or set of that roll; there is only the "
                "set. She cannot end before she has rolled: thieves take risks."
            ),
            plies=("steal",),
        ),
        Page(
            heading="A thief's chain",
            notes=(
                "A 1 and a 5: both free dice count, so it is a chain again. The pot has 1550, and "
                "five free dice must be rolled. Had nothing counted, the pot would be gone, "
                "and Ben, who comes after the thief, would begin."
            ),
            plies=("hold 333", "roll 1 5"),
            midway=True,
        ),
        Page(
            heading="Do not leave many dice",
            notes=(
                "One 1 counts, and the pot is worth 1650. If Ann ends, Ben may steal it, and he "
                "would roll four dice, which bust only 16% of the time. A large pot with many free "
                "dice is a gift. Ann has 350 points, and needs 1000 more to win."
            ),
            plies=("roll 1 2 4 6 6",),
            viewer=ANN,
            ask=Ask(
                question="What should Ann do?",
                right=("hold 1",),
                praise="Yes: the risk is 16%, and better for Ann to take it than Ben.",
                wrong={"end": "Ben would steal it at once: four dice bust only 16% of the time."},
            ),
        ),
        Page(
            heading="Winning at a roll",
            notes=(
                "Three 1s: 1000. Ann's 350, the pot of 1650 and the roll make 3000, the target. "
                "She wins at once: she need not end her turn, and nobody is asked to steal. A "
                "thief wins the same way, but only after the roll a thief must make."
            ),
            plies=("hold 1", "roll 1 1 1 4"),
            midway=True,
        ),
        Page(
            heading="What to remember",
            notes=(
                "Busts: 67% with one die, 44% with two, 28% with three, 16% with four, 8% with "
                "five. Hold little while the pot is small, to roll more dice. End when few dice "
                "are left: that is also what thieves like least. Steal large pots, leave small "
                "ones. During a game F3, or the word odds, shows the figures."
            ),
        ),
    ),
)
