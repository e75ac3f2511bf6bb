"""What the conformance runner lets pass: each waiver is proved, and a record altered is refused."""

import copy
from collections import Counter
from typing import Any

import pytest

from rftg_engine import Options, Side, actions
from rftg_engine.state import State
from rftg_tools.importing.comparison import Readings, _player, differences
from rftg_tools.importing.payments import read_takeover
from rftg_tools.importing.reader import Reader
from rftg_tools.importing.readers import read_first_action
from rftg_tools.importing.record import (
    FIXED_KIND,
    IN_VAIN,
    MOST_GOALS,
    NO_HOPE,
    POSITIVE_MILITARY,
    ROUND_LIMIT,
    Divergence,
)
from rftg_tools.importing.runner import run_game
from rftg_tools.importing.useless import (
    DEVELOPMENT,
    TAKEOVER,
    Subject,
    nothing_to_draw,
    nowhere_to_produce,
)
from tests.rftg_tools.importing.recording import Event, idle, record_game
from tests.rftg_tools.importing.test_conformance import diverges, find, written
from tests.rules.arc1.arc import FIRST, SECOND, Arc

# --- tiles and scores

BUILT = "Public Works, Interstellar Bank, Export Duties, Investment Credits"
AS_MANY = "Drop Ships, Mining Robots, Replicant Robots, Space Marines"
LARGEST = "Largest Industry"
MOST = "Greatest Infrastructure"
OORT = "Alien Oort Cloud Refinery"
FACTORY = "Damaged Alien Factory"
INDUSTRY = "Gem World, Bio-Hazard Mining World"


def record_of(game: Arc, readings: Readings) -> Event:
    """The state as the record must show it."""
    state = game.state
    players = [_player(game.table, state, seat, readings) for seat in range(len(state.players))]
    sizes = {"deck": len(state.deck), "discard": len(state.discard), "pool": state.pool}
    return {**sizes, "players": copy.deepcopy(players)}


def wrong_members(game: Arc, readings: Readings, record: Event) -> list[str]:
    return [member for member, *_rest in differences(game.table, game.state, record, readings)]


def holding(step: str = "develop") -> tuple[Arc, Readings]:
    """The first player has the tile for developments, noted after a step."""
    game = Arc(Side(f"New Sparta, {BUILT}", goals=MOST), Side("Old Earth"), goals=MOST)
    readings = Readings(game.table)
    readings.note(step, game.state, {})
    return game, readings


def lose_one(game: Arc, seat: int) -> None:
    player = game.player(seat)
    game.race.moves.remove_from_tableau(player, player.tableau[-1])


def uses(readings: Readings, state: State) -> Counter[str]:
    return Counter(use for seat in range(len(state.players)) for use in readings.uses(state, seat))


def test_a_holder_without_the_tile_is_refused() -> None:
    game, readings = holding()
    record = record_of(game, readings)
    assert wrong_members(game, readings, record) == []
    record["players"][FIRST]["goals"] = []
    assert wrong_members(game, readings, record) == ["goals of player 0"]


def test_a_tile_with_another_player_is_refused() -> None:
    game, readings = holding()
    record = record_of(game, readings)
    for player in record["players"]:
        player["goals"] = [] if player["goals"] else [MOST]
    assert wrong_members(game, readings, record) == ["goals of player 0", "goals of player 1"]


@pytest.mark.parametrize("more", [-5, -3, 3, 5])
def test_a_score_by_no_reading_is_refused(more: int) -> None:
    game, readings = holding()
    record = record_of(game, readings)
    record["players"][SECOND]["score_now"] += more
    assert wrong_members(game, readings, record) == ["score_now of player 1"]


def test_an_engine_that_keeps_a_tile_too_long_is_refused() -> None:
    """Arc 1 booklet, Goals: it changes hands at the end of any phase."""
    game, readings = holding()
    record = record_of(game, readings)
    lose_one(game, FIRST)
    record["players"][FIRST]["tableau"].pop()
    record["players"][FIRST]["goals"] = []
    readings.note("consume", game.state, {})
    assert "goals of player 0" in wrong_members(game, readings, record)


def test_the_record_sees_another_player_lose_only_after_the_own_phase() -> None:
    game = Arc(Side(f"New Sparta, {BUILT}"), Side(f"Old Earth, {AS_MANY}"), goals=MOST)
    readings = Readings(game.table)
    readings.note("develop", game.state, {})
    assert uses(readings, game.state) == {}
    lose_one(game, SECOND)
    readings.note("settle", game.state, {})
    assert uses(readings, game.state) == {MOST_GOALS: 1}
    assert readings.score(game.state, SECOND) == game.points(SECOND) + 3
    readings.note("develop", game.state, {})
    assert readings.score(game.state, SECOND) == game.points(SECOND)


