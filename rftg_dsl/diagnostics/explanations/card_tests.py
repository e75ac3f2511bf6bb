"""W507, and E6xx: tests that cannot be played (E60x), and what `rftg-dsl test` finds (E61x)."""

from __future__ import annotations

from typing import Final

from rftg_dsl.diagnostics.explanations import Explanation, card_file

_CARDS: Final = (
    "  - title: Ice Harvesters\n    world: 2\n    vp: 1\n    windfall: rare\n"
    "  - title: Ice Brokers\n    development: 1\n    vp: 1\n    powers: |\n"
    "      settle: cost -1 for rare worlds\n"
    "  - title: Snow Globes\n    development: 0\n    vp: 1\n    copies: 9\n"
)


def _tested(lines: str) -> str:
    """Return the card file with one test that has these lines."""
    indented = "".join(f"    {line}\n" for line in lines.split("\n"))
    return f"{card_file(_CARDS)}tests:\n  - test: rare worlds cost 1 less\n{indented}"


_GIVEN: Final = "given: {tableau: [Ice Brokers], hand: [Ice Harvesters, 3 cards]}\n"
_PLACED: Final = f"{_GIVEN}when: settle\nanswers: [place Ice Harvesters]\n"
_PAID: Final = "then: {paid: 1}"
_GOOD: Final = _tested(_PLACED + _PAID)


def _crowded(numbers: range) -> str:
    """Return a test with three cards of these powers, and many worlds to use them on."""
    powers = "".join(
        f"      settle: may discard {number} cards -> military +1\n" for number in numbers
    )
    yards = "".join(
        f"  - title: Ice Yard {name}\n    development: 5\n    vp: 1\n    powers: |\n{powers}"
        for name in "ABC"
    )
    worlds = "".join(
        f"  - title: Ice {name}\n    military world: 2\n    vp: 1\n    copies: 20\n"
        for name in ("Harvesters", "Drillers")
    )
    test = (
        "tests:\n  - test: the yards pay\n"
        "    given: {tableau: [Ice Yard A, Ice Yard B, Ice Yard C], hand: 30}\n"
        "    when: settle\n    then: {hand: 30}\n"
    )
    return card_file(worlds + yards) + test


ENTRIES: Final = {
    "W507": Explanation(
        "a card that no test plays",
        "Only `rftg-dsl check --untested` looks for these cards: they have powers, and no test"
        " puts them into a tableau, a hand or the supply.",
        card_file(_CARDS),
        _GOOD,
    ),
    "W509": Explanation(
        "a line that no test needs",
        "`rftg-dsl test --prove` removes each power line, goal and search category in turn and"
        " plays the tests again. If all of them still pass, the line is not tested; or it does"
        " nothing.",
        _GOOD.replace("rare worlds\n", "rare worlds\n      explore: draw 1\n", 1),
        _GOOD,
    ),
    "E601": Explanation(
        "an unknown action in a test",
        "`when` names actions, and the steps set-up, round start and round end.",
        _tested(_PLACED.replace("settle", "setle") + _PAID),
        _GOOD,
    ),
    "E602": Explanation(
        "a test that names a card or goal nobody has",
        "The titles in a test are exactly those of the sets in use.",
        _tested((_PLACED + _PAID).replace("[Ice Brokers]", "[Ice Broker]")),
        _GOOD,
    ),
    "E603": Explanation(
        "an answer that cannot be read",
        "An answer is a verb and what it is about; docs/card-tests.md lists the verbs.",
        _tested((_PLACED + _PAID).replace("place", "plase")),
        _GOOD,
    ),
    "E604": Explanation(
        "a good where there can be none",
        "Goods are placed on windfall and production worlds of the tableau, one on each.",
        _tested(_GIVEN.replace("hand: [", "goods: [Ice Brokers], hand: [") + "then: {goods: 1}"),
        _tested("given: {tableau: [Ice Harvesters], goods: [Ice Harvesters]}\nthen: {goods: 1}"),
    ),
    "E605": Explanation(
        "more cards than there are",
        "A test lays out cards of the sets in use, each no more often than there are copies of it.",
        _tested(_GIVEN.replace("hand: [", "hand: [Ice Brokers, ") + _PAID.replace("1", "0")),
        _tested(_GIVEN + _PAID.replace("1", "0")),
    ),
    "E606": Explanation(
        "a round that cannot be",
        "A player chooses one action; or two, as in the experienced game for two players and"
        " always against the robot, and"
        " then the opponent too, or `nothing`. Develop and Settle can be chosen twice. Set-up is"
        " played alone. Who is spoken of in `then` or comes first must sit at the table, where"
        " no more players sit than the sets in use serve.",
        _tested((_PLACED + _PAID).replace("when: settle", "when: [settle, produce, produce]")),
        _GOOD,
    ),
    "E607": Explanation(
        "a test that expects nothing",
        "Without `then` and without answers a test could never fail.",
        _tested(_GIVEN + "when: settle"),
        _GOOD,
    ),
    "E611": Explanation(
        "a test that came out otherwise",
        "`rftg-dsl test` played the test, and the result is not what `then` says. The note lists"
        " what was decided on the way; docs/card-tests.md says what is decided where no answer"
        " stands.",
        _tested(_PLACED + "then: {paid: 2}"),
        _GOOD,
    ),
    "E612": Explanation(
        "an answer that the rules do not allow",
        "`rftg-dsl test` played the test up to a question to which this answer is not possible,"
        " or is possible although the test says `cannot`.",
        _tested((_PLACED + _PAID).replace("place Ice H", "cannot place Ice H")),
        _GOOD,
    ),
    "E613": Explanation(
        "an answer that was never asked for",
        "`rftg-dsl test` played the test, and no question was asked that this answer fits: most"
        " often because another phase or another power asks it, or asks it later. The note says"
        " what stands in its way.",
        _tested((_PLACED + _PAID).replace("[place Ice H", "[sell Ice Harvesters, place Ice H")),
        _GOOD,
    ),
    "E614": Explanation(
        "a test that takes too much work",
        "`rftg-dsl test` counts the combinations of powers that can be used to pay for a card,"
        " and the decisions, and stops a test that takes too many. The cards named have powers"
        " that can all be used together; games with them are slow, and nobody could consider all"
        " the ways. docs/safety.md says how many there may be.",
        _crowded(range(2, 10)),
        _crowded(range(2, 4)),
    ),
}
