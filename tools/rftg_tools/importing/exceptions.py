"""Every named exception: where a record and the rules part, why, and where the rules say so.

Each name is in docs/testing.md too, with its place in the booklets; a test holds both together.
"""

from __future__ import annotations

from typing import Final

ROUND_LIMIT: Final = "round limit"
"""The recording engine ends a game after 30 rounds.

base rulebook, Game End: there is no such end.
"""
USELESS_POWER: Final = "power offered that has no use"
"""The record offers optional powers that cannot change a payment, or asks for one of them alone.

base rulebook, Settle: they do nothing there.
"""
IDLE_POWER: Final = "power named for nothing is used up"
"""A power that takes up to some hand cards, named with none of them, is used up in the record.

arc 1 booklet, Discard for Temporary Military: the power gives its military for the cards only.
"""
IN_VAIN: Final = "power of produce offered that brings nothing"
"""The record asks for a hand card to produce with where no world can take the good, or which power
is next where all but one bring nothing.

arc 1 booklet, Discard to Produce Windfall: the good goes on a world that has none.
"""
CHANGED_ACTION: Final = "first action taken back"
"""A player who chooses last goes back on the action committed first, or gives it prestige.

arc 1 booklet, See Other Players' Actions: only the second action is chosen late.
"""
NO_HOPE: Final = "takeover offered without hope"
"""The record offers a takeover that lacks military, by counting a power that lowers the defense.

arc 1 booklet, Conquer Non-military World: such a power cannot be combined with takeovers. If the
takeover is declared, the comparison of the game ends.
"""
HOPELESS: Final = "takeover without hope left out"
"""The record does not offer a takeover for which the attacker has too little military.

arc 1 booklet, Resolving Takeovers: military is compared there, and a declared takeover may fail.
"""
MOST_GOALS: Final = "most goal as of its last phase"
"""The record moves and counts "most" goals by the amounts at the end of their own phases.

Between those phases it looks at the holder alone, who may lose the tile at once.

arc 1 booklet, Goals: they can change hands at the end of any phase, and count as things are
at the end of the game.
"""
FIXED_KIND: Final = "world of any kind not counted for a goal"
"""The record counts a holder's world of any kind for a goal as the kind it has been given.

That lasts until the end of the goal's next own phase.

arc 1 booklet, Multi-Kind World Attribute: its owner can change its kind at any time.
"""
POSITIVE_MILITARY: Final = "positive military subtracted"
"""The record takes points off for positive military where negative military scores.

arc 1 booklet, 6-cost Developments: negative Military counts as positive points, and no more.
"""

WITHHELD_GOOD: Final = "good withheld from a power"
"""A power that takes the good of its own world is used without it.

base rulebook, Consume: powers are used fully, if possible.
"""
TWO_WAYS: Final = "two ways to conquer one world"
"""Two powers to conquer a non-military world are given up for the same one.

arc 1 booklet, Conquer Non-military World: each is an action of its own.
"""
SECOND_WORLD: Final = "second world before the first one"
"""The record lets a player place a world after a takeover that has only been declared.

arc 1 booklet, Settle a Second World: it is placed after fully resolving the first one. If such a
power is used, the comparison of the game ends.
"""
EARLY_PRESTIGE: Final = "prestige spent on the card that brought it"
"""The prestige of the world being paid for is spent on its payment.

arc 1 booklet, Adding The Brink of War: it can be used after paying for the card.
"""
KEPT_GOOD: Final = "good kept that was spent in defense"
"""The record counts the military of a good spent in defense and leaves the good where it is.

arc 1 booklet, Resolving Takeovers: the defender uses these powers, so the good is discarded.
"""

NAMED: Final = (
    ROUND_LIMIT,
    USELESS_POWER,
    IDLE_POWER,
    IN_VAIN,
    CHANGED_ACTION,
    NO_HOPE,
    HOPELESS,
    SECOND_WORLD,
    MOST_GOALS,
    FIXED_KIND,
    POSITIVE_MILITARY,
)
"""After these the comparison goes on."""

DEPARTURES: Final = (WITHHELD_GOOD, TWO_WAYS, EARLY_PRESTIGE, KEPT_GOOD)
"""After these the rest of the game is another game, so its comparison ends."""


class Departure(Exception):
    """The record does what the rules forbid, so it cannot be followed further.

    name: of the exception.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name
