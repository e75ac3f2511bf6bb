"""A game of Roll at the table's server: set up, played, taken back, told, kept and gone on with."""

import atexit
import json
from dataclasses import replace
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rftg_tools.play.cards import TileFaces
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.forms import BadForm
from rftg_tools.play.game_session import ActionRefused
from rftg_tools.play.lobby import resume_game, start_game
from rftg_tools.play.narration.texts import plain_text
from rftg_tools.play.roll.frames import RollFrames, score_sheet
from rftg_tools.play.roll.options import AskContext, reassign
from rftg_tools.play.sessions import RollSession
from rftg_tools.web.images import Images
from roll_engine import steps
from roll_engine.cards.bound import BoundReassign
from roll_engine.rules import FULL_TABLEAU

BOT = {"kind": "bot", "level": "random"}


def form(*names: str, bots: int = 1, seed: str = "1") -> dict[str, Any]:
    people = [{"kind": "human", "name": name} for name in names]
    return {"game": "roll", "sets": ["roll"], "seats": [*people, *[BOT] * bots], "seed": seed}


def session_of(*names: str, bots: int = 1, seed: str = "1") -> RollSession:
    session = start_game(form(*names, bots=bots, seed=seed), SetCatalog([]), 1).session
    assert isinstance(session, RollSession)
    return session


@cache
def drawn() -> Images:
    images = Images("space")
    atexit.register(images.close)
    return images


def frames_of(session: RollSession) -> RollFrames:
    return RollFrames("one", session, TileFaces(session.table, drawn(), {}), "one.json")


def let_bots_answer(session: RollSession) -> None:
    while decision := session.next_bot_decision():
        session.take(decision.player, session.bot_answer(decision))


def go_on_to(session: RollSession, step: str, chance: Random) -> None:
    """Answer by chance until people are asked something in a step."""
    let_bots_answer(session)
    while session.game.step != step:
        for decision in session.game.pending:
            session.take(decision.player, decision.sample(chance))
        let_bots_answer(session)


@pytest.mark.parametrize(
    "people", [pytest.param(1, marks=pytest.mark.slow), 2, pytest.param(3, marks=pytest.mark.slow)]
)
def test_whole_games_are_shown_told_and_kept_as_they_are(people: int) -> None:
    session, chance = session_of(*("Ann", "Bob", "Cid")[:people]), Random(str(people))
    frames = frames_of(session)
    let_bots_answer(session)
    while not session.game.over:
        decision = session.game.pending[0]
        frame, _log = frames.frame(decision.player)
        assert frame["asks"][0]["kind"] == decision.kind
        json.dumps(frame)
        session.take(decision.player, decision.sample(chance))
        let_bots_answer(session)
    record = json.loads(json.dumps(session.record()))
    found = resume_game(record, 1).session
    assert found.state.digest() == session.state.digest()
    frame, _log = frames.frame(None)
    over = frame["over"]
    assert over["winners"]
    for sheet in over["scores"]:
        assert sum(line["points"] for line in sheet["lines"]) == sheet["total"]
        assert sum(sheet[column["name"]] for column in over["columns"]) == sheet["total"]


def test_the_summary_of_a_round_adds_up_to_what_players_have() -> None:
    session, chance = session_of("Ann", "Bob", bots=0), Random(3)
    frames, chips = frames_of(session), [0, 0]
    built = [len(player.tableau) for player in session.state.players]
    assert frames.frame(0)[0]["last_round"] is None
    seen = 1
    while not session.game.over:
        decision = session.game.pending[0]
        session.take(decision.player, decision.sample(chance))
        frame, _log = frames.frame(0)
        if session.game.over or session.state.round <= seen:
            continue
        last = frame["last_round"]
        assert last["round"] == seen
        seen = session.state.round
        for seat, totals in enumerate(last["players"]):
            chips[seat] += totals["vp"]
            built[seat] += len(totals["built"])
            assert set(totals["built"]) <= set(map(int, frame["cards"]))
            assert len(totals["selected"]) <= 1
            assert min(totals[name] for name in ("credits", "dice", "goods", "tiles")) >= 0
        players = session.state.players
        assert chips == [player.chips for player in players]
        assert built == [len(player.tableau) for player in players]
    assert seen > 3


