"""A plug-in of `hollywood.py`: the places behind the boat are gone."""

from collections.abc import Callable

Fish = dict[int, int]  # the place of each; 0 is in the boat, 13 the sea
Procedure = Callable[..., None]


def plug_in(call_me: Callable[[str, Procedure], None], show: Procedure) -> None:
    """Every change is drawn and handed to the procedure that was left for it."""
    call_me("change", lambda boat, fish, *message: show(board(boat, fish), *message))


def board(boat: int, fish: Fish) -> list[str]:
    columns = [seats(fish), *(cells(place, fish) for place in range(boat + 1, 14))]
    edges = ["═" * len(column[0]) for column in columns]
    rows = [f"║{'│'.join(row)}║" for row in zip(*columns, strict=True)]
    return [f"╔{'╤'.join(edges)}╗", *rows, f"╚{'╧'.join(edges)}╝"]


def seats(fish: Fish) -> list[str]:
    two, three, four, five = (str(n) if place == 0 else " " for n, place in fish.items())
    return ["  ┌──┐1 ", f"  │{two}{three}│  ", f"  │{four}{five}│  ", "  └──┘6 "]


def cells(place: int, fish: Fish) -> list[str]:
    blank, ground = ("   ", " ") if place == 13 else (" ", "▓" if place == 7 else " ")
    return [f"{blank}{n if fish[n] == place else ground}{blank}" for n in fish]
