"""The lesson of Preys and Hunters: one game in which the fish choose, up to the third safe fish.

The chances are those of the solver.
"""

from gamenight.core.lesson import Ask, Lesson, Page

FISH = 0

LESSON = Lesson(
    title="Learn Preys and Hunters",
    names=("Ann", "Fishermen"),
    options={"escort": "choose"},
    pages=(
        Page(
            heading="The river",
            notes=(
                "Thirteen places from left to right. The boat with the two fishermen, 1 and 6, is "
                "in the first; the four fish, 2 to 5, each in a lane of its own, are in the "
                "seventh; the thirteenth is the open sea. The fish want to get there, and the "
                "fishermen want to catch them. A die moves them all."
            ),
        ),
        Page(
            heading="A fish swims",
            notes=(
                "The die shows the number of a free fish: that fish swims one place towards the "
                "sea. Nobody chooses anything. The place where it started stays marked."
            ),
            plies=("2",),
        ),
        Page(
            heading="The boat rows",
            notes=(
                "1 and 6 are the fishermen. They sit in one boat, so each of these numbers moves "
                "the boat one place. The river behind it is closed for good: nobody ever moves to "
                "the left."
            ),
            plies=("1", "6", "1"),
        ),
        Page(
            heading="Safe",
            notes=(
                "Fish 2 needed six steps in all, and has made them. In the sea nobody can capture "
                "it: one point for the fish. They need three of the four to win; two each is a "
                "tie."
            ),
            plies=("2", "2", "2", "2", "2"),
        ),
        Page(
            heading="Danger",
            notes=(
                "The boat is in place 6, and fish 3 has not moved at all: it is right in front of "
                "the boat. The boat's next step would capture it, and any other fish in that place "
                "too."
            ),
            plies=("4", "4", "5", "5", "5", "5", "6", "1"),
        ),
        Page(
            heading="The number of a safe fish",
            notes=(
                "A 2, but fish 2 is safe. So another fish swims instead: usually the one closest "
                "to the sea or, among equals, the smallest number. In this game Ann plays "
                "the fish (the option escort=choose), and may pick any free one. One fish "
                "is safe, and she needs two of the other three."
            ),
            plies=("2",),
            viewer=FISH,
            ask=Ask(
                question="Which fish should swim?",
                right=("swim 4",),
                praise="Yes: with fish 5 it makes three. The fish now win 65% of the time.",
                wrong={
                    "swim 3": "Fish 3 is so far behind that it hardly counts: 59%, but 65% with "
                    "the second fish.",
                    "swim 5": "Fish 5 mostly gets there by itself: 61%, but 65% with the one "
                    "behind it.",
                },
            ),
        ),
        Page(
            heading="One step",
            notes=(
                "Fish 4 is now three places from the sea, fish 5 two. A chosen fish makes one "
                "step like any other, and then the die is rolled again."
            ),
            plies=("swim 4",),
        ),
        Page(
            heading="Captured",
            notes=(
                "A 6: the boat has reached the place of fish 3, which sits in the boat from now "
                "on. One point for the fishermen."
            ),
            plies=("6",),
        ),
        Page(
            heading="The number of a captured fish",
            notes=(
                "A captured fish rows for the fishermen: its number moves the boat, as 1 and 6 do. "
                "So the boat gets faster with every fish in it. Two 3s, and fish 4 is in danger."
            ),
            plies=("3", "3"),
        ),
        Page(
            heading="Both are needed",
            notes=(
                "A 2 again. One fish is safe and one is captured, so to win Ann needs both of the "
                "free ones. If one of them is lost, the best she can get is a tie."
            ),
            plies=("2",),
            viewer=FISH,
            ask=Ask(
                question="Which fish should swim?",
                right=("swim 4",),
                praise="Yes: the one in danger. That wins 28% of the time.",
                wrong={
                    "swim 5": "That makes a tie more likely, but it leaves fish 4 in front of the "
                    "boat: the chance to win is 20%, not 28%."
                },
            ),
        ),
        Page(
            heading="No choice with one fish",
            notes=(
                "Fish 5 is safe after two more 5s. For the third 5 another fish had to swim, and "
                "only fish 4 is free: with one free fish there is nothing to choose."
            ),
            plies=("swim 4", "5", "5", "5"),
        ),
        Page(
            heading="The end",
            notes=(
                "The game is over when no fish is free any more. Three are safe and one is "
                "captured: the fish win. From the start, by the usual rule, the fish win 36%, the "
                "fishermen 51%, and 13% are ties. During a game F3, or the word odds, shows the "
                "chances at that moment."
            ),
            plies=("4",),
        ),
    ),
)
