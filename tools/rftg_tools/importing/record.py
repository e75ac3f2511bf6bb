"""Games recorded by another engine in the format rftg-record/1: events, powers and chance.

Also the named exceptions: differences between these records and the rules, with reasons and
sources. docs/testing.md lists each of them with its place in the booklets; a test compares both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from rftg_engine.cards.bound import BoundPower
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import BoundPrice, Gain, single_kind
from rftg_engine.events import ACTION_BONUS
from rftg_engine.turns.gains import AnteCard, GainChips, GainPrestige, GuessCost
from rftg_engine.turns.goods_gains import SellGood

Event = dict[str, Any]

FORMAT: Final = "rftg-record/1"
MOVES: Final = frozenset(
    """start round actions phase draw good good-off good-moved good-taken reveal take to-discard
    discard place leave-tableau world-taken save take-saved saved-lost saved-moved take-discard
    reshuffle vp prestige goal-claim goal-lose takeover""".split()
)
"""Events that follow from the decisions and the supply; the states confirm them."""
STOPS: Final = frozenset({"choice", "state", "end"})


@dataclass(frozen=True, slots=True)
class Divergence(Exception):
    """The first difference between our game and a record."""

    kind: str
    event: int
    record: object
    ours: object


class Cursor:
    """The events of one game, read from the front."""

    def __init__(self, events: list[Event]) -> None:
        self.events = events
        self.position = 0

    def peek(self) -> Event:
        """Return the next choice, state or end, skipping moves.

        Raises Divergence at an event of an unknown type, or after the last event.
        """
        while self.position < len(self.events):
            event = self.events[self.position]
            if event["t"] in STOPS:
                return event
            if event["t"] not in MOVES:
                raise Divergence("unknown event", self.position, event["t"], None)
            self.position += 1
        raise Divergence("record is over", self.position, None, "the game goes on")

    def late_actions(self) -> dict[int, Any]:
        """Return, by player, the actions chosen after all others in this round."""
        actions = {}
        for event in self.events[self.position :]:
            if event["t"] in ("phase", "state"):
                break
            if event["t"] == "choice" and event["options"]["args"].get("mode") == "after-others":
                actions[event["p"]] = event["answer"]
        return actions

    def take(self) -> Event:
        """Return the next choice, state or end, and move on."""
        event = self.peek()
        self.position += 1
        return event


ROUND_LIMIT: Final = "round limit"
"""The recording engine ends a game after 30 rounds.

base rulebook, Game End: there is no such end.
"""
USELESS_POWER: Final = "power offered that has no use"
"""The record offers optional powers that cannot change a payment, or offers nothing else.

base rulebook, Settle: they do nothing there.
"""
POWER_NAMED_IN_VAIN: Final = "power named for nothing is used up"
"""In the record, a power that takes any number of hand cards is used up even with no card.

arc 1 booklet, Discard for Temporary Military: the power gives military only for discarded cards.
"""
IN_VAIN: Final = "power of produce offered that brings nothing"
"""The record asks for a hand card to produce with although no world can take the good, or which
power is next although at most one has an effect.

arc 1 booklet, Discard to Produce Windfall: the good goes on a world that has none.
"""
CHANGED_ACTION: Final = "first action taken back"
"""A player who chooses last changes the first action, or adds prestige to it.

arc 1 booklet, See Other Players' Actions: only the second action is chosen late.
"""
NO_HOPE: Final = "takeover offered without hope"
"""The record offers a takeover that lacks military, by counting a power that lowers the defense.

arc 1 booklet, Conquer Non-military World: such a power cannot be combined with takeovers. If the
takeover is declared, the comparison of the game ends.
"""
HOPELESS: Final = "takeover without hope left out"
"""The record does not offer a takeover if the attacker has too little military.

arc 1 booklet, Resolving Takeovers: military is compared later, and a declared takeover may fail.
"""
MOST_GOALS: Final = "most goal as of its last phase"
"""The record awards and scores "most" goals by the amounts at the end of their own phases.

Between those phases it checks only the holder, who may lose the tile immediately.

arc 1 booklet, Goals: they can change hands at the end of any phase; at the end of the game, the
final amounts count.
"""
FIXED_KIND: Final = "world of any kind not counted for a goal"
"""For a goal, the record counts the holder's world of any kind as the kind chosen for it.

This lasts until the end of the goal's next own phase.

arc 1 booklet, Multi-Kind World Attribute: its owner can change its kind at any time.
"""
POSITIVE_MILITARY: Final = "positive military subtracted"
"""The record subtracts points for positive military if a card scores negative military.

