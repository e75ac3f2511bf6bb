"""What bots know of a game: facts of its cards, weights by stage, opponents, stakes of modules.

Knowledge depends on the table alone, so all bots of all games with a table share it. Each module of
rules can have an appraiser: `bots/modules/NAME.py`, or a folder of that name, adds it to
APPRAISERS, and adds the kinds of decisions that the module asks to the registries of
`bots.choices`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from math import exp
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from rftg_engine.bots import features, habits, network, policy
from rftg_engine.bots.aims import Goal
from rftg_engine.bots.facts import Facts
from rftg_engine.bots.goods import Proceeds, count_all
from rftg_engine.bots.network import Network
from rftg_engine.bots.policy import Policy
from rftg_engine.bots.standing import Stage, TableauValue
from rftg_engine.bots.weights import CLASSIC, STAGES, Weights, at_stage, read
from rftg_engine.cards.table import Table
from rftg_engine.view import Seat, View

READY_HAND: Final = 5.0
"""Cards in hand with which a player can be trusted to place one."""


@mypyc_attr(acyclic=True)
class Outlook:
    """A player as all see them, at a stage.

    actions: the weights of the predictors of each action that is foreseen.
    """

    def __init__(
        self, stage: Stage, standing: TableauValue, seat: Seat, actions: list[list[float]]
    ) -> None:
        self.stage: Final = stage
        self.standing: Final = standing
        self.seat: Final = seat
        self.goods: i64 = standing.goods_of(seat.goods)
        self.proceeds: Proceeds = standing.economy.becomes(self.goods)
        self.coming: i64 = standing.production_left(seat.goods)
        self._actions: Final = actions
        self._chances: list[float] = []
        self._gains: list[float] = []

    def is_of(self, stage: Stage, seat: Seat) -> bool:
        """Return whether it is still that of a player."""
        mine = self.seat
        return (
            self.stage is stage
            and mine.hand_count == seat.hand_count
            and mine.goods == seat.goods
            and mine.tableau == seat.tableau
        )

    def predictors(self) -> list[float]:
        """Return the predictors of what they will do, in the order of PREDICTORS."""
        sums = self.standing.sums
        hand = self.seat.hand_count
        return [
            1.0,
            self.stage.number / STAGES,
            float(hand),
            float(max(0, hand - 4)),
            float(max(0, hand - 8)),
            self.proceeds.price,
            self.proceeds.points,
            self.proceeds.cards,
            self.proceeds.sale,
            float(count_all(self.coming)),
            sums[features.PRODUCE_CARDS],
            sums[features.EXPLORE_DRAW] * 0.5 + sums[features.EXPLORE_KEEP],
            sums[features.DEVELOP_COST] + sums[features.DEVELOP_CARDS],
            sums[features.SETTLE_COST] + sums[features.SETTLE_CARDS],
            sums[features.MILITARY],
        ]

    def chances(self) -> list[float]:
        """Return the probability of each action that is foreseen."""
        if not self._chances:
            predictors = self.predictors()
            counted = [index for index, amount in enumerate(predictors) if amount]
            odds = []
            whole = 0.0  # a loop: since Python 3.12 sum() rounds floats in another way
            for weights in self._actions:
                total = 0.0
                for index in counted:
                    total += weights[index] * predictors[index]
                odds.append(exp(min(30.0, max(-30.0, total))))
                whole += odds[-1]
            self._chances = [one / whole for one in odds]
        return self._chances

    def gains(self) -> list[float]:
        """Return what each phase that can be shared brings them."""
        if not self._gains:
            stage = self.stage
            card = stage.weights[features.HAND]
            sums = self.standing.sums
            ready = min(1.0, self.seat.hand_count / READY_HAND)
            develop = stage.habits[habits.OTHERS_DEVELOP] + card * sums[features.DEVELOP_CARDS]
            settle = stage.habits[habits.OTHERS_SETTLE] + card * sums[features.SETTLE_CARDS]
            self._gains = [
                card * (stage.habits[habits.OTHERS_EXPLORE] + sums[features.EXPLORE_KEEP]),
                ready * develop,
                ready * settle,
                self._consume_gain(card),
                self._produce_gain(card),
            ]
        return self._gains

    def _consume_gain(self, card: float) -> float:
        points = self.proceeds.points + self.standing.sums[features.CONSUME_POINTS]
        cards = self.proceeds.cards + self.standing.sums[features.CONSUME_CARDS]
        _points, _cards, left = self.standing.economy.consumption.use(self.goods)
        return points + card * cards + self._value(left) - self._value(self.goods)

    def _produce_gain(self, card: float) -> float:
        cards = self.standing.sums[features.PRODUCE_CARDS]
        goods = self.goods + self.coming
        return card * cards + self._value(goods) - self._value(self.goods)

    def _value(self, goods: i64) -> float:
        return self.standing.economy.value(self.stage, goods)


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
        self._standings: dict[tuple[int, ...], TableauValue] = {}
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

    def _none(self) -> TableauValue:
        return TableauValue(self.facts, (), self.table.powers(()))

    def standing(self, tableau: tuple[int, ...]) -> TableauValue:
        """Return the standing of a tableau; shared between equal tableaus."""
        found = self._standings.get(tableau)
        if found is None:
            if len(self._standings) >= MOST_STANDINGS:
                self._standings.clear()
                self._nothing = self._none()
            before = self._standings.get(tableau[:-1], self._nothing)
            found = TableauValue(self.facts, tableau, self.table.powers(tableau), before)
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


@mypyc_attr(allow_interpreted_subclasses=True)
class Stakes:
    """What is at stake for the player of a view, in points of the evaluation."""

    def worth(self, facts: Facts) -> float:
        """Return what placing a card adds to it."""
        return 0.0

    def produced(self, chosen: bool) -> float:
        """Return what Produce adds to it. chosen: by the player."""
        return 0.0

    def points(self, seat: int) -> float:
        """Return what a player has, and can expect, that no tableau tells."""
        return 0.0

    def phases(self) -> list[str]:
        """Return phases that take place in this round though nobody chooses them."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Appraiser:
    """Says what a module puts at stake; it keeps nothing of a game."""

    def stakes(self, known: Knowledge, view: View, stage: Stage) -> Stakes:
        """Return what is at stake in a view. stage: whose weights count."""
        return Stakes()

    def progress(self, known: Knowledge, view: View) -> float:
        """Return how far the game has come for reasons of the module, 1 at its end."""
        return 0.0


