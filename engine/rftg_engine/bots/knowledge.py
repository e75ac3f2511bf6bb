"""What bots know of the cards in use before a game begins: facts by card, weights by stage.

It depends on the table alone, so all bots of all games with a table share it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from rftg_engine.bots import features, network, policy
from rftg_engine.bots.aims import Goal
from rftg_engine.bots.facts import Facts
from rftg_engine.bots.network import Network
from rftg_engine.bots.outlook import Outlook
from rftg_engine.bots.policy import Policy
from rftg_engine.bots.stage import Stage
from rftg_engine.bots.standing import Standing
from rftg_engine.bots.weights import CLASSIC, STAGES, Weights, at_stage, read
from rftg_engine.cards.table import Table
from rftg_engine.view import Seat, View

MOST_STANDINGS: Final = 5_000
"""Tableaus that are remembered."""


class Knowledge:
    """Facts of all cards of a table, and what values them.

    network: the value that was learned; without it positions are valued by the weights of a stage.
    policy: what was learned of actions beside it, if anything. gone: classes of tokens that nobody
    can gain, since players hold all of them.
    """

    def __init__(
        self,
        table: Table,
        weights: Weights,
        network: Network | None = None,
        policy: Policy | None = None,
        gone: tuple[str, ...] = (),
    ) -> None:
        self.network: Final = network
        self.policy: Final = policy
        self.table = table
        self.weights = weights
        self.gone: Final = gone
        self.facts = facts_of(table, gone)
        self.goals = [Goal(tile, self.facts) for tile in table.tiles]
        self._stages: list[Stage | None] = [None] * (STAGES + 1)
        self._outlooks: dict[int, Outlook] = {}
        self._nothing = self._none()
        self._standings: dict[tuple[int, ...], Standing] = {}
        self._by_gone: dict[tuple[str, ...], Knowledge] = {gone: self}
        self.last_stakes: tuple[View, Stage, list[Any]] | None = None
        self.last_progress: tuple[View, float] | None = None

    def as_of(self, view: View) -> Knowledge:
        """Return the knowledge that fits the tokens that can still be gained."""
        if not self.table.tokens:
            return self
        stock = stock_of(self.table, view)
        gone = tuple([token for token in stock if stock[token] <= 0])
        found = self._by_gone.get(gone)
        if found is None:
            found = Knowledge(self.table, self.weights, self.network, self.policy, gone)
            found._by_gone = self._by_gone
            self._by_gone[gone] = found
        return found

    def _none(self) -> Standing:
        return Standing(self.facts, (), self.table.powers(()))

    def standing(self, tableau: tuple[int, ...]) -> Standing:
        """Return the standing of a tableau; shared between equal tableaus."""
        found = self._standings.get(tableau)
        if found is None:
            if len(self._standings) >= MOST_STANDINGS:
                self._standings.clear()
                self._nothing = self._none()
            before = self._standings.get(tableau[:-1], self._nothing)
            found = Standing(self.facts, tableau, self.table.powers(tableau), before)
            self._standings[tableau] = found
        return found

    def outlook(self, seat: int, stage: Stage, open_facts: Seat) -> Outlook:
        """Return the outlook of a player; all others ask for the same one, one after the other."""
        found = self._outlooks.get(seat)
        if found is None or not found.is_of(stage, open_facts):
            standing = self.standing(open_facts.tableau)
            found = Outlook(stage, standing, open_facts, self.weights.predictors)
            self._outlooks[seat] = found
        return found

    def stage(self, number: int) -> Stage:
        """Return the weights at a stage (0 to STAGES)."""
        found = self._stages[number]
        if found is None:
            beside = at_stage(self.weights.features, number)
            slopes = [0.0] * features.COUNT
            if self.network is not None:
                slopes = self.network.typical_slopes(number, features.COUNT)
            habits = at_stage(self.weights.habits, number)
            found = Stage(number, beside, slopes, habits, self.facts, self.table.cost)
            self._stages[number] = found
        return found


def stock_of(table: Table, view: View) -> dict[str, int]:
    """Return how many tokens no player has, by class."""
    stock = dict(table.tokens)
    for seat in view.seats:
        for token, number in seat.tokens:
            stock[token] -= number
    return stock


@lru_cache(maxsize=8)
def facts_of(table: Table, gone: tuple[str, ...] = ()) -> list[Facts]:
    """Return the facts of all cards of a table, by number. gone: as of Knowledge."""
    stock = {token: 0 if token in gone else number for token, number in table.tokens.items()}
    found = [Facts(table, card, stock) for card in range(len(table.cards))]
    alike: dict[tuple[object, ...], int] = {}
    for facts in found:
        facts.economy = alike.setdefault(facts.goods_changed(), facts.card)
    return found


@lru_cache(maxsize=8)
def knowledge_of(table: Table) -> Knowledge:
    """Return the knowledge of a table, with the shipped weights, value and policy."""
    return Knowledge(table, shipped(), network.shipped(), policy.shipped())


@lru_cache(maxsize=8)
def classic_knowledge_of(table: Table) -> Knowledge:
    """Return the knowledge of a table with the classic weights alone."""
    return Knowledge(table, classic())


@lru_cache(maxsize=1)
def shipped() -> Weights:
    """Return the shipped weights, read once."""
    return read()


@lru_cache(maxsize=1)
def classic() -> Weights:
    """Return the classic weights, read once."""
    return read(CLASSIC)