def test_a_holders_world_of_any_kind_counts_as_the_kind_it_was_given() -> None:
    game = Arc(Side(f"New Sparta, {INDUSTRY}, {OORT}", goals=LARGEST), goals=LARGEST)
    refinery = game.player(FIRST).tableau[-1]
    readings = Readings(game.table)
    readings.note("settle", game.state, {})
    readings.note("produce", game.state, {refinery: 1})
    assert uses(readings, game.state) == {}
    readings.note("produce", game.state, {refinery: 4})
    assert uses(readings, game.state) == {MOST_GOALS: 1, FIXED_KIND: 1}


def test_positive_military_is_subtracted_where_negative_military_scores() -> None:
    cards = """
  - title: Meek
    development: 6
    vp: variable
    powers: |
      score: 1 per negative military
"""
    game = Arc(Side("New Sparta, Space Marines, Meek"), cards=cards)
    readings = Readings(game.table)
    assert readings.score(game.state, FIRST) == game.points(FIRST) - 4
    assert uses(readings, game.state) == {POSITIVE_MILITARY: 1}


# --- the end


def test_a_reason_for_the_end_is_compared_beside_the_round_limit() -> None:
    game = record_game(Options(2), "idle", idle, 30)
    assert run_game(game).exceptions == {ROUND_LIMIT: 1}
    game["events"][-1]["why"].append("tableau")
    diverges(game, "end: why")


def test_a_game_that_ends_in_round_thirty_names_its_reason() -> None:
    game = written()
    game["events"][-1]["why"] = ["round-limit"]
    diverges(game, "end: why")


# --- powers of no use


def subject(game: Arc, title: str, kind: str = "pay for world") -> Subject:
    player = game.player(FIRST)
    card = game.table.titles.index(title)
    return Subject(game.table, player, player.powers, kind, card, len(player.hand))


def test_military_of_a_world_placed_in_the_phase_makes_no_power_useful() -> None:
    """Arc 1 booklet and base rulebook, Settle: its powers count from the next phase on."""
    game = Arc(Side("New Sparta, Mercenary Fleet", hand="2 cards"))
    before = game.player(FIRST).powers
    game.race.moves.add_to_tableau(game.player(FIRST), game.table.titles.index("Rebel Base"))
    found = subject(game, "Rebel Homeworld")
    assert found.powers.military >= before.military
    game.player(FIRST).powers = before
    assert subject(game, "Rebel Homeworld").is_useless("Mercenary Fleet", False)
    assert not subject(game, "Rebel Outpost").is_useless("Mercenary Fleet", False)


def test_a_world_that_can_only_be_paid_for_is_out_of_reach_of_a_power_that_conquers() -> None:
    """Arc 1 booklet, Settle a Second World: by the power of that world alone."""
    game = Arc(Side("New Sparta, Rebel Cantina", hand="8 cards"))
    found = subject(game, "Rebel Homeworld")
    assert (found.can_be_placed(False), found.can_be_placed(True)) == (True, False)
    assert subject(game, "Pirate World").can_be_placed(True) is False
    assert subject(game, "Rebel Outpost").can_be_placed(True) is False


def test_a_card_placed_in_the_phase_proves_nothing() -> None:
    game = Arc(Side("New Sparta", hand="2 cards"))
    assert not subject(game, "Rebel Outpost").is_useless("Mercenary Fleet", False)


@pytest.mark.parametrize(("kind", "useless"), [(TAKEOVER, True), ("pay for world", False)])
def test_a_discount_by_goods_has_no_use_in_a_takeover(kind: str, useless: bool) -> None:
    game = Arc(
        Side(
            "New Sparta, Golden Age of Terraforming, Lost Species Ark World",
            hand="9 cards",
            goods="Lost Species Ark World",
        )
    )
    assert (
        subject(game, "Comet Zone", kind).is_useless("Golden Age of Terraforming", False) is useless
    )


def test_military_has_no_use_for_a_development() -> None:
    game = Arc(Side("New Sparta, Mercenary Fleet", hand="2 cards"))
    assert subject(game, "Public Works", DEVELOPMENT).is_useless("Mercenary Fleet", False)


# --- choices that are none


def any_windfall(title: str) -> Event:
    power = {"phase": "produce", "codes": ["windfall-any", "discard"], "value": 1, "times": 0}
    return {"card": title, "power": power}


