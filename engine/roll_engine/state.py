"""The state of a game of Roll: plain data, so that it can be copied, compared, hashed and saved.

Faces and tiles are numbers (see cards/table.py); dice are counted by colour (see rules.py). A
player's `powers` are derived from the tableau and are no part of the digest.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from mypy_extensions import mypyc_attr

from gamekit.work import Work
from roll_engine import steps
from roll_engine.cards.powers import Powers
from roll_engine.cards.table import Table
from roll_engine.rules import (
    ASSIGNED,
    DICE,
    GOODS,
    IN_CITIZENRY,
    IN_CUP,
    NUMBER_OF_COLOURS,
    ON_DEVELOPMENTS,
    ON_WORLDS,
    SIDES,
    die_at,
    no_dice,
)

FORMAT: Final = "roll-state/1"


@mypyc_attr(acyclic=True)
class Player:
    """What one player has.

    seat: the player's number, which is no part of the data. places: dice by colour at each place
    of rules.py before GOODS: cup, Citizenry, under each phase, on both stacks. goods: a world and
    the colours of the dice on it, lowest first. rolled: dice by face and colour not assigned yet.
    dictated: dice in the Dictate area. selected: the phase that the player selects in this round,
    -1 before, and strip the colour of the worker that does it until workers are revealed.
    developments, worlds: the tiles of the construction zone, the top ones first. drawn: tiles that
    are to be put there.
    """

    def __init__(self, seat: int, powers: Powers, of: Player | None = None) -> None:
        """Begin with nothing, or with a copy of what another one has."""
        self.seat: Final = seat
        self.powers = powers
        if of is None:
            self.places: list[list[int]] = [no_dice() for _place in range(GOODS)]
            self.goods: dict[int, list[int]] = {}
            self.rolled: list[int] = [0] * (SIDES * NUMBER_OF_COLOURS)
            self.dictated: list[int] = no_dice()
            self.selected = -1
            self.strip = -1
            self.credits = 0
            self.chips = 0
            self.tableau: list[int] = []
            self.developments: list[int] = []
            self.worlds: list[int] = []
            self.drawn: list[int] = []
        else:
            self.places = [dice[:] for dice in of.places]
            self.goods = {}
            for world, colours in of.goods.items():
                self.goods[world] = colours[:]
            self.rolled = of.rolled[:]
            self.dictated = of.dictated[:]
            self.selected = of.selected
            self.strip = of.strip
            self.credits = of.credits
            self.chips = of.chips
            self.tableau = of.tableau[:]
            self.developments = of.developments[:]
            self.worlds = of.worlds[:]
            self.drawn = of.drawn[:]

    @property
    def cup(self) -> list[int]:
        """The dice in the cup."""
        return self.places[IN_CUP]

    @property
    def citizenry(self) -> list[int]:
        """The dice in the Citizenry."""
        return self.places[IN_CITIZENRY]

    def workers(self, phase: int) -> list[int]:
        """Return the dice assigned to a phase, which are the player's own list."""
        return self.places[ASSIGNED + phase]

    def stack(self, worlds: bool) -> list[int]:
        """Return the tiles of a stack of the construction zone, the top one first."""
        return self.worlds if worlds else self.developments

    def builders(self, worlds: bool) -> list[int]:
        """Return the dice on a stack of the construction zone."""
        return self.places[ON_WORLDS if worlds else ON_DEVELOPMENTS]

    def zone(self) -> list[int]:
        """Return the tiles of the construction zone."""
        return self.developments + self.worlds

    def dice(self) -> list[int]:
        """Return by colour how many dice the player has, wherever they are."""
        found = self.dictated[:]
        for place in self.places:
            for colour in range(NUMBER_OF_COLOURS):
                found[colour] += place[colour]
        for colours in self.goods.values():
            for colour in colours:
                found[colour] += 1
        for index, number in enumerate(self.rolled):
            found[index % NUMBER_OF_COLOURS] += number
        if self.strip >= 0:
            found[self.strip] += 1
        return found

    def dice_named(self) -> list[tuple[int, int]]:
        """Return each die as rules.die_at names it with how many there are like it.

        Those that are hidden behind the screen are not among them.
        """
        found: list[tuple[int, int]] = []
        for place, dice in enumerate(self.places):
            for colour, number in enumerate(dice):
                if number:
                    found.append((die_at(place, colour), number))
        for world in sorted(self.goods):
            colours = self.goods[world]
            for colour in sorted(set(colours)):
                found.append((die_at(GOODS + world, colour), colours.count(colour)))
        return found

    def copy(self) -> Player:
        """Return an independent copy."""
        return Player(self.seat, self.powers, self)

    def dump(self) -> dict[str, Any]:
        """Return the player as JSON data."""
        return {
            "places": self.places,
            "goods": sorted(self.goods.items()),
            "rolled": self.rolled,
            "dictated": self.dictated,
            "selected": self.selected,
            "strip": self.strip,
            "credits": self.credits,
            "chips": self.chips,
            "tableau": self.tableau,
            "developments": self.developments,
            "worlds": self.worlds,
            "drawn": self.drawn,
        }


