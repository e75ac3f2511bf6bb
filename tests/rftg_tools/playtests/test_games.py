"""Games with people: each card's fate by seat and round, without what bots do for a person."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit.decisions import Answer, Decision
from rftg_dsl.bundle import pack, unpack
from rftg_dsl.library import cards_in_use, load
from rftg_engine import Position, Side, Table
from rftg_tools.playtests.games import (
    CardInSeat,
    PlayedGame,
    RaceFates,
    RollFates,
    game_from_json,
    read_game,
)
from rftg_tools.playtests.marks import version_of
from rftg_tools.recorded import resume_record
from rftg_tools.simulation.roll import table_for
from roll_engine.flow import Options
from roll_engine.game import new_game
from tests.rftg_tools.playtests import YARD, Data, put, race_record, roll_record, seated, yard


def test_a_drawn_card_is_kept_only_if_it_stays_in_hand() -> None:
    sets = load(["base"]).sets
    table, fates = Table(sets, cards_in_use(sets)), RaceFates()
    mine = Side("Old Earth", actions=("explore +1,+1",))
    supply = "Gem World, Comet Zone, Space Port"
    other = Side("New Sparta", actions=("settle",))
    game = Position(table, mine, other, supply=supply, until="explore", observers=(fates,))
    game.pick(0, "Space Port")
    game.pick(1, *game.legal_answers(1)[:1])
    fates.settle(game.state)
    own = {table.titles[card]: fate for (seat, card), fate in fates.by_seat.items() if seat == 0}
    kept = {title: fate.kept for title, fate in own.items()}
    assert kept == {"Gem World": True, "Comet Zone": True, "Space Port": False}
    assert all(fate.drawn == game.state.round and fate.played is None for fate in own.values())


def test_faces_in_tableaus_of_roll_were_played_and_tiles_under_construction_kept() -> None:
    table = table_for(pack(["roll"]))
    fates, rng = RollFates(table), Random(3)
    game = new_game(table, Options(3), "3", None, False, (fates,))
    while not game.over and game.state.round < 8:
        for decision in game.pending:
            game.answer(decision.player, decision.sample(rng))
    for player in game.state.players:
        own = {face: fate for (seat, face), fate in fates.by_seat.items() if seat == player.seat}
        played = {face for face, fate in own.items() if fate.played is not None}
        assert played == set(player.tableau)
        for number in player.zone():
            tile = table.tiles[number]
            both = [own[tile.development], own[tile.world]]
            assert all(fate.drawn is not None for fate in both)
            assert any(fate.kept for fate in both)


def answers_in(record: Data) -> list[tuple[int, Answer]]:
    """The answers of a record with their seats."""
    answers: list[tuple[int, Answer]] = []

    def note(decision: Decision, answer: Answer) -> None:
        answers.append((decision.player, answer))

    resume_record(record, note=note)
    return answers


def cards_of(game: PlayedGame, seat: int) -> list[CardInSeat]:
    """What became of all cards in a seat."""
    return [fate for card in game.cards for fate in card.seats if fate.seat == seat]


@pytest.mark.parametrize("is_roll", [False, True])
def test_what_a_bot_does_for_a_person_does_not_count(tmp_path: Path, is_roll: bool) -> None:
    record = roll_record(people=2) if is_roll else race_record("base", people=2)
    count = Counter(seat for seat, _answer in answers_in(record))[1]

    def read(stand_ins: list[list[int]]) -> PlayedGame:
        return read_game(put(tmp_path, "one", record | {"stand_ins": stand_ins}))

    normal = read([])
    replaced = [[1, number] for number in range(1, count + 1)]
    never = read(replaced)
    assert list(never.people) == [normal.people[0]]
    assert cards_of(never, 1) == []
    partly = read(replaced[len(replaced) // 3 :])
    assert partly.people[0] == normal.people[0]
    assert (partly.people[1].score, partly.people[1].share) == (None, None)
    assert cards_of(partly, 0) == cards_of(normal, 0)
    assert 0 < len(cards_of(partly, 1)) < len(cards_of(normal, 1))
    assert all(card.worth is None for card in cards_of(partly, 1))


def test_points_are_those_of_the_record_and_survive_json(tmp_path: Path) -> None:
    record = seated(race_record(str(yard(tmp_path))), people=2)
    game = read_game(put(tmp_path, "one", record))
    scores = record["result"]["scores"]
    assert [person.score for person in game.people] == scores
    assert sum(person.share or 0 for person in game.people) == 1
    worth = sum(card.worth or 0 for seat in (0, 1) for card in cards_of(game, seat))
    assert 0 < worth <= sum(scores)
    assert game_from_json(game.to_json()) == game


def test_a_version_depends_on_the_text_of_a_card_not_on_formatting_or_copies(
    tmp_path: Path,
) -> None:
    def version(old: str = "", new: str = "") -> Any:
        path = yard(tmp_path, YARD.replace(old, new) if old else YARD)
        (own,) = (card_set for card_set in unpack(pack([str(path)])) if card_set.id == "yard")
        return version_of(own.cards[0])

    assert version("settle: cost -1", "settle:   cost  -1") == version()
    assert version("copies: 6", "copies: 2") == version()
    assert version("vp: 1", "vp: 2") != version()
    assert version("cost -1", "cost -2") != version()