@pytest.mark.parametrize(("goods", "nowhere"), [("Destroyed World", True), ("", False)])
def test_production_is_needless_only_where_no_world_can_take_the_good(
    goods: str, nowhere: bool
) -> None:
    game = Arc(Side("New Sparta, Destroyed World, Universal Exports", goods=goods))
    using = any_windfall("Universal Exports")
    assert nowhere_to_produce(game.table, game.state, FIRST, using) is nowhere


@pytest.mark.parametrize(
    ("tableau", "goods", "other", "nothing"),
    [
        (FACTORY, "", FACTORY, True),
        (f"{FACTORY}, Artist Colony", "Artist Colony", FACTORY, False),
        ("Universal Exports, Asteroid Belt", "", "Universal Exports", True),
        ("Universal Exports, Refugee World", "", "Universal Exports", False),
        (f"Universal Exports, {OORT}", "", "Universal Exports", False),
    ],
)
def test_a_power_draws_nothing_where_no_good_of_its_kind_is_or_can_be_produced(
    tableau: str, goods: str, other: str, nothing: bool
) -> None:
    game = Arc(Side(f"New Sparta, Consumer Markets, {tableau}", goods=goods))
    codes = ["produce", "discard"] if other == FACTORY else ["windfall-any", "discard"]
    others = [{"card": other, "power": {"codes": codes}}]
    using = {"card": "Consumer Markets", "power": {"codes": ["draw-each-novelty"]}}
    start = game.state.copy()
    start.players[FIRST].goods.clear()
    table, state = game.table, game.state
    assert nothing_to_draw(table, state, start, FIRST, using, others) is nothing
    assert nothing_to_draw(table, state, state, FIRST, using, others) is (nothing or bool(goods))


def producing_order(title: str, used: int) -> Event:
    """The choice between a power of Produce that may have no target and another, of one card."""
    powers = [any_windfall(title), {"card": title, "power": {"codes": ["draw-different"]}}]
    return {
        "t": "choice",
        "p": FIRST,
        "kind": "produce-power",
        "options": {"powers": powers, "args": {}},
        "answer": {"power": powers[used]},
    }


@pytest.mark.parametrize(("goods", "targets"), [("Destroyed World", 1), ("", 0)])
def test_a_power_without_a_target_is_none_of_those_in_order(goods: str, targets: int) -> None:
    game = Arc(Side("New Sparta, Destroyed World, Universal Exports", goods=goods))
    reader = Reader(game.table, Counter())
    reader.driver = game.driver
    assert len(reader.powers_in_vain(producing_order("Universal Exports", 0))) == targets


@pytest.mark.parametrize("used", [0, 1])
@pytest.mark.parametrize("free", [False, True])
def test_an_order_of_powers_is_passed_by_where_no_second_one_has_a_target(
    free: bool, used: int
) -> None:
    game = tried(free)
    number = find(game, kind="discard-produce")
    asked = game["events"][number]
    title = asked["options"]["args"]["using"]["card"]
    game["events"][number] = {**producing_order(title, used), "p": asked["p"]}
    if free:
        diverges(game, "step")
    else:
        report = run_game(game)
        assert (report.divergence, report.exceptions) == (None, {IN_VAIN: 1})


def asked_at_the_end_of_a_step(game: Event, free: bool) -> Event:
    """The game with a choice to produce, after the last of a step, of somebody without a use.

    free: of somebody with a windfall world without a good.
    """
    for number, event in enumerate(game["events"]):
        if event["t"] == "state" and event["after"] == "produce":
            for seat, player in enumerate(event["players"]):
                worlds = {"Comet Zone", "Destroyed World", "Lost Species Ark World"} & {
                    *player["tableau"]
                }
                if bool(worlds - {*player["goods"]}) is free and (free or not _windfalls(player)):
                    options = {
                        "cards": player["hand"],
                        "special": [],
                        "args": {"using": any_windfall(player["tableau"][0])},
                    }
                    choice = {"t": "choice", "p": seat, "kind": "discard-produce"}
                    answer: dict[str, Any] = {"cards": [], "special": []}
                    game["events"].insert(number, {**choice, "options": options, "answer": answer})
                    return game
    raise LookupError


def _windfalls(player: Event) -> bool:
    table = Arc(Side("New Sparta")).table
    cards = [table.titles.index(title) for title in player["tableau"]]
    return any(table.windfall[card] and table.titles[card] not in player["goods"] for card in cards)


def tried(free: bool) -> Event:
    for seed in "abcdefghijklmnop":
        try:
            return asked_at_the_end_of_a_step(written(Options(4), seed), free)
        except LookupError:
            continue
    raise AssertionError("no game with such a player")


