"""quick reference, Xeno Invasion (with Invasion): the waves, the track, and how players hold out.

xeno.json stands for the facts and doubts that docs/xeno.md weighs.
"""

import pytest

from rftg_engine import Side
from rftg_engine.modules.invasion_attack import available_cards, next_wave
from rftg_engine.modules.invasion_state import (
    InvasionCame,
    InvasionMet,
)
from tests.game import FIRST, SECOND, development
from tests.invasions import ALWAYS, Invaded, attacked, official

THIRD = 2
EARTH, SPARTA, ERIDANI = Side("Old Earth"), Side("New Sparta"), Side("Epsilon Eridani")
CENTAURI, COLONY = Side("Alpha Centauri"), Side("Earth's Lost Colony")
SPARTAN = Side("Epsilon Eridani, Expedition Force")
FIVE = (EARTH, SPARTA, ERIDANI, CENTAURI, COLONY)

# --- when


def test_settle_is_already_selected_in_round_1() -> None:
    """quick reference: Settle is already selected in round 1."""
    game = Invaded(Side("Old Earth", "Gem World, 2 cards"), ERIDANI, round=1, actions="consume: x2")
    assert game.step == "settle"
    game.place(FIRST, "Gem World")
    assert game.tableau(FIRST) == ["Old Earth", "Gem World"]
    # Nobody has chosen it, so nobody draws the card for that.
    assert game.count(FIRST) == 0


def test_everybody_chooses_an_action_besides_in_round_1() -> None:
    """quick reference: Settle is already selected; whoever chooses it gets its card."""
    game = Invaded(Side("Old Earth", "Gem World, 2 cards"), ERIDANI, round=1)
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Gem World")
    assert game.count(FIRST) == 1


def test_settle_is_not_selected_in_round_2() -> None:
    """quick reference: in round 1."""
    game = Invaded(Side("Old Earth", "Gem World, 2 cards"), ERIDANI, round=2, actions="consume: x2")
    assert game.step == "choose"


@pytest.mark.parametrize(("round", "attacks"), [(1, 0), (2, 0), (3, 1), (4, 1)])
def test_xenos_attack_in_round_3(round: int, attacks: int) -> None:
    """quick reference: Xenos attack in round 3. xeno.json, first_attack_round."""
    assert len(attacked(EARTH, SPARTA, round=round).told(InvasionCame)) == attacks


def test_a_set_says_in_which_round_they_come_first() -> None:
    """design of the set file, `first round`."""
    game = attacked(EARTH, SPARTA, round=1, facts={"first_round": 1})
    game.finish_round()
    assert len(game.told(InvasionCame)) == 1


def test_the_attack_comes_after_discarding_down_to_ten() -> None:
    """quick reference: after discarding down to 10 cards in hand. xeno.json, order_at_round_end."""
    game = attacked(Side("Old Earth", "12 cards"), SPARTA, met="{1: 10}")
    assert game.asked(FIRST) == "hand limit"
    assert game.told(InvasionMet) == []
    game.pick(FIRST, *game.hand(FIRST)[:2])
    assert game.asked(FIRST) == "bunker"
    assert game.most(FIRST) == 1
    assert len(game.subset(FIRST).cards) == 10


# --- the cards


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_player_gets_an_invasion_card(players: int) -> None:
    """quick reference: each player gets an Invasion card."""
    game = attacked(*FIVE[:players], met="{-1: 2, 0: 4, 1: 4}")
    game.settle_all()
    assert len(game.told(InvasionMet)) == players
    assert len(set(game.part.dealt)) == players
    assert sorted(game.part.used) == sorted(game.part.dealt)


def test_players_with_a_higher_military_against_xenos_get_higher_values() -> None:
    """quick reference: a higher military vs Xenos gets higher values."""
    met = (ALWAYS, ALWAYS, "{0: 1, 1: 1, 2: 1}")
    game = attacked(EARTH, SPARTA, ERIDANI, met=met, wave=3)
    assert [game.dealt(player) for player in (FIRST, SECOND, THIRD)] == ["0", "2", "1"]
    assert game.ranking() == [SECOND, THIRD, FIRST]


def test_military_against_xenos_alone_counts_for_the_order() -> None:
    """quick reference, Military vs Xenos: counts when determining strength for invasion cards."""
    met = ("{0: 1, 1: 1}", ALWAYS, ALWAYS)
    game = attacked(Side("Old Earth, Watch"), SPARTA, met=met)
    assert (game.track(FIRST), game.track(SECOND)) == (1, 2)
    cards = development("Wall", "settle: invasion defense +5")
    game = attacked(Side("Old Earth, Wall"), ERIDANI, met=met, cards=cards)
    assert (game.track(FIRST), game.track(SECOND)) == (0, 1)
    assert (game.dealt(FIRST), game.dealt(SECOND)) == ("0", "1")


