"""Reviews in a server: what is found is told, the rest is looked for; only games that are over."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rftg_tools.play.app import finished_record
from rftg_tools.play.saves import Saves
from rftg_tools.review import analysis, web
from rftg_tools.review import worker as review_worker
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
from rftg_tools.workers import worker
from rftg_tools.workers.worker import WorkerEnded
from tests.rftg_tools.review.games import game, record

PORT = 8065


class FakeWorker:
    """Stands for a worker that finds the rest."""

    def __init__(self) -> None:
        self.request: dict[str, Any] = {}
        self.answers: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self.has_ended = False
        STARTED.append(self)

    async def send(self, data: dict[str, Any]) -> None:
        self.request = data

    async def receive(self) -> dict[str, Any]:
        answer = await self.answers.get()
        if answer is None:
            raise WorkerEnded
        return answer

    async def stop(self) -> None:
        self.has_ended = True


STARTED: list[FakeWorker] = []


async def start_fake(module: str, _niceness: int) -> FakeWorker:
    assert module == web.WORKER
    return FakeWorker()


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ReviewService]:
    """The service of a folder with games that are over and one that is not."""
    STARTED.clear()
    monkeypatch.setattr(worker, "_start", start_fake)
    ended = record()
    result = ended["result"] | {"over": False}
    for name in ("old", "older"):
        (tmp_path / f"{name}.json").write_text(json.dumps(ended), encoding="utf-8")
    (tmp_path / "new.json").write_text(json.dumps(ended | {"result": result}), encoding="utf-8")
    saves = Saves(tmp_path)
    with closing(Images("space")) as images:
        yield ReviewService(images, lambda game_id: finished_record(saves, game_id), jobs=1)


def run(service: ReviewService, act: Callable[[], Awaitable[Any]]) -> Any:
    """Use a service, and close it."""

    async def use() -> Any:
        try:
            return await act()
        finally:
            await service.close()

    return asyncio.run(use())


async def results(service: ReviewService, game_id: str) -> Any:
    """Return the review so far, after its analysis has been started."""
    review = await service.results(game_id)
    await asyncio.sleep(0.01)
    return review


def client(service: ReviewService | FinishedReview) -> TestClient:
    return TestClient(build_app(service, PORT), base_url=f"http://127.0.0.1:{PORT}")


def test_a_game_that_is_over_can_be_stepped_through_at_once(service: ReviewService) -> None:
    data = run(service, lambda: service.data("old"))
    assert not data["review"]["complete"]
    assert len(data["moments"]) > 10


def test_one_worker_finds_the_rest_and_ends_with_the_service(service: ReviewService) -> None:
    async def act() -> None:
        for _time in range(3):
            await results(service, "old")
        assert not STARTED[0].has_ended

    run(service, act)
    (only,) = STARTED
    assert Path(only.request["record"]).name == "old.json"
    assert only.has_ended


def test_a_review_is_quick_without_a_compiled_engine_unless_a_full_one_was_begun(
    service: ReviewService, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(web, "COMPILED", False)
    full = game_of(tmp_path / "older.json").plan
    store = Store(findings_path(tmp_path / "older.json", None), full)
    store.found["answer 0"] = None
    store.write()

    async def act() -> None:
        assert (await results(service, "old"))["playouts"] == QUICK_PLAYOUTS
        assert STARTED[0].request["playouts"] == QUICK_PLAYOUTS
        assert (await results(service, "older"))["playouts"] == PLAYOUTS

    run(service, act)
    monkeypatch.setattr(web, "COMPILED", True)
    assert (
        affordable(game_of(tmp_path / "old.json"), tmp_path / "old.json").plan.playouts == PLAYOUTS
    )


def test_one_game_after_the_other_is_looked_at(service: ReviewService) -> None:
    async def act() -> None:
        for name in ("old", "older"):
            assert (await results(service, name))["stopped"] == ""
        assert len(STARTED) == 1
        STARTED[0].answers.put_nowait({"decision": "answer 0"})
        STARTED[0].answers.put_nowait({"done": True})
        await asyncio.sleep(0.01)
        await results(service, "older")

    run(service, act)
    assert [Path(each.request["record"]).name for each in STARTED] == ["old.json", "older.json"]


@pytest.mark.parametrize(
    ("answer", "told"),
    [({"problem": "no"}, "no"), (None, "The analysis stopped unexpectedly.")],
)
def test_a_worker_that_fails_is_told_and_not_begun_again(
    service: ReviewService, answer: dict[str, Any] | None, told: str
) -> None:
    async def act() -> None:
        assert (await results(service, "old"))["stopped"] == ""
        STARTED[0].answers.put_nowait(answer)
        await asyncio.sleep(0.01)
        for _time in range(2):
            assert (await results(service, "old"))["stopped"].startswith(told)

    run(service, act)
    assert len(STARTED) == 1


def test_a_worker_that_cannot_be_begun_is_told(
    service: ReviewService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(_module: str, _niceness: int) -> None:
        raise OSError("no memory")

    async def act() -> None:
        await results(service, "old")
        assert "no memory" in (await results(service, "old"))["stopped"]

    monkeypatch.setattr(worker, "_start", none)
    run(service, act)


def test_a_worker_stores_what_it_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.json"
    path.write_text(json.dumps(record()), encoding="utf-8")
    monkeypatch.setattr(analysis, "analyse", lambda _plan, _moment: None)
    request = {"record": str(path), "playouts": 1, "jobs": 1}
    *decisions, done = review_worker.handle(request)
    assert done == {"done": True}
    assert decisions[0] == {"decision": "answer 0"}
    found = json.loads(findings_path(path, None).read_text(encoding="utf-8"))["found"]
    assert len(found) > len(decisions)
    findings_path(path, None).write_text("[1]", encoding="utf-8")
    assert "other contents" in next(review_worker.handle(request))["problem"]
    path.write_text("{}", encoding="utf-8")
    assert next(review_worker.handle(request))["problem"]


def test_a_finished_review_is_shown_as_it_is_and_nothing_is_begun(service: ReviewService) -> None:
    reviewed = game()
    review = review_data(reviewed, {"answer 0": None})
    with client(FinishedReview(service.images, reviewed, review, "game")) as pages:
        data = pages.get("/api/review/game").json()
        assert data["review"] == pages.get("/api/review/game/found").json() == review
        assert pages.get("/api/review/old").status_code == 404
    assert STARTED == []


@pytest.mark.parametrize("game_id", ["new", "none", "../old", "old.review", ""])
def test_a_game_that_goes_on_or_is_not_there_is_not_reviewed(
    service: ReviewService, game_id: str
) -> None:
    with pytest.raises(ReviewUnavailable):
        run(service, lambda: service.data(game_id))
    assert STARTED == []


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
