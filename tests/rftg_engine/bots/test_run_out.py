"""What cannot be gained is worth nothing: tokens that have run out, cards beyond the hand limit."""

import pytest

from rftg_engine import Options, Side, Table, new_game, view_of
from rftg_engine.bots import make_bot, play_out
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.facts import TOKEN_POINTS
from rftg_engine.bots.features import CONSUME_POINTS, PRODUCE_POINTS
from rftg_engine.bots.hand import MAX_CARDS_SPENT
from rftg_engine.bots.knowledge import facts_of, knowledge_of
from rftg_engine.bots.situation import NO_ACTION, Gains
from tests.game import FIRST, SECOND, Game, development, table_with

RELICS = 4
"""How many relics there are with cards of tests."""
MINT = development("Mint", "produce: 9 relic tokens")
VAULT = development("Vault", "consume: may spend 2 relic tokens -> 3 vp")
STALL = development("Stall", "consume: may discard 1 card -> 3 relic tokens")


def seen(cards: str, tableau: str, theirs: int = 0, mine: int = 0) -> Evaluator:
    """What the first player makes of a position in which some relics are held."""
    game = Game(Side(f"New Sparta, {tableau}", "4 cards"), Side("Old Earth"), cards=cards)
    for seat, number in ((FIRST, mine), (SECOND, theirs)):
        if number:
            game.player(seat).tokens["relic"] = number
    return Evaluator(knowledge_of(game.table), view_of(game.state, game.player(FIRST).seat))


def test_no_more_tokens_are_expected_than_there_are() -> None:
    table = table_with(MINT)
    mint = table.titles.index("Mint")
    assert facts_of(table)[mint].steady[PRODUCE_POINTS] == pytest.approx(RELICS * TOKEN_POINTS)
    assert facts_of(table, ("relic",))[mint].steady[PRODUCE_POINTS] == 0


def test_producing_tokens_brings_nothing_once_others_hold_all_of_them() -> None:
    some, none = (Gains(seen(MINT, "Mint", theirs)).produce(0) for theirs in (0, RELICS))
    assert some > 0
    assert none == 0


def test_the_same_is_known_again_when_they_are_back() -> None:
    known = seen(MINT, "Mint").knowledge
    gone = seen(MINT, "Mint", RELICS).knowledge
    assert gone is not known
    assert gone.depleted == ("relic",)
    assert seen(MINT, "Mint", RELICS).knowledge is gone
    assert seen(MINT, "Mint", RELICS - 1).knowledge is known


def test_a_game_without_tokens_is_known_once() -> None:
    game = Game(Side("New Sparta"))
    known = knowledge_of(game.table)
    assert known.as_of(view_of(game.state, FIRST)) is known


@pytest.mark.parametrize(("held", "brings"), [(0, False), (1, False), (2, True)])
def test_a_power_that_takes_tokens_brings_nothing_to_who_has_too_few(
    held: int, brings: bool
) -> None:
    evaluator = seen(VAULT, "Vault", mine=held)
    assert evaluator.tableau_value.sums[CONSUME_POINTS] > 0
    assert (Gains(evaluator).consume(NO_ACTION) > 0) is brings


@pytest.mark.parametrize("left", [3, 0])
def test_no_card_is_given_for_a_token_that_has_run_out(left: int) -> None:
    game = Game(Side("Old Earth"), Side("New Sparta, Stall", "8 cards"), cards=STALL)
    game.player(FIRST).tokens["relic"] = RELICS - left
    game.choose("produce", "consume: x2")
    bot = make_bot("greedy", game.table, "")
    seat = game.player(SECOND).seat
    while game.asked(SECOND) in ("consume power", "discard for power", "use power"):
        game.answer(SECOND, bot.choose(game.decision(SECOND), lambda: view_of(game.state, seat)))
    assert game.player(SECOND).tokens.get("relic", 0) == left


# --- the hand limit


@pytest.mark.parametrize(("tableau", "limit"), [("New Sparta", 10), ("New Sparta, Attic", 12)])
def test_cards_beyond_what_can_be_kept_and_spent_are_worth_nothing(
    tableau: str, limit: int
) -> None:
    cards = development("Attic", "round end: hand limit +2")
    game = Game(Side(tableau, f"{limit - 1} cards"), Side("Old Earth"), cards=cards)
    view = view_of(game.state, game.player(FIRST).seat)
    hand = Evaluator(knowledge_of(game.table), view).hand
    best = hand.best(None, 3)
    max_useful_cards = limit + MAX_CARDS_SPENT
    assert hand.value(max_useful_cards, *best) > hand.value(max_useful_cards - 1, *best)
    assert hand.value(max_useful_cards + 6, *best) == hand.value(max_useful_cards, *best)


def test_no_more_copies_are_hoped_for_than_can_be_placed() -> None:
    cards = """
  - title: Treasury
    development: 0
    vp: 9
    copies: 20
"""
    found: list[float] = []
    for tableau in ("New Sparta", "New Sparta, Treasury"):
        game = Game(Side(tableau, "2 worlds"), Side("Old Earth"), cards=cards)
        view = view_of(game.state, game.player(FIRST).seat)
        dear = Evaluator(knowledge_of(game.table), view).hand.hopes[len(game.table.cards) * 9 // 10]
        found.append(dear)
    assert found[0] > 2 * found[1]


# --- whole games

GREEDY_FOR_MORE = {
    "tokens": "produce: 9 relic tokens\n      consume: may spend 1 relic token -> 1 vp",
    "cards": "explore: draw 9\n      explore: keep 9",
    "both": "explore: 1 relic token\n      round start: 2 relic tokens\n      explore: keep 3",
}


@pytest.mark.parametrize("line", GREEDY_FOR_MORE)
def test_games_with_cards_that_promise_more_than_there_is_come_to_an_end(line: str) -> None:
    cards = (
        "  - title: Horn of Plenty\n    development: 0\n    vp: 0\n    copies: 20\n    powers: |\n"
        f"      {GREEDY_FOR_MORE[line]}\n"
    )
    table = table_with(cards)
    for seed in "ab":
        assert _rounds(table, ("greedy", "expert"), seed) < 30


def _rounds(table: Table, levels: tuple[str, ...], seed: str) -> int:
    """Play a game to its end, and return after how many rounds that was."""
    game = new_game(table, Options(2), seed)
    bots = [make_bot(level, table, f"{seed}/{seat}") for seat, level in enumerate(levels)]
    play_out(game, bots, 500, 3)
    assert game.over, "the game has come to a standstill"
    return game.state.round
