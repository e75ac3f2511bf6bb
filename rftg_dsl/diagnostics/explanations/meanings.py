"""E3xx: powers that can be read, and say nothing that a game could do."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.explanations import Explanation, card_file, development, world

_VARIABLE: Final = "  - title: Ice League\n    development: 6\n    vp: "
_PRODUCES: Final = "    world: 2\n    produces: rare\n"
_MILITARY: Final = "    military world: 2\n"
_SCORING: Final = "    powers: |\n      score: 1 per development\n"

ENTRIES: Final = {
    "E301": Explanation(
        "an effect that does not belong to its phase",
        "Each phase uses only certain effects; the help names the phases for this one.",
        development("trade: military +1"),
        development("settle: military +1"),
    ),
    "E302": Explanation(
        "a cost that cannot be paid here",
        "In all phases except Trade, and at the start and end of a round, this card, cards from"
        " hand, goods and prestige can be given up. Changed rules, a defense and the cards an"
        " explore keeps have no cost, and no cost is 0. A takeover can cost this card or"
        " prestige, an additional placement at most one good, and costs paid while placing must"
        " have a fixed number and kind.",
        development("trade: may discard 1 card -> price +1"),
        development("consume: may discard 1 card -> draw 1"),
    ),
    "E303": Explanation(
        "a condition that cannot be used here",
        "The condition asks for something that is not known in this phase, or at set-up, when no"
        " card is there. Who has the most is checked at the moment of a gain: effects that are"
        " always in force, like Military, a cost, a price or a rule, take `if you have` only"
        " with cards.",
        development("consume: draw 1 if you produced the most rare goods"),
        development("produce: draw 1 if you produced the most rare goods"),
    ),
    "E304": Explanation(
        "a trigger that does not fit",
        "Each trigger belongs to certain phases: placing and paying to Develop and Settle,"
        " conquering and taking over to Settle, selling to Trade, consuming to Consume, producing"
        " to Produce. Only some effects can follow, and in Trade a gain follows a sale.",
        development("consume: after placing a development, draw 1"),
        development("develop: after placing a development, draw 1"),
    ),
    "E305": Explanation(
        "effects that cannot be combined",
        "Effects that work at different moments are separate powers. So are a change of cost and"
        " Military after a price, because each of them needs its own price. An effect that"
        " changes nothing a second time, like `good` or `sell it`, is written once.",
        development("settle: military +1, draw 1"),
        development("settle: military +1\nsettle: draw 1"),
    ),
    "E306": Explanation(
        "a cost that is set to a number",
        "A cost goes up or down by an amount with a sign. Only 0 is written without one: the"
        " card is free.",
        development("develop: may discard this -> cost 2"),
        development("develop: may discard this -> cost -2"),
    ),
    "E307": Explanation(
        "free cards for nothing",
        "`cost 0` makes a card free, so something must be given up for it.",
        development("develop: cost 0"),
        development("develop: may discard this -> cost 0"),
    ),
    "E308": Explanation(
        "`may` missing or not needed",
        "`may` is written before what the player can choose to give up or to do, and nowhere else.",
        development("settle: discard this -> military +3"),
        development("settle: may discard this -> military +3"),
    ),
    "E309": Explanation(
        "the wrong type of world",
        "`pay for`, `take over` and `conquer another` are about military worlds, `conquer` alone"
        " and `upgrade` about others: conquering a military world, or paying for another, needs"
        " no power. The word `military` or `non-military` makes this clear to the reader."
        " `military` counts only against military worlds.",
        world("settle: may pay for a world", _MILITARY),
        world("settle: may pay for a military world", _MILITARY),
    ),
    "E310": Explanation(
        "`each` missing or not needed",
        "`each` repeats the effects for each card, good or prestige given up. It is needed where"
        " their number is open, and has no meaning where nothing or only one thing is given up,"
        " or where the effect happens once: `cost 0`, a sale, a guess, the good of this world,"
        " saved cards.",
        development("consume: up to 2 goods -> 1 vp"),
        development("consume: up to 2 goods -> 1 vp each"),
    ),
    "E311": Explanation(
        "the wrong card for this effect",
        "Developments are placed in Develop, worlds in Settle. `other` excludes this card, which"
        " makes sense only among the cards of your tableau; `place` is about `another` world. A"
        " card named by its title must be of the type that is placed.",
        world("develop: cost -1 for gray worlds"),
        world("settle: cost -1 for gray worlds"),
    ),
    "E312": Explanation(
        "something that cannot be counted here",
        "Goods and kinds produced are counted in Produce; chips, prestige and Military at the"
        " moment of a gain, and in scoring, but never for an effect that lasts all through a"
        " phase. Nothing is counted by 0, and no goal needs 0. A changed rule, `cost 0` and what"
        " comes with another way to place a world cannot count anything.",
        development("consume: draw 1 per kind produced"),
        development("produce: draw 1 per kind produced"),
    ),
    "E313": Explanation(
        "an impossible sale or range",
        "One good is sold at a time. Of two numbers, the first is not greater than the second,"
        " and a cost that is guessed or anted is from 1 to 20, like the costs of cards.",
        development("consume: 2 goods -> sell it"),
        development("consume: 1 good -> sell it"),
    ),
    "E314": Explanation(
        "a gray good",
        "Gray worlds have no goods, so there are no gray goods.",
        development("trade: price +1 for gray goods"),
        development("trade: price +1 for rare goods"),
    ),
    "E315": Explanation(
        "an amount of nothing",
        "An effect with the amount 0 changes nothing.",
        development("explore: draw 0"),
        development("explore: draw 1"),
    ),
    "E316": Explanation(
        "an effect that needs another one",
        "`destroy it` is about the world that a `take over` of the same power took; `good on it`"
        " about the world that `after placing` or `after paying for` names.",
        world("settle: good on it\nproduce: good", _PRODUCES),
        world("settle: after placing a production world, good on it\nproduce: good", _PRODUCES),
    ),
    "E317": Explanation(
        "a number that a rule cannot have",
        "A start world keeps 0 to 6 of the six cards dealt, a hand limit is 1 to 99 cards, a"
        " tableau that ends the game has 2 to 99, and there are points for up to four kinds.",
        development("round end: hand limit 0"),
        development("round end: hand limit 1"),
    ),
    "E318": Explanation(
        "cards that cannot exist",
        "No card has all that the selector asks for: a world has one kind of good at a time and"
        " one way to get it, developments are not military, and military worlds have a defense and"
        " no cost. With `or` between two words, either will do.",
        development("settle: cost -1 for rare genes worlds"),
        card_file(
            "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n    windfall: rare\n"
            "    powers: |\n      settle: cost -1 for rare or genes worlds\n"
        ),
    ),
    "E319": Explanation(
        "something given up for a loss",
        "A player gives something up for a benefit. A higher cost or less Military is not worth"
        " a price. (Beside `pay for`, `conquer` and `take over` it is what the other way of"
        " placing a world costs.)",
        development("settle: may discard 1 card -> military -1"),
        development("settle: may discard 1 card -> military +1"),
    ),
    "E320": Explanation(
        "variable VP without scoring",
        "`vp: variable` means that `score:` lines count the points, but there are none.",
        card_file(f"{_VARIABLE}variable\n"),
        card_file(f"{_VARIABLE}variable\n{_SCORING}"),
    ),
    "E321": Explanation(
        "scoring with printed VP",
        "A card has either printed VP or lines that count them.",
        card_file(f"{_VARIABLE}2\n{_SCORING}"),
        card_file(f"{_VARIABLE}variable\n{_SCORING}"),
    ),
    "E322": Explanation(
        "a good that never comes",
        "`this world's good` is named on a card that never holds a good.",
        world("trade: price +1 for this world's good"),
        world("trade: price +1 for this world's good", "    world: 2\n    windfall: rare\n"),
    ),
    "E323": Explanation(
        "`produce: good` where nothing is produced",
        "`good` puts a good on a production world. A windfall world gets one by `windfall good`;"
        " other cards cannot have goods.",
        world("produce: good"),
        world("produce: good", _PRODUCES),
    ),
    "E324": Explanation(
        "a production world that never produces",
        "`produces:` says which kind; the power `produce: good` says that it happens.",
        world("produce: draw 1", _PRODUCES),
        world("produce: good, draw 1", _PRODUCES),
    ),
    "E325": Explanation(
        "`after producing here` where no good can come",
        "The card has no good of its own, so nothing is ever produced here.",
        world("produce: after producing here, draw 1"),
        world("produce: after producing here, draw 1", "    world: 2\n    windfall: rare\n"),
    ),
    "E327": Explanation(
        "the card's own placement, in the other phase",
        "`after placing this` comes when the card itself is placed: a development in Develop, a"
        " world in Settle.",
        world("develop: after placing this, draw 1"),
        world("settle: after placing this, draw 1"),
    ),
    "E326": Explanation(
        "saved cards that are never saved",
        "`draw saved cards` draws the cards under this card, but none of its powers puts any"
        " there.",
        development("produce: draw saved cards"),
        development("develop: save 1 card\nproduce: draw saved cards"),
    ),
}
