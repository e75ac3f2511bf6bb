"""Bots of Roll give legal answers for any tile, based on the seed and their own view."""

from random import Random

import pytest

from roll_engine import Options, Side, Table, new_game, result
from roll_engine.bots import LEVELS, expert_model, knowledge_of, make_bot, play_out
from roll_engine.bots.gains import Gains
from roll_engine.bots.lead import HandTunedModel, end_of_phase_gains, read_guess
from roll_engine.bots.plans import selection_chances
from roll_engine.bots.play import PhaseSimulation
from roll_engine.bots.player import ZoneValue
from roll_engine.bots.view_state import ViewState
from roll_engine.rules import (
    COLOURS,
    EXPLORE,
    HOME,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    PRICES,
    PRODUCE,
    SETTLE,
    SHIP,
    WILD,
)
from roll_engine.state import Player, State
from roll_engine.view import view_of
from tests.roll_engine.game import FIRST, SECOND, Game, official
from tests.roll_engine.tiles import table_with, with_power
from tests.sampling import sampled

MAX_ROUNDS = 80
MOST_ANSWERS = 60
PLAYERS = pytest.mark.parametrize("level", [level for level in LEVELS if level != "random"])
GOOD_AND_BAD = """
  - title: Rich Moon
    world: 1
    kind: alien
    other side: Rich Guild
    powers: |
      immediate: 2 alien dice in citizenry, 6 credits
  - title: Rich Guild
    development: 1
    other side: Rich Moon
    powers: |
      score: 2 per development
  - title: Poor Moon
    world: 6
    other side: Poor Guild
    powers: |
      immediate: remove 1 die
  - title: Poor Guild
    development: 1
    other side: Poor Moon
"""


def scores(levels: list[str], seed: str, table: Table | None = None) -> tuple[int, ...]:
    """Return the scores of a complete game. An illegal answer raises an error."""
    used = table or official()
    game = new_game(used, Options(len(levels)), seed)
    bots = [make_bot(level, used, f"{seed}/{seat}") for seat, level in enumerate(levels)]
    play_out(game, bots, MAX_ROUNDS)
    assert game.over
    return result(used, game.state).scores


@pytest.mark.parametrize("players", sampled([2, 3, 4, 5], 4))
def test_whole_games_of_all_levels_come_to_their_end(players: int) -> None:
    levels = [LEVELS[seat % 2] for seat in range(players)]
    assert scores(levels, str(players)) == scores(levels, str(players))


def test_greedy_ends_games_whoever_begins() -> None:
    """Dice spread over both stacks once kept two greedy players from ever building a tile."""
    for seed in ("1/89", "1/92", "1/168"):
        scores(["greedy", "greedy"], seed)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_plays_tiles_it_has_never_seen(level: str) -> None:
    scores([level, "random"], "own", table_with(GOOD_AND_BAD))


def test_there_is_no_other_level() -> None:
    with pytest.raises(ValueError, match="there are: expert, greedy, random"):
        make_bot("deep", official(), "1")


def with_hidden_tiles_redealt(state: State, seat: int, rng: Random) -> State:
    """Return a copy of a state in which all tiles hidden from a seat are dealt again."""
    other = state.copy()
    hidden = list(other.bag)
    places: list[tuple[list[int], int]] = []
    for player in other.players:
        if player.seat == seat:
            continue
        for stack in (player.developments, player.worlds):
            places += [(stack, at) for at in range(1, len(stack))]
    hidden += [stack[at] for stack, at in places]
    rng.shuffle(hidden)
    for stack, at in places:
        stack[at] = hidden.pop()
    other.bag[:] = hidden
    return other


@PLAYERS
def test_what_is_hidden_changes_no_answer(level: str) -> None:
    """Roll rulebook, Etiquette: tiles below the top ones and in the bag are secret."""
    game, rng = new_game(official(), Options(3), "hidden"), Random(1)
    bots = [make_bot(level, official(), str(seat)) for seat in range(3)]
    while not game.over and game.state.round < 9:
        decision = game.pending[0]
        seat = decision.player
        answer = bots[seat].choose(decision, lambda seat=seat: view_of(game.state, seat))
        view = view_of(with_hidden_tiles_redealt(game.state, seat, rng), seat)
        again = make_bot(level, official(), str(seat))
        if decision.kind in ("select", "recall", "place tile", "explorer", "shipper"):
            assert again.choose(decision, lambda view=view: view) == answer
        game.answer(seat, answer)


