"""Imagined games: a state that fits a view, with all that the view hides dealt at random.

It is made of the view alone, so nothing hidden can show in what comes of it.
"""

from __future__ import annotations

from random import Random
from typing import Final

from gamekit.chance import Chance
from gamekit.driver import Driver
from gamekit.work import Work
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.modules.robot.state import robot_seen
from rftg_engine.race import Race
from rftg_engine.rules import registered
from rftg_engine.setups.options import Options
from rftg_engine.state import Part, Player, State
from rftg_engine.view import View, cards_seen


class ImaginedGame:
    """A game in which all players are about to choose actions, as a view has it.

    seed: by which the cards that are not seen are dealt. experienced: two actions are chosen. work:
    where all games that are begun take their steps from.
    """

    def __init__(self, table: Table, view: View, seed: str, experienced: bool, work: Work) -> None:
        self._state: Final = _state(table, view, seed)
        self._state.work = work
        options = Options(
            len(view.seats),
            experienced=experienced,
            goals=bool(view.goals),
            takeovers=view.takeovers,
            robot=_any_level(table, view),
            modules=tuple(self._state.parts),
        )
        self._race: Final = Race(table, options, Chance(seed))

    def begin(self) -> Driver[State]:
        """Return the game from its start."""
        state = self._state.copy()
        state.work = self._state.work
        return Driver(self._race, state, forkable=False)


def _state(table: Table, view: View, seed: str) -> State:
    unseen = unseen_cards(table, view)
    _shuffle(unseen, Random(seed))
    players = [_player(table, view, number, unseen) for number in range(len(view.seats))]
    for number, player in enumerate(players):
        seat = view.seats[number]
        if number == view.me:
            player.hand = list(view.hand)
            player.saved = {card: list(cards) for card, cards in view.saved}
        else:
            player.hand = _take(unseen, seat.hand_count)
            player.saved = {card: _take(unseen, count) for card, count in seat.saved}
    state = State(players)
    state.drafted = view.drafted
    if view.drafted:
        _deal_supplies(view, players, unseen)
    else:
        state.deck = unseen[: view.deck_count]
        state.discard = unseen[view.deck_count :]
    state.order = list(view.order)
    state.todo = [steps.CHOOSE]
    state.round = view.round - 1
    state.pool = view.pool
    state.goals = list(view.goals)
    state.takeovers = view.takeovers
    state.parts = _parts(view)
    robot = robot_seen(view)
    if robot is not None:
        state.players[robot.seat].start_world = robot.start_world
    return state


def _deal_supplies(view: View, players: list[Player], unseen: list[int]) -> None:
    """Give each player a supply, of as many cards as the owner of the view has drafted.

    What the others have discarded lies in their decks; what is left over is out of the game.
    """
    mine = players[view.me]
    mine.deck, mine.discard = _take(unseen, view.deck_count), _take(unseen, view.discard_count)
    drafted = len(mine.deck) + len(mine.discard) + _cards_of(mine)
    for player in players:
        if player is not mine:
            player.deck = _take(unseen, max(0, min(len(unseen), drafted - _cards_of(player))))


def _cards_of(player: Player) -> int:
    """Return how many cards a player has beside the supply."""
    saved = sum([len(cards) for cards in player.saved.values()])
    return len(player.hand) + len(player.tableau) + len(player.goods) + saved


def _any_level(table: Table, view: View) -> str:
    """Return a level of the robot, if it plays: it decides nothing but how the robot began."""
    if robot_seen(view) is None or table.robot is None:
        return ""
    return min(table.robot.levels)


def _shuffle(cards: list[int], rng: Random) -> None:
    """Shuffle cards as Random.shuffle does, but without a call of Python code for each card."""
    bits = rng.getrandbits
    for place in range(len(cards) - 1, 0, -1):
        length = (place + 1).bit_length()
        other = bits(length)
        while other > place:
            other = bits(length)
        cards[place], cards[other] = cards[other], cards[place]


def _parts(view: View) -> dict[str, Part]:
    """Return what modules keep, where they can tell it from what is seen of it."""
    found: dict[str, Part] = {}
    for name, seen in view.parts:
        module = registered(name)
        part = module.imagined(seen) if module is not None else None
        if part is not None:
            found[name] = part
    return found


def unseen_cards(table: Table, view: View) -> list[int]:
    """Return all cards that the owner of a view does not see."""
    hidden = [True] * len(table.cards)
    for card in cards_seen(view):
        hidden[card] = False
    return [card for card, is_hidden in enumerate(hidden) if is_hidden]


def _player(table: Table, view: View, number: int, unseen: list[int]) -> Player:
    """Return a player as the seat shows, with goods taken from `unseen`."""
    seat = view.seats[number]
    player = Player(number, table.powers(seat.tableau))
    player.tableau = list(seat.tableau)
    player.goods = {world: _take(unseen, 1)[0] for world in seat.goods}
    player.vp = seat.vp
    player.prestige = seat.prestige
    player.tokens = dict(seat.tokens)
    player.goals = list(seat.goals)
    player.special_used = seat.special_used
    return player


def _take(cards: list[int], count: int) -> list[int]:
    taken = cards[len(cards) - count :] if count else []
    del cards[len(cards) - count :]
    return taken
