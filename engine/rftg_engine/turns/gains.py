"""Gains of powers: one class for each."""

from __future__ import annotations

from typing import ClassVar, Final

from gamekit.decisions import Answer, Choice, Subset
from gamekit.driver import Asking
from rftg_dsl.syntax.ast import Effect
from rftg_dsl.words.effects.cards import EachOtherPlayer as EachOther
from rftg_dsl.words.effects.cards import Reveal
from rftg_engine import asks
from rftg_engine.cards.bound import BoundAction, BoundPower, BoundRequirement
from rftg_engine.cards.moments import AFTER_TURNING_UP
from rftg_engine.cards.terms import GAINS, Gain, Masks
from rftg_engine.events import CardsKept, CardStaked, CardTurnedUp, CostGuessed
from rftg_engine.state import Player
from rftg_engine.turns.goods_gains import (
    GoodOnPlacedWorld,
    MoveGoods,
    ProduceGood,
    SellAnotherGood,
    SellGood,
    WindfallGood,
)
from rftg_engine.turns.perform import (
    discard_owed_cards,
    produce_on_windfall,
    respond_to_placement,
    windfall_worlds,
)
from rftg_engine.turns.placing import is_second_copy
from rftg_engine.turns.turn import PlayerTurn, damaged, repair

_NOTHING: Final = frozenset[str]()
_HAND: Final = frozenset({"hand"})
_PILES: Final = frozenset({"hand", "under"})

# --- cards


class DrawCards(Gain):
    """Draw cards."""

    worth: ClassVar = (0.0, 1.0)
    affects: ClassVar = _HAND

    def give(self, turn: PlayerTurn, power: BoundPower, amount: int) -> bool:
        turn.moves.draw_to_hand(turn.state, turn.player, amount)
        return True


class EachOtherPlayer(Gain):
    """Each other player gets something, in turn order; their chips are never doubled.

    offered: whether they can refuse.
    """

    worth: ClassVar = (0.0, -0.5)
    affects: ClassVar = frozenset(
        {"chips", "hand", "prestige", "others", "players", "other players"}
    )

    def __init__(self, masks: Masks, effect: Effect) -> None:
        super().__init__(masks, effect)
        assert isinstance(effect, EachOther)
        self.given: Final = effect.given
        self.offered: Final = effect.offered

    def asks(self, turn: PlayerTurn, power: BoundPower) -> bool:
        return self.offered or self.given == "windfall good"

    def give(self, turn: PlayerTurn, power: BoundPower, amount: int) -> bool:
        for player in _others_of(turn):
            self._give_to(turn, player, amount)
        return True

    def ask(
        self, turn: PlayerTurn, power: BoundAction, times: int, paid: tuple[int, ...]
    ) -> Asking[bool]:
        for player in _others_of(turn):
            other = turn.turn_of(player.seat)
            worlds = windfall_worlds(other, 0) if self.given == "windfall good" else []
            if self.given == "windfall good" and not worlds:
                continue
            if self.offered:
                question = Choice(player.seat, asks.USE_POWER, power.number, ((), (1,)))
                (answer,) = yield [question]
                if not answer:
                    continue
            if worlds:
                yield from produce_on_windfall(other, worlds, power.number, 0)
                if other.owed:
                    yield from discard_owed_cards(other)
            else:
                self._give_to(turn, player, self.amount)
        return True

    def _give_to(self, turn: PlayerTurn, player: Player, amount: int) -> None:
        if self.given == "draw":
            turn.moves.draw_to_hand(turn.state, player, amount)
        elif self.given == "vp":
            turn.moves.gain_chips(turn.state, player, amount)
        else:
            turn.moves.gain_prestige(turn.state, player, amount)


def _others_of(turn: PlayerTurn) -> list[Player]:
    """Return the other players in turn order, from the player of the turn on."""
    order = turn.state.order
    place = order.index(turn.seat)
    return [turn.state.players[seat] for seat in (*order[place + 1 :], *order[:place])]


