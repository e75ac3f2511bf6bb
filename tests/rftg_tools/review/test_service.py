"""Reviews in a server: what is found is told, the rest is looked for; only games that are over."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rftg_tools.play.app import finished_record
from rftg_tools.play.saves import Saves
from rftg_tools.review import web
from rftg_tools.review.analysis import Store, findings_path
from rftg_tools.review.plan import PLAYOUTS, QUICK_PLAYOUTS
from rftg_tools.review.review import game_of, review_data
from rftg_tools.review.web import (
    FinishedReview,
    ReviewService,
    ReviewUnavailable,
    affordable,
    build_app,
    page_routes,
)
from rftg_tools.web.images import Images
from tests.rftg_tools.review.games import game, record

PORT = 8065


class Process:
    """Stands for a process that finds the rest."""

    def __init__(self, command: list[str], stderr: IO[bytes], **_settings: Any) -> None:
        self.command = command
        self.said = stderr
        self.ended = False
        self.code: int | None = None
        BEGUN.append(self)

    def poll(self) -> int | None:
        return self.code

    def terminate(self) -> None:
        self.ended = True

    def wait(self) -> None:
        assert self.ended


BEGUN: list[Process] = []


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ReviewService]:
    """The service of a folder with a game that is over and one that is not."""
    BEGUN.clear()
    monkeypatch.setattr(web.subprocess, "Popen", Process)
    ended = record()
    result = ended["result"] | {"over": False}
    for name in ("old", "older"):
        (tmp_path / f"{name}.json").write_text(json.dumps(ended), encoding="utf-8")
    (tmp_path / "new.json").write_text(json.dumps(ended | {"result": result}), encoding="utf-8")
    saves = Saves(tmp_path)
    with (
        closing(Images("space")) as images,
        closing(
            ReviewService(images, lambda game_id: finished_record(saves, game_id), jobs=1)
        ) as service,
    ):
        yield service


def client(service: ReviewService | FinishedReview) -> TestClient:
    return TestClient(build_app(service, PORT), base_url=f"http://127.0.0.1:{PORT}")


def test_a_game_that_is_over_can_be_stepped_through_at_once(service: ReviewService) -> None:
    data = service.data("old")
    assert not data["review"]["complete"]
    assert len(data["moments"]) > 10


def test_one_process_finds_the_rest_and_ends_with_the_service(service: ReviewService) -> None:
    for _time in range(3):
        service.results("old")
    (process,) = BEGUN
    assert process.command[2:4] == ["rftg_dsl", "review"]
    service.close()
    assert process.ended


def test_a_review_is_quick_without_a_compiled_engine_unless_a_full_one_was_begun(
    service: ReviewService, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(web, "COMPILED", False)
    assert service.results("old")["playouts"] == QUICK_PLAYOUTS
    assert str(QUICK_PLAYOUTS) in BEGUN[0].command
    full = game_of(tmp_path / "older.json").plan
    store = Store(findings_path(tmp_path / "older.json", None), full)
    store.found["answer 0"] = None
    store.write()
    assert service.results("older")["playouts"] == PLAYOUTS
    monkeypatch.setattr(web, "COMPILED", True)
    service.close()
    assert (
        affordable(game_of(tmp_path / "old.json"), tmp_path / "old.json").plan.playouts == PLAYOUTS
    )


def test_one_game_after_the_other_is_looked_at(service: ReviewService) -> None:
    assert service.results("old")["stopped"] == service.results("older")["stopped"] == ""
    assert len(BEGUN) == 1
    BEGUN[0].code = 0
    service.results("older")
    assert [Path(process.command[4]).name for process in BEGUN] == ["old.json", "older.json"]


@pytest.mark.parametrize(
    ("code", "said", "told"),
    [
        (2, b"rftg-dsl: error: no", "rftg-dsl: error: no"),
        (-9, b"", "The analysis ended early with code -9."),
    ],
)
def test_a_process_that_fails_is_told_and_not_begun_again(
    service: ReviewService, code: int, said: bytes, told: str
) -> None:
    assert service.results("old")["stopped"] == ""
    BEGUN[0].said.write(said)
    BEGUN[0].code = code
    for _time in range(2):
        assert service.results("old")["stopped"].startswith(told)
    assert len(BEGUN) == 1


def test_a_process_that_cannot_be_begun_is_told(
    service: ReviewService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_command: Any, **_settings: Any) -> None:
        raise OSError("no memory")

    monkeypatch.setattr(web.subprocess, "Popen", none)
    assert "no memory" in service.results("old")["stopped"]


def test_a_finished_review_is_shown_as_it_is_and_nothing_is_begun(service: ReviewService) -> None:
    reviewed = game()
    review = review_data(reviewed, {"answer 0": None})
    with client(FinishedReview(service.images, reviewed, review, "game")) as pages:
        data = pages.get("/api/review/game").json()
        assert data["review"] == pages.get("/api/review/game/found").json() == review
        assert pages.get("/api/review/old").status_code == 404
    assert BEGUN == []


@pytest.mark.parametrize("game_id", ["new", "none", "../old", "old.review", ""])
def test_a_game_that_goes_on_or_is_not_there_is_not_reviewed(
    service: ReviewService, game_id: str
) -> None:
    with pytest.raises(ReviewUnavailable):
        service.data(game_id)
    assert BEGUN == []


def test_a_server_tells_what_is_found_and_shows_the_faces(service: ReviewService) -> None:
    with client(service) as pages:
        assert "review.js" in pages.get("/review/old").text
        data = pages.get("/api/review/old").json()
        face = next(iter(data["cards"].values()))["face"]
        assert pages.get(face).headers["content-type"] == "image/svg+xml"
        assert pages.get("/api/review/old/found").json() == data["review"]


def test_what_is_not_there_is_not_found(service: ReviewService) -> None:
    with client(service) as pages:
        for path in ("/api/review/new", "/api/review/x/found", "/faces/none.svg", "/secret.js"):
            assert pages.get(path).status_code == 404
        assert pages.post("/api/review/old").status_code == 405


def test_play_has_the_reviews_beside_its_own_pages(service: ReviewService) -> None:
    with TestClient(Starlette(routes=page_routes(service))) as pages:
        for path in ("/review/old", "/review.js", "/review.css", "/chart.js"):
            assert pages.get(path).status_code == 200
        assert pages.get("/table.js").status_code == 404  # play brings it
