"""Illegal answers of several sorts to any decision, and whether the driver refuses them cleanly.

Each answer is illegal by the way it is made, so that nothing here repeats the rules it tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, TypeVar

from gamekit.amounts import Amounts
from gamekit.decisions import Answer, Choice, Decision, IllegalAnswer, Payment, Subset
from gamekit.driver import Driver
from gamekit.records.recording import RecordedState

S = TypeVar("S", bound=RecordedState)

SORTS: Final = (
    "too many",
    "too few",
    "foreign card",
    "doubled card",
    "wrong way",
    "not listed",
    "wrong player",
)
"""The sorts of illegal answers; each fits some kinds of decisions."""

Attempt = tuple[str, int, Answer]
"""The sort, the player who is said to answer, the answer."""


def attempts(decision: Decision, players: int, cards: int, rng: Random) -> list[Attempt]:
    """Return one illegal answer of each sort that fits the decision. cards: how many there are."""
    if isinstance(decision, Payment):
        found = _for_payment(decision, cards, rng)
    elif isinstance(decision, Subset):
        found = _for_subset(decision, cards, rng)
    elif isinstance(decision, Amounts):
        found = _for_amounts(decision, rng)
    else:
        assert isinstance(decision, Choice)
        found = _for_choice(decision, cards, rng)
    me = decision.player
    stranger = (-1, players, players + 7)[int(rng.random() * 3)]
    return [*((sort, me, answer) for sort, answer in found), _by(stranger, decision)]


def _by(player: int, decision: Decision) -> Attempt:
    return "wrong player", player, decision.first()


def _for_choice(decision: Choice, cards: int, rng: Random) -> Iterator[tuple[str, Answer]]:
    chosen = decision.sample(rng)
    longest = max(len(option) for option in decision.options)
    yield "too many", (*chosen, *range(longest - len(chosen) + 1))
    if () not in decision.options:
        yield "too few", ()
    listed = {part for option in decision.options for part in option}
    yield "not listed", (_outside(listed, cards, rng),)


def _for_subset(decision: Subset, cards: int, rng: Random) -> Iterator[tuple[str, Answer]]:
    chosen = decision.sample(rng)
    others = [card for card in decision.cards if card not in chosen]
    strangers = range(cards, cards + decision.most + 1)
    yield "too many", (*chosen, *others, *strangers)[: decision.most + 1]
    if decision.least:
        yield "too few", chosen[: decision.least - 1]
    elif decision.all_or_none and decision.most > 1:
        yield "too few", decision.cards[: decision.most - 1]
    if chosen:
        yield "foreign card", (*chosen[1:], _outside(set(decision.cards), cards, rng))
    if len(chosen) > 1:
        yield "doubled card", (*chosen[1:], chosen[1])


def _for_payment(decision: Payment, cards: int, rng: Random) -> Iterator[tuple[str, Answer]]:
    way, *paid = decision.sample(rng)
    others = [card for card in decision.cards if card not in paid]
    strangers = range(cards, cards + decision.ways[way].most + 1)
    yield "too many", (way, *(*paid, *others, *strangers)[: decision.ways[way].most + 1])
    price = decision.ways[way].price
    yield "too few", (way, *paid[: price - 1]) if price else ()
    yield "wrong way", ((len(decision.ways), -1)[int(rng.random() * 2)], *paid)
    if paid:
        yield "foreign card", (way, *paid[1:], _outside(set(decision.cards), cards, rng))
    if len(paid) > 1:
        yield "doubled card", (way, *paid[1:], paid[1])


def _for_amounts(decision: Amounts, rng: Random) -> Iterator[tuple[str, Answer]]:
    chosen = decision.sample(rng)
    yield "too many", (decision.limits[0] + 1, *chosen[1:])
    if decision.most < sum(decision.limits):
        yield "too many", decision.limits
    if decision.least:
        yield "too few", (0,) * len(chosen)
    yield "foreign card", (*chosen, 1)
    yield "not listed", (-1, *chosen[1:])


def _outside(inside: set[int], cards: int, rng: Random) -> int:
    """Return a number that is not inside; mostly that of a card."""
    number = int(rng.random() * cards)
    while number in inside:
        number += 1
    return number


def accepted(game: Driver[S], attempt: Attempt) -> str | None:
    """Return what went wrong when an illegal answer was given, None if it was refused cleanly."""
    sort, player, answer = attempt
    before = (game.state.digest(), game.pending, list(game.answers))
    try:
        game.answer(player, answer)
    except IllegalAnswer as error:
        if not str(error):
            return f"{sort}: refused without a reason"
    else:
        return f"{sort}: {answer!r} of player {player} is accepted"
    if before != (game.state.digest(), game.pending, list(game.answers)):
        return f"{sort}: refused, but the game has changed"
    return None