def test_a_card_of_own_military_is_higher_than_any_number() -> None:
    """docs/xeno.md, own+N: it goes to the strongest."""
    met = ("{9: 1, own+3: 1}", ALWAYS, ALWAYS)
    game = attacked(EARTH, SPARTA, met=met)
    game.settle_all()
    assert (game.dealt(FIRST), game.dealt(SECOND)) == ("9", "own+3")


@pytest.mark.parametrize(
    ("tableau", "strength"),
    [("New Sparta", 5), ("New Sparta, Watch", 5), ("Old Earth, Contact Specialist", 2)],
)
def test_own_base_military_is_that_against_every_world(tableau: str, strength: int) -> None:
    """quick reference, Wave 3: your base military + 3. docs/xeno.md: it can be below 0."""
    game = attacked(Side(tableau), ERIDANI, met="{own+3: 10}")
    seat = game.player(FIRST).seat
    (met,) = [event for event in game.told(InvasionMet) if event.seat == seat]
    assert met.strength == strength


# --- waves


def test_the_invasion_has_3_waves_of_2_rounds_2_rounds_and_the_rest() -> None:
    """quick reference: wave 1 and wave 2 are 2 rounds each; wave 3 is until the end."""
    game = Invaded(EARTH, SPARTA, ERIDANI, met=ALWAYS)
    for _round in range(6):
        game.attack()
        game.settle_all()
    came = [(event.wave, event.nth) for event in game.told(InvasionCame)]
    assert came == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]


def test_with_2_players_wave_1_and_wave_2_are_1_round_each() -> None:
    """quick reference: 2 players: 1 round each. xeno.json, rounds_2p."""
    game = Invaded(EARTH, SPARTA, met=ALWAYS)
    for _round in range(4):
        game.attack()
        game.settle_all()
    came = [(event.wave, event.nth) for event in game.told(InvasionCame)]
    assert came == [(1, 1), (2, 1), (3, 1), (3, 2)]


@pytest.mark.parametrize(
    ("wave", "lowest", "highest", "number"),
    [(0, "-1", "4", 11), (1, "0", "7", 11), (2, "3", "own+5", 17)],
)
def test_the_published_waves(wave: int, lowest: str, highest: str, number: int) -> None:
    """quick reference: Wave 1: -1 to 4; Wave 2: 0 to 7; Wave 3: 3 to 9, own + 3/4/5.

    xeno.json, cards_S: 39 cards; the component list says 40.
    """
    invasion = official().invasion
    assert invasion is not None
    cards = invasion.waves[wave].cards
    assert (str(cards[0]), str(cards[-1]), len(cards)) == (lowest, highest, number)


def test_a_card_of_the_first_waves_is_dealt_once() -> None:
    """xeno.json, deck: 2 cards per player are used of wave 1."""
    met = ("{0: 6}", "{-1: 6}", ALWAYS)
    game = attacked(EARTH, SPARTA, ERIDANI, met=met)
    game.settle_all()
    first = set(game.part.dealt)
    game.attack()
    game.settle_all()
    assert first.isdisjoint(game.part.dealt)
    assert game.part.dealt_of == 0
    assert sorted(game.part.used) == list(range(6))


def test_the_cards_of_the_next_wave_are_those_of_that_wave_alone() -> None:
    """xeno.json, waves: each wave has its own deck."""
    game = Invaded(EARTH, SPARTA, met=("{0: 2}", "{1: 2}", "{2: 2}"))
    invasion = game.table.invasion
    assert invasion is not None
    seen = []
    for _round in range(3):
        seen.append({str(card) for card in available_cards(invasion, game.part)})
        game.attack()
        game.settle_all()
        assert {game.dealt(FIRST), game.dealt(SECOND)} == seen[-1]
    assert seen == [{"0"}, {"1"}, {"2"}]
    assert next_wave(invasion, game.part) == (2, 1)


