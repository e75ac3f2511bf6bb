"""Explanations of W52x and W6xx: powers that hardly anybody means, and design lints."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.explanations import Explanation, card_file, development, world

_REBEL: Final = "    world: 2\n    keywords: [rebel]\n"
_REBELS: Final = "keywords: [rebel]\n"
_FORT: Final = "  - title: Fort\n    military world: 2\n    vp: 1\n    powers: |\n      "

_ICE_CARD: Final = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"


def _goal(text: str) -> str:
    return f"modules: [goals]\ngoals:\n  - {{title: Riches, first: {text}, after: [consume]}}\n"


_YARD: Final = "  - title: Fleet Yard\n    development: 2\n    vp: 1\n    powers: |\n      "
_FIELD: Final = (
    "  - title: Ice Mine\n    world: 2\n    vp: 2\n    windfall: rare\n"
    "    powers: |\n      explore: draw 1\n"
    "  - title: Snow Field\n    world: 2\n    vp: 1\n    windfall: rare\n"
)
_DEEP_MINE: Final = "  - title: Deep Mine\n    world: 1\n    vp: 4\n    windfall: alien\n"
_GUILD: Final = (
    "  - title: Snow Field\n    world: 2\n    vp: 2\n    keywords: [ice]\n"
    "  - title: Snow Office\n    development: 2\n    vp: 2\n"
    "  - title: Ice Guild\n    development: 6\n    vp: variable\n    keywords: [ice]\n"
    "    powers: |\n      score: 2 per other ice card\n"
)
_ICE_HEAD: Final = "keywords: [ice]\n"
_ROBOT: Final = "    keywords: [robot]\n"
_ROBOTS: Final = (
    "  - title: Robot Moon\n    world: 2\n    vp: 1\n    keywords: [robot]\n"
    "  - title: Robot Mine\n    world: 3\n    vp: 2\n"
)
_CHARTER: Final = "  - title: Robot Charter\n    development: 2\n    vp: 1\n    powers: |\n"
_POWER: Final = "      settle: cost -1 for robot worlds\n"
_ROBOT_HEAD: Final = "keywords: [robot]\n"
_HUB_POWERS: Final = (
    "settle: military +2 against genes or alien military worlds if you have a rare world",
    "settle: may discard this -> conquer a non-military windfall world, defense -2",
    "settle: may pay for a non-alien military world of defense 2 to 5, cost -1",
    "consume: guess a cost from 1 to 7",
    "produce: draw 2 if you produced the most genes goods",
    "round end: draw others' discards",
)
_ICE: Final = "  - title: Ice Harvester\n    world: 2\n    vp: 1\n"
_TWIN: Final = "  - title: Ice Harvesters\n    world: 3\n    vp: 2\n"
_MINE: Final = "  - title: Ice Mine\n    world: 2\n    vp: 1\n    windfall: rare\n"
_BAR: Final = "  - title: Ice Bar\n    world: 2\n    vp: 1\n    powers: |\n      "
_WORLDS: Final = (
    "  - title: Ice Mine\n    world: 3\n    vp: 2\n    windfall: rare\n"
    "  - title: Snow Field\n    world: 2\n    vp: 2\n"
)
_NARROW_HALL: Final = (
    "  - title: Miners' Hall\n    development: 6\n    vp: variable\n    powers: |\n"
)
_WIDE: Final = "      score: 1 per world\n"
_NARROW: Final = "      score: 2 per rare world\n"
_RICH_HALL: Final = (
    "  - title: Miners' Hall\n    development: 6\n    vp: variable\n"
    "    powers: |\n      score: 4 per world\n"
)
_BASE_HEAD: Final = "requires: [base]\n"


def _hub(powers: tuple[str, ...]) -> str:
    text = "".join(f"      {power}\n" for power in powers)
    return card_file(
        f"  - title: Hub\n    development: 6\n    vp: variable\n    powers: |\n{text}"
        "      score: 1 per world\n"
        "  - title: Moon\n    world: 2\n    vp: 1\n    windfall: rare\n"
        "  - title: Hive\n    military world: 3\n    vp: 2\n    windfall: genes\n"
    )


def _cards(first: str, key: str, number: int, more: str) -> str:
    """Return example cards, one a line, costs 1, 2, 3 and so on."""
    return "".join(
        f"  - {{title: {first} {chr(65 + at) * 3}, {key}: {1 + at % 4}, vp: {1 + at % 4}{more}}}\n"
        for at in range(number)
    )


ENTRIES: Final = {
    "W520": Explanation(
        "a power that works against its owner",
        "A sign is easily mistaken: a cost that goes up, a price or a defense that goes down,"
        " Military that goes down against some worlds, or more cards discarded than drawn help"
        " only the other players. If this is intended, ignore the warning. Less Military against"
        " all worlds is a drawback of some official cards, and is not reported.",
        development("develop: cost +1"),
        development("develop: cost -1"),
    ),
    "W521": Explanation(
        "words that exclude nothing",
        "The effect applies to all of these anyway, so the words say nothing, or one of them is"
        " missing. Military against every military world differs from plain Military in one"
        " thing: it does not count in total Military.",
        world("settle: cost -1 for worlds"),
        world("settle: cost -1"),
    ),
    "W522": Explanation(
        "`card` where only one type can be meant",
        "`card` means worlds and developments. In Settle only worlds are placed, in Develop only"
        " developments, and only worlds are military or have goods. The exact type says it"
        " better; and before `world` a word like `alien` is the kind of its good, before `card`"
        " the keyword.",
        world("settle: after placing a card, draw 1"),
        world("settle: after placing a world, draw 1"),
    ),
    "W523": Explanation(
        "a condition that always or never holds",
        "The card is in the tableau itself when its power is used, so a condition that the card"
        " meets always holds, and one that it breaks never does. `another` and `no other` exclude"
        " it. Every tableau also has a world: the start world.",
        world("settle: military +1 if you have a rebel world", _REBEL, _REBELS),
        world("settle: military +1 if you have another rebel world", _REBEL, _REBELS),
    ),
    "W524": Explanation(
        "`a` for `an`, or `an` for `a`",
        "Powers are read aloud. There may also be a word missing between the two.",
        card_file(f"{_FORT}settle: may pay for an military world\n"),
        card_file(f"{_FORT}settle: may pay for a military world\n"),
    ),
    "W525": Explanation(
        "a goal without a number",
        "Without a number one is enough, which is rarely what a goal means. `1 discard` and `a"
        " world` say it; `negative military` needs no number.",
        card_file(_ICE_CARD, _goal("vp chips")),
        card_file(_ICE_CARD, _goal("3 vp chips")),
    ),
    "W526": Explanation(
        "cards given up for what they pay anyway",
        "Each hand card pays 1 of a cost. Giving up cards to lower a cost is worthwhile only if"
        " the cost falls by more than that.",
        world("develop: may discard 1 card -> cost -1"),
        world("develop: may discard 1 card -> cost -2"),
    ),
    "W527": Explanation(
        "a kind of good in one list with keywords",
        "`alien` is a kind of good before `world`, and a keyword before `card`; printed cards do"
        " not say which they mean. In one list with keywords it is rarely meant as a kind. Where"
        " it is, ignore the warning.",
        world("settle: cost -1 for alien or rebel worlds", head="requires: [base]\n"),
        world("settle: cost -1 for alien or rebel cards", head="requires: [base]\n"),
    ),
    "W529": Explanation(
        "a count that is taken too early",
        "A price is set before the good is sold, and a cost or Military before the card is placed,"
        " so only earlier sales or placements of the phase count. For the first one there are none."
        " Cards that also allow another sale or placement are not reported.",
        development("trade: price +2 if you sold no goods"),
        development("trade: price +2"),
    ),
    "W601": Explanation(
        "a power that can never apply",
        "Such cards exist, but nothing in the sets in use lets the power happen: no set has"
        " prestige, takeovers or an invasion; prestige is spent and no card gives any; military"
        " worlds cost less and no card lets a player pay for them; a second development is placed"
        " and no card allows it; or the only card it is about is this card itself. `prestige: 1`"
        " among a card's keys is for games with a set that uses prestige, and is not reported.",
        card_file(f"{_YARD}settle: may spend 1 prestige -> military +3\n"),
        card_file(f"{_YARD}settle: may discard 1 card -> military +3\n"),
    ),
    "W602": Explanation(
        "a card that another one outdoes",
        "Another card of the same type has everything that this card has, and has more for the"
        " same cost (or defense), or costs less, so nobody would choose this one. Points,"
        " prestige, kind of good, keywords that cards or goals name, and powers are compared;"
        " start worlds within their colour. A card that a power names by its title or cost is not"
        " reported.",
        card_file(_FIELD),
        card_file(_FIELD.replace("vp: 2", "vp: 0")),
    ),
    "W603": Explanation(
        "a cost far off the curve",
        "A model fitted to the official cards says what a card with these points, this good and"
        " these powers costs, and this one costs more than three times the model's error less or"
        " more. Start worlds and cards that score at the end are left out: what they cost says"
        " nothing of what they give.",
        card_file(_DEEP_MINE),
        card_file(_DEEP_MINE.replace("world: 1", "world: 5")),
    ),
    "W604": Explanation(
        "a card that scores itself unsaid",
        "`other` leaves the card itself out of one line, and a line below, which does not say"
        " `other`, counts it after all. Or the card itself is the only one that a line means, so"
        " the line is always worth the same. A single line that counts the card among others is no"
        " finding: a card counts itself where it fits.",
        card_file(f"{_GUILD}      score: 1 per development\n", _ICE_HEAD),
        card_file(f"{_GUILD}      score: 1 per other development\n", _ICE_HEAD),
    ),
    "W605": Explanation(
        "a keyword that is used once",
        "A keyword groups cards, so that powers and goals can name them together. Only one card"
        " has this keyword, or none, or no power, goal or search category of the checked files"
        " names it.",
        card_file(_ROBOTS + _CHARTER + _POWER, _ROBOT_HEAD),
        card_file(_ROBOTS + _ROBOT + _CHARTER + _POWER, _ROBOT_HEAD),
    ),
    "W606": Explanation(
        "words that do not fit on their card",
        "In 6.5 pt type, the smallest that is still read with ease, the words of the powers are"
        " higher than the 30 mm that the panel has at most; or the title or the keywords do not"
        " fit beside the cost. `rftg-dsl print` prints such a card in smaller type. What the icons"
        " say by themselves needs no words. docs/diagnostics.md says how they are measured.",
        _hub(_HUB_POWERS),
        _hub(_HUB_POWERS[:4]),
    ),
    "W607": Explanation(
        "two titles that are almost the same",
        "They differ by a letter, a hyphen, an apostrophe, a space or a plural, so players, and"
        " powers that name a card, can confuse them. Titles that differ by a digit (Station 1,"
        " Station 2) are a series and are not reported.",
        card_file(_ICE + _TWIN),
        card_file(_ICE + _TWIN.replace("Ice Harvesters", "Comet Harvesters")),
    ),
    "W608": Explanation(
        "goods that nothing produces",
        "The power takes, prices, counts or brings goods of a kind, and no world of the sets in use"
        " has that kind; or it wants goods of more different kinds than there are.",
        card_file(f"{_MINE}{_BAR}consume: 1 genes good -> 1 vp\n"),
        card_file(f"{_MINE}{_BAR}consume: 1 rare good -> 1 vp\n"),
    ),
    "W609": Explanation(
        "a set out of proportion",
        "In a set of at least 20 cards (start worlds not counted), one type of card is far more"
        " or less frequent than in the official sets, or the cards cost far more or less: more"
        " than 3 standard deviations for that many cards. A deck that it is shuffled into plays"
        " differently. That may be intended.",
        card_file(_cards("Field", "world", 20, "")),
        card_file(
            _cards("Guild", "development", 8, "")
            + _cards("Field", "world", 3, ", windfall: novelty")
            + _cards("Mine", "world", 3, ", windfall: rare")
            + _cards("Fort", "military world", 4, "")
            + _cards("Nest", "military world", 2, ", windfall: genes")
        ),
    ),
    "W610": Explanation(
        "a scoring line that no card reaches",
        "Each card of the tableau counts for the first line that it fits. Lines above this one take"
        " every card that it means, so it never gives a point. The narrow lines come first.",
        card_file(_WORLDS + _NARROW_HALL + _WIDE + _NARROW),
        card_file(_WORLDS + _NARROW_HALL + _NARROW + _WIDE),
    ),
    "W611": Explanation(
        "far more points than official cards score",
        "The scoring lines are counted on an average tableau: twelve cards in the mix of the sets"
        " in use. For these points, and everything else that the card gives, its cost is far lower"
        " than that of any official card that scores.",
        card_file(_RICH_HALL, _BASE_HEAD),
        card_file(_RICH_HALL.replace("4 per", "1 per"), _BASE_HEAD),
    ),
}
