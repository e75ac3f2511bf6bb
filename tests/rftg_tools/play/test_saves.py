"""Games on the disk: written whole, listed newest first, and never lost or written over."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from rftg_engine import RecordError
from rftg_engine.game import RULES
from rftg_engine.options import Options
from rftg_tools.play.game_session import BOT, HUMAN, ActionRefused, SeatConfig
from rftg_tools.play.lobby import resume_game
from rftg_tools.play.saves import Data, GameNotFound, Saves
from rftg_tools.play.sessions import RaceSession
from rftg_tools.review.review import game_of_record
from rftg_tools.simulation.race import table_of

SEATS = (SeatConfig(HUMAN, "Ann"), SeatConfig(HUMAN, "Bob"), SeatConfig(BOT, "Hal", "greedy"))


def session(answers: int = 0) -> RaceSession:
    game = RaceSession(table_of(("base",)), Options(3), "1", SEATS)
    for _answer in range(answers):
        decision = game.game.pending[0]
        game.take(decision.player, decision.first())
    return game


def put_at(path: Path, seconds: int) -> None:
    os.utime(path, (seconds, seconds))


def test_a_game_is_gone_on_with_where_it_was_left(tmp_path: Path) -> None:
    saves, game = Saves(tmp_path), session(13)
    assert game.waiting
    saves.write("a", game.record())
    again = resume_game(saves.read("a"), 99).session
    assert again.record() == game.record()
    assert again.turn > 99
    assert again.game.pending == game.game.pending
    assert [(one.seat, one.answer) for one in again.waiting] == [
        (one.seat, one.answer) for one in game.waiting
    ]
    assert again.seats == SEATS


def test_a_listing_has_the_newest_game_first_and_the_scores_of_those_that_are_over(
    tmp_path: Path,
) -> None:
    saves, game = Saves(tmp_path), session(13)
    over, chance = session(), Random(1)
    while not over.game.over:
        decision = over.game.pending[0]
        over.take(decision.player, decision.sample(chance))
    saves.write("old", over.record())
    saves.write("new", game.record())
    put_at(tmp_path / "old.json", 1_000)
    new, old = saves.listing()
    assert (new["id"], new["over"], new["scores"], new["problem"]) == ("new", False, None, "")
    assert new["players"] == ["Ann", "Bob", "Hal"]
    assert new["round"] == game.state.round
    assert (old["id"], old["over"], old["changed"]) == ("old", True, "1970-01-01T00:16:40+00:00")
    assert len(old["scores"]) == 3


def test_a_listing_says_how_hard_the_robot_is(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    saves.write("a", {**session().record(), "robot": {"level": "hard", "digest": "d"}})
    (listed,) = saves.listing()
    assert listed["players"] == ["Ann", "Bob", "Hal (hard)"]


ODD = (
    '{"sets": [["base", "x"]], "players": ["A"],'
    ' "result": {"over": true, "rounds": %s, "scores": [%s]}}'
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "It is empty. The file was left unchanged."),
        (b"\xff\xfe", "It is not JSON: it is not text in UTF-8. The file was left unchanged."),
        (b"{", "It is not JSON"),
        (b"[]", "It is not a game record. The file was left unchanged."),
        (b"{}", "It is not a game record"),
        (b'{"result": 1}', "It is not a game record"),
        (b"[" * 100_000, "Its lists are nested too deeply"),
        ((ODD % ("1e999", 1)).encode(), "It is not a game record"),
        ((ODD % (1, "1e999")).encode(), "It is not a game record"),
    ],
)
def test_a_damaged_file_is_listed_with_its_problem_and_stays_as_it_is(
    tmp_path: Path, text: bytes, said: str
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(text)
    saves = Saves(tmp_path)
    (listed,) = saves.listing()
    assert (listed["id"], listed["title"]) == ("bad", "bad.json")
    assert listed["problem"].startswith(said)
    with pytest.raises((GameNotFound, RecordError)):
        resume_game(saves.read("bad"), 1)
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    "game_id", ["", ".", "..", "../a", "a/b", "a\\b", "A", "a.json", "-a", "ä", "a" * 81, "a\0"]
)
def test_a_name_cannot_leave_the_folder(tmp_path: Path, game_id: str) -> None:
    saves = Saves(tmp_path / "games")
    (tmp_path / "games").mkdir()
    (tmp_path / "a.json").write_text("{}")
    for use in (saves.read, saves.file_name):
        with pytest.raises(GameNotFound):
            use(game_id)


def test_a_link_to_a_folder_and_files_of_other_names_are_no_games(tmp_path: Path) -> None:
    (tmp_path / "Notes.json").write_text("{}")
    (tmp_path / "game.txt").write_text("{}")
    (tmp_path / "folder.json").mkdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    Saves(elsewhere).write("mine", session().record())
    (tmp_path / "linked.json").symlink_to(elsewhere / "mine.json")
    saves = Saves(tmp_path)
    assert saves.listing() == []
    with pytest.raises(GameNotFound, match="There is no such game"):
        saves.read("linked")


def test_two_that_write_one_game_at_once_leave_a_whole_record(tmp_path: Path) -> None:
    def write(player: str) -> None:
        for _time in range(30):
            Saves(tmp_path).write("a", {"players": [player] * 20_000})

    with ThreadPoolExecutor() as threads:
        done = [threads.submit(write, player) for player in ("Ann", "Bob")]
        while not all(one.done() for one in done):
            with suppress(GameNotFound):
                players = Saves(tmp_path).read("a")["players"]
                assert len(players) == 20_000
                assert len(set(players)) == 1
        for one in done:
            one.result()
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_a_half_written_file_does_not_take_the_place_of_a_whole_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves, game = Saves(tmp_path), session(2)
    saves.write("a", game.record())
    before = (tmp_path / "a.json").read_bytes()

    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        saves.write("a", session(5).record())
    assert (tmp_path / "a.json").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def parted(answers: int = 60) -> Data:
    """A record of other rules, whose last steps come out otherwise here."""
    record: Data = json.loads(json.dumps(session(answers).record()))
    for step in record["steps"][-3:]:
        step[1] = "0" * 16
    return record | {"rules": 99}


def test_games_of_other_rules_or_cards_are_told_apart_before_they_are_opened(
    tmp_path: Path,
) -> None:
    saves, record = Saves(tmp_path), session(5).record()
    saves.write("same", record)
    saves.write("rules", record | {"rules": 99})
    saves.write("cards", record | {"sets": [["base", "another"]]})
    saves.write("own", record | {"sets": [["base", "another"]], "texts": [["base", "its text"]]})
    saves.write("odd", record | {"rules": "many"})
    found = {one["id"]: (one["other"], one["problem"]) for one in saves.listing()}
    rules = f"it was played by version 99 of the rules, but this program plays version {RULES}"
    assert found == {
        "same": ("", ""),
        "rules": (rules, ""),
        "cards": ("it was played with other cards of base than those here", ""),
        "own": ("", ""),
        "odd": ("", "It is not a game record. The file was left unchanged."),
    }


def test_a_game_of_other_rules_is_shown_up_to_where_it_parts_and_not_played_on() -> None:
    record = parted()
    game = resume_game(record, 1).session
    assert "version 99 of the rules" in game.divergence
    assert 0 < len(game.moves) < len(record["answers"])
    assert game.event_log is not None
    assert game.next_bot_decision() is None
    assert game.undoable(0) is None
    for seat in range(3):
        assert game.decision_for(seat) is None
        with pytest.raises(ActionRefused):
            game.take(seat, ())


def test_a_game_of_other_rules_that_come_to_the_same_is_gone_on_with() -> None:
    game = resume_game(session(13).record() | {"rules": 99}, 1).session
    assert game.divergence == ""
    assert game.game.pending


def test_a_game_of_other_rules_is_reviewed_up_to_where_it_parts() -> None:
    record = parted()
    game = game_of_record(record, "", "random", 4)
    assert 0 < len(game.plan.answers) < len(record["answers"])
    assert game.note.startswith("The game is reviewed up to the point where it differs: step ")


def test_a_changed_answer_or_a_bot_of_no_level_is_found_out(tmp_path: Path) -> None:
    record = json.loads(json.dumps(session(9).record()))
    record["answers"][3] = [99_999]
    with pytest.raises(RecordError):
        resume_game(record, 1)
    record = json.loads(json.dumps(session(2).record()))
    record["seats"][2]["level"] = "godlike"
    with pytest.raises(RecordError, match="godlike"):
        resume_game(record, 1)
