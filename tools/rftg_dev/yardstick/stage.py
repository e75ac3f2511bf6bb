"""Positions in words as positions of our engine, with a view for each seat."""

from __future__ import annotations

from random import Random

from gamekit.chance import Chance
from gamekit.driver import Driver
from gamekit.work import MOST_OF_A_RECORD, Work
from rftg_dev.yardstick.positions import Game, Round, Start
from rftg_dev.yardstick.positions import Side as Words
from rftg_dsl.syntax.situations import Cards
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_engine.positions.layout import Layout, PositionError, Side
from rftg_engine.race import Race
from rftg_engine.state import Player, State


def lay_out(table: Table, game: Game, one: Round) -> Driver[State]:
    """Return a game that stands where the players choose the actions of a round.

    What the words do not tell is dealt by chance, the same for the same round: which cards are
    goods, which are discarded, and the order of the supply. No player sees any of it. Raise
    PositionError where the cards in use are others, and for the set-up.
    """
    start = one["start"]
    if start is None:
        raise PositionError("the set-up has no position to lay out")
    seed = f"{game['id']}/{one['round']}"
    goals, takeovers = bool(game["goals"]), game["takeovers"]
    options = Options(game["players"], game["experienced"], goals=goals, takeovers=takeovers)
    race = Race(table, options, Chance(seed))
    state = state_of(race, game["goals"], start, seed)
    state.round = one["round"] - 1  # choosing actions begins the next one
    state.work = Work(MOST_OF_A_RECORD)
    return Driver(race, state, forkable=False)


def state_of(race: Race, goals: list[str], start: Start, seed: str) -> State:
    """Return the state of a position in words, in which actions are to be chosen next."""
    layout = Layout(race)
    sides = [_side(one) for one in start["players"]]
    state = layout.lay_out(sides, rest="supply", goals=_cards(goals))
    for player, words in zip(state.players, start["players"], strict=True):
        _put_saved(race.table, player, words["saved"])
    state.order = list(start["order"])
    state.pool = start["pool"]
    state.takeovers = race.options.takeovers
    state.todo = [steps.CHOOSE]
    _deal_hidden(state, start, seed)
    return state


def _side(words: Words) -> Side:
    saved = [title for titles in words["saved"].values() for title in titles]
    return Side(
        tableau=_cards(words["tableau"]),
        hand=_cards(words["hand"]),
        saved=_cards(saved),
        goods=_cards(list(words["goods"])),
        goals=_cards(words["goals"]),
        vp=words["chips"],
        prestige=words["prestige"],
        prestige_card=not words["prestige_card_used"],
    )


def _cards(titles: list[str]) -> Cards:
    return Cards(tuple(titles), 0)


def _put_saved(table: Table, player: Player, saved: dict[str, list[str]]) -> None:
    """Take the cards that were laid under the first card to where they lie."""
    laid = [card for cards in player.saved.values() for card in cards]
    player.saved = {}
    for title, under in saved.items():
        place = next((card for card in player.tableau if table.titles[card] == title), None)
        if place is None:
            raise PositionError(f"cards are saved under {title!r}, which is not in the tableau")
        player.saved[place] = [
            laid.pop(next(at for at, card in enumerate(laid) if table.titles[card] == one))
            for one in under
        ]


def _deal_hidden(state: State, start: Start, seed: str) -> None:
    """Deal what nobody sees: cards under goods, the discard pile, the supply in its order."""
    goods = [(player, world) for player in state.players for world in player.goods]
    hidden = [*state.deck, *(player.goods[world] for player, world in goods)]
    hidden.sort()
    Random(seed).shuffle(hidden)
    for player, world in goods:
        player.goods[world] = hidden.pop()
    state.discard = [hidden.pop() for _card in range(min(start["discard"], len(hidden)))]
    state.deck = hidden[: start["supply"]]
