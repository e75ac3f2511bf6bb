"""Values of cards and features of powers, and what is worth nothing."""

from itertools import pairwise

import pytest

from rftg_engine import Options, Side, Table, new_game, view_of
from rftg_engine.bots import features, make_bot, play_out
from rftg_engine.bots.evaluator import Evaluator
from rftg_engine.bots.facts import TOKEN_POINTS, Facts
from rftg_engine.bots.features import CONSUME_POINTS, PRODUCE_POINTS
from rftg_engine.bots.hand import MAX_CARDS_SPENT, UNAFFORDABLE, Candidate
from rftg_engine.bots.knowledge import facts_of, knowledge_of
from rftg_engine.bots.seats import open_features, seen_player
from rftg_engine.bots.shares import TYPICAL_TABLEAU
from rftg_engine.bots.situation import NO_ACTION, Gains
from tests.game import FIRST, SECOND, Game, development, table_of, table_with

NEW_CARDS = """
  - title: Drawing Board
    development: 2
    vp: 1
    powers: |
      develop: cost -1
  - title: Ration Office
    development: 2
    vp: 1
    powers: |
      consume: up to 3 goods -> 1 vp each
  - title: Drill Ground
    development: 1
    vp: 1
    powers: |
      settle: military +2
  - title: Parade
    development: 1
    vp: 1
    powers: |
      settle: military +1 per 3 vp chips
  - title: Nothing Much
    development: 2
    vp: 1
"""


def evaluated(seat: Side) -> tuple[Game, Evaluator]:
    game = Game(seat, cards=NEW_CARDS)
    return game, Evaluator(knowledge_of(game.table), view_of(game.state, FIRST))


def candidate(seen: Evaluator, title: str) -> Candidate:
    return seen.candidate(seen.table.titles.index(title))


def worth(seat: Side, title: str) -> float:
    _game, seen = evaluated(seat)
    return seen.worth(candidate(seen, title))


def test_a_discount_is_worth_more_with_developments_in_hand() -> None:
    developments = "Drawing Board, Investment Credits, Research Labs, Mining Robots, Space Marines"
    worlds = "Drawing Board, Gem World, Spice World, Bio-Hazard Mining World, Comet Zone"

    def more_than_nothing(hand: str) -> float:
        _game, seen = evaluated(Side("Old Earth", hand))
        seen.hand.cards.append(candidate(seen, "Nothing Much"))
        return seen.hand_synergy(candidate(seen, "Drawing Board"))

    assert more_than_nothing(developments) > more_than_nothing(worlds)


def test_a_consumer_without_goods_is_worth_less_than_with_worlds_that_produce() -> None:
    idle = Side("New Sparta, Investment Credits")
    busy = Side("New Sparta, Mining Conglomerate, Gem World, Spice World, Comet Zone")
    assert worth(idle, "Ration Office") < worth(busy, "Ration Office")


def test_military_is_worth_more_with_worlds_in_hand_that_it_brings_within_reach() -> None:
    strong = "Drill Ground, Rebel Underground, Rebel Warrior Race"
    _game, seen = evaluated(Side("Old Earth", strong))
    _other, without = evaluated(Side("Old Earth", "Drill Ground, Research Labs, Mining Robots"))
    drill, same = candidate(seen, "Drill Ground"), candidate(without, "Drill Ground")
    assert seen.hand_synergy(drill) > without.hand_synergy(same)


def test_a_card_in_hand_promises_less_the_dearer_it_is() -> None:
    _game, seen = evaluated(Side("Old Earth", "Nothing Much, 3 cards"))
    cheap = candidate(seen, "Nothing Much")
    assert seen.price(cheap, 0).cards == 2
    assert seen.price(cheap, 1).cards == 1
    assert seen.potential(cheap) <= seen.worth(cheap)


def test_a_price_that_chips_change_is_not_remembered_from_another_game() -> None:
    def price(chips: int) -> int:
        _game, seen = evaluated(Side("New Sparta, Parade", "Rebel Outpost", vp=chips))
        return seen.price(candidate(seen, "Rebel Outpost"), 0).cards

    assert [price(chips) for chips in (0, 9, 0)] == [UNAFFORDABLE, 0, UNAFFORDABLE]


def test_what_a_card_changes_in_the_features_is_what_the_tableau_with_it_has_more() -> None:
    table = table_of("brink-of-war")
    known = knowledge_of(table)
    for first in range(0, len(table.cards) - 5, 9):
        tableau = tuple(range(first, first + 4))
        standing = known.tableau_value(tableau)
        for card in (first + 4, first + 5):
            placement_value = standing.placement_value(card)
            standing.change(placement_value)
            found = standing.sums[:]
            for feature, amount in zip(
                placement_value.features, placement_value.amounts, strict=True
            ):
                found[feature] += amount
            assert found == pytest.approx(known.tableau_value((*tableau, card)).sums), card


def test_all_features_have_a_name_and_an_amount() -> None:
    _game, seen = evaluated(Side("Old Earth, Gem World", hand="5 cards", goods="Gem World"))
    amounts = open_features(seen.knowledge, seen.view, FIRST)
    assert len(amounts) == len(features.NAMES) == features.COUNT
    assert amounts[features.HAND] == 5.0
    assert amounts[features.PLACED] == 2.0
    assert amounts[features.GOODS] > 0.0


def tried(matching: int, line: str, vp: str = "0") -> tuple[Table, Facts]:
    """Return the facts of a card with a line, and its table.

    matching: how many of ten new worlds have the keyword `tried`.
    """
    cards = (
        f"  - title: Asked About\n    development: 2\n    vp: {vp}\n    powers: |\n      {line}\n"
    )
    for number in range(10):
        cards += f"  - title: World {number}\n    world: 1\n    vp: 1\n    windfall: rare\n"
        cards += "    keywords: [tried]\n" if number < matching else ""
    table = table_with(cards)
    return table, facts_of(table)[table.titles.index("Asked About")]


