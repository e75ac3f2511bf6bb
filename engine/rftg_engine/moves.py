"""The moves of a game: the only code that moves cards, goods, chips, prestige and tokens.

Each move tells the observers of the game what it did (events.py). With nobody watching that costs
a look whether there is anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ParamSpec

from gamekit.chance import Shuffles
from gamekit.decisions import Answer, Payment
from gamekit.events import Event, Observer
from rftg_engine import events
from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.table import Table
from rftg_engine.state import Player, State, Supply

P = ParamSpec("P")


def tokens_left(table: Table, state: State, token: str) -> int:
    """Return how many tokens of a class no player has."""
    held = sum([player.tokens.get(token, 0) for player in state.players])
    return table.tokens.get(token, 0) - held


def _take(cards: list[int], card: int) -> None:
    """Take a card from among others, looking for it from the end, where the newest lie."""
    place = len(cards) - 1
    while cards[place] != card:
        place -= 1
    cards.pop(place)


class Moves:
    """What happens to cards, goods, chips and prestige, and who is told.

    observed: whether anybody is. prestige: whether there is any in the game.
    """

    def __init__(
        self,
        table: Table,
        chance: Shuffles,
        observers: Sequence[Observer[State]] = (),
        prestige: bool = False,
    ) -> None:
        self.table = table
        self.chance = chance
        self.observers = tuple(observers)
        self.observed = bool(self.observers)
        self.prestige = prestige

    def notify(
        self, state: State, make: Callable[P, Event], *facts: P.args, **named: P.kwargs
    ) -> None:
        """Tell the observers what has happened. make, facts: the event, made only for observers."""
        if self.observed:
            event = make(*facts, **named)
            for observer in self.observers:
                observer.see(event, state)

    # --- the supply

    def shuffle(self, state: State, cards: list[int]) -> list[int]:
        """Return the cards in random order."""
        shuffled = self.chance.shuffle(cards, state.shuffles)
        state.shuffles += 1
        return shuffled

    def draw(self, state: State, player: Player) -> int:
        """Take the top card of a player's supply; return -1 when there is none anywhere.

        base rulebook, Round End, Cards, and Chips: when the supply is exhausted, the discards
        are reshuffled at once.
        """
        supply = state.supply(player)
        if not supply.deck:
            self._reshuffle(state, supply)
            if not supply.deck:
                return -1
        card = supply.deck.pop()
        if not supply.deck:
            self._reshuffle(state, supply)
        return card

    def _reshuffle(self, state: State, supply: Supply) -> None:
        if supply.discard:
            if self.observed:
                self.notify(state, events.Reshuffled, -1)
            supply.deck = self.shuffle(state, supply.discard)
            supply.discard = []

    def discard(self, state: State, player: Player, cards: Iterable[int]) -> None:
        """Put cards that lie nowhere else on the discard pile."""
        state.supply(player).discard += cards

    # --- hands

    def draw_to_hand(self, state: State, player: Player, count: int) -> None:
        """Draw `count` cards, fewer when the supply runs out."""
        before = len(player.hand)
        for _nth in range(count):
            card = self.draw(state, player)
            if card >= 0:
                player.hand.append(card)
        if self.observed:
            drawn = tuple(player.hand[before:])
            self.notify(state, events.CardsDrawn, player.seat, len(drawn), drawn)

    def add_to_hand(self, state: State, player: Player, cards: Sequence[int]) -> None:
        """Take cards that lay in no hand before, such as those found in the supply."""
        player.hand += cards
        if self.observed:
            self.notify(state, events.CardsTaken, player.seat, len(cards), tuple(cards))

    def take_discards(self, state: State, player: Player, cards: Sequence[int]) -> None:
        """Take cards that others have discarded, as far as they still lie on the pile."""
        taken: list[int] = []
        for card in cards:
            if card in state.discard:
                state.discard.remove(card)
                player.hand.append(card)
                taken.append(card)
        if self.observed and taken:
            self.notify(state, events.DiscardsTaken, player.seat, len(taken), tuple(taken))

    def discard_from_hand(
        self, state: State, player: Player, cards: Sequence[int], owed: bool = False
    ) -> None:
        """Discard hand cards. owed: for powers that draw first and discard later."""
        if not cards:
            return
        given: Answer = tuple(cards)
        for card in given:
            _take(player.hand, card)
        self.discard(state, player, given)
        if self.observed:
            self.notify(state, events.CardsDiscarded, player.seat, len(given), given, owed)

    def save_from_hand(
        self, state: State, player: Player, world: int, cards: Sequence[int]
    ) -> None:
        """Put cards of the hand under a world."""
        for card in cards:
            _take(player.hand, card)
        self._save(state, player, world, cards)

    def save_from_discards(
        self, state: State, player: Player, world: int, cards: Sequence[int]
    ) -> None:
        """Put cards that have just been discarded under a world."""
        for card in cards:
            _take(state.supply(player).discard, card)
        self._save(state, player, world, cards)

    def _save(self, state: State, player: Player, world: int, cards: Sequence[int]) -> None:
        player.saved.setdefault(world, []).extend(cards)
        if self.observed and cards:
            self.notify(state, events.CardsSaved, player.seat, len(cards), tuple(cards), world)

    def recover(self, state: State, player: Player, world: int) -> None:
        """Take the cards saved under a world into the hand."""
        saved = player.saved.pop(world, [])
        player.hand += saved
        if self.observed and saved:
            self.notify(state, events.CardsRecovered, player.seat, len(saved), tuple(saved), world)

    # --- the tableau

    def place(self, state: State, player: Player, card: int) -> None:
        """Put a card into the tableau, with the good it comes with and its prestige.

        Its powers count from the next phase on.
        """
        self.add_to_tableau(player, card)
        if self.observed:
            self.notify(state, events.CardPlaced, player.seat, card)
        if self.table.comes_with_good[card]:
            self.put_good(state, player, card, with_world=True)
        if self.prestige and self.table.cards[card].prestige:
            self.gain_prestige(state, player, self.table.cards[card].prestige)

    def place_from_hand(self, state: State, player: Player, card: int) -> None:
        """Place a card of the hand."""
        _take(player.hand, card)
        self.place(state, player, card)

    def add_to_tableau(self, player: Player, card: int) -> None:
        """Lay a card at the end of the tableau; nothing comes of it."""
        player.tableau.append(card)
        player.powers = self.table.powers_with(player.powers, card)

    def lay(self, state: State, player: Player, card: int) -> None:
        """Put a card into a tableau whose cards have no powers, the robot's."""
        player.tableau.append(card)
        if self.observed:
            self.notify(state, events.CardPlaced, player.seat, card)

    def clear(self, state: State, player: Player, card: int) -> None:
        """Discard a card of a tableau whose cards have no powers."""
        player.tableau.remove(card)
        self.discard(state, player, [card])
        if self.observed:
            self.notify(state, events.CardLost, player.seat, card)

    def remove_from_tableau(self, player: Player, card: int) -> None:
        """Take a card out of the tableau; its good and saved cards stay with the player."""
        player.tableau.remove(card)
        player.powers = self.table.powers(player.tableau)

    def discard_from_tableau(self, state: State, player: Player, card: int) -> None:
        """Discard a card of the tableau, the good on it and the cards saved under it."""
        if self.observed:
            self.notify(state, events.CardLost, player.seat, card)
        if card in player.goods:
            self.take_good(state, player, card)
        self.discard(state, player, player.saved.pop(card, []))
        self.remove_from_tableau(player, card)
        self.discard(state, player, [card])

    def hand_over(self, owner: Player, player: Player, world: int) -> None:
        """Give a world to another player, with its good and the cards saved under it."""
        self.remove_from_tableau(owner, world)
        self.add_to_tableau(player, world)
        if world in owner.goods:
            player.goods[world] = owner.goods.pop(world)
        if world in owner.saved:
            player.saved[world] = owner.saved.pop(world)

    # --- goods

    def put_good(self, state: State, player: Player, world: int, with_world: bool = False) -> bool:
        """Put a good on a world without one; return False when no card is left for it.

        with_world: it comes with the world.
        """
        card = self.draw(state, player)
        if card < 0:
            return False
        player.goods[world] = card
        if self.observed:
            self.notify(state, events.GoodPlaced, player.seat, world, with_world)
        return True

    def move_good(self, state: State, player: Player, world: int, to: int) -> None:
        """Put the good of a world on another one."""
        player.goods[to] = player.goods.pop(world)
        if self.observed:
            self.notify(state, events.GoodMoved, player.seat, world, to)

    def take_good(self, state: State, player: Player, world: int) -> None:
        """Discard the good of a world, unseen."""
        state.supply(player).discard.append(player.goods.pop(world))
        if self.observed:
            self.notify(state, events.GoodSpent, player.seat, world)

    def sell(self, state: State, player: Player, world: int, kind: int, cards: int) -> None:
        """Draw the cards for a good that has been spent. kind: what it is sold as."""
        if self.observed:
            self.notify(state, events.GoodSold, player.seat, world, kind, cards)
        self.draw_to_hand(state, player, cards)

    # --- points

    def gain_chips(self, state: State, player: Player, points: int) -> None:
        """Give victory point chips; below 0 the pool stands for the reserve chips.

        base rulebook, Game End: all points earned can be taken.
        """
        player.vp += points
        state.pool -= points
        if self.observed and points:
            self.notify(state, events.ChipsGained, player.seat, points)

    def gain_prestige(self, state: State, player: Player, points: int) -> None:
        """Give prestige, in games that have it."""
        if self.prestige and points > 0:
            player.prestige += points
            player.fresh_prestige = True
            if self.observed:
                self.notify(state, events.PrestigeChanged, player.seat, points)

    def spend_prestige(self, state: State, player: Player, points: int) -> None:
        """Take prestige."""
        player.prestige -= points
        if self.observed and points:
            self.notify(state, events.PrestigeChanged, player.seat, -points)

    # --- tokens

    def gain_tokens(self, state: State, player: Player, token: str, number: int) -> None:
        """Give tokens of a class, as far as there are any left."""
        self._change_tokens(
            state, player, token, min(number, tokens_left(self.table, state, token))
        )

    def spend_tokens(self, state: State, player: Player, token: str, number: int) -> None:
        """Put tokens of a class back into the supply."""
        self._change_tokens(state, player, token, -number)

    def _change_tokens(self, state: State, player: Player, token: str, change: int) -> None:
        if not change:
            return
        held = player.tokens.get(token, 0) + change
        if held:
            player.tokens[token] = held
        else:
            del player.tokens[token]
        if self.observed:
            self.notify(state, events.TokensChanged, player.seat, token, change)

    # --- what players do

    def choose_actions(self, state: State, player: Player, actions: Sequence[int]) -> None:
        """Reveal the actions of a player."""
        player.actions = list(actions)
        if self.observed:
            self.notify(state, events.ActionsChosen, player.seat, tuple(actions))

    def use_power(self, state: State, player: Player, power: BoundPower) -> None:
        """Tell that a power is used; what it does comes after."""
        if self.observed:
            self.notify(state, events.PowerUsed, player.seat, power.card, power.number)

    def finish_power(self, state: State, player: Player, power: BoundPower) -> None:
        """Announce that a power is finished."""
        if self.observed:
            self.notify(state, events.PowerDone, player.seat, power.card, power.number)

    def mark_used(self, state: State, power: BoundPower) -> None:
        """Note that a power has been used, where that can be once in a game.

        A line for both phases, or for conquest and takeover, is a power in each, and used up whole.
        """
        if power.once:
            line = [one for one in self.table.by_card[power.card] if one.line == power.line]
            state.used_up.extend([one.number for one in line])

    def begin_payment(
        self, state: State, payment: Payment, cards: int, used: Sequence[BoundPower]
    ) -> None:
        """Tell how a payment is met: hand cards, and powers used; what they cost comes after."""
        if self.observed:
            helpers = tuple([power.card for power in used])
            kind, about = payment.kind, payment.about
            self.notify(state, events.PaymentMade, payment.player, kind, about, cards, helpers)