def test_wave_3_is_shuffled_again_when_its_cards_run_out_in_the_middle_of_a_deal() -> None:
    """xeno.json, deck: wave_3 all; reshuffled when exhausted."""
    met = ("{-1: 4}", "{-1: 4}", "{-1: 1, 0: 1, 1: 1}")
    game = Invaded(SPARTA, SPARTAN, met=met)
    for _round in range(3):
        game.attack()
        game.settle_all()
    (left,) = {0, 1, 2} - set(game.part.dealt)
    invasion = game.table.invasion
    assert invasion is not None
    # One is left for two players: any card can come.
    assert len(available_cards(invasion, game.part)) == 3
    game.attack()
    game.settle_all()
    assert left in game.part.dealt
    assert len(set(game.part.dealt)) == 2
    # Those that lie dealt were not shuffled in; the next deal is of the third one first.
    assert sorted(game.part.used) == sorted(game.part.dealt)


def test_no_card_is_dealt_twice_in_an_attack_however_often_the_wave_is_shuffled() -> None:
    """xeno.json, deck: one invasion card per player."""
    game = Invaded(SPARTA, SPARTAN, met=(ALWAYS, ALWAYS, "{-1: 1, 0: 1, 1: 1}"), wave=3)
    for _round in range(12):
        game.attack()
        game.settle_all()
        assert len(set(game.part.dealt)) == 2


def test_a_new_wave_is_whole() -> None:
    """xeno.json, waves: each wave has its own deck."""
    game = Invaded(EARTH, SPARTA, met=ALWAYS)
    for _wave in range(3):
        game.attack()
        game.settle_all()
        assert sorted(game.part.used) == sorted(game.part.dealt)


def test_an_exhausted_wave_3_is_whole_again() -> None:
    """xeno.json, deck: reshuffled when exhausted."""
    game = Invaded(SPARTA, SPARTAN, met=("{-1: 2}", "{-1: 2}", "{0: 2}"))
    for _round in range(4):
        game.attack()
        game.settle_all()
        assert sorted(game.part.used) == [0, 1]
    assert len(game.told(InvasionCame)) == 4


# --- the admiral track


def test_the_first_discs_are_placed_in_turn_order_so_the_last_is_on_top() -> None:
    """xeno.json, admiral_track: discs are placed in turn order; topmost first."""
    game = attacked(EARTH, CENTAURI, COLONY, met=(ALWAYS, ALWAYS, "{-3: 1, -2: 1, -1: 1}"), wave=3)
    dealt = [game.dealt(player) for player in (FIRST, SECOND, THIRD)]
    assert dealt == ["-3", "-2", "-1"]


def test_after_an_invasion_the_bottom_disc_of_each_stack_goes_to_the_top() -> None:
    """xeno.json, admiral_track, after the invasion."""
    game = Invaded(EARTH, CENTAURI, COLONY, SPARTA, met=ALWAYS)
    rankings = []
    for _round in range(4):
        game.attack()
        game.settle_all()
        rankings.append(game.ranking())
    assert rankings == [[3, 0, 2, 1], [3, 1, 0, 2], [3, 2, 1, 0], [3, 0, 2, 1]]


def test_a_disc_that_moves_goes_on_top_of_the_stack_it_comes_to() -> None:
    """xeno.json, admiral_track, moved disc; admiral_order_ties."""
    game = attacked(EARTH, SPARTA, met=ALWAYS)
    assert game.ranking() == [SECOND, FIRST]
    race, player = game.race, game.player(FIRST)
    card = next(card for card in game.state.deck if game.table.titles[card] == "Space Marines")
    game.state.deck.remove(card)
    race.moves.add_to_tableau(player, card)
    game.attack()
    # The stack was SECOND alone, FIRST came to it and lay on top; then the bottom one is moved up.
    assert game.track(FIRST) == game.track(SECOND) == 2
    assert game.dealt(FIRST) == game.dealt(SECOND)
    assert game.ranking() == [SECOND, FIRST]


def test_the_higher_of_a_stack_gets_the_higher_card_and_the_smaller_reward() -> None:
    """xeno.json, admiral_order_ties: later arrival is on top and counts as higher."""
    game = attacked(EARTH, CENTAURI, met=("{-2: 1, -1: 1}", ALWAYS, ALWAYS))
    assert (game.dealt(FIRST), game.dealt(SECOND)) == ("-2", "-1")
    assert (game.rewards(FIRST), game.rewards(SECOND)) == (2, 1)
    game.attack()
    assert (game.rewards(FIRST), game.rewards(SECOND)) == (3, 3)


def test_the_track_counts_military_of_today() -> None:
    """docs/xeno.md: what is in force at the round's end, conditions as of then."""
    cards = development("Horde", "settle: military +1 per card in hand")
    game = attacked(Side("Old Earth, Horde", "3 cards"), SPARTA, cards=cards)
    assert (game.track(FIRST), game.track(SECOND)) == (3, 2)
