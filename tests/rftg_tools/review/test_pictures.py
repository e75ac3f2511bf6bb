"""The cards of a review have the pictures that their set names, and no other art."""

import json
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from rftg_dsl.bundle import pack
from rftg_engine import Options
from rftg_tools.review.review import game_of, review_data
from rftg_tools.review.web import FinishedReview, ReviewService
from rftg_tools.simulation.games import Plan, play_one
from rftg_tools.web.images import Images
from tests.rftg_tools.preview.cards import PIXEL

OWN: Final = """\
set: moons
title: Moons
requires: [base]
cards:
  - title: Painted Moon
    development: 2
    vp: 1
    copies: 20
    art: moon.png
    powers: |
      settle: cost -1 for rare worlds
"""


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with an own card that has a picture, in a folder below that of its set."""
    (tmp_path / "moons.yaml").write_text(OWN, encoding="utf-8")
    (tmp_path / "moon.png").write_bytes(PIXEL)
    monkeypatch.chdir(tmp_path)
    bundle = pack(("base", "moons.yaml"))
    played = play_one(Plan("race", bundle, Options(2), ("greedy", "random"), 1, True), 0)
    path = tmp_path / "games" / "one.json"
    path.parent.mkdir()
    path.write_text(json.dumps(played.record), encoding="utf-8")
    return path


def shows_picture(service: ReviewService | FinishedReview) -> bool:
    cards = service.data("one")["cards"].values()
    (face,) = {card["face"] for card in cards if card["title"] == "Painted Moon"}
    return b"data:image/png" in service.images.image(Path(face).stem)


def test_the_file_that_says_the_same_as_the_record_brings_its_pictures(record: Path) -> None:
    game = game_of(record)
    with closing(Images("space")) as images:
        assert shows_picture(FinishedReview(images, game, review_data(game, {}), "one"))


def test_a_file_that_says_something_else_brings_none(record: Path) -> None:
    """The text of a record is a stranger's: it finds no picture beside what only has its id."""
    changed = OWN.replace("rare worlds", "genes worlds")
    (record.parent.parent / "moons.yaml").write_text(changed, encoding="utf-8")
    assert game_of(record).folders == {}


def test_a_set_that_is_named_brings_its_pictures_wherever_it_lies(
    record: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    away = tmp_path_factory.mktemp("away")
    copy = away / "copy.json"
    copy.write_bytes(record.read_bytes())
    monkeypatch.chdir(away)
    assert game_of(copy).folders == {}
    game = game_of(copy, f"base,{record.parent.parent / 'moons.yaml'}")
    assert game.folders["moons"] == record.parent.parent


def test_play_shows_the_pictures_of_the_sets_that_it_was_begun_with(
    record: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    away = tmp_path_factory.mktemp("away")
    moved = away / "one.json"
    moved.write_bytes(record.read_bytes())
    monkeypatch.chdir(away)
    folders = {"moons": record.parent.parent}
    with (
        closing(Images("space")) as images,
        closing(ReviewService(images, lambda _id: moved, 1, lambda: folders)) as service,
    ):
        monkeypatch.setattr(service, "results", lambda _id: review_data(game_of(moved), {}))
        assert shows_picture(service)
