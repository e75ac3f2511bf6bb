"""What an invasion needs on paper: its cards with their backs, its board, tiles and markers."""

from collections import Counter
from pathlib import Path

import pytest
from pypdf import PdfReader

from rftg_dsl.cli import main
from rftg_dsl.model import Invasion
from rftg_tools.faces.theme import load_theme
from rftg_tools.sheets.aids import aid_batches
from rftg_tools.sheets.invasion import DAMAGE_MARKERS, board_facts, invader_name
from rftg_tools.sheets.layout import PAPERS, Batch, Grid, Piece
from rftg_tools.sheets.pieces import GameParts, game_parts
from tests.rftg_dsl.sets.test_heads import HIVE, INVADED
from tests.rftg_dsl.writing import compile_text, set_of


def invasion_of(head: str) -> Invasion:
    found = compile_text(set_of(HIVE, head)).sets[0].invasion
    assert found is not None
    return found


TABLE = GameParts(players=3, invasion=invasion_of(INVADED))


def batches(table: GameParts = TABLE) -> dict[str, Batch]:
    found = aid_batches(table, Grid(PAPERS["a4"]), load_theme())
    return {batch.title: batch for batch in found}


def pieces(draw: str) -> list[Piece]:
    every = [pair for batch in batches().values() for pair in batch.pieces]
    return [piece for piece, count in every for _ in range(count) if piece.draw == draw]


def test_a_game_without_an_invasion_has_nothing_of_one() -> None:
    assert not [title for title in batches(GameParts(players=3)) if "nvasion" in title]


def test_every_card_of_every_wave_is_printed_with_the_back_of_its_wave() -> None:
    cards = pieces("invasion card")
    shown = Counter((card.facts["wave"], card.facts["sign"]["figure"]) for card in cards)
    assert shown == {(1, "\N{MINUS SIGN}1"): 2, (1, "1"): 2, (2, "3"): 2, (2, "+2"): 1}
    for card in cards:
        assert card.back is not None
        assert card.back.facts == {"wave": card.facts["wave"], "by": "SWARM"}


def test_a_card_that_adds_to_military_shows_its_icon_and_others_show_a_defense() -> None:
    icons = {card.facts["words"]: card.facts["sign"]["icon"] for card in pieces("invasion card")}
    assert icons["Defend with more than 3."] == "military_world/"
    assert icons["Defend with more than your Military +2."] == "military/"


def test_there_is_a_bunker_for_each_player_and_a_tile_for_each_award() -> None:
    tiles = [piece.facts for piece in pieces("goal")]
    assert [tile["title"] for tile in tiles] == [
        "Greatest Admiral",
        "Greatest Contributor",
        *["Bunker"] * 3,
    ]
    assert [tile["points"]["figure"] for tile in tiles] == ["5", "5", "+2", "+2", "+2"]
    assert tiles[0]["condition"] == "Most Military against SWARM worlds."


def test_tiles_say_what_the_set_says_of_bunkers_and_awards() -> None:
    other = invasion_of(INVADED.replace("  by: swarm\n", "  by: swarm\n  bunker: 4\n  award: 7\n"))
    tiles = [piece.facts for piece, _ in batches(GameParts(3, invasion=other))["Tiles"].pieces]
    assert [tile["points"]["figure"] for tile in tiles[1:3]] == ["7", "+4"]
    assert "for +4 defense" in tiles[2]["condition"]


def test_each_player_has_two_discs_and_damage_markers() -> None:
    shown = Counter(marker.facts["kind"] for marker in pieces("invasion marker"))
    assert shown == {
        "admiral": 3,
        "war effort": 3,
        "repulse": 2,
        "defeat": 1,
        "damage": 3 * DAMAGE_MARKERS,
    }


def test_the_card_of_produce_has_the_repair_besides_its_good() -> None:
    (own, *_others) = {
        piece.facts["own"] for piece in pieces("action") if piece.facts["phase"] == "V"
    }
    assert own == ("Put a good on one of your windfall worlds. Or repair up to 2 damaged worlds.")


def test_explore_says_that_it_is_mixed_where_a_set_says_so() -> None:
    head = INVADED.replace("[invasion]", "[invasion, mixed explore]")
    table = game_parts(compile_text(set_of(HIVE, head)).sets, ["mine"])
    said = {
        piece.facts["all"]
        for piece, _ in batches(table)["Action cards"].pieces
        if piece.facts["phase"] == "I"
    }
    assert said == {"Draw 2 cards into your hand. Then discard 1 of all its cards."}


def test_a_disc_has_another_lap_on_its_other_side() -> None:
    backs = {
        one.facts["kind"]: one.back.facts["lap"] for one in pieces("invasion marker") if one.back
    }
    assert (backs["admiral"], backs["war effort"], backs["damage"]) == ("+20", "+10", "")


def test_the_board_says_what_differs_by_the_number_of_players() -> None:
    facts = board_facts(TABLE.invasion or invasion_of(INVADED), TABLE.players)
    assert facts["head"] == ["Players", "2", "3"]
    assert facts["rows"] == [
        ["Repulse value", "20", "26"],
        ["Wave 1: \N{MINUS SIGN}1 to 1", "2 rounds", "1 round"],
        ["Wave 2: 3, Military +2", "until the end", "until the end"],
        ["Rewards, strongest first", "1, 2", "1, 1, 2"],
    ]


def test_the_admiral_track_begins_below_zero_and_repulse_values_have_a_row_for_each_place() -> None:
    admirals, _effort, repulse = board_facts(invasion_of(INVADED), 3)["tracks"]
    numbers = [number for row in admirals["rows"] for number in row]
    assert (numbers[0], numbers[2], numbers[-1]) == ("\N{MINUS SIGN}2", "0", "17")
    assert [row[2] for row in repulse["rows"]] == ["20", "2"]
    large = board_facts(invasion_of(INVADED.replace("3: 26", "3: 126")), 3)["tracks"][2]
    assert [row[2] for row in large["rows"]] == ["200", "20", "2"]


def test_of_several_sets_the_last_one_that_is_named_brings_the_invasion() -> None:
    other = set_of(HIVE.replace("Hive", "Nest"), INVADED.replace("set: mine", "set: other"))
    own = INVADED.replace("by: swarm", "by: swarm\n  bunker: 9").replace(
        "modules", "requires: [other]\nmodules"
    )
    sets = compile_text(set_of(HIVE, own), other=other).sets
    bunkers = [
        table.invasion and table.invasion.bunker
        for table in (game_parts(sets, names) for names in (["other", "mine"], ["other"], []))
    ]
    assert bunkers == [9, 2, None]


@pytest.mark.parametrize("theme", [pytest.param("space", marks=pytest.mark.slow), "paper"])
def test_all_of_it_is_printed(theme: str, tmp_path: Path) -> None:
    path, out = tmp_path / "mine.yaml", tmp_path / "aids.pdf"
    path.write_text(set_of(HIVE, INVADED))
    args = ["print", str(path), "--aids", str(out), "--backs", "short", "--theme", theme]
    assert main(args) == 0
    text = "\n".join(page.extract_text() for page in PdfReader(out).pages)
    for words in ("WAVE 2", "Admiral track", "Repulse value", "Contributor", "Bunker"):
        assert words in text
    assert f"Invasion: {invader_name(invasion_of(INVADED))}" in text
