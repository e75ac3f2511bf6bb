"""W52x: powers that can be played, and that hardly anybody means."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.explanations.entry import Entry, card_file, development, world

_REBEL: Final = "    world: 2\n    keywords: [rebel]\n"
_REBELS: Final = "keywords: [rebel]\n"
_FORT: Final = "  - title: Fort\n    military world: 2\n    vp: 1\n    powers: |\n      "

_ICE: Final = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"


def _goal(text: str) -> str:
    return f"modules: [goals]\ngoals:\n  - {{title: Riches, first: {text}, after: [consume]}}\n"


ENTRIES: Final = {
    "W520": Entry(
        "a power that works against its owner",
        "A sign is easily mistaken: a cost that goes up, a price or a defense that goes down,"
        " Military that goes down against some worlds, or more cards discarded than drawn help"
        " only the other players. If this is intended, ignore the warning. Less Military against"
        " all worlds is a drawback of some official cards, and is not reported.",
        development("develop: cost +1"),
        development("develop: cost -1"),
    ),
    "W521": Entry(
        "words that exclude nothing",
        "The effect applies to all of these anyway, so the words say nothing, or one of them is"
        " missing. Military against every military world differs from plain Military in one"
        " thing: it does not count in total Military.",
        world("settle: cost -1 for worlds"),
        world("settle: cost -1"),
    ),
    "W522": Entry(
        "`card` where only one type can be meant",
        "`card` means worlds and developments. In Settle only worlds are placed, in Develop only"
        " developments, and only worlds are military or have goods. The exact type says it"
        " better; and before `world` a word like `alien` is the kind of its good, before `card`"
        " the keyword.",
        world("settle: after placing a card, draw 1"),
        world("settle: after placing a world, draw 1"),
    ),
    "W523": Entry(
        "a condition that always or never holds",
        "The card is in the tableau itself when its power is used, so a condition that the card"
        " meets always holds, and one that it breaks never does. `another` and `no other` exclude"
        " it. Every tableau also has a world: the start world.",
        world("settle: military +1 if you have a rebel world", _REBEL, _REBELS),
        world("settle: military +1 if you have another rebel world", _REBEL, _REBELS),
    ),
    "W524": Entry(
        "`a` for `an`, or `an` for `a`",
        "Powers are read aloud. There may also be a word missing between the two.",
        card_file(f"{_FORT}settle: may pay for an military world\n"),
        card_file(f"{_FORT}settle: may pay for a military world\n"),
    ),
    "W525": Entry(
        "a goal without a number",
        "Without a number one is enough, which is rarely what a goal means. `1 discard` and `a"
        " world` say it; `negative military` needs no number.",
        card_file(_ICE, _goal("vp chips")),
        card_file(_ICE, _goal("3 vp chips")),
    ),
    "W526": Entry(
        "cards given up for what they pay anyway",
        "Each hand card pays 1 of a cost. Giving up cards to lower a cost is worthwhile only if"
        " the cost falls by more than that.",
        world("develop: may discard 1 card -> cost -1"),
        world("develop: may discard 1 card -> cost -2"),
    ),
    "W527": Entry(
        "a kind of good in one list with keywords",
        "`alien` is a kind of good before `world`, and a keyword before `card`; printed cards do"
        " not say which they mean. In one list with keywords it is rarely meant as a kind. Where"
        " it is, ignore the warning.",
        world("settle: cost -1 for alien or rebel worlds", head="requires: [base]\n"),
        world("settle: cost -1 for alien or rebel cards", head="requires: [base]\n"),
    ),
    "W529": Entry(
        "a count that is taken too early",
        "A price is set before the good is sold, and a cost or Military before the card is placed,"
        " so only earlier sales or placements of the phase count. For the first one there are none."
        " Cards that also allow another sale or placement are not reported.",
        development("trade: price +2 if you sold no goods"),
        development("trade: price +2"),
    ),
}
