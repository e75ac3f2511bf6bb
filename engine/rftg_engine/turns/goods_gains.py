"""Gains of goods: produced, moved and sold."""

from __future__ import annotations

from typing import ClassVar, Final

from gamekit.decisions import Answer, Choice
from gamekit.driver import Asking
from rftg_dsl.syntax.ast import Effect
from rftg_engine import asks
from rftg_engine.cards.bound import BoundAction, BoundPower
from rftg_engine.cards.terms import Gain, Masks, kind_matches, kinds_of
from rftg_engine.turns.perform import (
    asks_for_good,
    produce_good,
    produce_on_windfall,
    put_good,
    windfall_worlds,
)
from rftg_engine.turns.turn import (
    ALL_KINDS,
    PlayerTurn,
    draw_sale_cards,
    kinds_of_sale,
    sellable_goods,
)

_NOTHING: Final = frozenset[str]()
_HAND: Final = frozenset({"hand"})


class ProduceGood(Gain):
    """Produce a good on the world with the power."""

    worth: ClassVar = (0.0, 0.0)
    affects: ClassVar = None

    def is_possible(self, turn: PlayerTurn, power: BoundAction) -> bool:
        return power.card not in turn.player.goods

    def asks(self, turn: PlayerTurn, power: BoundAction) -> bool:
        return asks_for_good(turn, power.card)

    def give(self, turn: PlayerTurn, power: BoundPower, amount: int) -> bool:
        return put_good(turn, power.card, turn.table.kind[power.card])

    def ask(
        self, turn: PlayerTurn, power: BoundAction, times: int, paid: tuple[int, ...]
    ) -> Asking[bool]:
        return (yield from produce_good(turn, power.card, 0))

    def fillable_worlds(self, turn: PlayerTurn, power: BoundAction) -> list[int]:
        return [power.card]


class GoodOnPlacedWorld(Gain):
    """Put a good on the world that has just been placed."""

    worth: ClassVar = (0.0, 0.0)
    affects: ClassVar = _NOTHING

    def give(self, turn: PlayerTurn, power: BoundPower, amount: int) -> bool:
        player = turn.player
        # A world destroyed by a takeover is in no tableau.
        is_here = turn.placed in player.tableau
        if is_here and turn.table.can_refill[turn.placed] and turn.placed not in player.goods:
            turn.moves.put_good(turn.state, player, turn.placed)
        return True


class WindfallGood(Gain):
    """Produce a good on a windfall world. other: not on the world with the power."""

    worth: ClassVar = (0.0, 0.0)
    affects: ClassVar = None
    always_asks: ClassVar = True

    def __init__(self, masks: Masks, effect: Effect) -> None:
        super().__init__(masks, effect)
        self.kinds: Final = kinds_of(effect.goods)
        self.other: Final = effect.other

    def worlds(self, turn: PlayerTurn, power: BoundAction) -> list[int]:
        """Return the windfall worlds on which the power can produce a good."""
        return windfall_worlds(turn, self.kinds, power.card if self.other else -1)

    def repeats(self, times: int) -> int:
        # Each windfall good is chosen separately.
        return times * self.amount

    def is_possible(self, turn: PlayerTurn, power: BoundAction) -> bool:
        return bool(self.worlds(turn, power))

    def ask(
        self, turn: PlayerTurn, power: BoundAction, times: int, paid: tuple[int, ...]
    ) -> Asking[bool]:
        worlds = self.worlds(turn, power)
        return (yield from produce_on_windfall(turn, worlds, power.number, self.kinds))

    def fillable_worlds(self, turn: PlayerTurn, power: BoundAction) -> list[int]:
        return self.worlds(turn, power)