arc 1 booklet, 6-cost Developments: negative Military counts as positive points, and no more.
"""

WITHHELD_GOOD: Final = "good withheld from a power"
"""A power that consumes the good of its own world is used without it.

base rulebook, Consume: powers are used fully, if possible.
"""
TWO_WAYS: Final = "two ways to conquer one world"
"""Two powers to conquer a non-military world are discarded for the same world.

arc 1 booklet, Conquer Non-military World: each is an action of its own.
"""
SECOND_WORLD: Final = "second world before the first one"
"""The record lets a player place a world while a declared takeover is unresolved.

arc 1 booklet, Settle a Second World: it is placed after fully resolving the first one. If such a
power is used, the comparison of the game ends.
"""
EARLY_PRESTIGE: Final = "prestige spent on the card that brought it"
"""A payment spends the prestige that the world being paid for brings.

arc 1 booklet, Adding The Brink of War: it can be used after paying for the card.
"""
KEPT_GOOD: Final = "good kept that was spent in defense"
"""The record counts the military of a good spent in defense but keeps the good.

arc 1 booklet, Resolving Takeovers: the defender uses these powers, so the good is discarded.
"""

NAMED: Final = (
    ROUND_LIMIT,
    USELESS_POWER,
    POWER_NAMED_IN_VAIN,
    IN_VAIN,
    CHANGED_ACTION,
    NO_HOPE,
    HOPELESS,
    SECOND_WORLD,
    MOST_GOALS,
    FIXED_KIND,
    POSITIVE_MILITARY,
)
"""Exceptions after which the comparison continues."""

DEPARTURES: Final = (WITHHELD_GOOD, TWO_WAYS, EARLY_PRESTIGE, KEPT_GOOD)
"""Exceptions that change the rest of the game, so the comparison ends."""


class Departure(Exception):
    """Raised at a named exception after which a record cannot be followed."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


GOODS: Final = ("any", "novelty", "rare", "gene", "alien")
"""The record's names for kinds of goods, by our number."""

PowerKey = tuple[str, tuple[str, ...], int]
"""Title, sorted codes and amount, which identify a power of a card."""

TRADE_BONUS: Final[PowerKey] = ("", ("prestige-trade-bonus",), 0)


def key_of_record(power: dict[str, Any]) -> PowerKey:
    """Return the key of a recorded power."""
    if power["card"] is None:
        return "", (power["bonus"],), 0
    recorded = power["power"]
    return power["card"], tuple(sorted(recorded["codes"])), recorded["value"]


def key_of_number(table: Table, number: int) -> PowerKey:
    """Return the key of our power with a number."""
    if number == ACTION_BONUS:
        return TRADE_BONUS
    return key_of_power(table, table.power_list[number])


def key_of_power(table: Table, power: BoundPower) -> PowerKey:
    """Return the key of one of our powers."""
    codes = _gain_codes(power)
    if "trade-action" not in codes:
        codes += _price_codes(power.price, table.kind[power.card])
    return table.titles[power.card], tuple(sorted(codes)), _value(power)


def _price_codes(price: BoundPrice | None, here: int) -> list[str]:
    if price is None:
        return []
    if price.more:
        kinds = [f"consume-{GOODS[single_kind(part.goods.kinds)]}" for part in (price, *price.more)]
        return [*kinds, "consume-two"]
    two = ["consume-two"] if price.count == 2 and not price.up_to else []
    if price.what == "cards":
        return ["discard-hand", *two]
    if price.what == "prestige":
        return ["consume-prestige"]
    if price.different:
        return ["consume-n-diff"] if price.up_to else [f"consume-{price.count}-diff"]
    if price.count < 0:
        return ["consume-all"]
    if price.here:
        return ["consume-this", f"consume-{GOODS[here]}"]
    return [f"consume-{GOODS[single_kind(price.goods.kinds)]}", *two]


def _gain_codes(power: BoundPower) -> list[str]:
    codes = []
    for gain in power.gains:
        if isinstance(gain, SellGood):
            return ["trade-action"] + (["trade-no-bonus"] if gain.plain else [])
        if type(gain) in _GAMBLES:
            codes.append(_GAMBLES[type(gain)])
        elif isinstance(gain, GainChips):
            codes.append("get-vp" if power.price else "vp")
        elif isinstance(gain, GainPrestige):
            codes.append("get-prestige")
        elif power.price is None:
            codes.append("draw")
        else:
            codes.append({1: "get-card", 2: "get-2-card", 3: "get-3-card"}[gain.amount])
    return codes


