"""What bots know of the cards in use before a game begins: facts by card, weights by stage.

It depends on the table alone, so all bots of all games with a table share it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rftg_engine.bots import features
from rftg_engine.bots.facts import Facts
from rftg_engine.bots.standing import Stage, Standing
from rftg_engine.bots.weights import STAGES, Weights, at_stage, read
from rftg_engine.cards.table import Table

MOST_STANDINGS: Final = 20_000
"""Tableaus that are remembered."""


class Knowledge:
    """Facts of all cards of a table, and the weights to value them by.

    copies: by card, see copies_of. worlds, developments: masks of all of them.
    military_worlds: of the worlds to be conquered.
    """

    def __init__(self, table: Table, weights: Weights) -> None:
        self.table = table
        self.weights = weights
        self.facts = facts_of(table)
        self.worlds = 0
        self.developments = 0
        self.military_worlds = 0
        for card, is_world in enumerate(table.is_world):
            if is_world:
                self.worlds |= 1 << card
            else:
                self.developments |= 1 << card
            if table.military[card]:
                self.military_worlds |= 1 << card
        self.copies = copies_of(table)
        self._stages: list[Stage | None] = [None] * (STAGES + 1)
        self._hopes: dict[int, list[float]] = {}
        self._standings: dict[tuple[int, ...], Standing] = {}

    def standing(self, tableau: tuple[int, ...]) -> Standing:
        """Return the standing of a tableau; shared between equal tableaus."""
        found = self._standings.get(tableau)
        if found is None:
            if len(self._standings) >= MOST_STANDINGS:
                self._standings.clear()
            found = self._standings[tableau] = Standing(self.facts, tableau)
        return found

    def stage(self, number: int) -> Stage:
        """Return the weights at a stage (0 to STAGES)."""
        found = self._stages[number]
        if found is None:
            weights = at_stage(self.weights.features, number)
            policy = at_stage(self.weights.policy, number)
            found = self._stages[number] = Stage(number, weights, policy, self.facts)
        return found

    def hope(self, stage: Stage, part: float) -> float:
        """Return the potential of a card of which `part` (0 to 1) of all cards have less."""
        hopes = self._hopes.get(stage.number)
        if hopes is None:
            hopes = self._hopes[stage.number] = self._potentials(stage)
        return hopes[min(len(hopes) - 1, int(part * len(hopes)))]

    def _potentials(self, stage: Stage) -> list[float]:
        """Return what cards are worth in hand at a stage, tableau and hand aside, least first."""
        cost = card_cost(stage.weights)
        table = self.table
        return sorted(
            max(0.0, stage.steady[card] - cost * table.cost[card])
            for card in range(len(table.cards))
        )


def copies_of(table: Table) -> list[int]:
    """Return for each development the cards of its title, as bits; 0 for a world."""
    masks: dict[str, int] = {}
    for card, title in enumerate(table.titles):
        masks[title] = masks.get(title, 0) | 1 << card
    return [0 if table.is_world[card] else masks[title] for card, title in enumerate(table.titles)]


def card_cost(weights: list[float]) -> float:
    """Return what a card paid is worth."""
    return max(0.2, weights[features.HAND])


@lru_cache(maxsize=8)
def facts_of(table: Table) -> list[Facts]:
    """Return the facts of all cards of a table, by number."""
    return [Facts(table, card) for card in range(len(table.cards))]


@lru_cache(maxsize=8)
def knowledge_of(table: Table) -> Knowledge:
    """Return the knowledge of a table, with the shipped weights."""
    return Knowledge(table, shipped())


@lru_cache(maxsize=1)
def shipped() -> Weights:
    """Return the shipped weights, read once."""
    return read()