APPRAISERS: Final[dict[str, Appraiser]] = {}
"""By the names of modules, which keep a part of that name in the state."""
NO_STAKES: Final[list[Any]] = []
"""Those of games in which no module keeps anything."""


def stakes_of(known: Knowledge, view: View, stage: Stage) -> list[Any]:
    """Return what all modules put at stake: objects of Stakes, the same ones for the same view.

    Any: compiled code calls what interpreted classes of users define as it does its own.
    """
    last = known.last_stakes
    if last is not None and last[0] is view and last[1] is stage:
        return last[2]
    found = [one.stakes(known, view, stage) for one in _appraisers(view)]
    known.last_stakes = (view, stage, found)
    return found


def progress(known: Knowledge, view: View) -> float:
    """Return how far a game has come for reasons of modules, 1 at its end."""
    last = known.last_progress
    if last is not None and last[0] is view:
        return last[1]
    found = max([one.progress(known, view) for one in _appraisers(view)], default=0.0)
    known.last_progress = (view, found)
    return found


def _appraisers(view: View) -> list[Appraiser]:
    for name, _seen in view.parts:
        _load(name.replace(" ", "_"))
    return [APPRAISERS[name] for name, _seen in view.parts if name in APPRAISERS]


@cache
def _load(name: str) -> None:
    if find_spec(f"rftg_engine.bots.modules.{name}") is not None:
        import_module(f"rftg_engine.bots.modules.{name}")