@PLAYERS
def test_a_good_tile_is_wanted_more_than_a_bad_one(level: str) -> None:
    table = table_with(GOOD_AND_BAD)
    game = Game(Side("Space Docks", cup="3 home"), table=table, step="manage")
    judge = HandTunedModel(read_guess()) if level == "greedy" else expert_model()
    zone = ZoneValue(ViewState(knowledge_of(table), judge, view_of(game.state, FIRST)))
    tile = {table.titles[one.world]: nth for nth, one in enumerate(table.tiles)}
    assert zone.appeal(tile["Rich Moon"], True) > zone.appeal(tile["Poor Moon"], True)
    assert zone.appeal(tile["Rich Moon"], False) > zone.appeal(tile["Poor Moon"], False)


@PLAYERS
def test_dice_spread_over_both_stacks_are_gathered_on_the_tile_that_lacks_least(
    level: str,
) -> None:
    """Roll rulebook, Manage: with the cup empty a die is recalled; here two complete a tile."""
    side = Side(
        developments="Galactic Renaissance", worlds="Designer Species, Ultd.",
        developers="4 home", settlers="3 home", credits=1,
    )  # fmt: skip
    game = Game(side, Side(cup="home"), step="manage", until="manage")
    bot = make_bot(level, game.table, "1")
    while game.driver.pending:
        decision = game.driver.pending[0]
        seat = decision.player
        game.driver.answer(seat, bot.choose(decision, lambda seat=seat: view_of(game.state, seat)))
    player = game.player(FIRST)
    lacked = 6 - 4
    assert sum(player.builders(False)) == 4
    assert sum(player.cup) == lacked
    assert sum(player.builders(True)) == 3 - lacked
    assert game.player(SECOND).cup[0] == 1


def seen(game: Game) -> ViewState:
    """Return the game as an expert in the first player's seat sees it."""
    view = view_of(game.state, game.player(FIRST).seat)
    return ViewState(knowledge_of(game.table), expert_model(), view)


def test_the_expert_expects_a_player_with_goods_to_ship() -> None:
    goods = "Gem World: novelty; Mining World: home"
    expected = [
        selection_chances(seen(game))[SHIP]
        for game in (
            Game(Side(cup="home"), Side("Gem World, Mining World", cup="4 home", goods=held))
            for held in (goods, "")
        )
    ]
    assert expected[0] > expected[1]


def test_goods_can_be_shipped_in_the_round_in_which_they_are_produced() -> None:
    game = Game(Side("Gem World", cup="home"), Side(cup="home"))
    view_state = seen(game)
    view_state.own_player.rolled[WILD * NUMBER_OF_COLOURS] = 2
    gains, chances = Gains(view_state), [0.0, 0.0, 0.0, 0.5, 1.0]
    only_produced = gains.base_value + 0.5 * gains.gain(PRODUCE, 1)
    assert gains.expected_value([0, 0, 0, 1, 0], chances) == pytest.approx(only_produced)
    separately = only_produced + gains.gain(SHIP, 1)
    assert gains.expected_value([0, 0, 0, 1, 1], chances) > separately + 0.2


@pytest.mark.parametrize(
    ("side", "phase"),
    [
        (Side("Major Research Labs", cup="home"), EXPLORE),
        (Side("Free Trade Association, Gem World", cup="home"), SHIP),
        (Side("Tried", cup="home", worlds="Gem World", settlers="home"), SETTLE),
    ],
    ids=["extra workers", "the end of a phase", "a cheaper world"],
)
def test_a_phase_without_workers_can_gain(side: Side, phase: int) -> None:
    game = Game(side, Side(cup="home"), table=with_power("settle: cost -1"))
    gains = Gains(seen(game))
    chances = [0.0] * NUMBER_OF_PHASES
    chances[phase] = 1.0
    expected = gains.base_value + gains.gain(phase, 0)
    assert expected > gains.base_value + 0.1
    assert gains.expected_value([0] * NUMBER_OF_PHASES, chances) == pytest.approx(expected)


def test_extra_shippers_ship_goods_of_the_same_round() -> None:
    game = Game(Side("Organic Shipyards, Gem World", cup="home"), Side(cup="home"))
    view_state = seen(game)
    view_state.own_player.rolled[WILD * NUMBER_OF_COLOURS] = 1
    gains, counts = Gains(view_state), [0, 0, 0, 1, 0]
    assert gains.gain(SHIP, 0) == 0
    shipped = gains.expected_value(counts, [0.0, 0.0, 0.0, 1.0, 1.0])
    assert shipped > gains.expected_value(counts, [0.0, 0.0, 0.0, 1.0, 0.0]) + 0.2


# --- tiles as no official ones are: what random tiles have shown


