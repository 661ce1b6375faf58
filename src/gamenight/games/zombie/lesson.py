"""The lesson of Zombie Dice: three rounds with a small bag, to the tie and beyond."""

from gamenight.core.lesson import Ask, Lesson, Page

ANN, BEN = 0, 1

LESSON = Lesson(
    title="Learn Zombie Dice",
    names=("Ann", "Ben", "Cleo"),
    options={"weak_dice": 4, "strong_dice": 2, "tough_dice": 1, "brains_to_win": 8},
    pages=(
        Page(
            heading="The bag",
            notes=(
                "You are zombies, and the dice in the bag are humans. Ann, Ben and Cleo take turns "
                "to eat their brains. A real bag holds 13 dice and 13 brains end the game; to keep "
                "the lesson short this bag holds 7, and 8 brains are enough."
            ),
        ),
        Page(
            heading="Three dice",
            notes=(
                "A turn begins with three dice, drawn blindly. The colour shows how tough a human "
                "is. Green: 3 brains, 2 footprints, 1 shotgun. Yellow: 2 of each. Red: 1 brain, 2 "
                "footprints, 3 shotguns. Most common are the green ones: a real bag has 6 of them, "
                "4 yellow and 3 red."
            ),
            plies=("draw ggy",),
        ),
        Page(
            heading="A roll",
            notes=(
                "A brain is eaten and goes to the brain area. A shotgun hits Ann and goes to the "
                "shotgun area. Footprints are a human who got away: that die stays where it is "
                "and is rolled again."
            ),
            plies=("dice gb gf ys",),
            midway=True,
        ),
        Page(
            heading="Roll on or hold",
            notes=(
                "Now Ann chooses: hold, and one brain is hers for good; or roll on with the "
                "footprints and two new dice. Three shotguns in a turn would lose all its brains. "
                "She has one; the chance that the next roll ends her turn is 15%."
            ),
            viewer=ANN,
            ask=Ask(
                question="What should Ann do?",
                right=("roll",),
                praise="Yes: one brain is not much to lose, and 73% of rolls bring more.",
                wrong={"hold": "That is safe, but with such small bites nobody gets to 8 brains."},
            ),
        ),
        Page(
            heading="Two shotguns",
            notes=(
                "Two more brains, and one more shotgun. Now a single shotgun ends the turn: "
                "a chance of 49%; on average a roll would gain less than one brain. "
                "(During a game F3, or the word odds, shows these figures.)"
            ),
            plies=("roll", "draw gr", "dice gb gb rs"),
            viewer=ANN,
            ask=Ask(
                question="And now?",
                right=("hold",),
                praise="Yes: three brains in the hand are worth more than an even chance of more.",
                wrong={
                    "roll": "Half of the time you lose all three brains: too much for one more."
                },
            ),
        ),
        Page(
            heading="Holding",
            notes=(
                "Ann's three brains are scored and are safe for good. All dice go back into "
                "the bag, and the next player gets it, with a new turn and no shotguns."
            ),
            plies=("hold",),
        ),
        Page(
            heading="Shot out",
            notes=(
                "Ben rolled on with one shotgun, as Ann did, but had bad luck: two more. With "
                "three shotguns the turn is over and its brains are lost, even those of the same "
                "roll. Only this turn is lost: brains from earlier turns stay."
            ),
            plies=("draw gyr", "dice gb yf rs", "roll", "draw gg", "dice gb gs ys"),
            midway=True,
        ),
        Page(
            heading="The bag runs out",
            notes=(
                "Cleo held five. It is Ann's second turn: four brains, one shotgun. For a new roll "
                "she needs three dice, and the bag has two. Look at the shotgun: it is the only "
                "red die, and it stays out. The chance of losing the turn is 12%."
            ),
            plies=(
                *("draw ggg", "dice gb gb gb", "roll", "draw gyy", "dice gb yb ys", "hold"),
                *("draw ggr", "dice gb gb rf", "roll", "draw gg", "dice gb gb rs"),
            ),
            viewer=ANN,
            ask=Ask(
                question="Roll on or hold?",
                right=("roll",),
                praise="Yes: the dice that are left are the weak ones, so it pays to go on.",
                wrong={"hold": "Not wrong, but the red die is gone: the rest is rarely this weak."},
            ),
        ),
        Page(
            heading="The dice come back",
            notes=(
                "If the bag cannot make it three dice, the dice in the brain area go back into "
                "it before the draw. Their brains stay counted: Ann has six in this turn, though "
                "only two dice lie there. Shotguns always stay out."
            ),
            plies=("roll", "draw gyy", "dice gb yb yf"),
        ),
        Page(
            heading="The last round",
            notes=(
                "Ann held: 3 + 6 makes 9 brains, and 8 end the game. But not at once: the round is "
                "finished, so that all have the same number of turns. Those who come after her "
                "know what it takes, which is worth a lot. Ben needs more than nine."
            ),
            plies=("hold",),
        ),
        Page(
            heading="Nothing to lose",
            notes=(
                "Ben has two brains and two shotguns, and a 63% chance of losing the turn. "
                "In the first round he would hold. But this is his last turn, and Ann has nine."
            ),
            plies=("draw gyr", "dice gb yf rs", "roll", "draw gg", "dice gb gs yf"),
            viewer=BEN,
            ask=Ask(
                question="What should Ben do?",
                right=("roll",),
                praise="Yes: two brains lose for certain, so any chance is better than none.",
                wrong={"hold": "Two brains against nine: holding loses for certain."},
            ),
        ),
        Page(
            heading="A tie",
            notes=(
                "Ben was shot. Cleo had five, ate four more and held with two shotguns: just as "
                "many as Ann, nine. Those who share the lead, and only they, play another round, "
                "and another, until one of them is ahead. Ben is out of it."
            ),
            plies=(
                *("roll", "draw gy", "dice gb yf ys"),
                *("draw ggg", "dice gb gb gb", "roll", "draw gyy", "dice gb ys ys", "hold"),
            ),
        ),
        Page(
            heading="The end",
            notes=(
                "Ann ate two in the extra round and held. Cleo came after her, ate three with her "
                "first roll, which was enough: she held and won. Remember: count the "
                "shotguns, look at the colours that are still in the bag, and at what you need."
            ),
            plies=(
                *("draw gyr", "dice gb yb rs", "roll", "draw ggy", "dice gf gf ys", "hold"),
                *("draw ggg", "dice gb gb gb", "hold"),
            ),
        ),
    ),
)
