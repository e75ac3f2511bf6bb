"""Explanations of E4xx and W5xx: names that do not fit, sets of several games, likely mistakes."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.explanations import (
    PNG,
    SMALL_PNG,
    Explanation,
    card_file,
    card_with_picture,
    world,
)

_ICE: Final = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"
_FIRE: Final = "  - title: Fire Harvesters\n    world: 2\n    vp: 1\n"
_START: Final = "    start: {number: 1, colour: red}\n"
_HANDS: Final = "preset hands:\n  - {number: 1, start world: Ice Harvesters, cards: [Fire"
_OTHER: Final = "set: other\ntitle: Other Cards\n"
_OTHER_FILE: Final = {"other.yaml": f"{_OTHER}cards:\n{_ICE}"}
_DEALT: Final = "  - {number: 1, start world: Snow Harvesters, cards: [Ice Harvesters]}\n"
_DEALT_FILE: Final = {
    "other.yaml": f"{_OTHER}preset hands:\n{_DEALT}cards:\n{_ICE}"
    + _ICE.replace("Ice", "Snow")
    + _START
}
_GOAL: Final = "  - {title: First Cards, first: 3 cards, after: [settle]}\n"
_REQUIRES: Final = "requires: [other]\n"
_ROBOT: Final = "    world: 2\n    keywords: [robot]\n"
_ROBOTS: Final = "keywords: [robot]\n"
_RELICS: Final = "tokens: {relic: 12}\n"

_SNOW: Final = "  - title: Snow Harvesters\n    world: 2\n    vp: 1\n    copies: 2\n"
_HOMES: Final = _ICE + _START + _FIRE + _START.replace("1", "2") + _SNOW
_TWO_HANDS: Final = (
    "preset hands:\n"
    "  - {number: 1, start world: Ice Harvesters, cards: [Snow Harvesters]}\n"
    "  - {number: 1, start world: Fire Harvesters, cards: [Snow Harvesters]}\n"
)

_HIVE: Final = "  - title: Hive\n    military world: 2\n    vp: 1\n    keywords: [swarm]\n"
_INVADED: Final = (
    "players: 3\n"
    "keywords: [swarm]\n"
    "modules: [invasion]\n"
    "invasion:\n"
    "  by: swarm\n"
    "  repulse: {2: 20, 3: 26}\n"
    "  rewards: {2: [1, 2], 3: [1, 1, 2]}\n"
    "  waves:\n"
    "    - rounds: {2: 2, 3: 1}\n"
    "      cards: {0: 2, 1: 2}\n"
    "    - cards: {3: 2, own+2: 1}\n"
)
_STARTS: Final = "    world: 2\n    start: {number: 1, colour: red}\n"


_ROLL: Final = "game: roll\n"
_FACE: Final = "  - title: Spice Farms\n    world: 2\n    kind: novelty\n"
_CARD: Final = "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n"
_DEVELOPMENT: Final = "  - title: Spice Fleet\n    development: 5\n"


ENTRIES: Final = {
    "E401": Explanation(
        "an unknown keyword",
        "Keywords are declared by the sets in use, under `keywords:`.",
        world("settle: cost -1 for robbot worlds", _ROBOT, _ROBOTS),
        world("settle: cost -1 for robot worlds", _ROBOT, _ROBOTS),
    ),
    "E402": Explanation(
        "a power that names a card nobody has",
        "A title in a power is exactly that of a card in the sets in use.",
        card_file(f'{_ICE}    powers: |\n      settle: cost -1 for "Fire Harvester"\n{_FIRE}'),
        card_file(f'{_ICE}    powers: |\n      settle: cost -1 for "Fire Harvesters"\n{_FIRE}'),
    ),
    "E403": Explanation(
        "a kind of good on a card that has none",
        "Before `world` a kind is that of its good. Before `card` and `development` the word is a"
        " keyword, and no set declares one of this name.",
        card_file(
            f"{_ICE}    windfall: genes\n    powers: |\n      settle: cost -1 for genes cards\n"
        ),
        card_file(
            f"{_ICE}    windfall: genes\n    powers: |\n      settle: cost -1 for genes worlds\n"
        ),
    ),
    "E404": Explanation(
        "a title that is taken",
        "Two cards in use with the same title could not be told apart; letter case makes no"
        " difference. A set that takes the other card out of the game says so: `replaces:"
        " [TITLE]`. Two goals or two search categories of a set cannot have the same title"
        " either.",
        card_file(_ICE + _ICE.replace("Ice H", "Ice h")),
        card_file(_ICE + _FIRE),
    ),
    "E405": Explanation(
        "a start number that is taken",
        "Each start world has a number of its own, and so has each faction tile; the lowest in play"
        " begins. Two sets that do not require each other may use the same start numbers: played"
        " together, one of the worlds gets a free number, and `simulate` and `balance` say so.",
        card_file(_ICE + _START + _FIRE + _START),
        card_file(_ICE + _START + _FIRE + _START.replace("1", "2")),
    ),
    "E406": Explanation(
        "a keyword, or a class of tokens, that is a word of the language",
        "A name that also means something else in powers would be ambiguous.",
        card_file(_ICE, "keywords: [windfall]\n"),
        card_file(_ICE, "keywords: [windblown]\n"),
    ),
    "E407": Explanation(
        "a preset hand or scenario with a card nobody has",
        "The titles in preset hands and scenarios are cards of the sets in use, and the start"
        " world is one.",
        card_file(_ICE + _START + _FIRE, f"{_HANDS} Harvester]}}\n"),
        card_file(_ICE + _START + _FIRE, f"{_HANDS} Harvesters]}}\n"),
    ),
    "E408": Explanation(
        "a replaced card that does not exist",
        "`replaces:` names cards of the required sets.",
        card_file(_FIRE, f"{_REQUIRES}replaces: [Ice Harvester]\n"),
        card_file(_FIRE, f"{_REQUIRES}replaces: [Ice Harvesters]\n"),
        _OTHER_FILE,
    ),
    "E409": Explanation(
        "copies of a card that does not exist",
        "`copies:` in the head of a set adds copies of cards of the required sets.",
        card_file(_FIRE, f"{_REQUIRES}copies: {{Ice Harvester: 1}}\n"),
        card_file(_FIRE, f"{_REQUIRES}copies: {{Ice Harvesters: 1}}\n"),
        _OTHER_FILE,
    ),
    "E410": Explanation(
        "a set id that is taken",
        "Two sets in use have the same id.",
        card_file(_FIRE, _REQUIRES).replace("set: mine", "set: other"),
        card_file(_FIRE, _REQUIRES),
        _OTHER_FILE,
    ),
    "E411": Explanation(
        "a missing required set",
        "Required sets are shipped ones, or files in the same folder, named after their id:"
        " `ID.yaml`, or else `ID.cards.yaml`.",
        card_file(_FIRE, "requires: [othr]\n"),
        card_file(_FIRE, _REQUIRES),
        _OTHER_FILE,
    ),
    "E412": Explanation(
        "a repeated preset hand",
        "Each preset hand of the sets in use has a number of its own.",
        card_file(_HOMES, _TWO_HANDS),
        card_file(_HOMES, _TWO_HANDS.replace("1, start world: F", "2, start world: F")),
    ),
    "E413": Explanation(
        "sets that require each other",
        "Of two sets, at most one requires the other, directly or through further sets; and none"
        " requires itself.",
        card_file(_FIRE, _REQUIRES),
        card_file(_FIRE, ""),
        {"other.yaml": f"{_OTHER}requires: [mine]\ncards:\n{_ICE}"},
    ),
    "E414": Explanation(
        "more copies in hands than there are",
        "All preset hands of the sets in use can be dealt at the same time, and so can both"
        " sides of a scenario: together they have no more copies of a card than there are.",
        card_file(_ICE + _START + _FIRE, f"{_HANDS} Harvesters, Fire Harvesters]}}\n"),
        card_file(
            _ICE + _START + _FIRE + "    copies: 2\n",
            f"{_HANDS} Harvesters, Fire Harvesters]}}\n",
        ),
    ),
    "E415": Explanation(
        "a module without its entries",
        "The modules `goals`, `scenario` and `invasion` use what the head of a set has under those"
        " names. One without the other would never be part of a game.",
        card_file(_ICE, f"goals:\n{_GOAL}"),
        card_file(_ICE, f"modules: [goals]\ngoals:\n{_GOAL}"),
    ),
    "E416": Explanation(
        "a missing picture",
        "`art:` names a file by its path from the folder of the card file, with its ending.",
        card_with_picture("ice.jpg"),
        card_with_picture("ice.png"),
        {"ice.png": PNG},
    ),
    "E417": Explanation(
        "a picture that cannot be used",
        "Pictures are complete PNG, JPEG or WebP files, whatever their names end in, of at most"
        " 20,000,000 bytes and 40,000,000 pixels, 20,000 a side. A JPEG has at most 64 scans."
        " SVG is not accepted from card files, since it can name other files; a theme may contain"
        " drawings in SVG.",
        card_with_picture("ice.svg"),
        card_with_picture("ice.png"),
        {"ice.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>", "ice.png": PNG},
    ),
    "E418": Explanation(
        "an unknown class of tokens",
        "Classes of tokens are declared by the sets in use, under `tokens:`, each with how many"
        " there are in the game.",
        world("consume: 1 good -> 1 relics token", head=_RELICS),
        world("consume: 1 good -> 1 relic token", head=_RELICS),
    ),
    "E419": Explanation(
        "a table of an invasion that does not fit the players",
        "`repulse:`, `rewards:` and `rounds:` have an entry for each number of players, from 2 to"
        " the most that the sets in use serve. Rewards are as many as the players.",
        card_file(_HIVE, _INVADED.replace("20, 3: 26", "20")),
        card_file(_HIVE, _INVADED),
    ),
    "E420": Explanation(
        "an impossible wave",
        "Each wave but the last says for how many rounds it comes, and has a card for each player"
        " in each of these rounds. The last one comes until the game ends: it has no rounds, and"
        " at least a card for each player.",
        card_file(_HIVE, _INVADED.replace("0: 2, 1: 2", "0: 2, 1: 1")),
        card_file(_HIVE, _INVADED),
    ),
    "W501": Explanation(
        "a selector that means no card",
        "No card of the sets in use has what the power asks for, so it never does anything. An"
        " effect against military worlds, or on cards that are placed, needs such a card.",
        world("settle: cost -1 for alien worlds"),
        world("settle: cost -1 for gray worlds"),
    ),
    "W502": Explanation(
        "a repeated power",
        "A card has the same power twice. This can be intended, but usually is not.",
        world("settle: military +1\nsettle: military +1"),
        world("settle: military +2"),
    ),
    "W503": Explanation(
        "a title in mixed letters",
        "Letters of different scripts can look alike, so that two titles look equal and are not.",
        card_file(_ICE.replace("Ice", "\u0406ce")),
        card_file(_ICE),
    ),
    "W504": Explanation(
        "more warnings",
        "At most 200 findings are shown for a file; this one counts the rest.",
    ),
    "W505": Explanation(
        "saved cards that are never drawn",
        "The card saves cards, but none of its powers draws them, so they are lost.",
        world("settle: save 1 card"),
        world("settle: save 1 card\nproduce: draw saved cards"),
    ),
    "W506": Explanation(
        "a set-up power on a card that is not a start world",
        "Set-up powers work only on the start world that a game begins with. Other cards are"
        " placed later.",
        world("setup: keep 3"),
        world("setup: keep 3", "    world: 2\n    start: {number: 1, colour: red}\n"),
    ),
    "W514": Explanation(
        "copies of a start world",
        "Each start world is one card: players begin with different ones, and the rest go into"
        " the deck. With copies, several players can begin with the same one.",
        world("settle: military +1", f"{_STARTS}    copies: 3\n"),
        world("settle: military +1", _STARTS),
    ),
    "W508": Explanation(
        "a comment that ignores nothing",
        "A comment `# rftg: ignore[W501]` hides the warnings with that code: those of its own"
        " line, or those of the whole file if it is on a line of its own without indentation."
        " Several codes are separated by commas, and `W6` means all codes that begin with it."
        " Errors cannot be ignored. A comment that ignores nothing is reported, so that none"
        " outlives its reason.",
        world("settle: cost -1 for gray worlds  # rftg: ignore[W501]"),
        world("settle: cost -1 for alien worlds  # rftg: ignore[W501]"),
    ),
    "W510": Explanation(
        "a name that a comment cuts off",
        "A `#` after a space begins a comment, also inside a title. In single quotes it is"
        " part of the title; a comment that is meant has a space after its `#`.",
        card_file("  - title: Ice Harvesters #5\n    world: 2\n    vp: 1\n"),
        card_file("  - title: 'Ice Harvesters #5'\n    world: 2\n    vp: 1\n"),
    ),
    "W511": Explanation(
        "a title with characters that the shipped fonts do not have",
        "The fonts that come with the package write Latin letters with all their accents, Greek,"
        " Cyrillic, Hebrew and Arabic. `rftg-dsl print` takes other characters from a font of"
        " the computer it runs on, where there is one, so that the card looks different"
        " elsewhere. docs/themes.md says how a theme adds a font. This is reported once for each"
        " file.",
        card_file(_ICE.replace("Ice Harvesters", "\u6c37\u306e\u661f")),
        card_file(_ICE),
    ),
    "W512": Explanation(
        "a picture with few pixels",
        "A picture fills the card with 3 mm around it, 69 x 94 mm; with fewer than 150 pixels an"
        " inch it looks coarse in print. What extends beyond the sides, or above and below, is"
        " cut off.",
        card_with_picture("small.png"),
        card_with_picture("ice.png"),
        {"small.png": SMALL_PNG, "ice.png": PNG},
    ),
    "W513": Explanation(
        "a replaced card that is dealt in a hand",
        "Preset hands and a scenario are dealt by titles. A set that takes one of these cards"
        " out of the game, without one of the same title, cannot be played with them. Such games"
        " are refused when they are set up; all others can be played.",
        card_file(_FIRE, f"{_REQUIRES}replaces: [Ice Harvesters]\n"),
        card_file(_ICE, f"{_REQUIRES}replaces: [Ice Harvesters]\n"),
        _DEALT_FILE,
    ),
    "E421": Explanation(
        "an incomplete tile",
        "A tile has two faces: a development on one side and a world on the other, which one of"
        " the two names with `other side:`, or two beside each other on a faction tile, with"
        " `beside:`. A home world has one face and says `home: yes`. Dice come as a good only on"
        " a world with a kind.",
        card_file(_FACE, _ROLL),
        card_file(f"{_FACE}    other side: Spice Fleet\n{_DEVELOPMENT}", _ROLL),
    ),
    "E422": Explanation(
        "a set of another game",
        "A set says in its head which game it is for, with `game:`; without that it is for Race"
        " for the Galaxy. The sets that it requires are for the same game.",
        card_file(_CARD, "requires: [other]\n"),
        card_file(_CARD),
        {"other.yaml": f"set: other\n{_ROLL}title: Tiles\ncards:\n{_FACE}    home: yes\n"},
    ),
}
