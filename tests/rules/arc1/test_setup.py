"""arc 1 booklet: players, start worlds, starting hands, the scenario, what is refused."""

import pytest

from gamekit.decisions import Choice, Subset
from rftg_engine import Driver, Options, State, new_game
from tests.rules.arc1.arc import ALL, arc_table

GATHERING = ("gathering-storm",)
REBELS = ("rebel-vs-imperium",)
BRINK = ("brink-of-war",)


def set_up(options: Options, sets: tuple[str, ...] = ALL, seed: str = "1") -> Driver[State]:
    """A game of these sets."""
    return new_game(arc_table(sets=sets), options, seed)


def settled(title: str) -> tuple[Driver[State], int]:
    """A game of two with start world choice in which somebody has chosen this world."""
    wanted = arc_table().titles.index(title)
    for seed in range(200):
        game = set_up(Options(2), seed=str(seed))
        for seat, decision in enumerate(list(game.pending)):
            assert isinstance(decision, Choice)
            if (wanted,) in decision.options:
                for other in list(game.pending):
                    mine = other.player == seat
                    game.answer(other.player, (wanted,) if mine else other.first())
                return game, seat
    raise AssertionError(f"{title} is never dealt")


# --- players


@pytest.mark.parametrize(("sets", "most"), [(GATHERING, 5), (REBELS, 6), (BRINK, 6)])
def test_each_set_serves_more_players(sets: tuple[str, ...], most: int) -> None:
    """arc 1 booklet, Adding The Gathering Storm Cards, Adding Rebel vs Imperium Cards."""
    for players in range(2, most + 1):
        assert len(set_up(Options(players), sets).state.players) == players
    with pytest.raises(ValueError, match=f"2 to {most} players, not {most + 1}"):
        set_up(Options(most + 1), sets)


