"""A state in which only what one player may not see is another: that player's view stays."""

from __future__ import annotations

from random import Random

from rftg_engine.state import State


def permuted(state: State, me: int, rng: Random) -> State:
    """Return a copy with all that is hidden dealt anew: piles, hands, saved cards and goods."""
    twin = state.copy()
    others = [player for seat, player in enumerate(twin.players) if seat != me]
    piles = [pile for one in (twin, *twin.players) for pile in (one.deck, one.discard)]
    piles += [player.hand for player in others]
    piles += [cards for player in others for cards in player.saved.values()]
    cards = [card for pile in piles for card in pile]
    cards += [good for player in twin.players for good in player.goods.values()]
    rng.shuffle(cards)
    for pile in piles:
        pile[:] = [cards.pop() for _card in pile]
    for player in twin.players:
        for world in player.goods:
            player.goods[world] = cards.pop()
    return twin
