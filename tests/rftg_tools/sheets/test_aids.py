"""What lies beside the cards: action cards, goals and chips, as the rules have them."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.games import RACE
from rftg_dsl.library import load
from rftg_dsl.resources import cookbook_files, shipped_ids
from rftg_engine import actions
from rftg_engine.modules import prestige
from rftg_engine.phases.setup import CHIPS_A_PLAYER
from rftg_tools.faces.theme import load_theme
from rftg_tools.sheets.aids import ACTIONS, action_facts, aid_batches, initials
from rftg_tools.sheets.layout import PAPERS, Facts, Grid
from rftg_tools.sheets.pieces import GameParts, game_parts
from tests.rftg_tools.sheets.reading import texts_of


def table(*ids: str) -> GameParts:
    return game_parts(load(ids).sets, ids)


@cache
def facts_of(draw: str, *ids: str) -> list[Facts]:
    """What the pieces of a kind show, as often as they are printed."""
    batches = aid_batches(table(*ids), Grid(PAPERS["a4"]), load_theme())
    pieces = [pair for batch in batches for pair in batch.pieces]
    return [piece.facts for piece, count in pieces for _ in range(count) if piece.draw == draw]


def test_a_card_is_there_for_every_action_and_its_phase() -> None:
    phases = [actions.PHASE_OF[action.action_id].removesuffix(" 2") for action in ACTIONS]
    assert [action.action_id for action in ACTIONS] == list(range(actions.SEARCH))
    assert [action.phase for action in ACTIONS] == phases


def test_every_player_has_seven_actions_and_two_of_them_nine() -> None:
    counts = Counter(facts["player"] for facts in facts_of("action", "base"))
    assert counts == {1: 9, 2: 9, 3: 7, 4: 7}


def test_with_prestige_every_player_has_one_more_card() -> None:
    assert facts_of("prestige", "gathering-storm") == []
    players = [facts["player"] for facts in facts_of("prestige", "brink-of-war")]
    assert players == [1, 2, 3, 4, 5, 6, None]


def test_no_two_actions_have_one_title() -> None:
    assert len({action.title for action in ACTIONS}) == len(ACTIONS)


def test_an_action_says_its_bonus_in_the_words_of_a_card() -> None:
    own = {action.action_id: action_facts(action, 1)["own"] for action in ACTIONS}
    assert own[actions.EXPLORE_5] == "Draw 5 more cards."
    assert own[actions.EXPLORE_1_1] == "Draw 1 more card and keep 1 more card."
    assert own[actions.DEVELOP] == own[actions.DEVELOP_2] == "Developments cost you 1 less."
    assert own[actions.SETTLE] == "After you place a world, draw 1 card."
    assert "Novelty 2, Rare 3, Genes 4, Alien 5." in own[actions.CONSUME_TRADE]
    assert own[actions.CONSUME_X2] == "Points from your consume powers count 2 times."
    assert own[actions.PRODUCE] == "Put a good on one of your windfall worlds."


def test_every_action_has_icons() -> None:
    assert all(action_facts(action, 1)["bonus"] for action in ACTIONS)


def test_one_card_says_how_to_search_and_for_what() -> None:
    (facts,) = [one for one in facts_of("prestige", "brink-of-war") if one["player"] is None]
    titles = [category.title for category in table("brink-of-war").search]
    assert [title for title, _ in facts["rows"]] == titles
    assert facts["rows"][2] == ["Cheap windfall worlds", "Windfall worlds of cost 1 to 2"]
    assert "reveal cards from the deck" in facts["once"]


def test_the_tile_of_the_prestige_leader_says_what_the_lead_brings() -> None:
    (lead,) = [one for one in facts_of("goal", "brink-of-war") if one["rank"] == "LEAD"]
    assert "1 VP in chips for each leader" in lead["condition"]
    assert "also draws 1 card" in lead["condition"]


def test_goals_are_those_of_the_sets_that_are_printed() -> None:
    titles = [one["title"] for one in facts_of("goal", "brink-of-war") if one["rank"] != "LEAD"]
    assert titles == ["Peace/War Leader", "Galactic Standing", "Galactic Prestige"]
    assert facts_of("goal", "base") == []


def test_a_goal_says_its_points_and_its_condition() -> None:
    first, *_rest, last, _lead = facts_of("goal", "brink-of-war")
    assert (first["points"]["figure"], first["tie"]) == ("3", "")
    assert (last["points"]["figure"], last["tie"]) == ("5", "Tied: 3 each")
    assert last["condition"] == "Most prestige, at least 3."


@pytest.mark.parametrize("name", ["base", "brink-of-war"])
def test_there_are_chips_for_the_most_players_on_one_sheet(name: str) -> None:
    chips = facts_of("chip", name)
    points = sum(chip["worth"] for chip in chips if chip["kind"] == "vp")
    assert points >= 3 * (CHIPS_A_PLAYER * table(name).players + prestige.MORE_CHIPS)
    assert len(chips) == 9 * 12


def test_there_is_more_prestige_than_two_players_can_have() -> None:
    marks = [chip["worth"] for chip in facts_of("chip", "brink-of-war") if chip["kind"] != "vp"]
    assert sum(marks) > 2 * (prestige.PRESTIGE_TO_END - 1)


def test_tokens_are_those_that_the_printed_sets_declare() -> None:
    path = next(str(path) for path in cookbook_files() if path.stem.endswith("tokens"))
    sets = load([path]).sets
    declared = {"RE": 5, "SA": 12, "DE": 5, "WA": 5}
    for asked, wanted in (("cookbook-tokens", declared), ("base", {})):
        batches = aid_batches(game_parts(sets, [asked]), Grid(PAPERS["a4"]), load_theme())
        pieces = [pair for batch in batches for pair in batch.pieces]
        tokens = {p.facts["worth"]: n for p, n in pieces if p.facts.get("kind") == "token"}
        assert tokens == wanted
    assert initials("three-eyed blue idol") == "TEB"


@pytest.mark.parametrize("backs", ["none", "long", "short"])
@pytest.mark.slow
def test_aids_are_printed_with_the_legend_of_icons_behind_them(tmp_path: Path, backs: str) -> None:
    path = tmp_path / "aids.pdf"
    assert main(["print", *shipped_ids(RACE), "--aids", str(path), "--backs", backs]) == 0
    sheets = 6 + 2 + 1 + 4  # of action cards, goals, chips, and an invasion
    pages = texts_of(path)
    assert len(pages) == (sheets if backs == "none" else 2 * sheets) + 2
    words = " ".join(" ".join(pages).split())
    for goal in (goal for one in load(shipped_ids(RACE)).sets for goal in one.goals):
        assert goal.title in words
    assert "What the icons mean" in pages[-2]