def tableau_of(table: Table, *titles: str) -> int:
    return sum(1 << table.titles.index(title) for title in titles)


@pytest.mark.parametrize(
    ("line", "feature"),
    [
        ("settle: after placing a tried world, draw 1", features.SETTLE_CARDS),
        ("trade: price +3 for goods of tried worlds", features.PRICE),
        ("settle: cost -2 for tried worlds", features.SETTLE_COST),
    ],
)
def test_what_is_for_some_cards_is_scaled_by_their_part(line: str, feature: int) -> None:
    amounts = [tried(matching, line)[1].steady[feature] for matching in (0, 1, 5, 10)]
    assert amounts[0] == 0
    assert all(less < more for less, more in pairwise(amounts))


def test_what_is_for_all_worlds_is_not_scaled() -> None:
    _table, facts = tried(0, "settle: after placing a world, draw 2")
    assert facts.steady[features.SETTLE_CARDS] == 2


def test_what_counts_cards_is_exact_now_and_grows_by_what_may_come() -> None:
    table, facts = tried(4, "explore: draw 1 per tried world")
    (share,) = facts.shares
    none, two = facts.bit, facts.bit | tableau_of(table, "World 0", "World 1")
    assert (share.amount_now(none), share.amount_now(two)) == (0, 2)
    room = TYPICAL_TABLEAU - 1
    assert share.amount_later(none) == pytest.approx(4 * room / len(table.cards))
    assert share.amount_later(two) == pytest.approx(2 * (room - 2) / len(table.cards))


def test_what_asks_for_cards_is_expected_as_far_as_they_may_come() -> None:
    table, facts = tried(4, "consume: draw 2 if you have a tried world")
    (share,) = facts.shares
    assert share.amount_now(facts.bit) == 0
    assert 0 < share.amount_later(facts.bit) < 2
    met = facts.bit | tableau_of(table, "World 0")
    assert (share.amount_now(met), share.amount_later(met)) == (2, 0)


def test_a_full_tableau_expects_nothing_more() -> None:
    _table, facts = tried(4, "explore: draw 1 per tried world")
    (share,) = facts.shares
    assert share.amount_later((1 << TYPICAL_TABLEAU) - 1) == 0


@pytest.mark.parametrize(
    "line",
    [
        "explore: draw 1 per tried world",
        "produce: draw 1 per tried world",
        "consume: draw 2 if you have a tried world",
        "settle: military +2 against tried military worlds",
        "score: 2 per tried world",
    ],
)
def test_a_power_that_no_card_in_use_serves_adds_nothing(line: str) -> None:
    _table, facts = tried(0, line, "variable" if line.startswith("score") else "0")
    assert facts.amounts == [(features.PLACED, 1.0)]
    assert not facts.shares
    assert not facts.force


def test_lines_of_scoring_are_exact_now_and_what_they_may_still_bring_is_growth() -> None:
    table, facts = tried(4, "score: 2 per tried world", "variable")
    known = knowledge_of(table)
    card, world = facts.card, table.titles.index("World 0")
    alone, together = known.tableau_value((card,)).sums, known.tableau_value((card, world)).sums
    assert together[features.SCORE] - alone[features.SCORE] == 2 + table.vp[world]
    room = TYPICAL_TABLEAU - 1
    assert alone[features.SCORE_GROWTH] == pytest.approx(2 * 4 * room / len(table.cards))
    assert together[features.SCORE_GROWTH] == pytest.approx(2 * 3 * (room - 1) / len(table.cards))


@pytest.mark.parametrize(
    "powers",
    [
        ("consume: 1 good -> 1 vp, draw 1",),
        ("consume: 3 goods of different kinds -> 3 vp",),
        ("consume: 2 genes goods -> 3 vp", "consume: 1 good -> draw 2"),
    ],
)
@pytest.mark.parametrize("line", ["consume: 1 good -> N vp", "consume: up to N goods -> 1 vp each"])
def test_a_power_that_gives_more_for_goods_never_costs_what_others_make_of_them(
    powers: tuple[str, ...], line: str
) -> None:
    """It may be used first, and then others do without: that is its owner's choice."""
    lines = [*powers, *[line.replace("N", str(amount)) for amount in (1, 2, 3)]]
    table = table_with(
        "".join(
            f"  - title: Asked {nth}\n    development: 2\n    vp: 0\n    powers: |\n      {one}\n"
            for nth, one in enumerate(lines)
        )
    )
    worlds = ("Comet Zone", "Spice World", "Gem World", "New Vinland", "Lost Species Ark World")
    for made in range(1, len(worlds) + 1):
        around = (*worlds[:made], *[f"Asked {nth}" for nth in range(len(powers))])
        sums = [
            knowledge_of(table)
            .tableau_value(tuple(table.titles.index(title) for title in (*around, *more)))
            .sums
            for more in [(), *[(f"Asked {nth}",) for nth in range(len(powers), len(lines))]]
        ]
        for feature in (features.MAKES_POINTS, features.MAKES_CARDS, features.USED_GOODS):
            found = [one[feature] for one in sums]
            assert found == sorted(found), (features.NAMES[feature], made)


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


def test_a_seen_player_has_the_open_goals_and_numbers_of_saved_cards() -> None:
    """They decide conditions, such as of "place this only if you have a goal"."""
    game = Game(Side("New Sparta", saved="3 cards"))
    game.player(FIRST).goals = [1]
    seen = seen_player(knowledge_of(game.table), view_of(game.state, SECOND), FIRST)
    assert seen.goals == [1]
    assert list(seen.saved.values()) == [[-1, -1, -1]]
