"""A plug-in of `hollywood.py`: all thirteen places stay, and the boat is where it has rowed to."""

from collections.abc import Callable

Fish = dict[int, int]  # the place of each; 0 is in the boat, 13 the sea
Procedure = Callable[..., None]


def plug_in(call_me: Callable[[str, Procedure], None], show: Procedure) -> None:
    """Every change is drawn and handed to the procedure that was left for it."""
    call_me("change", lambda boat, fish, *message: show(board(boat, fish), *message))


def board(boat: int, fish: Fish) -> list[str]:
    rows = [f"║{'│'.join(lane(boat, number, fish))}║" for number in fish]
    widths = [8 if place == boat else 7 if place == 13 else 3 for place in range(1, 14)]
    edges = ["═" * width for width in widths]
    return [f"╔{'╤'.join(edges)}╗", *rows, f"╚{'╧'.join(edges)}╝"]


def lane(boat: int, number: int, fish: Fish) -> list[str]:
    """The thirteen places on the line of one fish."""
    grounds = ["▓" if place == 7 else " " for place in range(1, 14)]
    if fish[number] > 0:
        grounds[fish[number] - 1] = str(number)
    cells = [f" {ground} " for ground in grounds]
    cells[-1] = f"  {cells[-1]}  "
    two, three, four, five = (str(n) if fish[n] == 0 else " " for n in fish)
    seats = {2: "┌──┐1", 3: f"│{two}{three}│ ", 4: f"│{four}{five}│ ", 5: "└──┘6"}
    cells[boat - 1] = f"  {seats[number]} "
    return cells