def test_a_needless_choice_may_come_when_the_step_has_ended() -> None:
    report = run_game(tried(False))
    assert report.divergence is None
    assert report.exceptions == {IN_VAIN: 1}


def test_a_choice_called_needless_that_is_one_is_refused() -> None:
    diverges(tried(True), "not in ours")


# --- takeovers


CLOAK = "Imperium Cloaking Technology"
BELLI = "Interstellar Casus Belli"
FLEET = "Imperium Invasion Fleet"


def offers_hopeless(mine: str, theirs: str, world: str) -> Counter[str]:
    """The exceptions met when the record too offers a world that cannot be taken over."""
    game = Arc(Side(mine, prestige=1), Side(theirs), takeovers=True, until="settle")
    reader = Reader(game.table, Counter())
    game.choose("settle", "consume: x2")
    reader.driver = game.driver.fork((reader.odds,))
    decision = game.decision(FIRST)
    titles = {title for _using, title in game.attacks(FIRST)}
    assert reader.odds.missing_military(decision)[game.table.titles.index(world)] > 0
    answer: Event = {"value": None, "special": []}
    read_takeover(reader, decision, {"options": {"cards": sorted(titles)}, "answer": answer})
    return reader.exceptions


def test_a_takeover_without_hope_is_offered_where_a_power_lowers_the_defense() -> None:
    """Arc 1 booklet, Conquer Non-military World, -2: the record counts it in takeovers."""
    mine = f"Old Earth, {FLEET}, {BELLI}, {CLOAK}"
    assert offers_hopeless(mine, "New Vinland, Distant World", "Distant World") == {NO_HOPE: 1}


@pytest.mark.parametrize(
    ("mine", "theirs", "world"),
    [
        (f"Old Earth, {FLEET}, {BELLI}", "New Vinland, Distant World", "Distant World"),
        (f"New Sparta, {CLOAK}", "Expedition Force, Space Marines, Rebel Base", "Rebel Base"),
    ],
)
def test_a_takeover_offered_without_hope_and_without_such_a_power_is_refused(
    mine: str, theirs: str, world: str
) -> None:
    with pytest.raises(Divergence, match="without hope"):
        offers_hopeless(mine, theirs, world)


@pytest.mark.parametrize("powers", [CLOAK, f"{CLOAK}, Rebel Alliance"])
def test_a_takeover_without_hope_is_one_by_however_many_powers(powers: str) -> None:
    """Arc 1 booklet, Resolving Takeovers: the record leaves it out, by which power it may be."""
    theirs = Side("Epsilon Eridani, Imperium Troops, Pirate World")
    game = Arc(Side(f"Old Earth, {powers}"), theirs, takeovers=True, until="settle")
    reader = Reader(game.table, Counter())
    game.choose("settle", "consume: x2")
    reader.driver = game.driver.fork((reader.odds,))
    assert reader.odds.is_hopeless(game.decision(FIRST))


def test_the_bonus_of_a_takeover_is_no_help_for_it() -> None:
    """Base rulebook, Settle: the card is drawn after the world has been won."""
    theirs = Side("Epsilon Eridani, Pirate World")
    mine = Side(f"Old Earth, {BELLI}, Space Marines, Drop Ships, Mercenary Fleet", prestige=1)
    game = Arc(mine, theirs, takeovers=True, until="settle")
    reader = Reader(game.table, Counter())
    game.choose("settle", "consume: x2")
    reader.driver = game.driver.fork((reader.odds,))
    world = game.table.titles.index("Pirate World")
    decision = game.decision(FIRST)
    (attack,) = [option for option in decision.options if option[1:] == (world,)]
    reader.driver.answer(decision.player, attack)
    player = reader.state.players[decision.player]
    assert (world in player.tableau, len(player.hand)) == (True, 1)
    assert reader.subject(decision.player, TAKEOVER, world).is_useless("Mercenary Fleet", False)


# --- actions


def test_prestige_beside_the_first_action_of_a_late_chooser_is_read() -> None:
    side = Side("New Sparta, Psi-Crystal World", prestige=1, prestige_card=True)
    game = Arc(side, Side("Old Earth"), experienced=True)
    decision = game.decision(FIRST)
    assert decision.kind == "first action"
    answer = {"actions": ["settle"], "prestige": True, "prestige_action": "settle"}
    found = read_first_action(Reader(game.table, Counter()), decision, {"answer": answer})
    assert actions.plain(found[0]) == actions.SETTLE
    assert decision.refusal(found) is None