class MoveGoods(Gain):
    """Move up to `amount` goods of these kinds to worlds in `mask`. Their kind changes."""

    worth: ClassVar = (0.3, 0.0)
    affects: ClassVar = frozenset({"goods", "empty", "kinds of goods"})
    always_asks: ClassVar = True
    picks: ClassVar = True

    def __init__(self, masks: Masks, effect: Effect) -> None:
        super().__init__(masks, effect)
        assert effect.selector is not None
        self.kinds: Final = kinds_of(effect.goods)
        self.mask: Final = masks.mask_of(effect.selector)
        self.other: Final = effect.selector.other

    def is_possible(self, turn: PlayerTurn, power: BoundAction) -> bool:
        return bool(self._moves(turn, power))

    def ask(
        self, turn: PlayerTurn, power: BoundAction, times: int, paid: tuple[int, ...]
    ) -> Asking[bool]:
        for index in range(self.amount * times):
            moves = self._moves(turn, power)
            if not moves:
                return index > 0
            (answer,) = yield [Choice(turn.seat, asks.MOVE_GOOD, power.number, ((), *moves))]
            if not answer:
                return index > 0
            turn.moves.move_good(turn.state, turn.player, answer[0], answer[1])
        return True

    def _moves(self, turn: PlayerTurn, power: BoundAction) -> list[Answer]:
        """Return all pairs of a world with a good and a world that the good can move to.

        A good cannot move to a gray world, or to a world that starts with its only good.
        """
        player, kind = turn.player, turn.table.kind
        free = [
            world
            for world in player.tableau
            if turn.table.can_refill[world]
            and world not in player.goods
            and self.mask >> world & 1
            and not (self.other and world == power.card)
        ]
        return [
            (world, to)
            for world in player.tableau
            if world in player.goods and kind_matches(self.kinds, kind[world])
            for to in free
        ]


class SellGood(Gain):
    """Draw cards for the good paid. plain: without trade powers."""

    worth: ClassVar = (0.0, 3.0)
    affects: ClassVar = _HAND
    always_asks: ClassVar = True

    def __init__(self, masks: Masks, effect: Effect) -> None:
        super().__init__(masks, effect)
        self.plain: Final = effect.plain

    def ask(
        self, turn: PlayerTurn, power: BoundAction, times: int, paid: tuple[int, ...]
    ) -> Asking[bool]:
        powers = None if self.plain else turn.in_force()
        kinds = kinds_of_sale(turn.table, powers, paid[0])
        yield from draw_sale_cards(turn, self.plain, paid[0], kinds)
        return True


class SellAnotherGood(Gain):
    """Sell one more good after the sale in Trade, as one of these kinds.

    different: whether its kind must be another than those of the goods sold before.
    """

    worth: ClassVar = (0.0, 0.8)
    affects: ClassVar = None
    always_asks: ClassVar = True
    picks: ClassVar = True
    waits: ClassVar = True

    def __init__(self, masks: Masks, effect: Effect) -> None:
        super().__init__(masks, effect)
        self.kinds: Final = kinds_of(effect.goods) or ALL_KINDS
        self.different: Final = effect.different

    def is_possible(self, turn: PlayerTurn, power: BoundAction) -> bool:
        return bool(self._sales(turn))

    def ask(
        self, turn: PlayerTurn, power: BoundAction, times: int, paid: tuple[int, ...]
    ) -> Asking[bool]:
        (answer,) = yield [
            Choice(turn.seat, asks.SELL_ANOTHER, power.number, ((), *self._sales(turn)))
        ]
        if not answer:
            return False
        # The kinds can depend on the good, so they are determined before it is taken.
        kinds = self._kinds(turn) & kinds_of_sale(turn.table, turn.in_force(), answer[0])
        turn.moves.take_good(turn.state, turn.player, answer[0])
        yield from draw_sale_cards(turn, False, answer[0], kinds)
        return True

    def _kinds(self, turn: PlayerTurn) -> int:
        """Return the kinds as which the good can be sold, as bits."""
        kinds = self.kinds
        for _world, kind in turn.tally.sold if self.different else ():
            kinds &= ~(1 << kind)
        return kinds

    def _sales(self, turn: PlayerTurn) -> list[Answer]:
        kinds, powers = self._kinds(turn), turn.in_force()
        return [
            (world,)
            for world in sellable_goods(turn)
            if kinds & kinds_of_sale(turn.table, powers, world)
        ]