class OweCards(Gain):
    """Discard hand cards after all powers of the moment have drawn."""

    worth: ClassVar = (0.0, -1.0)
    affects: ClassVar = _NOTHING

    def give(self, turn: PlayerTurn, power: BoundPower, amount: int) -> bool:
        turn.owed += amount
        return True


class PutUnderCard(Gain):
    """Put up to `amount` hand cards in `mask` under the card with the power."""

    worth: ClassVar = (0.5, 0.2)
    affects: ClassVar = _PILES
    always_asks: ClassVar = True
    picks: ClassVar = True

    def __init__(self, masks: Masks, effect: Effect) -> None:
        super().__init__(masks, effect)
        assert effect.selector is not None
        self.mask: Final = masks.mask_of(effect.selector)

    def is_possible(self, turn: PlayerTurn, power: BoundPower) -> bool:
        return power.card in turn.player.tableau and bool(self._options(turn))

    def ask(
        self, turn: PlayerTurn, power: BoundAction, times: int, paid: tuple[int, ...]
    ) -> Asking[bool]:
        if not self.is_possible(turn, power):
            return False
        cards = self._options(turn)
        most = min(self.amount, len(cards))
        (chosen,) = yield [Subset(turn.seat, asks.PUT_UNDER, power.number, cards, 0, most)]
        if chosen:
            turn.moves.save_from_hand(turn.state, turn.player, power.card, chosen)
        return bool(chosen)

    def _options(self, turn: PlayerTurn) -> tuple[int, ...]:
        return tuple([card for card in turn.player.hand if self.mask >> card & 1])


class TakeSavedCards(Gain):
    """Take the cards saved under the card with the power."""

    worth: ClassVar = (0.0, 0.5)
    affects: ClassVar = _PILES

    def give(self, turn: PlayerTurn, power: BoundPower, amount: int) -> bool:
        turn.moves.recover(turn.state, turn.player, power.card)
        return True


class GuessCost(Gain):
    """Name a cost from `low` to `high` and draw the top card if it has that cost.

    base rulebook, Consume, Draw if Lucky
    """

    worth: ClassVar = (0.0, 0.5)
    affects: ClassVar = _HAND
    always_asks: ClassVar = True

    def __init__(self, masks: Masks, effect: Effect) -> None:
        super().__init__(masks, effect)
        assert effect.numbers is not None
        self.low: Final = effect.numbers.low
        self.high: Final = effect.numbers.high or 0

    def ask(
        self, turn: PlayerTurn, power: BoundAction, times: int, paid: tuple[int, ...]
    ) -> Asking[bool]:
        moves, state = turn.moves, turn.state
        numbers = tuple([(cost_named,) for cost_named in range(self.low, self.high + 1)])
        (answer,) = yield [Choice(turn.seat, asks.GUESS, power.number, numbers)]
        card = moves.draw(state, turn.player)
        turned_up = (card,) if card >= 0 else ()
        moves.notify(state, CostGuessed, turn.seat, answer[0], turned_up)
        if card >= 0 and turn.table.cost[card] == answer[0]:
            moves.add_to_hand(state, turn.player, [card])
        elif card >= 0:
            moves.discard(state, turn.player, [card])
        return True


