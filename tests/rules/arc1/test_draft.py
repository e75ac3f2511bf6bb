"""The draft variant (arc 1 booklet, Draft Variant)."""

from random import Random

import pytest

from gamekit.decisions import Choice
from gamekit.driver import Driver
from rftg_engine import Side
from rftg_engine.game import new_game
from rftg_engine.options import Options
from rftg_engine.state import State
from tests.game import table_of
from tests.rules.arc1.arc import FIRST, SECOND, THIRD, Arc

SETS = {
    "1": ("new-worlds", "gathering-storm"),
    "1,2": ("new-worlds", "rebel-vs-imperium"),
    "1-3": ("new-worlds", "brink-of-war"),
}


def drafted(sets: str, players: int) -> tuple[Driver[State], int]:
    """A game whose draft is over, and the rounds of five cards that it had."""
    game = new_game(table_of(*SETS[sets]), Options(players, draft=True), "1")
    rng = Random(1)
    rounds = 0
    while game.pending[0].kind == "draft":
        rounds += game.pending[0].count() == 5
        for decision in game.pending:
            game.answer(decision.player, decision.sample(rng))
    return game, rounds


# The booklet's deck counts the start world that is not used; the base game there has 120 cards,
# the six promotional start worlds among them.
@pytest.mark.parametrize(
    ("sets", "players", "drafts", "deck"),
    [
        ("1", 2, 13, 70),
        ("1", 3, 9, 46),
        ("1", 4, 6, 34),
        ("1,2", 2, 18, 92),
        ("1,2", 3, 12, 61),
        ("1,2", 4, 8, 45),
        ("1,2", 5, 7, 36),
        ("1-3", 2, 23, 116),
        ("1-3", 3, 15, 77),
        ("1-3", 4, 11, 57),
        ("1-3", 5, 8, 45),
        ("1-3", 6, 7, 38),
    ],
)
def test_the_drafts_and_decks_are_those_of_the_booklets_table(
    sets: str, players: int, drafts: int, deck: int
) -> None:
    game, rounds = drafted(sets, players)
    sizes = {len(player.deck) + len(player.hand) + 1 for player in game.state.players}
    # A last round of what is left may be one of five cards too.
    assert rounds in (drafts, drafts + 1)
    assert sizes == {deck}


def test_the_rest_of_a_pack_goes_to_the_left_first_and_then_to_the_right() -> None:
    game = new_game(table_of(*SETS["1"]), Options(3, draft=True), "1")
    picks = []
    for _pick in range(7):
        options = [decision.options for decision in game.pending if isinstance(decision, Choice)]
        picks.append(options)
        for decision in game.pending:
            game.answer(decision.player, decision.first())
        # The fifth pick leaves nothing to choose, so that it is not asked.
    assert picks[1] == [picks[0][seat - 1][1:] for seat in range(3)]
    assert [len(pack) for pack in picks[4]] == [5, 5, 5]
    assert picks[5] == [picks[4][(seat + 1) % 3][1:] for seat in range(3)]


def test_players_draw_from_and_discard_to_piles_of_their_own() -> None:
    game, _rounds = drafted("1", 2)
    state = game.state
    own = [set(player.deck) | set(player.hand) for player in state.players]
    rng = Random(2)
    while not game.over and state.round < 6:
        for decision in game.pending:
            game.answer(decision.player, decision.sample(rng))
    assert not state.deck
    assert not state.discard
    for player, cards in zip(state.players, own, strict=True):
        assert set(player.deck) | set(player.discard) | set(player.hand) <= cards | set(
            game.state.players[0].tableau + game.state.players[1].tableau
        ) | {card for card, start in enumerate(table_of(*SETS["1"]).cards) if start.start}


def test_a_draft_needs_start_worlds_of_both_colours_for_all() -> None:
    table = table_of("base")
    with pytest.raises(ValueError, match="no set in use has draft"):
        new_game(table, Options(2, draft=True), "1")


def in_a_draft(*sides: Side, takeovers: bool = False, until: str) -> Arc:
    """A game in which all have supplies of their own, of twenty cards each."""
    game = Arc(*sides, takeovers=takeovers, until=until)
    state = game.state
    state.drafted = True
    for player in state.players:
        player.deck, state.deck = state.deck[:20], state.deck[20:]
    state.deck = []
    return game


def test_the_salvage_draws_as_many_cards_as_others_discard() -> None:
    """arc 1 booklet, Draft Variant, Power changes: from that player's card supply."""
    game = in_a_draft(
        Side("New Sparta", hand="12 developments"),
        Side("Retrofit & Salvage, Inc", hand="11 developments"),
        Side("Old Earth", hand="11 developments"),
        until="round end",
    )
    game.choose("settle")
    for seat, number in ((FIRST, 2), (SECOND, 1), (THIRD, 1)):
        game.pick(seat, *game.hand(seat)[:number])
    assert game.count(SECOND) == 10 + 3
    assert [len(game.player(seat).deck) for seat in (FIRST, SECOND, THIRD)] == [20, 17, 20]
    assert [len(game.player(seat).discard) for seat in (FIRST, SECOND, THIRD)] == [2, 1, 1]


@pytest.mark.parametrize("good", ["", "Former Penal Colony"])
def test_a_world_destroyed_goes_to_the_pile_of_its_former_owner(good: str) -> None:
    """arc 1 booklet, Draft Variant, Power changes: and any good on it."""
    buster = "Imperium Planet Buster"
    theirs = Side("Expedition Force, Former Penal Colony", goods=good)
    game = in_a_draft(
        Side(f"Old Earth, {buster}, Space Marines"), theirs, takeovers=True, until="settle"
    )
    game.choose("settle", "consume: x2")
    game.attack(FIRST, buster, "Former Penal Colony")
    assert game.tableau(SECOND) == ["Expedition Force"]
    former = [game.table.titles[card] for card in game.player(SECOND).discard]
    assert (former[-1:], len(former)) == (["Former Penal Colony"], 2 if good else 1)
    assert game.player(FIRST).discard == []
