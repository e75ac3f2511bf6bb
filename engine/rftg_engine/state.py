"""State of a game of Race: plain data that can be copied, compared, hashed and saved.

Cards are numbers (see cards/table.py). The `powers` of a player are derived from the tableau and
not included in the digest.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from mypy_extensions import mypyc_attr

from gamekit.work import Work
from rftg_engine import steps
from rftg_engine.cards.powers import Powers

FORMAT: Final = "rftg-state/1"


@mypyc_attr(acyclic=True)
class Supply:
    """A draw pile with its top at the end, and a discard pile."""

    def __init__(self, source: Supply | None = None) -> None:
        self.deck: list[int] = [] if source is None else source.deck[:]
        self.discard: list[int] = [] if source is None else source.discard[:]


@mypyc_attr(acyclic=True)
class PhaseTally:
    """Cards that a player has placed in a phase, and worlds and kinds of goods; never changed."""

    def __init__(
        self,
        placed: tuple[int, ...] = (),
        produced: tuple[tuple[int, int], ...] = (),
        consumed: tuple[tuple[int, int], ...] = (),
        sold: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.placed: Final = placed
        self.produced: Final = produced
        self.consumed: Final = consumed
        self.sold: Final = sold


EMPTY_TALLY: Final = PhaseTally()


@mypyc_attr(acyclic=True)
class Player(Supply):
    """State of one player. The piles are empty except in a drafted game.

    seat: number of the player, not part of the data.
    goods: face-down card of the good on each world.
    saved: cards saved under each card.
    tokens: number of tokens by class, without zeros.
    fresh_prestige: whether the player gained prestige in this round and nobody has taken the lead
        since.
    special_used: whether the prestige/search card is used up.
    goals: numbers of the goals won.
    discarded: number of cards discarded for the last hand limit.
    step_powers: powers at the start of the current step.
    step_tally: what the player has done so far in the current step.
    """

    def __init__(self, seat: int, powers: Powers, source: Player | None = None) -> None:
        """Create an empty player, or copy another one."""
        super().__init__(source)
        self.seat: Final = seat
        self.powers = powers
        if source is None:
            self.hand: list[int] = []
            self.tableau: list[int] = []
            self.goods: dict[int, int] = {}
            self.saved: dict[int, list[int]] = {}
            self.vp = 0
            self.prestige = 0
            self.tokens: dict[str, int] = {}
            self.fresh_prestige = False
            self.special_used = False
            self.goals: list[int] = []
            self.discarded = 0
            self.actions: list[int] = []
            self.start_world = -1
            self.step_powers = powers
            self.step_tally = EMPTY_TALLY
        else:
            self.hand = source.hand[:]
            self.tableau = source.tableau[:]
            self.goods = source.goods.copy() if source.goods else {}
            self.saved = {}
            for world, cards in source.saved.items():
                self.saved[world] = cards[:]
            self.vp = source.vp
            self.prestige = source.prestige
            self.tokens = source.tokens.copy() if source.tokens else {}
            self.fresh_prestige = source.fresh_prestige
            self.special_used = source.special_used
            self.goals = source.goals[:]
            self.discarded = source.discarded
            self.actions = source.actions[:]
            self.start_world = source.start_world
            self.step_powers = source.step_powers
            self.step_tally = source.step_tally

    def copy(self) -> Player:
        """Return an independent copy."""
        return Player(self.seat, self.powers, self)

    def dump(self) -> dict[str, Any]:
        """Return the player as JSON data."""
        return {
            "deck": self.deck,
            "discard": self.discard,
            "hand": self.hand,
            "tableau": self.tableau,
            "goods": sorted(self.goods.items()),
            "saved": sorted(self.saved.items()),
            "vp": self.vp,
            "prestige": self.prestige,
            "fresh_prestige": self.fresh_prestige,
            "special_used": self.special_used,
            "goals": self.goals,
            "discarded": self.discarded,
            "actions": self.actions,
            "start_world": self.start_world,
            **({"tokens": self.tokens} if self.tokens else {}),
        }


@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """Data of a rule module in the state. Parts with the same JSON data are equal."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self.dump() == other.dump()

    def __hash__(self) -> int:
        return hash(json.dumps(self.dump()))

    def copy(self) -> Part:
        """Return an independent copy."""
        raise NotImplementedError

    def dump(self) -> Any:
        """Return the part as JSON data."""
        raise NotImplementedError

    def visible_to(self, state: State, seat: int) -> object:
        """Return what a player may see of the part, as a hashable object; by default all of it.

        state: the state with this part.
        """
        return self.copy()

    def cards(self) -> list[int]:
        """Return the open cards that are only in this part."""
        return []


class State(Supply):
    """State of a game between two steps.

    order: seats in turn order.
    pending_steps: remaining steps of this round, current step first.
    pool: points of the remaining victory point chips; negative if reserve chips are used.
    goals: numbers of the goals in play.
    takeovers: whether takeovers are played.
    drafted: whether each player has a supply, and the common supply is empty.
    parts: data of rule modules by module name; in the JSON data they are next to the members of the
        state.
    used_up: numbers of used once-per-game powers.
    work: work limit.
    playing: names of the active modules, or None if no game is played on the state.

    `work` and `playing` are not part of the data.
    """

    def __init__(self, players: list[Player], source: State | None = None) -> None:
        """Create the state of a new game, or copy another one."""
        super().__init__(source)
        self.players = players
        if source is None:
            self.order: list[int] = list(range(len(players)))
            self.pending_steps: list[str] = [steps.SETUP]
            self.round = 0
            self.pool = 0
            self.shuffles = 0
            self.goals: list[int] = []
            self.takeovers = False
            self.drafted = False
            self.parts: dict[str, Part] = {}
            self.used_up: list[int] = []
            self.work = Work()
            self.playing: frozenset[str] | None = None
        else:
            self.order = source.order[:]
            self.pending_steps = source.pending_steps[:]
            self.round = source.round
            self.pool = source.pool
            self.shuffles = source.shuffles
            self.goals = source.goals[:]
            self.takeovers = source.takeovers
            self.drafted = source.drafted
            self.parts = {}
            for name, part in source.parts.items():
                self.parts[name] = part.copy()
            self.used_up = source.used_up[:]
            self.work = source.work.copy()
            self.playing = source.playing

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
            "shuffles": self.shuffles,
            "deck": self.deck,
            "discard": self.discard,
            "goals": self.goals,
            "takeovers": self.takeovers,
            "drafted": self.drafted,
            "players": [player.dump() for player in self.players],
            **({USED_UP: self.used_up} if self.used_up else {}),
            **{name: part.dump() for name, part in self.parts.items()},
        }

    def supply(self, player: Player) -> Supply:
        """Return the piles that a player draws from and discards to."""
        return player if self.drafted else self

    def digest(self) -> str:
        """Return the first 16 hexadecimal digits of the SHA-256 of the state as canonical JSON."""
        text = json.dumps(self.dump(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


USED_UP: Final = "used_up"
MEMBERS: Final = frozenset({*State([]).dump(), USED_UP})
"""Members that are in the data of every state; module names must differ."""