class AnteCard(GuessCost):
    """Stake a hand card of cost `low` to `high` and turn up as many cards as it costs.

    arc 1 booklet, Ante and Draw if Lucky. If any of them costs more, the player keeps the stake and
    one of the cards. Otherwise all are lost.
    """

    def ask(
        self, turn: PlayerTurn, power: BoundAction, times: int, paid: tuple[int, ...]
    ) -> Asking[bool]:
        moves, state, player = turn.moves, turn.state, turn.player
        cost = turn.table.cost
        options: list[Answer] = [()]
        options += [(card,) for card in player.hand if self.low <= cost[card] <= self.high]
        if len(options) == 1:
            return False
        (stake,) = yield [Choice(turn.seat, asks.ANTE, power.number, tuple(options))]
        if not stake:
            return False
        drawn_cards = [moves.draw(state, player) for _ in range(cost[stake[0]])]
        turned_up = [card for card in drawn_cards if card >= 0]
        moves.notify(state, CardStaked, turn.seat, cost[stake[0]], tuple(turned_up), stake)
        if any(cost[card] > cost[stake[0]] for card in turned_up):
            cards = tuple([(card,) for card in turned_up])
            (kept_cards,) = yield [Choice(turn.seat, asks.KEEP_ONE, power.number, cards)]
            moves.add_to_hand(state, player, kept_cards)
            moves.notify(state, CardsKept, turn.seat, kept_cards)
            turned_up.remove(kept_cards[0])
        else:
            moves.discard_from_hand(state, player, stake)
        moves.discard(state, player, turned_up)
        return True


class PlaceTopCard(Gain):
    """Turn up the top card of the deck and place it if possible, ignoring its cost and defense."""

    worth: ClassVar = (0.5, 0.5)
    affects: ClassVar = None
    always_asks: ClassVar = True

    def __init__(self, masks: Masks, effect: Effect) -> None:
        super().__init__(masks, effect)
        assert effect.selector is not None
        self.mask: Final = masks.mask_of(effect.selector)

    def ask(
        self, turn: PlayerTurn, power: BoundAction, times: int, paid: tuple[int, ...]
    ) -> Asking[bool]:
        for _ in range(times):
            previous = turn.placed
            card = self._place(turn)
            if card >= 0:
                yield from respond_to_placement(turn, power.phase, card, AFTER_TURNING_UP)
            turn.placed = previous
        return True

    def _place(self, turn: PlayerTurn) -> int:
        """Turn up the top card. Return the card if it is placed, otherwise -1."""
        moves, state, player = turn.moves, turn.state, turn.player
        card = moves.draw(state, player)
        if card < 0:
            return -1
        moves.notify(state, CardTurnedUp, turn.seat, card)
        if not self.mask >> card & 1 or not _may_place(turn, card):
            moves.discard(state, player, [card])
            return -1
        moves.place(state, player, card)
        turn.record_placement(card)
        return card

    def fillable_worlds(self, turn: PlayerTurn, power: BoundAction) -> list[int]:
        return list(range(len(turn.table.kind)))


def _may_place(turn: PlayerTurn, card: int) -> bool:
    """Return whether a card that was turned up can be placed."""
    if is_second_copy(turn.table, turn.player, card):
        return False
    for power in turn.table.hand_powers[card]:
        if isinstance(power, BoundRequirement) and not turn.meets_condition(power.condition):
            return False
    return True


class RevealCards(Gain):
    """Turn up `amount` cards of the deck, take up to `most` cards in `mask`, discard the others.

    share: expected share of the cards that are taken.
    """

    worth: ClassVar = (0.0, 1.0)
    affects: ClassVar = _HAND
    always_asks: ClassVar = True

    def __init__(self, masks: Masks, effect: Effect) -> None:
        super().__init__(masks, effect)
        assert isinstance(effect, Reveal)
        self.mask: Final = masks.mask_of(effect.selector)
        self.most: Final = effect.most or self.amount
        matching = (self.mask & (1 << masks.cards) - 1).bit_count()
        self.share: Final = min(matching / max(1, masks.cards), self.most / max(1, self.amount))

    def ask(
        self, turn: PlayerTurn, power: BoundAction, times: int, paid: tuple[int, ...]
    ) -> Asking[bool]:
        moves, state, player = turn.moves, turn.state, turn.player
        drawn_cards = [moves.draw(state, player) for _ in range(self.amount)]
        others = [card for card in drawn_cards if card >= 0]
        for card in others:
            moves.notify(state, CardTurnedUp, turn.seat, card)
        options = [card for card in others if self.mask >> card & 1]
        kept_cards = options[:] if len(options) <= self.most else []
        while len(kept_cards) < min(self.most, len(options)):
            choices = tuple([(card,) for card in options if card not in kept_cards])
            (answer,) = yield [Choice(turn.seat, asks.KEEP_ONE, power.number, choices)]
            kept_cards += answer
        for card in kept_cards:
            others.remove(card)
        if kept_cards:
            moves.add_to_hand(state, player, kept_cards)
            moves.notify(state, CardsKept, turn.seat, tuple(kept_cards))
        moves.discard(state, player, others)
        return True


