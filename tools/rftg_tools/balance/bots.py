"""Bots of variants: they repeat answers of a game, and may follow a forced policy for one card.

Two games of a seed are the same until somebody has a card that differs. Repeating an answer takes a
tenth of the time of deciding. The forced policies are never to place the card, and to place it
whenever they can. If one of these wins more than the normal bot, the bot misjudges the card.
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
FORCED_POLICIES: Final = (LEAVE, PLACE)
_PLACING: Final = (asks.PLACE_DEVELOPMENT, asks.PLACE_WORLD)


def force_policy(policy: str, bot: Bot, seat: int, cards: Sequence[int]) -> PolicyBot:
    """Return a bot that follows a policy for the given cards."""
    return SkippingBot(bot, seat, cards) if policy == LEAVE else PlacingBot(bot, seat, cards)


class PolicyBot:
    """A bot with a forced policy for certain cards. state: of its game, once it has started."""

    def __init__(self, bot: Bot, seat: int, cards: Sequence[int]) -> None:
        self.bot = bot
        self.seat = seat
        self.cards = frozenset(cards)
        self.state: State | None = None

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return a legal answer."""
        raise NotImplementedError

    def _swap_cards(self, decision: Decision, answer: Answer, first: bool) -> Answer:
        """Return an answer that spends as many cards: the forced cards first, or last.

        Cards are swapped if that is legal; the payment option stays the same.
        """
        if not isinstance(decision, (Payment, Subset)) or not asks.names_cards(decision.kind):
            return answer
        fixed, eligible = int(isinstance(decision, Payment)), decision.cards
        preferred = [card for card in eligible if (card in self.cards) == first]
        for card in (card for card in preferred if card not in answer[fixed:]):
            for place in range(len(answer) - 1, fixed - 1, -1):
                swapped = (*answer[:place], card, *answer[place + 1 :])
                if (answer[place] in self.cards) != first and decision.refusal(swapped) is None:
                    answer = swapped
                    break
        return answer


class SkippingBot(PolicyBot):
    """A bot to which the cards are blank: it only spends them."""

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        if not isinstance(decision, Choice):
            return self._swap_cards(decision, self.bot.choose(decision, look), first=True)
        options = decision.options
        if asks.names_cards(decision.kind):
            options = tuple(o for o in options if not o or o[0] not in self.cards)
        if len(options) < 2:
            return (options or decision.options)[0]
        narrowed = Choice(decision.player, decision.kind, decision.about, options)
        return self.bot.choose(narrowed, lambda: self._without(look))

    def _without(self, look: Callable[[], View]) -> View:
        """Return the player's view as if the cards were not in its hand."""
        assert self.state is not None, "the game has started"
        player = self.state.players[self.seat]
        hand = player.hand
        player.hand = [card for card in hand if card not in self.cards]
        try:
            return look()
        finally:
            player.hand = hand


class PlacingBot(PolicyBot):
    """A bot that places the cards whenever it can pay for them, and spends other cards first."""

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        if isinstance(decision, Choice):
            if decision.kind in _PLACING:
                for option in decision.options:
                    if option and option[0] in self.cards:
                        return option
            return self.bot.choose(decision, look)
        return self._swap_cards(decision, self.bot.choose(decision, look), first=False)


class GameTrace:
    """The decisions of a game with their answers, in order."""

    def __init__(self) -> None:
        self.moves: list[tuple[Decision, Answer]] = []


class RecordingBot:
    """A bot that records its answers."""

    def __init__(self, bot: Bot, course: GameTrace) -> None:
        self._bot = bot
        self._course = course

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the bot's answer."""
        answer = self._bot.choose(decision, look)
        self._course.moves.append((decision, answer))
        return answer


class Replay:
    """The answers of another game, shared by all bots of a variant of it.

    Players see no difference from the other game until they have one of the changed cards in hand,
    so their answers are the same until then, and again once they have discarded it. The replay ends
    for all players when a decision or an answer differs, or a changed card is in play.

    state: of the variant, once it has started.
    """

    def __init__(self, course: GameTrace, cards: Sequence[int]) -> None:
        self.state: State | None = None
        self._moves = course.moves
        self._cards = cards
        self._next = 0
        self._is_over = False

    def answer(self, decision: Decision) -> Answer | None:
        """Return the answer to the next decision, or None if the player must decide."""
        if not self._is_over:
            self._is_over = (
                self._next >= len(self._moves)
                or self._moves[self._next][0] != decision
                or self._is_in_play()
            )
        if self._is_over or self._has_changed_card(decision.player):
            return None
        self._next += 1
        return self._moves[self._next - 1][1]

    def decided(self, answer: Answer) -> None:
        """End the replay if a player's own answer differs."""
        if not self._is_over:
            self._is_over = answer != self._moves[self._next][1]
            self._next += 1

    def _is_in_play(self) -> bool:
        """Return whether a changed card is neither in a hand nor in a draw or discard pile."""
        assert self.state is not None, "the game has started"
        players = self.state.players
        supplies = [self.state, *players]
        piles = [
            *(player.hand for player in players),
            *(pile for supply in supplies for pile in (supply.deck, supply.discard)),
        ]
        return not all(any(card in pile for pile in piles) for card in self._cards)

    def _has_changed_card(self, seat: int) -> bool:
        assert self.state is not None, "the game has started"
        return not set(self._cards).isdisjoint(self.state.players[seat].hand)


class ReplayBot:
    """A bot that decides only what a replay does not answer."""

    def __init__(self, bot: Bot, replay: Replay) -> None:
        self._bot = bot
        self._replay = replay

    def choose(self, decision: Decision, look: Callable[[], View]) -> Answer:
        """Return the answer of the replay, or the bot's."""
        answer = self._replay.answer(decision)
        if answer is None:
            answer = self._bot.choose(decision, look)
            self._replay.decided(answer)
        return answer
