"""E3xx: powers that can be read, and say nothing that a game could do."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.explanations.entry import Entry, card_file, development, world

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
        "In the phases but Trade, and at the start and end of a round, this card, cards from hand,"
        " goods and prestige can be given up. What changes the rules, a defense and what an explore"
        " keeps take no cost, and nothing costs 0. For a"
        " takeover this card or prestige is given up, for one more placement no more than one good,"
        " and while placing nothing that leaves its number or kinds open.",
        development("trade: may discard 1 card -> price +1"),
        development("consume: may discard 1 card -> draw 1"),
    ),
    "E303": Entry(
        "a condition that cannot be used here",
        "The condition asks for something that is not known in this phase, or at set-up, when no"
        " card is there. Who has the most is looked up when something is got: what is in force,"
        " like Military, a cost, a price or a rule, takes `if you have` about cards alone.",
        development("consume: draw 1 if you produced the most rare goods"),
        development("produce: draw 1 if you produced the most rare goods"),
    ),
    "E304": Entry(
        "a trigger that does not fit",
        "`after placing` and `after paying for` belong to Develop and Settle, `after producing"
        " here` to Produce, and only some effects can follow them.",
        development("consume: after placing a development, draw 1"),
        development("develop: after placing a development, draw 1"),
    ),
    "E305": Entry(
        "effects that cannot be combined",
        "Effects that work at different moments are powers of their own. Changes of a cost and"
        " Military behind a price are, too, as each of them takes the price. And what changes"
        " nothing a second time, like `good` or `sell it`, stands once.",
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
        "the wrong sort of world",
        "`pay for`, `take over` and `conquer another` are about military worlds, `conquer` alone"
        " and `upgrade` about others: what a world is anyway needs no power. The word `military`"
        " or `non-military` says which, for the reader too. `military` counts only against military"
        " worlds.",
        world("settle: may pay for a world", _MILITARY),
        world("settle: may pay for a military world", _MILITARY),
    ),
    "E310": Entry(
        "`each` missing or too much",
        "`each` repeats the effects for each card, good or prestige given up. It is needed where"
        " their number is open, and has no meaning where none or only one is given up, or where the"
        " effect comes once: `cost 0`, a sale, a guess, the good of this world, saved cards.",
        development("consume: up to 2 goods -> 1 vp"),
        development("consume: up to 2 goods -> 1 vp each"),
    ),
    "E311": Entry(
        "a card that cannot be meant",
        "In Develop developments are placed, in Settle worlds. `other` leaves out this card, which"
        " can only be meant among cards of the own tableau; `place` is about `another` world. A"
        " card named by its title is of the type that is placed.",
        world("develop: cost -1 for gray worlds"),
        world("settle: cost -1 for gray worlds"),
    ),
    "E312": Entry(
        "something that cannot be counted here",
        "Goods and kinds produced are counted in Produce; chips, prestige and Military when"
        " something is got, and in scoring, and never for what is in force all through a phase;"
        " nothing is counted by 0, nor needed for a goal. A change of the rules, `cost 0` and what"
        " comes with another way to place a world count nothing.",
        development("consume: draw 1 per kind produced"),
        development("produce: draw 1 per kind produced"),
    ),
    "E313": Entry(
        "a sale or a range that cannot be",
        "One good is sold at a time. Of two numbers, the first is not above the second, and a cost"
        " that is named or anted is from 1 to 20, as costs of cards are.",
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
    "E316": Entry(
        "an effect without the one it belongs to",
        "`destroy it` is about the world that a `take over` of the same power took; `good on it`"
        " about the world that `after placing` or `after paying for` names.",
        world("settle: good on it\nproduce: good", _PRODUCES),
        world("settle: after placing a production world, good on it\nproduce: good", _PRODUCES),
    ),
    "E317": Entry(
        "a number that a rule cannot have",
        "A start world keeps 0 to 6 of the six cards dealt, a hand limit is 1 to 99 cards, a"
        " tableau that ends the game has 2 to 99, and there are points for up to four kinds.",
        development("round end: hand limit 0"),
        development("round end: hand limit 1"),
    ),
    "E318": Entry(
        "cards that cannot be",
        "No card has all that the selector asks for: a world has one kind of good at a time and"
        " one way to get it, developments are not military, and military worlds have a defense and"
        " no cost. With `or` between two words, either will do.",
        development("settle: cost -1 for rare genes worlds"),
        card_file(
            "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n    windfall: rare\n"
            "    powers: |\n      settle: cost -1 for rare or genes worlds\n"
        ),
    ),
    "E319": Entry(
        "something given up for a loss",
        "A player gives something up to be better off. A higher cost, or less Military, is not"
        " worth a price. (Beside `pay for`, `conquer` and `take over` it is what the other way to"
        " get a world costs.)",
        development("settle: may discard 1 card -> military -1"),
        development("settle: may discard 1 card -> military +1"),
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
    "E326": Entry(
        "saved cards that are never saved",
        "`draw saved cards` draws the cards under this card, and no power of it puts any there.",
        development("produce: draw saved cards"),
        development("develop: save 1 card\nproduce: draw saved cards"),
    ),
}