@mypyc_attr(acyclic=True)
class State:
    """A whole game at one moment between two steps.

    order: players in the order of strict timing. todo: the steps still to come in this round, the
    present one first. pool: points of chips left; negative when those set aside are in use.
    chances: shuffles and rolls made. bag: the tiles in it, the next one at the end. abandoned:
    tiles under the Explore phase tile. supply: dice that nobody has. revealed: the workers of this
    round are. occurring: the phases of this round, known when workers are revealed.
    work: the steps of work that this game may still take; no part of its data.
    """

    def __init__(self, players: list[Player], of: State | None = None) -> None:
        """Begin a game of these players, or go on with a copy of another one."""
        self.players = players
        if of is None:
            self.order: list[int] = list(range(len(players)))
            self.todo: list[str] = [steps.SETUP]
            self.round = 0
            self.pool = 0
            self.chances = 0
            self.bag: list[int] = []
            self.abandoned: list[int] = []
            self.supply: list[int] = list(DICE)
            self.revealed = False
            self.occurring: list[int] = []
            self.work = Work()
        else:
            self.order = of.order[:]
            self.todo = of.todo[:]
            self.round = of.round
            self.pool = of.pool
            self.chances = of.chances
            self.bag = of.bag[:]
            self.abandoned = of.abandoned[:]
            self.supply = of.supply[:]
            self.revealed = of.revealed
            self.occurring = of.occurring[:]
            self.work = of.work.copy()

    def copy(self) -> State:
        """Return an independent copy."""
        return State([player.copy() for player in self.players], self)

    def dump(self) -> dict[str, Any]:
        """Return the state as JSON data; `load` is its inverse."""
        return {
            "format": FORMAT,
            "order": self.order,
            "todo": self.todo,
            "round": self.round,
            "pool": self.pool,
            "chances": self.chances,
            "bag": self.bag,
            "abandoned": self.abandoned,
            "supply": self.supply,
            "revealed": self.revealed,
            "occurring": self.occurring,
            "players": [player.dump() for player in self.players],
        }

    def digest(self) -> str:
        """Return a short text that other states do not have."""
        text = json.dumps(self.dump(), separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def load(data: dict[str, Any], table: Table) -> State:
    """Return the state that `State.dump` gave. Raise ValueError when it is of another format."""
    if data.get("format") != FORMAT:
        raise ValueError(f"this is no {FORMAT}: format is {data.get('format')!r}")
    state = State([_load_player(seat, saved, table) for seat, saved in enumerate(data["players"])])
    state.order = list(data["order"])
    state.todo = list(data["todo"])
    state.round, state.pool, state.chances = data["round"], data["pool"], data["chances"]
    state.bag, state.abandoned = list(data["bag"]), list(data["abandoned"])
    state.supply = list(data["supply"])
    state.revealed = data["revealed"]
    state.occurring = list(data["occurring"])
    return state


def _load_player(seat: int, saved: dict[str, Any], table: Table) -> Player:
    player = Player(seat, table.powers(saved["tableau"]))
    player.places = [list(dice) for dice in saved["places"]]
    player.goods = {world: list(colours) for world, colours in saved["goods"]}
    player.rolled, player.dictated = list(saved["rolled"]), list(saved["dictated"])
    player.selected, player.strip = saved["selected"], saved["strip"]
    player.credits, player.chips = saved["credits"], saved["chips"]
    player.tableau = list(saved["tableau"])
    player.developments, player.worlds = list(saved["developments"]), list(saved["worlds"])
    player.drawn = list(saved["drawn"])
    return player