def play(game: Game, level: str) -> None:
    """Let bots answer all of a step."""
    bots = [make_bot(level, game.table, str(seat)) for seat in range(2)]
    for _answer in range(MOST_ANSWERS):
        if game.over:
            return
        for decision in game.driver.pending:
            seat = decision.player
            answer = bots[seat].choose(decision, lambda seat=seat: view_of(game.state, seat))
            game.driver.answer(seat, answer)
    pytest.fail("the step does not end")


@PLAYERS
def test_goods_that_are_sold_for_nothing_are_shipped(level: str) -> None:
    side = Side("Tried, Gem World, Mining World", goods="Gem World: novelty; Mining World: home",
                ship="novelty, home", rolled="2 novelty ship, 2 home explore")  # fmt: skip
    table = with_power("ship: price -9")
    for step in ("assign", "ship"):
        play(Game(side, table=table, step=step, until=step), level)


@PLAYERS
def test_tiles_are_not_moved_for_ever(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a tile is worth can depend on where the others lie."""
    monkeypatch.setattr(ZoneValue, "best_move_gain", lambda _zone: 1.0)
    side = Side("Advanced Logistics", explore="home", developments="Space Docks, Space Marines")
    play(Game(side, step="explore", until="explore"), level)


# --- what bots imagine

MILITARY = COLOURS.index("military")


def after_settling(line: str, side: Side) -> tuple[Player, Player]:
    """The owner of a development with a line, before and after an imagined Settle phase."""
    game = Game(side, Side(cup="home"), table=with_power(line), step="roll workers")
    view = view_of(game.state, game.state.order[FIRST])
    imagined = ViewState(knowledge_of(game.table), HandTunedModel(read_guess()), view)
    player = imagined.own_player.copy()
    PhaseSimulation(imagined, player).play_phase(SETTLE, [], 0)
    return imagined.own_player, player


def test_bots_pay_at_the_end_of_a_phase() -> None:
    line = "settle: at the end, may spend 2 credits -> 1 military die in cup"
    before, after = after_settling(line, Side("Tried", cup="home", credits=3))
    assert after.credits == before.credits - 2
    assert after.cup[MILITARY] == before.cup[MILITARY] + 1


def test_bots_swap_dice_at_the_end_of_a_phase() -> None:
    line = "settle: at the end, may remove 1 home die -> 1 military die in cup"
    before, after = after_settling(line, Side("Tried", citizenry="home"))
    assert after.citizenry[HOME] == before.citizenry[HOME] - 1
    assert after.cup[MILITARY] == before.cup[MILITARY] + 1


def test_bots_pay_nothing_for_what_they_cannot_pay_in_full() -> None:
    line = "settle: at the end, may remove 2 home dice -> 3 vp"
    before, after = after_settling(line, Side("Tried", citizenry="home"))
    assert (after.citizenry, after.chips) == (before.citizenry, before.chips)


def test_bots_gain_chips_at_the_end_of_a_phase() -> None:
    line = "settle: at the end, 2 vp"
    before, after = after_settling(line, Side("Tried", cup="home"))
    assert (after.credits, after.chips) == (before.credits, before.chips + 2)


@pytest.mark.parametrize(
    ("price", "gain"),
    [("2 credits", 3.0), ("2 vp", 3.0), ("5 credits", 0.0)],
    ids=["credits", "chips", "a loss"],
)
def test_a_price_lowers_what_the_end_of_a_phase_is_worth(price: str, gain: float) -> None:
    table = with_power(f"settle: at the end, may spend {price} -> 5 vp")
    game = Game(Side("Tried", cup="home", credits=5), table=table, step="manage")
    assert end_of_phase_gains(table, game.state, game.state.order[FIRST])[SETTLE] == gain


@pytest.mark.parametrize(
    ("worlds", "discount"), [(0, 0), (1, 1), (3, 2)], ids=["none", "one", "at most"]
)
def test_bots_count_what_a_discount_is_for(worlds: int, discount: int) -> None:
    table = with_power("settle: cost -1 per novelty or genes world, at most 2")
    knowledge = knowledge_of(table)
    titles = ["Tried", *["Gem World", "Plague World", "Ancient Race"][:worlds]]
    powers = table.powers([table.titles.index(title) for title in titles])
    nth = max(range(len(table.tiles)), key=lambda nth: table.cost[table.tiles[nth].world])
    cost = table.cost[table.tiles[nth].world]
    assert knowledge.cost(powers, nth, True) == cost - discount


def test_bots_estimate_what_a_price_is_for() -> None:
    table = with_power("ship: price +1 per 2 goods")
    powers = table.powers([table.titles.index("Tried")])
    prices = knowledge_of(table).prices(powers)
    assert prices == [price + 1.0 for price in PRICES]