def test_workers_behind_the_screen_are_shown_to_nobody_else() -> None:
    """Roll rulebook, Etiquette."""
    session = session_of("Ann", "Bob", bots=0)
    go_on_to(session, steps.ASSIGN, Random("1"))
    frames = frames_of(session)
    frame, _log = frames.frame(0)
    assert sum(frame["own"]["rolled"]) > 0
    for player in frame["players"]:
        assert player["selected"] == -1
        assert not any(map(any, player["workers"]))
        assert any(player["screened"])
    others, _log = frames.frame(None)
    assert others["own"] is None


def test_tiles_beneath_the_top_ones_are_named_to_nobody_else() -> None:
    """Roll rulebook, Etiquette."""
    session = session_of("Ann", "Bob", bots=0)
    go_on_to(session, steps.PHASE[0], Random("2"))
    for seat in (0, 1):
        view = session.view(1 - seat)
        hidden = {*view.developments[1:], *view.worlds[1:]}
        tiles = [session.table.tiles[tile] for tile in hidden]
        frame, _log = frames_of(session).frame(seat)
        named = {int(face) for face in frame["cards"]}
        own = {face for tiles in frame["own"]["stacks"] for one in tiles for face in one["sides"]}
        secret = {face for tile in tiles for face in (tile.development, tile.world)} - own
        assert not named & secret


def test_assigning_is_taken_back_while_only_bots_assign_besides() -> None:
    session = session_of("Ann")
    go_on_to(session, steps.ASSIGN, Random("3"))
    before = session.decision_for(0)
    assert before is not None
    session.take(0, before.first())
    let_bots_answer(session)
    if session.game.step == steps.ASSIGN:
        session.undo(0, session.turn)
        assert session.decision_for(0) == before


def test_nothing_is_taken_back_once_workers_are_revealed() -> None:
    session = session_of("Ann")
    go_on_to(session, steps.MANAGE, Random("4"))
    last = session.undoable(0)
    assert last is None or last.decision.kind in ("recruit", "recall")


def test_the_log_says_you_and_names_tiles_that_were_seen_alone() -> None:
    session = session_of("Ann", "Bob", bots=0)
    go_on_to(session, steps.ASSIGN, Random("5"))
    frames = frames_of(session)
    titles = session.table.titles
    own = [plain_text(entry["text"], titles) for entry in frames.frame(0)[1]]
    open_to_all = [plain_text(entry["text"], titles) for entry in frames.frame(None)[1]]
    assert any("draw " in line and " / " in line for line in own if line.startswith("You"))
    assert any("draws 2 tiles" in line for line in open_to_all if line.startswith("Ann"))
    assert not any(" / " in line for line in open_to_all)


def test_an_ask_names_both_ends_of_what_is_moved() -> None:
    session = session_of("Ann")
    go_on_to(session, steps.ASSIGN, Random("6"))
    frame, _log = frames_of(session).frame(0)
    [ask] = frame["asks"]
    option = ask["options"][0]
    _rolled, side, colour = option["pick"]["key"].split()
    assert option["answer"][1:] == [int(side), int(colour)]
    assert option["drop"]["key"] == f"strip {option['answer'][0]}"


def test_powers_that_reassign_workers_are_offered_in_english() -> None:
    table = session_of("Ann").table
    asked = cast(AskContext, SimpleNamespace(table=table))
    numbers = [at for at, one in enumerate(table.power_list) if isinstance(one, BoundReassign)]
    labels = [reassign(asked, (number,)).label for number in numbers]
    assert "Shipping Affinity: you may reassign 1 worker to Ship" in labels
    assert all(": you may reassign " in label for label in labels)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"sets": ["base"]}, "sets"),
        ({"sets": []}, "sets"),
        ({"seats": [BOT]}, "seats"),
        ({"seats": [{"kind": "human"}, {"kind": "robot"}]}, "seats"),
        ({"seats": [{"kind": "human"}, {"kind": "bot", "level": "no such"}]}, "seats"),
        ({"seats": [{"kind": "human"}, *[BOT] * 5]}, "seats"),
        ({"options": {"goals": True}}, "options"),
        ({"options": {"strict": 1}}, "options"),
        ({"game": "chess"}, "game"),
    ],
)
def test_a_form_that_cannot_be_played_is_refused_at_its_field(
    change: dict[str, Any], field: str
) -> None:
    with pytest.raises(BadForm) as refused:
        start_game(form("Ann") | change, SetCatalog([]), 1)
    assert refused.value.field == field


