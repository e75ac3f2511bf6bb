"""The state of a game of Race: plain data, so that it can be copied, compared, hashed and saved.

Cards are numbers (see table.py); a player's `powers` are derived from the tableau and
are no part of the digest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final

from mypy_extensions import mypyc_attr

from gamekit.work import Work
from rftg_engine import steps
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table

FORMAT: Final = "rftg-state/1"


@mypyc_attr(acyclic=True)
class Supply:
    """A draw pile, its top at the end, and a discard pile."""

    def __init__(self, of: Supply | None = None) -> None:
        self.deck: list[int] = [] if of is None else of.deck[:]
        self.discard: list[int] = [] if of is None else of.discard[:]


@mypyc_attr(acyclic=True)
class Player(Supply):
    """What one player has; the piles are empty but in a drafted game.

    seat: the player's number, which is no part of the data.
    goods: the world a good lies on -> the face-down card it is. saved: a card -> cards under it.
    tokens: how many by class, none of which is 0.
    fresh_prestige: prestige came in this round and nobody has taken the lead since.
    special_used: the once-a-game prestige/search card is used up. goals: tiles and chips, by
    number of the goal. discarded: cards given up at the last hand limit. began: the powers of the
    tableau as the present step began.
    """

    def __init__(self, seat: int, powers: Powers, of: Player | None = None) -> None:
        """Begin with nothing, or with a copy of what another one has."""
        super().__init__(of)
        self.seat: Final = seat
        self.powers = powers
        if of is None:
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
            self.began = powers
        else:
            self.hand = of.hand[:]
            self.tableau = of.tableau[:]
            self.goods = of.goods.copy() if of.goods else {}
            self.saved = {}
            for world, cards in of.saved.items():
                self.saved[world] = cards[:]
            self.vp = of.vp
            self.prestige = of.prestige
            self.tokens = of.tokens.copy() if of.tokens else {}
            self.fresh_prestige = of.fresh_prestige
            self.special_used = of.special_used
            self.goals = of.goals[:]
            self.discarded = of.discarded
            self.actions = of.actions[:]
            self.start_world = of.start_world
            self.began = of.began

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
    """What a module of rules keeps of a game: data alone, like the state that it is a part of."""

    def copy(self) -> Part:
        """Return an independent copy."""
        raise NotImplementedError

    def dump(self) -> Any:
        """Return the part as JSON data; `RuleModule.load` is its inverse."""
        raise NotImplementedError

    def visible_to(self, state: State, seat: int) -> object:
        """Return what a player may see of it: something that can be hashed and compared.

        state: the one that it is a part of.
        """
        raise NotImplementedError

    def cards(self) -> list[int]:
        """Return the cards that lie with the module and nowhere else, open to all."""
        return []


LOADERS: Final[dict[str, Callable[[Any], Part]]] = {}
"""What makes the part of a module of the data that it gave, by the name of the module."""


class State(Supply):
    """A whole game at one moment between two steps.

    order: players in turn order. todo: the steps still to come in this round, the present one
    first. pool: victory point chips left, in points; negative when the reserve chips are in use.
    goals: numbers of the tiles in play. takeovers: whether they are played.
    drafted: each player has a supply of his own, and the common one is empty.
    parts: what modules of rules keep, by the names of these; in the data each stands beside the
    members of the state. used_up: powers used that can be used once in a game, by their numbers in
    Table.power_list.
    work: the steps of work that this game may still take. playing: the names of the modules
    that are in play, None before a game is played on it. Both are no part of its data.
    """

    def __init__(self, players: list[Player], of: State | None = None) -> None:
        """Begin a game of these players, or go on with a copy of another one."""
        super().__init__(of)
        self.players = players
        if of is None:
            self.order: list[int] = list(range(len(players)))
            self.todo: list[str] = [steps.SETUP]
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
            self.order = of.order[:]
            self.todo = of.todo[:]
            self.round = of.round
            self.pool = of.pool
            self.shuffles = of.shuffles
            self.goals = of.goals[:]
            self.takeovers = of.takeovers
            self.drafted = of.drafted
            self.parts = {}
            for name, part in of.parts.items():
                self.parts[name] = part.copy()
            self.used_up = of.used_up[:]
            self.work = of.work.copy()
            self.playing = of.playing

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
"""What every state has in its data; the name of a part is none of these."""


def load(data: dict[str, Any], table: Table) -> State:
    """Return the state that `State.dump` gave. Raise ValueError when it is of another format."""
    if data.get("format") != FORMAT:
        raise ValueError(f"this is no {FORMAT}: format is {data.get('format')!r}")
    state = State([_load_player(seat, saved, table) for seat, saved in enumerate(data["players"])])
    state.order = list(data["order"])
    state.todo = list(data["todo"])
    state.round, state.pool, state.shuffles = data["round"], data["pool"], data["shuffles"]
    state.deck, state.discard = list(data["deck"]), list(data["discard"])
    state.goals = list(data["goals"])
    state.takeovers, state.drafted = data["takeovers"], data["drafted"]
    state.used_up = list(data.get(USED_UP, ()))
    for name, part in data.items():
        if name not in MEMBERS:
            state.parts[name] = LOADERS[name](part)
    return state


def _load_player(seat: int, saved: dict[str, Any], table: Table) -> Player:
    player = Player(seat, table.powers(saved["tableau"]))
    player.deck, player.discard = list(saved["deck"]), list(saved["discard"])
    player.hand = list(saved["hand"])
    player.tableau = list(saved["tableau"])
    player.goods = dict(saved["goods"])
    player.saved = {world: list(cards) for world, cards in saved["saved"]}
    player.vp = saved["vp"]
    player.prestige = saved["prestige"]
    player.tokens = dict(saved.get("tokens", {}))
    player.fresh_prestige = saved["fresh_prestige"]
    player.special_used = saved["special_used"]
    player.goals = list(saved["goals"])
    player.discarded = saved["discarded"]
    player.actions = list(saved["actions"])
    player.start_world = saved["start_world"]
    return player
