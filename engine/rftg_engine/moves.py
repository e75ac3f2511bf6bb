"""Moves of a game: the only code that moves cards, goods, chips, prestige and tokens.

Each move notifies the observers of the game (events.py). Without observers, this costs one check.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamekit.chance import Shuffles
from gamekit.decisions import Answer, Payment
from gamekit.events import ChipsGained, Notifier, Observer
from rftg_engine import events
from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.table import Table
from rftg_engine.state import Player, State, Supply


def tokens_left(table: Table, state: State, token: str) -> int:
    """Return the number of tokens of a class in the supply."""
    owned = sum([player.tokens.get(token, 0) for player in state.players])
    return table.tokens.get(token, 0) - owned


def _take(cards: list[int], card: int) -> None:
    """Remove a card; the search starts at the end, where new cards are."""
    position = len(cards) - 1
    while cards[position] != card:
        position -= 1
    cards.pop(position)


class Moves(Notifier[State]):
    """Moves of a game, and its observers.

    prestige: whether the game has prestige.
    """

    def __init__(
        self,
        table: Table,
        chance: Shuffles,
        observers: Sequence[Observer[State]] = (),
        prestige: bool = False,
    ) -> None:
        super().__init__(observers)
        self.table = table
        self.chance = chance
        self.prestige = prestige

    # --- the supply

    def shuffle(self, state: State, cards: list[int]) -> list[int]:
        """Return the cards in random order."""
        shuffled = self.chance.shuffle(cards, state.shuffles)
        state.shuffles += 1
        return shuffled

    def draw(self, state: State, player: Player) -> int:
        """Take the top card of a player's supply; return -1 if no cards are left.

        base rulebook, Round End, Cards, and Chips: when the supply is exhausted, the discards are
        reshuffled at once.
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
        """Put cards on the discard pile."""
        state.supply(player).discard += cards

    # --- hands

    def draw_to_hand(self, state: State, player: Player, count: int) -> None:
        """Draw `count` cards, or fewer if the supply runs out."""
        hand_size = len(player.hand)
        for _ in range(count):
            card = self.draw(state, player)
            if card >= 0:
                player.hand.append(card)
        if self.observed:
            drawn_cards = tuple(player.hand[hand_size:])
            self.notify(state, events.CardsDrawn, player.seat, len(drawn_cards), drawn_cards)

    def add_to_hand(self, state: State, player: Player, cards: Sequence[int]) -> None:
        """Add cards that were in no hand before, such as cards found in the supply."""
        player.hand += cards
        if self.observed:
            self.notify(state, events.CardsTaken, player.seat, len(cards), tuple(cards))

    def take_discards(self, state: State, player: Player, cards: Sequence[int]) -> None:
        """Take cards that other players have discarded if they are still in the pile."""
        taken_cards: list[int] = []
        for card in cards:
            if card in state.discard:
                state.discard.remove(card)
                player.hand.append(card)
                taken_cards.append(card)
        if self.observed and taken_cards:
            self.notify(
                state, events.DiscardsTaken, player.seat, len(taken_cards), tuple(taken_cards)
            )

    def discard_from_hand(
        self, state: State, player: Player, cards: Sequence[int], owed: bool = False
    ) -> None:
        """Discard hand cards. owed: for powers that draw first and discard later."""
        if not cards:
            return
        discarded: Answer = tuple(cards)
        for card in discarded:
            _take(player.hand, card)
        self.discard(state, player, discarded)
        if self.observed:
            self.notify(state, events.CardsDiscarded, player.seat, len(discarded), discarded, owed)

    def save_from_hand(
        self, state: State, player: Player, world: int, cards: Sequence[int]
    ) -> None:
        """Put hand cards under a world."""
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
        """Return the cards saved under a world to the hand."""
        saved = player.saved.pop(world, [])
        player.hand += saved
        if self.observed and saved:
            self.notify(state, events.CardsRecovered, player.seat, len(saved), tuple(saved), world)

    # --- the tableau

    def place(self, state: State, player: Player, card: int) -> None:
        """Put a card into the tableau, with its good and prestige.

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
        """Place a hand card."""
        _take(player.hand, card)
        self.place(state, player, card)

    def add_to_tableau(self, player: Player, card: int) -> None:
        """Add a card to the tableau without any effects."""
        player.tableau.append(card)
        player.powers = self.table.powers_with(player.powers, card)

    def place_without_powers(self, state: State, player: Player, card: int) -> None:
        """Put a card into the tableau of a robot, whose cards have no powers."""
        player.tableau.append(card)
        if self.observed:
            self.notify(state, events.CardPlaced, player.seat, card)

    def discard_without_powers(self, state: State, player: Player, card: int) -> None:
        """Discard a card from the tableau of a robot."""
        player.tableau.remove(card)
        self.discard(state, player, [card])
        if self.observed:
            self.notify(state, events.CardLost, player.seat, card)

    def remove_from_tableau(self, player: Player, card: int) -> None:
        """Remove a card from the tableau; its good and saved cards stay with the player."""
        player.tableau.remove(card)
        player.powers = self.table.powers(player.tableau)

    def discard_from_tableau(self, state: State, player: Player, card: int) -> None:
        """Discard a tableau card, its good, and the cards saved under it."""
        if self.observed:
            self.notify(state, events.CardLost, player.seat, card)
        if card in player.goods:
            self.take_good(state, player, card)
        self.discard(state, player, player.saved.pop(card, []))
        self.remove_from_tableau(player, card)
        self.discard(state, player, [card])

    def hand_over(self, owner: Player, player: Player, world: int) -> None:
        """Give a world to another player, with its good and saved cards."""
        self.remove_from_tableau(owner, world)
        self.add_to_tableau(player, world)
        if world in owner.goods:
            player.goods[world] = owner.goods.pop(world)
        if world in owner.saved:
            player.saved[world] = owner.saved.pop(world)

    # --- goods

    def put_good(self, state: State, player: Player, world: int, with_world: bool = False) -> bool:
        """Put a good on a world without one; return False if no card is left.

        with_world: whether the world was placed with its good.
        """
        card = self.draw(state, player)
        if card < 0:
            return False
        player.goods[world] = card
        if self.observed:
            self.notify(state, events.GoodPlaced, player.seat, world, with_world)
        return True

    def move_good(self, state: State, player: Player, world: int, to: int) -> None:
        """Move the good of a world to another world."""
        player.goods[to] = player.goods.pop(world)
        if self.observed:
            self.notify(state, events.GoodMoved, player.seat, world, to)

    def take_good(self, state: State, player: Player, world: int) -> None:
        """Discard the good of a world face down."""
        state.supply(player).discard.append(player.goods.pop(world))
        if self.observed:
            self.notify(state, events.GoodSpent, player.seat, world)

    def sell(self, state: State, player: Player, world: int, kind: int, cards: int) -> None:
        """Draw the cards for a good that has been spent. kind: kind of the sold good."""
        if self.observed:
            self.notify(state, events.GoodSold, player.seat, world, kind, cards)
        self.draw_to_hand(state, player, cards)

    # --- points

    def gain_chips(self, state: State, player: Player, points: int) -> None:
        """Give victory point chips, or take spent chips (below 0).

        Spent chips return to the pool. If it is empty, they leave the game, which ends with this
        round all the same. A pool below 0 means that reserve chips are used.

        base rulebook, Game End: players receive all points they earn.
        """
        player.vp += points
        if points > 0 or state.pool > 0:
            state.pool -= points
        if self.observed and points:
            self.notify(state, ChipsGained, player.seat, points)

    def gain_prestige(self, state: State, player: Player, points: int) -> None:
        """Give prestige, if the game has it."""
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

    def gain_tokens(self, state: State, player: Player, token: str, count: int) -> None:
        """Give tokens of a class while the supply lasts."""
        self._change_tokens(state, player, token, min(count, tokens_left(self.table, state, token)))

    def spend_tokens(self, state: State, player: Player, token: str, count: int) -> None:
        """Return tokens of a class to the supply."""
        self._change_tokens(state, player, token, -count)

    def _change_tokens(self, state: State, player: Player, token: str, change: int) -> None:
        if not change:
            return
        count = player.tokens.get(token, 0) + change
        if count:
            player.tokens[token] = count
        else:
            del player.tokens[token]
        if self.observed:
            self.notify(state, events.TokensChanged, player.seat, token, change)

    # --- actions and powers

    def choose_actions(self, state: State, player: Player, actions: Sequence[int]) -> None:
        """Reveal the actions of a player."""
        player.actions = list(actions)
        if self.observed:
            self.notify(state, events.ActionsChosen, player.seat, tuple(actions))

    def use_power(self, state: State, player: Player, power: BoundPower) -> None:
        """Notify that a power is used; its effects follow."""
        if self.observed:
            self.notify(state, events.PowerUsed, player.seat, power.card, power.number)

    def finish_power(self, state: State, player: Player, power: BoundPower) -> None:
        """Notify that a power is finished."""
        if self.observed:
            self.notify(state, events.PowerDone, player.seat, power.card, power.number)

    def mark_used(self, state: State, power: BoundPower) -> None:
        """Mark a power as used if it can be used only once per game.

        A line that applies to both phases, or to conquest and takeovers, has several powers. All of
        them are used up together.
        """
        if power.once:
            powers = self.table.by_card[power.card]
            state.used_up.extend([same.number for same in powers if same.line == power.line])

    def begin_payment(
        self, state: State, payment: Payment, cards: int, used: Sequence[BoundPower]
    ) -> None:
        """Notify how a price is paid: hand cards and powers used. The costs of powers follow."""
        if self.observed:
            helpers = tuple([power.card for power in used])
            kind, subject = payment.kind, payment.about
            self.notify(state, events.PaymentMade, payment.player, kind, subject, cards, helpers)
