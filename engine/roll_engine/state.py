"""The state of a game of Roll: plain data that can be copied, compared, hashed and saved.

Faces and tiles are numbers (see cards/table.py). Dice are counted by colour (see rules.py). A
player's `powers` follow from the tableau and are not part of the digest.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from mypy_extensions import mypyc_attr

from gamekit.work import Work
from roll_engine import steps
from roll_engine.cards.table import Powers
from roll_engine.rules import (
    ASSIGNED,
    DICE,
    GOODS,
    IN_CITIZENRY,
    IN_CUP,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    ON_DEVELOPMENTS,
    ON_WORLDS,
    SIDES,
    die_at,
    no_dice,
)

FORMAT: Final = "roll-state/1"


@mypyc_attr(acyclic=True)
class Player:
    """A player's possessions.

    seat: number of the player, which is not part of the data.
    places: dice by colour at each place of rules.py before GOODS: cup, Citizenry, each phase, both
        stacks.
    goods: colours of the dice on each world, in ascending order.
    rolled: unassigned dice by face and colour.
    dictated: dice in the Dictate area.
    selected: the phase that the player selects in this round, or -1.
    strip: colour of the worker that selects the phase, or -1 once workers are revealed.
    revealed: workers of each phase as the phases of the round begin, by colour; () before.
    developments, worlds: tiles of each stack of the construction zone, top tile first.
    drawn: drawn tiles that are not placed yet.
    """

    def __init__(self, seat: int, powers: Powers, source: Player | None = None) -> None:
        """Start with nothing, or with a copy of another player's possessions."""
        self.seat: Final = seat
        self.powers = powers
        if source is None:
            self.places: list[list[int]] = [no_dice() for _place in range(GOODS)]
            self.goods: dict[int, list[int]] = {}
            self.rolled: list[int] = [0] * (SIDES * NUMBER_OF_COLOURS)
            self.dictated: list[int] = no_dice()
            self.selected = -1
            self.strip = -1
            self.revealed: tuple[tuple[int, ...], ...] = ()
            self.credits = 0
            self.chips = 0
            self.tableau: list[int] = []
            self.developments: list[int] = []
            self.worlds: list[int] = []
            self.drawn: list[int] = []
        else:
            self.places = [dice[:] for dice in source.places]
            self.goods = {}
            for world, colours in source.goods.items():
                self.goods[world] = colours[:]
            self.rolled = source.rolled[:]
            self.dictated = source.dictated[:]
            self.selected = source.selected
            self.strip = source.strip
            self.revealed = source.revealed
            self.credits = source.credits
            self.chips = source.chips
            self.tableau = source.tableau[:]
            self.developments = source.developments[:]
            self.worlds = source.worlds[:]
            self.drawn = source.drawn[:]

    @property
    def cup(self) -> list[int]:
        """Dice in the cup."""
        return self.places[IN_CUP]

    @property
    def citizenry(self) -> list[int]:
        """Dice in the Citizenry."""
        return self.places[IN_CITIZENRY]

    def workers(self, phase: int) -> list[int]:
        """Return the dice assigned to a phase. Changes to the list change the player."""
        return self.places[ASSIGNED + phase]

    def note_revealed(self) -> None:
        """Note the workers that are in each phase now."""
        self.revealed = tuple([tuple(self.workers(phase)) for phase in range(NUMBER_OF_PHASES)])

    def stack(self, is_world: bool) -> list[int]:
        """Return the tiles of a stack of the construction zone, top tile first."""
        return self.worlds if is_world else self.developments

    def builders(self, is_world: bool) -> list[int]:
        """Return the dice on a stack of the construction zone."""
        return self.places[ON_WORLDS if is_world else ON_DEVELOPMENTS]

    def zone(self) -> list[int]:
        """Return the tiles of the construction zone."""
        return self.developments + self.worlds

    def dice(self) -> list[int]:
        """Return the number of the player's dice at all places, by colour."""
        counts = self.dictated[:]
        for place in self.places:
            for colour in range(NUMBER_OF_COLOURS):
                counts[colour] += place[colour]
        for colours in self.goods.values():
            for colour in colours:
                counts[colour] += 1
        for index, count in enumerate(self.rolled):
            counts[index % NUMBER_OF_COLOURS] += count
        if self.strip >= 0:
            counts[self.strip] += 1
        return counts

    def die_counts(self) -> list[tuple[int, int]]:
        """Return the number of equal dice for each die, numbered as in rules.die_at.

        Dice behind the screen are not included.
        """
        counts: list[tuple[int, int]] = []
        for place, dice in enumerate(self.places):
            for colour, count in enumerate(dice):
                if count:
                    counts.append((die_at(place, colour), count))
        for world in sorted(self.goods):
            colours = self.goods[world]
            for colour in sorted(set(colours)):
                counts.append((die_at(GOODS + world, colour), colours.count(colour)))
        return counts

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
            "revealed": self.revealed,
            "credits": self.credits,
            "chips": self.chips,
            "tableau": self.tableau,
            "developments": self.developments,
            "worlds": self.worlds,
            "drawn": self.drawn,
        }


@mypyc_attr(acyclic=True)
class State:
    """A complete game between two steps.

    order: players in the order of strict timing.
    pending_steps: remaining steps of this round, current step first.
    pool: remaining points in chips; negative if those set aside are in use.
    chances: number of shuffles and rolls so far.
    bag: its tiles, the next one last.
    abandoned: tiles under the Explore phase tile.
    supply: dice that nobody has.
    revealed: whether the workers of this round are.
    occurring: phases of this round, once workers are revealed.
    work: remaining budget of work; not part of the data.
    """

    def __init__(self, players: list[Player], source: State | None = None) -> None:
        """Start a game with these players, or copy another state."""
        self.players = players
        if source is None:
            self.order: list[int] = list(range(len(players)))
            self.pending_steps: list[str] = [steps.SETUP]
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
            self.order = source.order[:]
            self.pending_steps = source.pending_steps[:]
            self.round = source.round
            self.pool = source.pool
            self.chances = source.chances
            self.bag = source.bag[:]
            self.abandoned = source.abandoned[:]
            self.supply = source.supply[:]
            self.revealed = source.revealed
            self.occurring = source.occurring[:]
            self.work = source.work.copy()

    def copy(self) -> State:
        """Return an independent copy."""
        return State([player.copy() for player in self.players], self)

    def dump(self) -> dict[str, Any]:
        """Return the state as JSON data."""
        return {
            "format": FORMAT,
            "order": self.order,
            "todo": self.pending_steps,
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
        """Return a short text that differs between different states."""
        text = json.dumps(self.dump(), separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
