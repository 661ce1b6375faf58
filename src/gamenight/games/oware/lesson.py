"""The lesson of Oware: one short match, from the first sowing to the majority."""

from gamenight.core.lesson import Ask, Lesson, Page

ANN = 0

LESSON = Lesson(
    title="Learn Oware",
    names=("Ann", "Ben"),
    pages=(
        Page(
            heading="The board",
            notes=(
                "Ann is South and owns the lower row, Ben is North and owns the upper one. Each "
                "of the twelve houses holds four seeds. The stores at the sides are for captured "
                "seeds: the first to have more than half of the 48, that is 25, wins."
            ),
            viewer=ANN,
        ),
        Page(
            heading="Sowing",
            notes=(
                "A move takes all the seeds of one of your houses and drops them one by one into "
                "the houses that follow, counter-clockwise: to the right in the lower row, to the "
                "left in the upper one. Ann's four seeds from house 5 went into her house 6, then "
                "around the corner into Ben's houses 1, 2 and 3."
            ),
            plies=("E",),
            viewer=ANN,
        ),
        Page(
            heading="Capturing",
            notes=(
                "Ann had left a lone seed in her house 5. The last of Ben's five seeds landed on "
                "it and made two. A last seed that makes two or three in a house of the other "
                "side captures them. So a house with one or two seeds is in danger, while an "
                "empty one, or one with three or more, is safe for now."
            ),
            plies=("b", "A", "f"),
            viewer=ANN,
        ),
        Page(
            heading="Your turn to capture",
            notes=(
                "Ten moves later. Look for one of Ben's houses with one or two seeds, then for one "
                "of Ann's whose last seed ends there. Count the seeds around the corner."
            ),
            plies=("D", "e", "C", "a", "D", "c", "E", "c", "F", "b"),
            viewer=ANN,
            ask=Ask(
                question="Which house captures three seeds?",
                right=("A",),
                praise="Yes: six seeds from house 1 end in Ben's house 1, and make three there.",
                wrong={
                    "B": "Ten seeds from house 2 end in Ben's house 6, which has five: too many.",
                    "C": "Two seeds from house 3 end in Ann's own row: nothing is captured there.",
                    "D": "Two seeds from house 4 end in Ann's own row: nothing is captured there.",
                    "E": "One seed from house 5 ends in Ann's own row: nothing is captured there.",
                },
            ),
        ),
        Page(
            heading="Count to the last seed",
            notes=(
                "Six seeds from house 1: five for the rest of Ann's row, and the last for Ben's "
                "house 1, which had two. Three seeds go to Ann's store. The captured house is "
                "empty now, which also means that it cannot reach her on the next move."
            ),
            plies=("A",),
            viewer=ANN,
        ),
        Page(
            heading="Two houses in reach",
            notes=(
                "After a capture look at the house sown just before it: if it is the opponent's "
                "too and has two or three seeds, they are captured as well, and so on backwards."
            ),
            plies=("f", "D", "e"),
            viewer=ANN,
            ask=Ask(
                question="Which house captures two houses at once?",
                right=("F", "C"),
                praise="Yes: its last seeds make two in Ben's house 1 and two in his house 2.",
                wrong={
                    "B": "Thirteen seeds go all the way around: count where the last one falls."
                },
                otherwise="That captures nothing: its last seed does not reach Ben's row.",
            ),
        ),
        Page(
            heading="A chain of captures",
            notes=(
                "The last seed made two in Ben's house 2, the one before made two in his house 1: "
                "four seeds with one move. A chain ends at the first house that does not fit, or "
                "at the end of the row. Low houses side by side invite such a chain: fill one "
                "of them, or empty it, while there is time."
            ),
            plies=("F",),
            viewer=ANN,
        ),
        Page(
            heading="Keeping seeds back",
            notes=(
                "Ann kept house 2 until it had 14 seeds. A full house cannot be captured, and in "
                "the end it goes all the way around; the house it came from is skipped, so it is "
                "empty now. On its way it dropped single seeds into Ben's low houses, which makes "
                "them worth a visit. Ben's house 4 is just as full, and can answer."
            ),
            plies=("c", "A", "e", "B"),
            viewer=ANN,
        ),
        Page(
            heading="The harvest",
            notes=(
                "Ben's full house captured three, but left two seeds in each of his houses 1, 2 "
                "and 3. Ann's house 4 would have taken three seeds, house 6 six, and house 5 all "
                "nine. Before you move, compare all your captures, and look at what your "
                "opponent can take afterwards."
            ),
            plies=("d", "E"),
            viewer=ANN,
        ),
        Page(
            heading="Feeding",
            notes=(
                "Ben has sown his last seeds and has none left in his row. Then Ann must give him "
                "some if she can: only houses 3, 4 and 6 reach his row, so she must sow one. "
                "If none could, the game would end, and each side would take its own row."
            ),
            plies=("e", "A", "f"),
            viewer=ANN,
        ),
        Page(
            heading="A grand slam",
            notes=(
                "Ann sowed house 6 and turned one seed into two in five houses: all that Ben has. "
                "A capture that would take all of the opponent's seeds takes nothing. House 4 "
                "would have taken six of them and left two, which is allowed. (An option has "
                "other rules for the grand slam.)"
            ),
            plies=("C", "f", "F"),
            viewer=ANN,
        ),
        Page(
            heading="More than half",
            notes=(
                "Ben could save only a part of his row. House 4 captures three times three, and "
                "with 25 seeds Ann has more than half of them: the game is over at once, and the "
                "seeds left on the board count for nobody."
            ),
            plies=("d", "D"),
            viewer=ANN,
        ),
        Page(
            heading="Other ends",
            notes=(
                "With 24 seeds each it is a tie. When the side to move has nothing to sow, or "
                "cannot feed, or when a position repeats since the last capture, each side "
                "takes the seeds of its own row, and more seeds win. Now play: the bot Easy sows "
                "any house, Grabber takes as many seeds as it can."
            ),
            viewer=ANN,
        ),
    ),
)
