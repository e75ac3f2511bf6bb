"""Games for the tests of play: forms, and people who answer what they are asked."""

from __future__ import annotations

from random import Random
from typing import Any

Data = dict[str, Any]
ANN: Data = {"kind": "human", "name": "Ann"}
BOB: Data = {"kind": "human", "name": "Bob"}
GREEDY: Data = {"kind": "bot", "level": "greedy", "name": ""}
RANDOM: Data = {"kind": "bot", "level": "random", "name": ""}


def form(*seats: Data, sets: tuple[str, ...] = ("base",), seed: str = "1", **options: bool) -> Data:
    """A form that is filled in."""
    return {"sets": list(sets), "seats": list(seats), "options": options, "seed": seed}


def any_answer(ask: Data, chance: Random) -> list[int]:
    """A legal answer to what a frame asks, by what the frame says alone."""
    if ask["form"] == "choice":
        answer: list[int] = chance.choice(ask["options"])["answer"]
        return answer
    if ask["form"] == "subset":
        return _subset(ask, chance)
    way = chance.randrange(len(ask["ways"]))
    price = chance.randint(ask["ways"][way]["price"], ask["ways"][way]["most"])
    return [way, *chance.sample(ask["cards"], price)]


def _subset(ask: Data, chance: Random) -> list[int]:
    cards = list(ask["cards"])
    if ask["groups"]:
        by_group = dict(zip(ask["groups"], cards, strict=True))
        cards = list(by_group.values())
    sizes = (0, ask["most"]) if ask["all_or_none"] else range(ask["least"], ask["most"] + 1)
    return chance.sample(cards, chance.choice(list(sizes)))