# --- points, prestige, tokens


class GainChips(Gain):
    """Gain victory point chips.

    base rulebook, Consume: chips from Consume powers are doubled, but not chips for sales or for
    discarded hand cards.
    """

    worth: ClassVar = (1.0, 0.0)
    affects: ClassVar = frozenset({"chips"})

    def give(self, turn: PlayerTurn, power: BoundPower, amount: int) -> bool:
        factor = turn.chips if isinstance(power, BoundAction) and power.has_more_chips else 1
        turn.moves.gain_chips(turn.state, turn.player, amount * factor)
        return True


class GainPrestige(Gain):
    """Gain prestige."""

    worth: ClassVar = (1.4, 0.0)
    affects: ClassVar = frozenset({"prestige"})

    def give(self, turn: PlayerTurn, power: BoundPower, amount: int) -> bool:
        turn.moves.gain_prestige(turn.state, turn.player, amount)
        return True


class GainTokens(Gain):
    """Gain tokens of a class while the supply lasts."""

    worth: ClassVar = (0.8, 0.0)
    affects: ClassVar = frozenset({"tokens"})

    def __init__(self, masks: Masks, effect: Effect) -> None:
        super().__init__(masks, effect)
        self.token: Final = effect.token

    def give(self, turn: PlayerTurn, power: BoundPower, amount: int) -> bool:
        turn.moves.gain_tokens(turn.state, turn.player, self.token, amount)
        return True


# --- battles


class DefeatTakeover(Gain):
    """Defeat a takeover. modules/takeovers.py does so; here only the price is paid."""

    worth: ClassVar = (0.0, 0.0)
    affects: ClassVar = _NOTHING

    def give(self, turn: PlayerTurn, power: BoundPower, amount: int) -> bool:
        return True


class RepairWorlds(Gain):
    """Repair damaged worlds, which can then produce immediately."""

    worth: ClassVar = (0.0, 0.0)
    affects: ClassVar = None
    always_asks: ClassVar = True
    picks: ClassVar = True
    waits: ClassVar = True

    def is_possible(self, turn: PlayerTurn, power: BoundAction) -> bool:
        return bool(damaged(turn))

    def ask(
        self, turn: PlayerTurn, power: BoundAction, times: int, paid: tuple[int, ...]
    ) -> Asking[bool]:
        yield from repair(turn, power.number, self.amount * times)
        return True

    def fillable_worlds(self, turn: PlayerTurn, power: BoundAction) -> list[int]:
        return list(range(len(turn.table.kind)))


GAINS.update(
    {
        "draw": DrawCards,
        "each other player": EachOtherPlayer,
        "discard": OweCards,
        "put": PutUnderCard,
        "draw saved": TakeSavedCards,
        "guess": GuessCost,
        "ante": AnteCard,
        "place the top card": PlaceTopCard,
        "reveal": RevealCards,
        "vp": GainChips,
        "prestige": GainPrestige,
        "tokens": GainTokens,
        "good": ProduceGood,
        "good on it": GoodOnPlacedWorld,
        "windfall good": WindfallGood,
        "move": MoveGoods,
        "sell": SellGood,
        "sell another": SellAnotherGood,
        "defeat": DefeatTakeover,
        "repair": RepairWorlds,
    }
)
