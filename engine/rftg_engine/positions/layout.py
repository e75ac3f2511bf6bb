"""Sides of a position, and how their cards are laid out.

Cards are written as text: titles separated by commas, among which "3 cards", "1 world" or
"12 developments" stand for that many others, whichever they are. A title may contain a comma.
`CardList` does as well. Cards with titles are taken first, so that none of them is dealt where any
card will do.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.syntax.situations import CardList
from rftg_engine import actions
from rftg_engine.modules.robot import turn as robot_play
from rftg_engine.modules.robot.state import robot_in
from rftg_engine.phases.setup import chips
from rftg_engine.race import Race
from rftg_engine.state import Player, State

Written = str | CardList
"""Some cards as a text, or as titles and a number of others."""
Actions = tuple[str, ...]
"""Names of actions (actions.NAMES), with "prestige " before one to which the card is added."""

NOTHING: Final = CardList()
_OTHERS: Final = re.compile(r"(\d+) (card|world|development)s?")


@dataclass(frozen=True)
class Wanted:
    """Cards by title, and numbers of others, each of "card", "world" or "development"."""

    titles: tuple[str, ...] = ()
    others: tuple[tuple[int, str], ...] = ()

    @property
    def count(self) -> int:
        """The number of the others."""
        return sum(count for count, _type in self.others)


class PositionError(ValueError):
    """A position that cannot be laid out; the message says what stands in its way."""


@dataclass(frozen=True)
class Side:
    """What one player has. What is not named is not there.

    tableau: the start world first. saved: cards under the first one. goods: the worlds that have
    one. used: cards whose powers that come once a game are used up. goals: those claimed.
    prestige_card: the prestige/search card is not used up.
    fresh_prestige: prestige came in the round before, and nobody has taken the lead since.
    actions: those of the round, where it has come past choosing them; the prestige that one costs
    is still there.
    """

    tableau: Written = NOTHING
    hand: Written = NOTHING
    saved: Written = NOTHING
    goods: Written = NOTHING
    used: Written = NOTHING
    goals: Written = NOTHING
    vp: int = 0
    prestige: int = 0
    fresh_prestige: bool = False
    prestige_card: bool = False
    actions: Actions = ()


@dataclass(frozen=True)
class RobotSide:
    """What the solitaire robot has.

    start_world: a title. tableau: the cards besides. stack: its draw stack, the top card first.
    left, placed: its counters. credit, economy: its tracks. None is as at the start of the game.
    actions: where the dice lie, where the round has come past rolling them.
    """

    start_world: str
    tableau: Written = NOTHING
    stack: Written = NOTHING
    level: str = "medium"
    credit: int | None = None
    economy: int | None = None
    left: int | None = None
    placed: int = 0
    vp: int = 0
    prestige: int = 0
    actions: Actions = ()


def cards_of(written: Written, known: Collection[str]) -> Wanted:
    """Return the titles and the numbers of others. known: the titles that there are."""
    if isinstance(written, CardList):
        return Wanted(written.titles, ((written.unnamed, "card"),) if written.unnamed else ())
    titles: list[str] = []
    others: list[tuple[int, str]] = []
    for piece in _pieces(written, known):
        found = _OTHERS.fullmatch(piece)
        if found:
            others.append((int(found[1]), found[2]))
        else:
            titles.append(piece)
    return Wanted(tuple(titles), tuple(others))


def _pieces(text: str, known: Collection[str]) -> list[str]:
    """Return what stands between the commas; a known title is kept together."""
    parts, found = text.split(","), []
    while parts:
        longest = [n for n in range(len(parts), 0, -1) if ",".join(parts[:n]).strip() in known]
        taken = longest[0] if longest else 1
        piece = ",".join(parts[:taken]).strip()
        parts = parts[taken:]
        if piece:
            found.append(piece)
    return found


RESTS: Final = ("supply", "discards", "box")
"""Where the cards can be that nobody has: below the next cards, discarded, or out of the game."""


class PositionBuilder:
    """The cards of a game that lie nowhere yet. named: those that were laid out by title.

    Of cards of which any will do, those that do the least are taken first.
    """

    def __init__(self, race: Race) -> None:
        self._race = race
        self.table = race.table
        self._known = set(race.table.titles)
        cards = sorted(range(len(race.table.cards)), key=self._liveliness)
        self._free = dict.fromkeys(cards)
        self.named: set[int] = set()

    def lay_out(
        self,
        sides: Sequence[Side],
        robot: RobotSide | None = None,
        supply: Written = NOTHING,
        rest: str = "supply",
        goals: Written = NOTHING,
        first: int = 0,
    ) -> State:
        """Return a state in which no step is to come. Raise PositionError where it cannot be.

        sides: in turn order; the first one sits at seat `first`. supply: the next cards, the top
        one first. rest: one of RESTS. goals: the tiles in play.
        """
        for side in sides:
            self._check_numbers(side)
        if robot:
            self._check_numbers(robot)
        if not 0 <= first < len(sides):
            raise PositionError(f"first is a seat, 0 to {len(sides) - 1}, not {first}")
        state = self._race.new_state()
        state.todo = []
        state.order = [(first + place) % len(sides) for place in range(len(sides))]
        players = [state.players[seat] for seat in state.order]
        for player, side in zip(players, sides, strict=True):
            self._put_named(player, side)
        if robot:
            self._put_robot(state, robot)
        top = self._take_named(supply)
        for player, side in zip(players, sides, strict=True):
            self._put_others(player, side)
            state.used_up += self._used_up(player, side)
        self._stock(state, top, rest)
        state.pool = chips(self._race)
        state.goals = self.goal_numbers(goals)
        return state

    # --- what a player has

    def _put_named(self, player: Player, side: Side) -> None:
        self._play(player, self._take_named(side.tableau))
        player.hand = self._take_named(side.hand)
        if self._read(side.saved) != Wanted():
            player.saved[-1] = self._take_named(side.saved)
        player.vp, player.prestige = side.vp, side.prestige
        player.fresh_prestige = side.fresh_prestige
        player.special_used = not side.prestige_card
        player.goals = self.goal_numbers(side.goals)
        player.actions = action_numbers(side.actions)
        if max(player.actions, default=0) >= actions.PRESTIGE and side.prestige < 1:
            raise PositionError("an action with prestige is chosen without any")

    def _check_numbers(self, side: Side | RobotSide) -> None:
        """Raise PositionError for numbers that nobody can have in this game."""
        for name in ("vp", "prestige", "credit", "economy", "left", "placed"):
            number = getattr(side, name, None)
            if number is not None and number < 0:
                raise PositionError(f"{name} is 0 or more, not {number}")
        most = 2 if self._race.options.experienced else 1
        if isinstance(side.actions, str) or len(side.actions) > most:
            wanted = "action is chosen" if most == 1 else "actions are chosen"
            raise PositionError(f"{most} {wanted} a round, in a tuple of names: {side.actions!r}")

    def _put_others(self, player: Player, side: Side) -> None:
        self._play(player, self._take_others(side.tableau))
        player.hand += self._take_others(side.hand)
        if player.tableau:
            player.start_world = player.tableau[0]
        if -1 in player.saved:
            if not player.tableau:
                raise PositionError("cards are saved under the first card of a tableau without any")
            saved = [*player.saved.pop(-1), *self._take_others(side.saved)]
            player.saved[player.tableau[0]] = saved
        for title in self._only_titles(side.goods, self._known):
            player.goods[self._world_for_good(player, title)] = self._take_any(1, "card")[0]

    def _play(self, player: Player, cards: Iterable[int]) -> None:
        for card in cards:
            self._race.moves.add_to_tableau(player, card)

    def _world_for_good(self, player: Player, title: str) -> int:
        """Return a world of that title that can have another good."""
        found = [card for card in player.tableau if self.table.titles[card] == title]
        if not found:
            raise PositionError(f"a good lies on {title!r}, which is not in the tableau")
        if not self.table.kind[found[0]]:
            raise PositionError(f"a good lies on {title!r}, which has no kind of goods")
        bare = [card for card in found if card not in player.goods]
        if not bare:
            raise PositionError(f"more goods lie on {title!r} than there are such worlds")
        return bare[0]

    def _used_up(self, player: Player, side: Side) -> list[int]:
        """Return the numbers of the once-a-game powers that are used up."""
        found: list[int] = []
        left = list(player.tableau)
        for title in self._only_titles(side.used, self._known):
            card = next((one for one in left if self.table.titles[one] == title), -1)
            once = [power.number for power in self.table.by_card[card] if power.once]
            if card < 0 or not once:
                raise PositionError(f"nothing of {title!r} in the tableau comes once a game")
            left.remove(card)
            found += once
        return found

    # --- what all have

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

    def _stock(self, state: State, top: Sequence[int], rest: str) -> None:
        if rest not in RESTS:
            raise PositionError(f"the rest of the cards is one of {', '.join(RESTS)}, not {rest!r}")
        state.deck = list(top)[::-1]
        if rest == "supply":
            state.deck = [*sorted(self._free), *state.deck]
        elif rest == "discards":
            state.discard = sorted(self._free)

    def goal_numbers(self, written: Written) -> list[int]:
        """Return the numbers of goals. Raise PositionError for one that is not in use."""
        known = [tile.title for tile in self.table.goals]
        wanted = self._only_titles(written, known)
        for title in wanted:
            if title not in known:
                raise PositionError(_unknown("goal", title, known))
        return [known.index(title) for title in wanted]

    @staticmethod
    def _only_titles(written: Written, known: Collection[str]) -> tuple[str, ...]:
        cards = cards_of(written, known)
        if cards.others:
            raise PositionError(f"titles are wanted here, not {cards.count} cards whichever")
        return cards.titles

    # --- taking cards

    def _read(self, written: Written) -> Wanted:
        return cards_of(written, self._known)

    def _liveliness(self, card: int) -> int:
        facts = self.table.cards[card]
        return len(facts.powers) + 2 * facts.production + 2 * facts.windfall + 2 * facts.prestige

    def _take_named(self, written: Written) -> list[int]:
        """Take a copy of each card that is named."""
        return [self._take(title) for title in self._read(written).titles]

    def _take(self, title: str) -> int:
        if title not in self._known:
            raise PositionError(_unknown("card in use", title, self._known))
        for card in self._free:
            if self.table.titles[card] == title:
                del self._free[card]
                self.named.add(card)
                return card
        copies = self.table.titles.count(title)
        raise PositionError(f"no copy of {title!r} is left; there are {copies} in the game")

    def _take_others(self, written: Written) -> list[int]:
        """Take as many cards as are wanted whichever."""
        others = self._read(written).others
        return [card for count, type in others for card in self._take_any(count, type)]

    def _take_any(self, count: int, type: str) -> list[int]:
        fit = [card for card in self._free if type in ("card", self.table.cards[card].type)]
        if len(fit) < count:
            raise PositionError(f"{count} further {type}s are wanted, and {len(fit)} are left")
        for card in fit[:count]:
            del self._free[card]
        return fit[:count]


def action_numbers(names: Actions) -> list[int]:
    """Return actions by number. Raise PositionError for a name of none."""
    found = []
    for name in names:
        plain = name.removeprefix(actions.WITH_PRESTIGE)
        if plain not in actions.NAMES:
            raise PositionError(_unknown("action", plain, actions.NAMES))
        with_prestige = actions.PRESTIGE if plain != name else 0
        found.append(actions.NAMES.index(plain) + with_prestige)
    return found


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    near = nearest(name, known)
    return f"no {what} is called {name!r}" + (f"; near is {near!r}" if near else "")