def test_a_game_of_other_rules_is_shown_up_to_where_it_parts_and_not_played_on() -> None:
    session, chance = session_of("Ann"), Random("1")
    go_on_to(session, steps.MANAGE, chance)
    record = json.loads(json.dumps(session.record())) | {"rules": 99}
    record["steps"][-1][1] = "0" * 16
    found = resume_game(record, 1).session
    assert "version 99 of the rules" in found.divergence
    assert 0 < len(found.moves) <= len(record["answers"])
    assert found.next_bot_decision() is None
    for seat in range(2):
        with pytest.raises(ActionRefused):
            found.take(seat, ())


def test_a_bot_that_would_think_for_too_long_gives_the_first_answer_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rftg_tools.play.game_session.DECISION_LIMIT", 1)
    seats = [{"kind": "bot", "level": "expert"}] * 2
    session = start_game({**form(), "seats": seats}, SetCatalog([]), 1).session
    for _answer in range(20):
        decision = session.next_bot_decision()
        assert decision is not None
        thought = session.bot_task(decision)()
        session.take(decision.player, thought.answer)
        if thought.cut_short:
            assert "ran out of time and took the first option" in thought.cut_short
            assert thought.answer == decision.first()
            return
    pytest.fail("no bot had anything to think about")


@pytest.mark.parametrize(
    ("field", "value"), [("robot", "medium"), ("opening", [["Space Mall"]]), ("opening", "all")]
)
def test_what_only_race_has_is_refused_at_its_field(field: str, value: object) -> None:
    with pytest.raises(BadForm) as refused:
        start_game(form("Ann") | {field: value}, SetCatalog([]), 1)
    assert refused.value.field == field


def test_an_empty_choice_of_what_only_race_has_is_none() -> None:
    asked = form("Ann") | {"robot": None, "opening": [[], []]}
    assert isinstance(start_game(asked, SetCatalog([]), 1).session, RollSession)


def test_a_game_that_is_over_says_why_it_ended() -> None:
    session, chance = session_of("Ann", bots=2), Random("why")
    let_bots_answer(session)
    while not session.game.over:
        for decision in session.game.pending:
            session.take(decision.player, decision.sample(chance))
        let_bots_answer(session)
    sheet = score_sheet(session.table, session.state, ["Ann", "Bo", "Cy"])
    full = [one for one in session.state.players if len(one.tableau) >= FULL_TABLEAU]
    assert len(sheet["why"]) == len(full) + (session.state.pool <= 0)
    assert sheet["why"]


def test_a_full_tableau_and_an_empty_pool_are_both_told() -> None:
    session = session_of("Ann")
    session.state.players[0].tableau[:] = range(FULL_TABLEAU)
    session.state.pool = 0
    why = score_sheet(session.table, session.state, ["Ann", "Bo"])["why"]
    assert why == ["Ann has 12 of 12 tiles", "the point pool is empty"]


def test_a_face_has_its_picture_and_that_of_the_other_face_of_its_tile() -> None:
    session = session_of("Ann")
    cards = frames_of(session).frame(0)[0]["cards"].values()
    sides = {one["title"]: (one["face"], one["back"]) for one in cards}
    tile = next(one for one in session.table.cards if one.title in sides and one.tile.other)
    front, back = sides[tile.title]
    assert front != back
    assert drawn().image(front.removeprefix("faces/").removesuffix(".svg")).startswith(b"<svg")


def test_a_game_whose_player_is_renamed_keeps_all_but_the_name() -> None:
    session = session_of("Ann")
    frames = frames_of(session)
    before, _log = frames.frame(0)
    session.seats = tuple(replace(one, name=f"{one.name} 2") for one in session.seats)
    after, _log = frames.with_new_names().frame(0)
    assert [one["name"] for one in after["can_see"]] == ["Ann 2"]
    for changed in ("players", "can_see", "log"):
        del before[changed], after[changed]
    assert after == before


def test_a_person_is_told_what_a_bot_would_answer() -> None:
    session, chance = session_of("Ann"), Random("advice")
    for step in (steps.ASSIGN, steps.MANAGE):
        go_on_to(session, step, chance)
        frame, _entries = frames_of(session).frame(0)
        decision = session.decision_for(0)
        assert decision is not None
        assert decision.refusal(tuple(frame["asks"][0]["suggest"])) is None
