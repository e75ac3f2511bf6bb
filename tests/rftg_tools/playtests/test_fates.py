"""Fates: a card is drawn, kept, played, each in its seat and round."""

from __future__ import annotations

from pathlib import Path
from random import Random

from rftg_dsl.bundle import pack, unpack
from rftg_dsl.library import cards_in_use, load
from rftg_engine import Position, Side, Table
from rftg_tools.playtests.fates import RaceFates, RollFates
from rftg_tools.playtests.versions import version_of
from rftg_tools.simulation.roll import table_for
from roll_engine.flow import Options
from roll_engine.roll import new_game
from tests.rftg_tools.playtests import YARD, yard


def test_a_card_that_is_drawn_and_not_kept_is_told_from_one_that_is() -> None:
    sets = load(["base"]).sets
    table, fates = Table(sets, cards_in_use(sets)), RaceFates()
    mine = Side("Old Earth", actions=("explore +1,+1",))
    supply = "Gem World, Comet Zone, Space Port"
    other = Side("New Sparta", actions=("settle",))
    game = Position(table, mine, other, supply=supply, until="explore", observers=(fates,))
    game.pick(0, "Space Port")
    game.pick(1, *game.offered(1)[:1])
    fates.settle(game.state)
    of_mine = {table.titles[card]: fate for (seat, card), fate in fates.found.items() if seat == 0}
    assert {title: fate.kept for title, fate in of_mine.items()} == {
        "Gem World": True,
        "Comet Zone": True,
        "Space Port": False,
    }
    assert all(fate.drawn == game.state.round and fate.played is None for fate in of_mine.values())


def test_what_lies_in_the_tableaus_of_roll_was_played_and_what_waits_was_kept() -> None:
    table = table_for(pack(["roll"]))
    fates, rng = RollFates(table), Random(3)
    game = new_game(table, Options(3), "3", None, False, (fates,))
    while not game.over and game.state.round < 8:
        for decision in game.pending:
            game.answer(decision.player, decision.sample(rng))
    for player in game.state.players:
        played = {
            face
            for (seat, face), fate in fates.found.items()
            if seat == player.seat and fate.played is not None
        }
        assert played == set(player.tableau)
        for tile in player.zone():
            one = table.tiles[tile]
            both = [fates.found[player.seat, face] for face in (one.development, one.world)]
            assert all(fate.drawn is not None for fate in both)
            assert any(fate.kept for fate in both)


def test_a_version_is_what_a_card_says_and_not_how_it_is_written_or_pictured(
    tmp_path: Path,
) -> None:
    def version(text: str) -> str:
        (card,) = (one for one in unpack(pack([str(yard(tmp_path, text))])) if one.id == "yard")
        return version_of(card.cards[0])

    written = YARD.replace("settle: cost -1", "settle:   cost  -1").replace(
        "copies: 6", "copies: 2"
    )
    assert version(written) == version(YARD)
    assert version(YARD.replace("vp: 1", "vp: 2")) != version(YARD)
    assert version(YARD.replace("cost -1", "cost -2")) != version(YARD)
