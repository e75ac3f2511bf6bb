"""Reasons: given for every card that cannot be placed, and for no other."""

from collections.abc import Iterator
from random import Random

import pytest

from gamekit.work import Work
from rftg_engine import Choice, Options, Side, Table, new_game
from rftg_engine.turns.observers import (
    REASONS,
    EventLog,
    PlacementQuestion,
    Reason,
    min_cost,
    why_not,
)
from rftg_engine.turns.placing import PlacementContext
from tests.game import FIRST, Game, table_of

ARC = table_of("brink-of-war")
Asked = tuple[PlacementQuestion, Choice, list[int]]


def questions(table: Table, options: Options, seed: str) -> Iterator[Asked]:
    """The questions which card to place, of a random game, with the hand of who is asked."""
    log, rng = EventLog(), Random(seed)
    game = new_game(table, options, seed, observers=(log,), forkable=False)
    while not game.over:
        for decision in game.pending:
            if isinstance(decision, Choice) and decision.kind.startswith("place "):
                hand = game.state.players[decision.player].hand
                yield log.questions[decision.player], decision, hand
            game.answer(decision.player, decision.sample(rng))


@pytest.mark.parametrize("seed", [str(number) for number in range(12)])
def test_a_reason_is_given_for_exactly_the_cards_that_are_not_offered(seed: str) -> None:
    options = Options(3, goals=True, takeovers=True)
    for question, decision, hand in questions(ARC, options, seed):
        offered = {card for answer in decision.options for card in answer}
        for card in hand:
            reason = why_not(question, card)
            assert (reason is None) == (card in offered)
            assert reason is None or reason.what in REASONS
            assert (min_cost(question, card) >= 0) == (card in offered) or reason is not None


MORE = """
  - title: More
    development: 1
    vp: 1
    copies: 2
    powers: |
      settle: may place another rare world
"""


def test_each_reason_has_its_numbers() -> None:
    hand = "Spice World, Mining World, More, Gem World, Pirate World, Alien Robotic Factory"
    game = Game(Side("Old Earth, More", hand=hand), cards=MORE)
    table, player = game.table, game.state.players[FIRST]
    (power,) = player.powers.places
    context = PlacementContext(table, player, player.powers, Work())
    assert reasons(PlacementQuestion(context, False, 2)) == {
        **dict.fromkeys(hand.split(", "), Reason("no development")),
        "More": Reason("have it"),
    }
    assert reasons(PlacementQuestion(context, True, 3)) == {
        "Spice World": None,
        "Mining World": None,
        "Gem World": None,
        "More": Reason("no world"),
        "Pirate World": Reason("military", 3, 0),
        "Alien Robotic Factory": Reason("cost", 6, 3),
    }
    by_power = reasons(PlacementQuestion(context, True, 3, power))
    assert by_power["Spice World"] == Reason("not by this")
    assert by_power["Mining World"] is None
    only_conquest = PlacementQuestion(
        PlacementContext(table, player, player.powers, Work(), conquest=True), True, 3
    )
    assert reasons(only_conquest)["Spice World"] == Reason("only conquest")


def reasons(question: PlacementQuestion) -> dict[str, Reason | None]:
    """By title, for the player's hand."""
    table = question.context.table
    return {table.titles[card]: why_not(question, card) for card in question.context.player.hand}
