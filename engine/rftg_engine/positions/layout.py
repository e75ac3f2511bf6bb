"""Sides of a position, and the layout of their cards.

Cards are written as text: titles separated by commas. "3 cards", "1 world" or "12 developments" add
unnamed cards. A title may contain a comma. `CardList` can be used instead of text. Named cards are
taken first, so that they are never used as unnamed cards.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gamekit.positions import PositionError, split_titles
from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.syntax.situations import CardList
from rftg_engine import actions
from rftg_engine.modules import robot as robot_play
from rftg_engine.modules.robot_state import robot_in
from rftg_engine.phases.setup import chips
from rftg_engine.race import Race
from rftg_engine.state import Player, State

CardSpec = str | CardList
"""Cards as text, or as titles and a number of unnamed cards."""
Actions = tuple[str, ...]
"""Names of actions (actions.NAMES), with prefix "prestige " for the prestige/search card."""

NOTHING: Final = CardList()
_UNNAMED: Final = re.compile(r"(\d+) (card|world|development)s?")


@dataclass(frozen=True)
class CardRequest:
    """Cards by title, and unnamed cards as numbers of "card", "world" or "development"."""

    titles: tuple[str, ...] = ()
    unnamed: tuple[tuple[int, str], ...] = ()

    @property
    def count(self) -> int:
        """Number of unnamed cards."""
        return sum(count for count, _type in self.unnamed)


@dataclass(frozen=True)
class Side:
    """One player's side of a position. The player has nothing that is not listed.

    tableau: start world first.
    saved: cards saved under the first card.
    goods: worlds with a good.
    used: cards whose once-per-game powers are used up.
    goals: claimed goals.
    prestige_card: whether the prestige/search card is still available.
    fresh_prestige: whether the player gained prestige in the previous round and nobody has taken
        the lead since.
    actions: chosen actions of the round, if they have been chosen; prestige for them has not been
        paid yet.
    """

    tableau: CardSpec = NOTHING
    hand: CardSpec = NOTHING
    saved: CardSpec = NOTHING
    goods: CardSpec = NOTHING
    used: CardSpec = NOTHING
    goals: CardSpec = NOTHING
    vp: int = 0
    prestige: int = 0
    fresh_prestige: bool = False
    prestige_card: bool = False
    actions: Actions = ()


@dataclass(frozen=True)
class RobotSide:
    """Side of the solitaire robot.

    start_world: title of its start world.
    tableau: other cards in its tableau.
    stack: its draw stack, top card first.
    left, placed: numbers of remaining and placed counters.
    credit, economy: its tracks.
    actions: spaces of the dice, if they have been rolled.

    A number is None for its value at the start of the game.
    """

    start_world: str
    tableau: CardSpec = NOTHING
    stack: CardSpec = NOTHING
    level: str = "medium"
    credit: int | None = None
    economy: int | None = None
    left: int | None = None
    placed: int = 0
    vp: int = 0
    prestige: int = 0
    actions: Actions = ()


def parse_cards(cards: CardSpec, titles: Collection[str]) -> CardRequest:
    """Parse a list of cards. titles: all valid titles."""
    if isinstance(cards, CardList):
        return CardRequest(cards.titles, ((cards.unnamed, "card"),) if cards.unnamed else ())
    named_titles: list[str] = []
    unnamed: list[tuple[int, str]] = []
    for piece in split_titles(cards, titles):
        match = _UNNAMED.fullmatch(piece)
        if match:
            unnamed.append((int(match[1]), match[2]))
        else:
            named_titles.append(piece)
    return CardRequest(tuple(named_titles), tuple(unnamed))


REST_PLACES: Final = ("supply", "discards", "box")
"""Places for all remaining cards: below the next cards, discarded, or out of the game."""


class PositionBuilder:
    """Builder for a position, with the cards that have not been placed yet.

    named: cards placed by title. Unnamed cards are chosen in the order of their number of powers,
    lowest first.
    """

    def __init__(self, race: Race) -> None:
        self._race = race
        self.table = race.table
        self._titles = set(race.table.titles)
        cards = sorted(range(len(race.table.cards)), key=self._activity)
        self._free = dict.fromkeys(cards)
        self.named: set[int] = set()

    def lay_out(
        self,
        sides: Sequence[Side],
        robot: RobotSide | None = None,
        supply: CardSpec = NOTHING,
        rest: str = "supply",
        goals: CardSpec = NOTHING,
        first: int = 0,
    ) -> State:
        """Return a state without remaining steps. Raise PositionError if it is impossible.

        sides: sides in turn order; the first player is at seat `first`.
        supply: next cards, top card first.
        rest: place of all remaining cards, from REST_PLACES.
        goals: goals in play.
        """
        for side in sides:
            self._check_side(side)
        if robot:
            self._check_side(robot)
        if not 0 <= first < len(sides):
            raise PositionError(f"first must be a seat from 0 to {len(sides) - 1}, not {first}")
        state = self._race.new_state()
        state.pending_steps = []
        state.order = [(first + index) % len(sides) for index in range(len(sides))]
        players = [state.players[seat] for seat in state.order]
        for player, side in zip(players, sides, strict=True):
            self._place_named(player, side)
        if robot:
            self._put_robot(state, robot)
        next_cards = self._take_named(supply)
        for player, side in zip(players, sides, strict=True):
            self._place_unnamed(player, side)
            state.used_up += self._used_up(player, side)
        self._fill_supply(state, next_cards, rest)
        state.pool = chips(self._race)
        state.goals = self.goal_numbers(goals)
        return state

    # --- players

    def _place_named(self, player: Player, side: Side) -> None:
        self._add_to_tableau(player, self._take_named(side.tableau))
        player.hand = self._take_named(side.hand)
        if self._read(side.saved) != CardRequest():
            player.saved[-1] = self._take_named(side.saved)
        player.vp, player.prestige = side.vp, side.prestige
        player.fresh_prestige = side.fresh_prestige
        player.special_used = not side.prestige_card
        player.goals = self.goal_numbers(side.goals)
        player.actions = action_numbers(side.actions)
        if max(player.actions, default=0) >= actions.PRESTIGE and side.prestige < 1:
            raise PositionError("an action with prestige requires prestige")

    def _check_side(self, side: Side | RobotSide) -> None:
        """Raise PositionError for numbers that are impossible in this game."""
        for name in ("vp", "prestige", "credit", "economy", "left", "placed"):
            value = getattr(side, name, None)
            if value is not None and value < 0:
                raise PositionError(f"{name} must be 0 or more, not {value}")
        maximum = 2 if self._race.options.experienced else 1
        if isinstance(side.actions, str) or len(side.actions) > maximum:
            expected = "1 action" if maximum == 1 else "2 actions"
            raise PositionError(f"choose {expected} a round, as a tuple of names: {side.actions!r}")

    def _place_unnamed(self, player: Player, side: Side) -> None:
        self._add_to_tableau(player, self._take_unnamed(side.tableau))
        player.hand += self._take_unnamed(side.hand)
        if player.tableau:
            player.start_world = player.tableau[0]
        if -1 in player.saved:
            if not player.tableau:
                raise PositionError(
                    "cards can only be saved under a card, but the tableau is empty"
                )
            saved_cards = [*player.saved.pop(-1), *self._take_unnamed(side.saved)]
            player.saved[player.tableau[0]] = saved_cards
        for title in self._only_titles(side.goods, self._titles):
            player.goods[self._world_for_good(player, title)] = self._take_any(1, "card")[0]

    def _add_to_tableau(self, player: Player, cards: Iterable[int]) -> None:
        for card in cards:
            self._race.moves.add_to_tableau(player, card)

    def _world_for_good(self, player: Player, title: str) -> int:
        """Return a world with this title that can get another good."""
        worlds = [card for card in player.tableau if self.table.titles[card] == title]
        if not worlds:
            raise PositionError(f"{title!r} has a good but is not in the tableau")
        if not self.table.kind[worlds[0]]:
            raise PositionError(f"{title!r} has a good but no kind of goods")
        empty_worlds = [card for card in worlds if card not in player.goods]
        if not empty_worlds:
            raise PositionError(f"{title!r} has more goods than there are such worlds")
        return empty_worlds[0]

    def _used_up(self, player: Player, side: Side) -> list[int]:
        """Return the numbers of the once-per-game powers that are used up."""
        numbers: list[int] = []
        remaining = list(player.tableau)
        for title in self._only_titles(side.used, self._titles):
            card = next(
                (candidate for candidate in remaining if self.table.titles[candidate] == title), -1
            )
            powers = [power.number for power in self.table.by_card[card] if power.once]
            if card < 0 or not powers:
                raise PositionError(f"{title!r} in the tableau has no once-per-game power")
            remaining.remove(card)
            numbers += powers
        return numbers

    # --- robot, supply and goals

    def _put_robot(self, state: State, side: RobotSide) -> None:
        robot_play.begin(self._race, state, self._take(side.start_world))
        robot = robot_in(state)
        assert robot is not None
        player = state.players[robot.seat]
        player.tableau += self._take_named(side.tableau)
        player.hand = self._take_named(side.stack)[::-1]
        player.vp, player.prestige = side.vp, side.prestige
        player.actions = action_numbers(side.actions)
        robot.credit = robot.credit if side.credit is None else side.credit
        robot.economy = robot.economy if side.economy is None else side.economy
        robot.left = robot.left if side.left is None else side.left
        robot.placed = side.placed

    def _fill_supply(self, state: State, next_cards: Sequence[int], rest: str) -> None:
        if rest not in REST_PLACES:
            raise PositionError(f"rest must be one of {', '.join(REST_PLACES)}, not {rest!r}")
        state.deck = list(next_cards)[::-1]
        if rest == "supply":
            state.deck = [*sorted(self._free), *state.deck]
        elif rest == "discards":
            state.discard = sorted(self._free)

    def goal_numbers(self, goals: CardSpec) -> list[int]:
        """Return the numbers of goals. Raise PositionError for goals that are not in use."""
        all_titles = [tile.title for tile in self.table.goals]
        titles = self._only_titles(goals, all_titles)
        for title in titles:
            if title not in all_titles:
                raise PositionError(_unknown("goal", title, all_titles))
        return [all_titles.index(title) for title in titles]

    @staticmethod
    def _only_titles(cards: CardSpec, titles: Collection[str]) -> tuple[str, ...]:
        request = parse_cards(cards, titles)
        if request.unnamed:
            raise PositionError(f"only titles are allowed here, not {request.count} unnamed cards")
        return request.titles

    # --- taking cards

    def _read(self, cards: CardSpec) -> CardRequest:
        return parse_cards(cards, self._titles)

    def _activity(self, card: int) -> int:
        facts = self.table.cards[card]
        return len(facts.powers) + 2 * facts.production + 2 * facts.windfall + 2 * facts.prestige

    def _take_named(self, cards: CardSpec) -> list[int]:
        """Take a copy of each named card."""
        return [self._take(title) for title in self._read(cards).titles]

    def _take(self, title: str) -> int:
        if title not in self._titles:
            raise PositionError(_unknown("card in use", title, self._titles))
        for card in self._free:
            if self.table.titles[card] == title:
                del self._free[card]
                self.named.add(card)
                return card
        copies = self.table.titles.count(title)
        raise PositionError(f"no copy of {title!r} is left; there are {copies} in the game")

    def _take_unnamed(self, cards: CardSpec) -> list[int]:
        """Take the unnamed cards."""
        unnamed = self._read(cards).unnamed
        return [card for count, type in unnamed for card in self._take_any(count, type)]

    def _take_any(self, count: int, type: str) -> list[int]:
        fitting = [card for card in self._free if type in ("card", self.table.cards[card].type)]
        if len(fitting) < count:
            raise PositionError(
                f"{count} more {type}s are required, but only {len(fitting)} are left"
            )
        for card in fitting[:count]:
            del self._free[card]
        return fitting[:count]


def action_numbers(names: Actions) -> list[int]:
    """Return the numbers of actions. Raise PositionError for an unknown name."""
    numbers = []
    for name in names:
        plain = name.removeprefix(actions.WITH_PRESTIGE)
        if plain not in actions.NAMES:
            raise PositionError(_unknown("action", plain, actions.NAMES))
        with_prestige = actions.PRESTIGE if plain != name else 0
        numbers.append(actions.NAMES.index(plain) + with_prestige)
    return numbers


def _unknown(kind: str, name: str, names: Iterable[str]) -> str:
    suggestion = nearest(name, names)
    hint = f"; did you mean {suggestion!r}?" if suggestion else ""
    return f"there is no {kind} {name!r}{hint}"