@pytest.mark.parametrize(
    ("options", "sets", "reason"),
    [
        (Options(2, goals=True), ("base",), "has goals"),
        (Options(2, takeovers=True), GATHERING, "has takeovers"),
        (Options(2, scenario=True), GATHERING, "has scenario"),
        (Options(3, scenario=True), REBELS, "the scenario is for 2 players"),
        (Options(3, experienced=True), BRINK, "for 2 players"),
        (Options(2, scenario=True, draft=True), BRINK, "deals its own start worlds"),
        (Options(2, draft=True, preset_hands=True), BRINK, "no preset hands"),
        (Options(6, preset_hands=True), REBELS, "5 preset hands for 6 players"),
        (Options(1), BRINK, "2 to 6 players, not 1"),
    ],
)
def test_a_set_up_that_the_sets_cannot_serve_is_refused_with_the_reason(
    options: Options, sets: tuple[str, ...], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        set_up(options, sets)


def test_five_new_players_have_a_preset_hand_each() -> None:
    """arc 1 booklet, Adding The Gathering Storm Cards: the fifth one comes with it."""
    game = set_up(Options(5, preset_hands=True), GATHERING)
    table = arc_table(sets=GATHERING)
    player = game.state.players[4]
    assert table.titles[player.start_world] == "Separatist Colony"
    assert sorted(table.titles[card] for card in player.hand) == [
        "Alien Toy Shop",
        "Deserted Alien World",
        "Hive World",
        "Space Mercenaries",
    ]


# --- cards in use


@pytest.mark.parametrize(
    ("sets", "count"), [(GATHERING, 114 + 22), (REBELS, 136 + 44), (BRINK, 180 + 48)]
)
def test_each_set_adds_its_cards(sets: tuple[str, ...], count: int) -> None:
    """arc 1 booklet, Contents; 44 net cards with Rebel vs Imperium."""
    assert len(arc_table(sets=sets).cards) == count


def test_added_copies_and_the_replaced_card() -> None:
    """arc 1 booklet: a third Contact Specialist and Research Labs, one Gambling World."""
    titles = arc_table(sets=REBELS).titles
    assert [titles.count(one) for one in ("Contact Specialist", "Research Labs")] == [3, 3]
    assert titles.count("Gambling World") == 1
    ante = next(card for card in arc_table(sets=REBELS).cards if card.title == "Gambling World")
    assert "ante" in ante.powers[1].power.effects[0].verb


# --- start worlds


def test_with_the_first_set_start_worlds_are_dealt() -> None:
    game = set_up(Options(3), GATHERING)
    assert [decision.kind for decision in game.pending] == ["starting hand"] * 3
    assert all(player.tableau for player in game.state.players)


@pytest.mark.parametrize("players", [2, 6])
def test_with_the_second_set_each_chooses_a_red_or_a_blue_start_world(players: int) -> None:
    """arc 1 booklet, Adding Rebel vs Imperium Cards: deal 2, choose 1."""
    table = arc_table()
    game = set_up(Options(players))
    for decision in game.pending:
        assert isinstance(decision, Choice)
        colours = [table.colour(world) for (world,) in decision.options]
        assert sorted(colours) == ["blue", "red"]
    assert all(len(player.hand) == 6 for player in game.state.players)


def test_the_start_world_that_was_not_chosen_is_discarded() -> None:
    game = set_up(Options(2))
    refused = []
    for decision in list(game.pending):
        assert isinstance(decision, Choice)
        refused.append(decision.options[1][0])
        game.answer(decision.player, decision.options[0])
    assert set(refused) <= set(game.state.discard)
    assert not set(refused) & set(game.state.deck)


def test_turn_order_is_by_the_number_of_the_start_world_chosen() -> None:
    """base rulebook, Timing; numbers below 0 come first."""
    table = arc_table()
    for seed in range(6):
        game = set_up(Options(3), seed=str(seed))
        while game.step == "setup":
            for decision in list(game.pending):
                game.answer(decision.player, decision.first())
        state = game.state
        numbers = [table.start_number(player.start_world) for player in state.players]
        first = numbers.index(min(numbers))
        assert state.order == [(first + seat) % 3 for seat in range(3)]


# --- starting hands


def test_the_ancient_race_keeps_3_cards() -> None:
    """arc 1 booklet, Adding The Gathering Storm Cards: one less than others."""
    game, seat = settled("Ancient Race")
    for decision in game.pending:
        assert isinstance(decision, Subset)
        assert decision.maximum == (3 if decision.player == seat else 2)


def test_the_ancient_race_starts_with_a_good() -> None:
    game, seat = settled("Ancient Race")
    for decision in list(game.pending):
        game.answer(decision.player, decision.first())
    assert len(game.state.players[seat].goods) == 1
    assert len(game.state.players[seat].hand) == 3


def test_the_scavengers_save_one_card_of_their_hand() -> None:
    """arc 1 booklet, Adding The Brink of War: a start power."""
    game, seat = settled("Galactic Scavengers")
    for decision in list(game.pending):
        game.answer(decision.player, decision.first())
    (decision,) = game.pending
    assert (decision.player, decision.kind) == (seat, "save")
    saved = decision.first()
    game.answer(seat, saved)
    player = game.state.players[seat]
    assert player.saved == {player.start_world: list(saved)}
    assert len(player.hand) == 3


# --- the scenario


def scenario(sets: tuple[str, ...] = REBELS) -> Driver[State]:
    """The scenario, hands chosen."""
    game = set_up(Options(2, scenario=True), sets)
    for decision in list(game.pending):
        assert isinstance(decision, Subset)
        assert (len(decision.cards), decision.maximum) == (6, 2)
        game.answer(decision.player, decision.first())
    return game


@pytest.mark.parametrize("sets", [REBELS, BRINK, ALL])
def test_the_scenario_gives_each_side_its_world_and_its_development(sets: tuple[str, ...]) -> None:
    """arc 1 booklet, Rebel vs Imperium Takeover Scenario: 5 cards each."""
    game, titles = scenario(sets), arc_table(sets=sets).titles
    worlds = [titles[player.start_world] for player in game.state.players]
    assert worlds == ["Rebel Cantina", "Imperium Warlord"]
    for player, title in zip(game.state.players, ("Rebel Alliance", "Imperium Seat"), strict=True):
        assert title in [titles[card] for card in player.hand]
        assert len(player.hand) == 5


def test_takeovers_are_on_in_the_scenario() -> None:
    """arc 1 booklet, Rebel vs Imperium Takeover Scenario, Play."""
    assert scenario().state.takeovers


def test_goals_may_be_set_out_in_the_scenario() -> None:
    """arc 1 booklet, Rebel vs Imperium Takeover Scenario, Setup."""
    assert len(set_up(Options(2, scenario=True, goals=True), REBELS).state.goals) == 6


def test_the_two_developments_of_the_scenario_are_in_no_other_hand() -> None:
    game, titles = scenario(), arc_table(sets=REBELS).titles
    everywhere = [*game.state.deck, *game.state.discard]
    assert not {"Rebel Alliance", "Imperium Seat"} & {titles[card] for card in everywhere}