_GAMBLES: Final[dict[type[Gain], str]] = {GuessCost: "draw-lucky", AnteCard: "ante-card"}


def _value(power: BoundPower) -> int:
    """Return the record's value: chips or prestige, cards if nothing is spent; otherwise 1."""
    if any(isinstance(gain, SellGood | GuessCost) for gain in power.gains):
        return 0
    for points_of in (GainChips, GainPrestige):
        points = [gain.amount for gain in power.gains if isinstance(gain, points_of)]
        if points:
            return points[0]
    return 1 if power.price else power.gains[0].amount


TAKEN_FROM_SUPPLY = frozenset({"draw", "good", "reveal"})

Order = list[tuple[int, str]]
"""Numbers of events, and the names of the items that they take."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """One shuffle: names by item, the recorded order, and whether items are drawn from the end."""

    names: Sequence[str]
    order: Order
    from_the_end: bool


class ScriptedChance:
    """Shuffles that follow the record: goals, start worlds, then each supply in turn.

    orders: the shuffles so far.
    """

    def __init__(self, table: Table, game: dict[str, Any]) -> None:
        events: list[Event] = game["events"]
        self.orders: list[list[int]] = []
        self._titles = table.titles
        self._shuffles = [
            *_goals(table, game),
            *_start_worlds(table, game["players"], events),
            *(Shuffle(table.titles, supply, True) for supply in _supplies(table, game)),
        ]

    def shuffle(self, items: list[int], nth: int) -> list[int]:
        """Return the items in the recorded order (a supply is drawn from the end).

        Raises Divergence if the record names an item that is not there.
        """
        plan = self._shuffles[nth] if nth < len(self._shuffles) else Shuffle(self._titles, [], True)
        copies: dict[str, list[int]] = defaultdict(list)
        for item in sorted(items, reverse=True):
            copies[plan.names[item]].append(item)
        ordered = []
        for number, name in plan.order:
            if not copies[name]:
                raise Divergence("supply", number, name, "not there")
            ordered.append(copies[name].pop())
        rest = [item for left in copies.values() for item in left]
        self.orders.append(rest + ordered[::-1] if plan.from_the_end else ordered + rest)
        return self.orders[-1][:]


def _goals(table: Table, game: dict[str, Any]) -> list[Shuffle]:
    if not game["goals"]:
        return []
    names = [goal.title for goal in table.goals]
    most = {goal.title for goal in table.goals if goal.most}
    tiles = [(0, str(tile)) for tile in game["goal_tiles"]]
    return [
        Shuffle(names, [tile for tile in tiles if (tile[1] in most) == is_most], False)
        for is_most in (False, True)
    ]


def _start_worlds(table: Table, players: int, events: list[Event]) -> list[Shuffle]:
    """Return the start worlds offered to each seat: one, or a red and a blue one."""
    offered = {
        event["p"]: [(number, str(world)) for world in event["offered"]]
        for number, event in enumerate(events)
        if event["t"] == "start"
    }
    if "start world choice" not in table.modules:
        return [Shuffle(table.titles, [offered[seat][0] for seat in range(players)], False)]
    colours = {table.titles[world]: table.colour(world) for world in table.start_worlds}
    return [
        Shuffle(
            table.titles,
            [
                world
                for seat in range(players)
                for world in offered[seat]
                if colours.get(world[1]) == colour
            ],
            False,
        )
        for colour in ("red", "blue")
    ]


def _supplies(table: Table, game: dict[str, Any]) -> list[Order]:
    """Return the draws from each supply, those of the set-up in the order in which we deal.

    Hands are dealt by seat because the start worlds decide who is first.
    """
    goods_first = "start world choice" not in table.modules
    first = game.get("first", 0)

    def dealing_order(item: tuple[int, Event]) -> tuple[bool, int]:
        is_good, seat = item[1]["t"] == "good", item[1]["p"]
        in_turn_order = goods_first or is_good
        turn = (seat - first) % game["players"]
        return is_good != goods_first, turn if in_turn_order else seat

    supplies: list[Order] = [[]]
    setup: list[tuple[int, Event]] = []
    in_setup = True
    for number, event in enumerate(game["events"]):
        if event["t"] == "state" and in_setup:
            in_setup = False
            setup.sort(key=dealing_order)
            supplies[-1] += [(place, drawn["card"]) for place, drawn in setup]
        elif event["t"] == "reshuffle":
            supplies.append([])
        elif event["t"] in TAKEN_FROM_SUPPLY and event["card"] is not None:
            if in_setup:
                setup.append((number, event))
            else:
                supplies[-1].append((number, event["card"]))
    return supplies
