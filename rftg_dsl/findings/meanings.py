"""E3xx: powers that can be read, and say nothing that a game could do."""

from __future__ import annotations

from typing import Final

from rftg_dsl.findings.entry import Entry, card_file, development, world

_VARIABLE: Final = "  - title: Ice League\n    development: 6\n    vp: "
_PRODUCES: Final = "    world: 2\n    produces: rare\n"
_MILITARY: Final = "    military world: 2\n"
_SCORING: Final = "    powers: |\n      score: 1 per development\n"

ENTRIES: Final = {
    "E301": Entry(
        "an effect that its phase has no use for",
        "Each phase uses some effects only; the help names the phases for this one.",
        development("trade: military +1"),
        development("settle: military +1"),
    ),
    "E302": Entry(
        "a cost that cannot be paid here",
        "What can be given up depends on the phase: this card in Develop and Settle, goods in"
        " Consume, hand cards in Consume and Produce.",
        development("develop: may discard 1 card -> cost -1"),
        development("develop: may discard this -> cost -1"),
    ),
    "E303": Entry(
        "a condition that cannot be used here",
        "The condition asks for something that is not known in this phase, or the effect takes no"
        " condition.",
        development("consume: draw 1 if you produced the most rare goods"),
        development("produce: draw 1 if you produced the most rare goods"),
    ),
    "E304": Entry(
        "a trigger that does not fit",
        "`after placing` belongs to Develop and Settle, `after producing here` to Produce, and"
        " only some effects can follow them.",
        development("consume: after placing a development, draw 1"),
        development("develop: after placing a development, draw 1"),
    ),
    "E305": Entry(
        "effects that cannot be combined",
        "Effects that work at different moments are powers of their own.",
        development("settle: military +1, draw 1"),
        development("settle: military +1\nsettle: draw 1"),
    ),
    "E306": Entry(
        "a cost that is set to a number",
        "A cost goes up or down by an amount, with a sign. Only 0 stands alone: the card is free.",
        development("develop: may discard this -> cost 2"),
        development("develop: may discard this -> cost -2"),
    ),
    "E307": Entry(
        "free cards for nothing",
        "`cost 0` makes a card free, so something is given up for it.",
        development("develop: cost 0"),
        development("develop: may discard this -> cost 0"),
    ),
    "E308": Entry(
        "`may` missing or too much",
        "`may` stands before what the player can choose to give up or to do, and nowhere else.",
        development("settle: discard this -> military +3"),
        development("settle: may discard this -> military +3"),
    ),
    "E309": Entry(
        "paying for a world that is not conquered",
        "`pay for` places a military world by payment; others are paid for anyway.",
        world("settle: may pay for a world", _MILITARY),
        world("settle: may pay for a military world", _MILITARY),
    ),
    "E310": Entry(
        "`each` missing or too much",
        "`each` repeats the effects for each card or good given up. It is needed where their"
        " number is open, and has no meaning where none is given up.",
        development("consume: up to 2 goods -> 1 vp"),
        development("consume: up to 2 goods -> 1 vp each"),
    ),
    "E311": Entry(
        "a card that cannot be meant",
        "In Develop developments are placed, in Settle worlds; `other` leaves out this card, which"
        " is in the tableau already.",
        world("develop: cost -1 for worlds"),
        world("settle: cost -1 for worlds"),
    ),
    "E312": Entry(
        "something that cannot be counted here",
        "Goods and kinds produced are counted in Produce, chips and total military in scoring; and"
        " nothing is counted by 0.",
        development("consume: draw 1 per kind produced"),
        development("produce: draw 1 per kind produced"),
    ),
    "E313": Entry(
        "a sale or a guess that cannot be done",
        "One good is sold at a time; the numbers to guess from go up and start at 1 or more.",
        development("consume: 2 goods -> sell it"),
        development("consume: 1 good -> sell it"),
    ),
    "E314": Entry(
        "a gray good",
        "Gray worlds have no good, so no good is gray.",
        development("trade: price +1 for gray goods"),
        development("trade: price +1 for rare goods"),
    ),
    "E315": Entry(
        "an amount of nothing",
        "An effect with the amount 0 changes nothing.",
        development("explore: draw 0"),
        development("explore: draw 1"),
    ),
    "E320": Entry(
        "variable VP without scoring",
        "`vp: variable` says that `score:` lines count the points, and there are none.",
        card_file(f"{_VARIABLE}variable\n"),
        card_file(f"{_VARIABLE}variable\n{_SCORING}"),
    ),
    "E321": Entry(
        "scoring with printed VP",
        "A card has its VP printed, or lines that count them.",
        card_file(f"{_VARIABLE}2\n{_SCORING}"),
        card_file(f"{_VARIABLE}variable\n{_SCORING}"),
    ),
    "E322": Entry(
        "a good that is never there",
        "`this world's good` is named on a card that never holds a good.",
        world("trade: price +1 for this world's good"),
        world("trade: price +1 for this world's good", "    world: 2\n    windfall: rare\n"),
    ),
    "E323": Entry(
        "`produce: good` where nothing is produced",
        "`good` puts a good on a production world. A windfall world gets one by"
        " `windfall good`, and other cards by nothing.",
        world("produce: good"),
        world("produce: good", _PRODUCES),
    ),
    "E324": Entry(
        "a production world that never produces",
        "`produces:` says which kind; the power `produce: good` says that it happens.",
        world("produce: draw 1", _PRODUCES),
        world("produce: good, draw 1", _PRODUCES),
    ),
    "E325": Entry(
        "`after producing here` where no good can come",
        "The card has no good of its own, so nothing is ever produced here.",
        world("produce: after producing here, draw 1"),
        world("produce: after producing here, draw 1", "    world: 2\n    windfall: rare\n"),
    ),
}
