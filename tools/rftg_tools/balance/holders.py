"""Bots that play as ever but for one card: they leave it alone, or place it whenever they can.

What either wins more than the bot as it is tells whether the bot can judge the card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Payment, Subset
from rftg_engine import asks
from rftg_engine.bots import Bot
from rftg_engine.state import State
from rftg_engine.view import View

LEAVE: Final = "left alone"
PLACE: Final = "placed"
MANNERS: Final = (LEAVE, PLACE)
_PLACING: Final = (asks.PLACE_DEVELOPMENT, asks.PLACE_WORLD)


def holder(manner: str, bot: Bot, seat: int, cards: Sequence[int]) -> Holder:
    """Return a bot that treats some cards in a manner."""
    return Leaving(bot, seat, cards) if manner == LEAVE else Placing(bot, seat, cards)


class Holder:
    """A bot that treats some cards in its own way.

    state: of its game, once that has begun.
    """

    def __init__(self, bot: Bot, seat: int, cards: Sequence[int]) -> None:
        self.bot = bot
        self.seat = seat
        self.cards = frozenset(cards)
        self.state: State | None = None

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return a legal answer."""
        raise NotImplementedError

    def _given(self, decision: Decision, answer: Answer, first: bool) -> Answer:
        """Return an answer that gives away as many cards, ours first or ours last.

        Cards change places where that is legal; the number of a way to pay stays where it is.
        """
        if not isinstance(decision, (Payment, Subset)) or not asks.names_cards(decision.kind):
            return answer
        fixed, eligible = int(isinstance(decision, Payment)), decision.cards
        ours = [card for card in eligible if (card in self.cards) == first]
        for card in (one for one in ours if one not in answer[fixed:]):
            for place in range(len(answer) - 1, fixed - 1, -1):
                other = (*answer[:place], card, *answer[place + 1 :])
                if (answer[place] in self.cards) != first and decision.refusal(other) is None:
                    answer = other
                    break
        return answer


class Leaving(Holder):
    """A bot to which the cards are blank: good to pay with, and worth nothing else."""

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        if not isinstance(decision, Choice):
            return self._given(decision, self.bot.choose(decision, look), first=True)
        options = decision.options
        if asks.names_cards(decision.kind):
            options = tuple(one for one in options if not one or one[0] not in self.cards)
        if len(options) < 2:
            return (options or decision.options)[0]
        narrowed = Choice(decision.player, decision.kind, decision.about, options)
        return self.bot.choose(narrowed, lambda: self._without(look))

    def _without(self, look: Callable[[], View]) -> View:
        """Return what the player sees, as if the cards were not in its hand."""
        assert self.state is not None, "the game has begun"
        player = self.state.players[self.seat]
        hand = player.hand
        player.hand = [card for card in hand if card not in self.cards]
        try:
            return look()
        finally:
            player.hand = hand


class Placing(Holder):
    """A bot that places the cards whenever it can pay for them, and pays with any other first."""

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        if isinstance(decision, Choice):
            if decision.kind in _PLACING:
                for option in decision.options:
                    if option and option[0] in self.cards:
                        return option
            return self.bot.choose(decision, look)
        return self._given(decision, self.bot.choose(decision, look), first=False)
