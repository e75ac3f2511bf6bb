"""Cards dealt on purpose: whoever makes a card wants to have it at hand in the first round."""

import pytest

from gamekit.decisions import Choice, Subset
from rftg_engine import Driver, Options, State, new_game
from rftg_engine.turns.observers import GameStats
from tests.game import table_with
from tests.rules.arc1.arc import arc_table

TABLE = table_with()
ARC = arc_table()
Hands = tuple[tuple[str, ...], ...]


def dealt(*opening: tuple[str, ...], seed: str = "1") -> Driver[State]:
    """A base game with a seat for each of these."""
    return new_game(TABLE, Options(len(opening), opening=opening), seed)


def hand(game: Driver[State], seat: int) -> list[str]:
    return [TABLE.titles[card] for card in game.state.players[seat].hand]


def worlds(game: Driver[State]) -> list[str]:
    return [TABLE.titles[player.start_world] for player in game.state.players]


def test_a_designer_puts_a_card_into_the_opening_hand() -> None:
    for seed in "abcde":
        game = dealt(("Contact Specialist",), (), seed=seed)
        assert "Contact Specialist" in hand(game, 0)
        assert [len(hand(game, seat)) for seat in (0, 1)] == [6, 6]


def test_a_card_wanted_is_one_of_the_six_of_which_two_are_given_up() -> None:
    game = dealt((), ("Gem World", "Public Works"))
    decision = next(one for one in game.pending if one.player == 1)
    assert isinstance(decision, Subset)
    offered = [TABLE.titles[card] for card in decision.cards]
    assert (len(offered), decision.minimum, decision.maximum) == (6, 2, 2)
    assert {"Gem World", "Public Works"} <= set(offered)


def test_a_whole_opening_hand_is_dealt_as_it_is_named() -> None:
    wanted = ("Gem World", "Export Duties", "Drop Ships", "Mining League", "Pirate World")
    game = dealt((*wanted, "Old Earth", "Space Port"), ())
    assert worlds(game)[0] == "Old Earth"
    assert hand(game, 0) == [*wanted, "Space Port"]


def test_two_seats_get_a_copy_of_a_card_each() -> None:
    assert TABLE.titles.count("Public Works") == 2
    game = dealt(("Public Works",), ("Public Works",))
    numbers = {game.state.players[seat].hand[0] for seat in (0, 1)}
    assert {TABLE.titles[card] for card in numbers} == {"Public Works"}
    assert len(numbers) == 2


def test_a_start_world_wanted_is_the_start_world_and_the_others_are_dealt() -> None:
    for seed in "abcdefgh":
        game = dealt((), ("Alpha Centauri",), (), seed=seed)
        assert worlds(game)[1] == "Alpha Centauri"
        assert len(set(worlds(game))) == 3
        assert list(game.state.players[1].goods) == [game.state.players[1].start_world]


def test_no_card_is_there_twice_and_none_is_lost() -> None:
    state = dealt(("Gem World", "New Sparta"), ("Space Port",), ("Earth's Lost Colony",)).state
    everywhere = [*state.deck, *state.discard]
    for player in state.players:
        everywhere += [*player.hand, *player.tableau, *player.goods.values()]
    assert sorted(everywhere) == list(range(len(TABLE.cards)))


def test_the_supply_lies_as_ever_but_for_the_cards_taken_out() -> None:
    plain, chosen = dealt((), ()), dealt(("Gem World",), ())
    wanted = chosen.state.players[0].hand[0]
    before = [
        *plain.state.deck,
        *(
            card
            for seat in plain.state.order[::-1]
            for card in plain.state.players[seat].hand[::-1]
        ),
    ]
    after = [
        *chosen.state.deck,
        *(
            card
            for seat in chosen.state.order[::-1]
            for card in chosen.state.players[seat].hand[::-1]
        ),
    ]
    assert worlds(plain) == worlds(chosen)
    without = [card for card in before if card != wanted]
    assert [card for card in after if card != wanted] == without


@pytest.mark.parametrize("opening", [(), ((), ())])
def test_with_no_card_wanted_a_game_is_the_same_as_without_the_option(opening: Hands) -> None:
    chosen = new_game(TABLE, Options(2, opening=opening), "same").state
    assert chosen.digest() == new_game(TABLE, Options(2), "same").state.digest()


def test_the_chronicle_notes_a_card_wanted_as_drawn_at_set_up() -> None:
    stats = GameStats()
    game = new_game(TABLE, Options(2, opening=((), ("Gem World",))), "1", observers=(stats,))
    assert (game.state.players[1].hand[0], 1, 0) in stats.drawn
    assert len(stats.drawn) == 12


# --- two start worlds offered


def offers(opening: Hands, seed: str) -> list[tuple[str, ...]]:
    """The start worlds that each seat chooses from."""
    game = new_game(ARC, Options(len(opening), opening=opening), seed)
    found = []
    for decision in game.pending:
        assert isinstance(decision, Choice)
        found.append(tuple(ARC.titles[world] for (world,) in decision.options))
    return found


@pytest.mark.parametrize("wanted", ["Old Earth", "Alpha Centauri"])
def test_where_two_start_worlds_are_offered_the_one_wanted_is_among_them(wanted: str) -> None:
    colour = ARC.colour(ARC.titles.index(wanted))
    for seed in "abcdefgh":
        pairs = offers(((), (wanted, "Gem World"), ()), seed)
        assert wanted in pairs[1]
        for pair in pairs:
            assert [ARC.colour(ARC.titles.index(title)) for title in pair] == ["red", "blue"]
        assert len({title for pair in pairs for title in pair}) == 6
    assert colour in ("red", "blue")


# --- refused


@pytest.mark.parametrize(
    ("opening", "reason"),
    [
        ((("Nowhere",), ()), "there is no card 'Nowhere' in use"),
        ((("gem world",), ()), "there is no card 'gem world' in use"),
        ((("Old Earth", "New Sparta"), ()), "one start world, not 'Old Earth' and 'New Sparta'"),
        ((("Old Earth",), ("Old Earth",)), "need more copies of 'Old Earth' than there are .1."),
        (
            (("Public Works",) * 2, ("Public Works",)),
            "more copies of 'Public Works' than there are .2.",
        ),
        ((("Gem World",),), "1 opening hands for 2 players"),
        ((("Gem World",), (), ()), "3 opening hands for 2 players"),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_the_reason(opening: Hands, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        new_game(TABLE, Options(2, opening=opening), "1")


def test_more_cards_than_are_dealt_are_refused() -> None:
    seven = tuple(dict.fromkeys(card.title for card in TABLE.cards if card.start is None))[:7]
    assert hand(dealt(seven[:6], ()), 0) == list(seven[:6])
    with pytest.raises(ValueError, match="a player is dealt 6 cards"):
        dealt(seven, ())


@pytest.mark.parametrize(
    ("switch", "reason"),
    [("preset_hands", "preset hands"), ("draft", "the draft"), ("scenario", "the scenario")],
)
def test_set_ups_with_hands_of_their_own_refuse_it(switch: str, reason: str) -> None:
    options = Options(2, opening=(("Gem World",), ()), **{switch: True})
    with pytest.raises(ValueError, match=f"with {reason} no cards can be put"):
        new_game(ARC, options, "1")
    new_game(ARC, Options(2, opening=((), ()), **{switch: True}), "1")
