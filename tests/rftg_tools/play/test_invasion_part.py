"""What a frame shows of an invasion, at every moment of whole games."""

import json
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from rftg_engine import Side, asks
from rftg_engine.modules.invasion_state import NAME, InvasionPart, invasion_in
from rftg_engine.options import Options
from rftg_engine.phases.rounds import tableau_size
from rftg_engine.view import open_view
from rftg_tools.play.frame_parts import parts_of
from rftg_tools.play.frames import open_facts
from rftg_tools.play.game_session import BOT, SeatConfig
from rftg_tools.play.sessions import RaceSession
from rftg_tools.simulation.race import table_of
from tests.game import FIRST, development
from tests.invasions import Invaded

TABLE = table_of(("xeno-invasion",))
Data = dict[str, Any]


def moments(players: int, seed: str) -> Iterator[tuple[RaceSession, InvasionPart, Data]]:
    """The positions of a random game, each with what a frame shows of it to all."""
    seats = tuple(SeatConfig(BOT, f"Bot {seat}", "random") for seat in range(players))
    session = RaceSession(TABLE, Options(players, modules=("invasion",)), seed, seats)
    chance = Random(seed)
    while not session.game.over:
        part = invasion_in(session.state)
        assert part is not None
        yield session, part, open_facts(session)
        decision = session.game.pending[0]
        session.take(decision.player, decision.sample(chance))


@pytest.mark.parametrize("players", [2, 5])
def test_damaged_worlds_lie_with_the_others_and_count(players: int) -> None:
    damaged = 0
    for session, part, frame in moments(players, "damaged"):
        assert json.loads(json.dumps(frame["parts"])) == frame["parts"]
        for seat, player in enumerate(frame["players"]):
            away = [one["card"] for one in player["tableau"] if one.get("away") == "damaged"]
            assert away == part.damaged[seat]
            assert len(player["tableau"]) == tableau_size(session.state, seat)
            damaged += len(away)
    assert damaged


def test_an_attack_is_open_for_who_is_asked_and_all_who_come_after() -> None:
    asked = 0
    for number in range(6):
        for session, part, frame in moments(3, f"open {number}"):
            shown, pending = frame["parts"]["invasion"], session.game.pending[0]
            attacks = [player["attack"] for player in shown["players"]]
            if pending.kind == asks.BUNKER:
                asked += 1
                turn = session.state.order.index(pending.player)
                for at, seat in enumerate(session.state.order):
                    held = None if at >= turn else part.held[seat]
                    assert attacks[seat]["held"] is held
                assert shown["now"] == {
                    "wave": part.wave + 1,
                    "nth": part.met,
                    "of": shown["now"]["of"],
                }
                mine = shown["players"][pending.player]
                missing = mine["attack"]["strength"] + 1 - mine["military"] - mine["defense"]
                assert missing >= pending.about > 0
            elif pending.kind != asks.DEFENSE and shown["now"] is None:
                assert all(one is None or one["held"] is not None for one in attacks)
    assert asked


def test_military_for_a_good_in_settle_is_no_attack() -> None:
    hirelings = development("Hirelings", "settle: may spend 1 good -> military +6")
    worlds = "Hirelings, Gem World, Comet Zone"
    goods = "Gem World, Comet Zone"
    game = Invaded(
        Side(worlds, "Rebel Outpost, 3 cards", goods=goods), Side("New Sparta"), cards=hirelings
    )
    game.choose("settle")
    game.place(FIRST, "Rebel Outpost")
    assert game.asked(FIRST) == asks.GOODS_FOR_POWER
    session = SimpleNamespace(table=game.table, game=game.driver)
    assert parts_of(session, open_view(game.state))[NAME]["now"] is None


def test_the_next_attack_and_the_track_are_those_of_the_game() -> None:
    for _session, part, frame in moments(4, "next"):
        shown = frame["parts"]["invasion"]
        seats = [seat for space in shown["track"] for seat in space["seats"]]
        assert seats == part.ranking()
        values = [space["military"] for space in shown["track"]]
        assert values == sorted(set(values), reverse=True)
        assert 1 <= shown["next"]["wave"] <= 3
        assert sum(one["copies"] for one in shown["next"]["cards"]) > 0


def test_a_game_without_an_invasion_shows_none() -> None:
    seats = tuple(SeatConfig(BOT, f"Bot {seat}", "random") for seat in range(2))
    session = RaceSession(TABLE, Options(2), "cards alone", seats)
    frame = open_facts(session)
    assert "invasion" not in frame["parts"]
    assert all("away" not in one for player in frame["players"] for one in player["tableau"])
