"""Answers of people who read nothing but the frame: any legal one, at random."""

from __future__ import annotations

from random import Random
from typing import Any

Data = dict[str, Any]


def any_answer(ask: Data, chance: Random) -> list[int]:
    """Return a legal answer to what a frame asks."""
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
    if ask["alike"]:
        cards = _alike(ask, chance)
    elif ask["groups"]:
        by_group = dict(zip(ask["groups"], cards, strict=True))
        cards = list(by_group.values())
    most = min(ask["most"], len(cards))
    sizes = (0, most) if ask["all_or_none"] else range(ask["least"], most + 1)
    return chance.sample(cards, chance.choice(list(sizes)))


def _alike(ask: Data, chance: Random) -> list[int]:
    """Return as many cards as can be given together: those of one group, and of group 0."""
    groups = dict(zip(ask["cards"], ask["groups"], strict=True))
    least = 0 if ask["all_or_none"] else ask["least"]
    fitting = [
        [card for card in groups if groups[card] in (0, group)] for group in {0, *groups.values()}
    ]
    return chance.choice([cards for cards in fitting if len(cards) >= least])
