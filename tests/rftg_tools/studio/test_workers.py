"""Figures beside a card: tests as one types, and a balance that runs, stops, and is kept."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.resources import data_folder
from rftg_tools.studio import balance_worker
from rftg_tools.studio.background import StatusBoard, Topic
from rftg_tools.studio.balance_worker import handle as measure
from rftg_tools.studio.balancing import Balancing
from rftg_tools.studio.cardtest_runner import CardTestRunner
from rftg_tools.studio.cardtest_worker import FileTestRunner
from rftg_tools.studio.versions.store import Entry, Store
from rftg_tools.workers import worker as workers
from rftg_tools.workers.worker import Worker, WorkerEnded, start_worker

ACTING = "tests.rftg_tools.studio.fake_worker"
EXAMPLES = Path(__file__).parents[3] / "examples"
PATIENCE = 120.0
"""Seconds until a test gives up; a busy machine is slow."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(tmp_path / "kept" / "versions.sqlite")) as one:
        yield one


async def until(found: Callable[[], Any]) -> Any:
    """What is found, as soon as there is something."""
    async with asyncio.timeout(PATIENCE):
        while not (what := found()):
            await asyncio.sleep(0.01)
    return what


# --- what pages are told


def test_a_page_gets_all_that_is_told_and_then_what_is_new() -> None:
    async def listen() -> list[Any]:
        board = StatusBoard()
        await board.publish(Topic.TESTS, "a", 1)
        await board.publish(Topic.TESTS, "a", 2)
        await board.publish(Topic.BALANCE, "run", 3)
        stream = board.listen()
        told = [await next_event(stream), await next_event(stream)]
        await board.publish(Topic.TESTS, "b", 4)
        told.append(await next_event(stream))
        await board.close()
        assert [line async for line in stream] == []
        return told

    assert asyncio.run(listen()) == [
        {"topic": "tests", "name": "a", "data": 2},
        {"topic": "balance", "name": "run", "data": 3},
        {"topic": "tests", "name": "b", "data": 4},
    ]


@pytest.mark.parametrize("steps", range(5))
@pytest.mark.parametrize("times", range(1, 4))
def test_pages_that_close_while_there_is_news_end_their_streams(steps: int, times: int) -> None:
    async def leave() -> list[BaseException | None]:
        board = StatusBoard()

        async def listen() -> None:
            async for _event in board.listen():
                pass

        pages = [asyncio.create_task(listen()) for _ in range(3)]
        await asyncio.sleep(0.01)
        await board.publish(Topic.TESTS, "a", 1)
        for _ in range(steps):
            await asyncio.sleep(0)
        for _ in range(times):  # as servers do until a task has ended
            for page in pages:
                page.cancel()
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            return await asyncio.gather(*pages, return_exceptions=True)

    assert all(isinstance(end, asyncio.CancelledError) for end in asyncio.run(leave()))


async def next_event(stream: AsyncIterator[bytes]) -> Any:
    while not (line := await anext(stream)).startswith(b"data: "):
        pass
    return json.loads(line.removeprefix(b"data: "))


# --- processes


def test_what_a_worker_prints_besides_is_no_answer() -> None:
    async def ask() -> Any:
        worker = await start_worker(ACTING)
        await worker.send({"path": "plain.yaml", "texts": {}})
        answers = [await worker.receive(), await worker.receive()]
        await worker.stop()
        with pytest.raises(WorkerEnded):
            await worker.receive()
        return answers

    assert asyncio.run(ask())[0] == {"test": "the first one", "line": 7}


# --- card tests


def played(path: Path, text: str | None = None) -> dict[str, Any]:
    """What comes of the tests of a file in the worker."""
    *_begun, done = FileTestRunner().run({"path": str(path), "texts": {str(path): text}})
    return done


@pytest.mark.parametrize("name", ["frontier.yaml", "drift.yaml"])
def test_the_tests_of_cards_and_of_tiles_pass_and_say_which_cards_they_are_about(name: str) -> None:
    done = played(EXAMPLES / name)["done"]
    assert len(done) >= 13
    assert all(one["cards"] and not one["found"] for one in done)


def test_a_test_is_traced_with_what_could_be_answered_and_what_holds(tmp_path: Path) -> None:
    path = EXAMPLES / "frontier.yaml"
    text = path.read_text(encoding="utf-8").replace("answers: [place Alien Robot Sentry]", "")
    (told,) = FileTestRunner().run({"path": str(path), "texts": {str(path): text}, "examine": 6})
    trace = told["done"]
    (decision,) = trace["decisions"]
    assert (decision["seat"], decision["choices"]) == (0, ["place Alien Robot Sentry"])
    assert not decision["answered"]
    (check,) = trace["checks"]
    assert not check["holds"]
    assert check["actual"] == ["Border Wardens", "Outlaw World"]
    assert trace["log"]
    assert trace["tableau"] == ["Border Wardens", "Outlaw World"]
    given = "{tableau: [Border Wardens, Outlaw World], hand: [Alien Robot Sentry]}"
    others = text.replace(f"given: {given}", f"given: {{opponent: {given}}}")
    (told,) = FileTestRunner().run({"path": str(path), "texts": {str(path): others}, "examine": 6})
    (decision,) = told["done"]["decisions"]
    assert (decision["seat"], decision["choices"]) == (1, ["place Alien Robot Sentry"])
    (none,) = FileTestRunner().run({"path": str(path), "texts": {}, "examine": 99})
    assert none["done"] is None


def test_a_failing_test_says_what_came_out_differently_and_where() -> None:
    path = EXAMPLES / "frontier.yaml"
    text = path.read_text(encoding="utf-8")
    wrong = played(path, text.replace("frontier world, draw 1", "frontier world, draw 2"))
    (failed,) = [one for one in wrong["done"] if one["found"]]
    assert "Homestead Charter" in failed["cards"]
    assert failed["found"][0]["message"] == "expected 2 cards in hand, but there are 3"
    line = text.splitlines()[failed["found"][0]["line"] - 1]
    assert "hand: 2" in line


@pytest.mark.parametrize("text", ["cards: [", "set: a\ntitle: A\ncards:\n  - title: B\n"])
def test_the_tests_of_a_broken_file_are_not_played(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    assert played(tmp_path / "a.yaml") == {"done": [], "broken": True, "problem": ""}


def test_a_file_that_is_gone_is_said(tmp_path: Path) -> None:
    answer = played(tmp_path / "gone.yaml")
    assert answer["broken"]
    assert "gone.yaml" in answer["problem"]


def test_a_file_without_tests_has_no_outcomes() -> None:
    assert played(data_folder("cards") / "base.yaml")["done"] == []


@asynccontextmanager
async def running_tests(board: StatusBoard, patience: float) -> AsyncIterator[CardTestRunner]:
    one = CardTestRunner(board, ACTING, patience)
    task = asyncio.create_task(one.run())
    yield one
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


class AnswersAtOnce:
    """A worker that answers as soon as `answer` is set."""

    def __init__(self) -> None:
        self.is_asked = asyncio.Event()
        self.answer = asyncio.Event()
        self.is_stopped = False

    async def send(self, _data: Any) -> None:
        self.is_asked.set()

    async def receive(self) -> Any:
        await self.answer.wait()
        return {"done": [], "broken": False, "problem": ""}

    async def stop(self) -> None:
        self.is_stopped = True


@pytest.mark.parametrize("steps", range(3))
def test_tests_that_are_stopped_at_the_moment_of_an_answer_stop(
    steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(_module: str, _niceness: int) -> AnswersAtOnce:
        return worker

    async def stop() -> None:
        tests = CardTestRunner(StatusBoard(), ACTING)
        running = asyncio.create_task(tests.run())
        tests.edit(Path("a.yaml"), "a")
        await worker.is_asked.wait()
        await asyncio.sleep(0)
        worker.answer.set()
        for _ in range(steps):
            await asyncio.sleep(0)
        running.cancel()
        await asyncio.wait([running], timeout=PATIENCE)
        assert running.cancelled()
        assert worker.is_stopped

    worker = AnswersAtOnce()
    monkeypatch.setattr(workers, "_start", start)
    asyncio.run(stop())


def test_a_test_without_end_is_broken_off_and_the_next_file_is_played() -> None:
    async def edit() -> tuple[Any, Any]:
        board = StatusBoard()
        async with running_tests(board, 0.3) as one:
            one.edit(Path("endless.yaml"), "a")
            stuck = await until(lambda: board.latest(Topic.TESTS, "endless.yaml"))
            one.edit(Path("plain.yaml"), "b")
            return stuck, await until(lambda: board.latest(Topic.TESTS, "plain.yaml"))

    stuck, plain = asyncio.run(edit())
    assert stuck["stuck"] == {"test": "the first one", "line": 7, "seconds": 0.3}
    assert plain["stuck"] is None
    assert [one["name"] for one in plain["done"]] == ["the first one"]


def test_a_worker_that_dies_is_told_and_started_anew() -> None:
    async def edit() -> tuple[Any, Any]:
        board = StatusBoard()
        async with running_tests(board, PATIENCE) as one:
            one.edit(Path("dies.yaml"), "a")
            died = await until(lambda: board.latest(Topic.TESTS, "dies.yaml"))
            one.edit(Path("plain.yaml"), "b")
            return died, await until(lambda: board.latest(Topic.TESTS, "plain.yaml"))

    died, plain = asyncio.run(edit())
    assert died["stuck"]["seconds"] == 0
    assert plain["done"]


def test_a_file_that_is_closed_is_not_played() -> None:
    async def edit() -> Any:
        board = StatusBoard()
        async with running_tests(board, PATIENCE) as one:
            one.edit(Path("closed.yaml"), None)
            one.edit(Path("plain.yaml"), "b")
            await until(lambda: board.latest(Topic.TESTS, "plain.yaml"))
        return board.latest(Topic.TESTS, "closed.yaml")

    assert asyncio.run(edit()) is None


# --- the balance


def balanced(
    store: Store, act: Callable[[Balancing, StatusBoard], Awaitable[Any]], after: float = 0.0
) -> Any:
    """What comes of a balance that workers of the tests act."""

    async def run() -> Any:
        board = StatusBoard()
        one = Balancing(board, store, str, Path("games.sqlite"), ACTING, after)
        try:
            return await act(one, board)
        finally:
            await one.close()

    return asyncio.run(run())


def stage(board: StatusBoard, wanted: str) -> Callable[[], Any]:
    def found() -> Any:
        run = board.latest(Topic.BALANCE, "run")
        return run if run and run["stage"] == wanted else None

    return found


def test_a_balance_tells_how_far_it_is_and_is_stopped(store: Store) -> None:
    async def act(one: Balancing, board: StatusBoard) -> Any:
        await one.start("endless", Path("endless.yaml"))
        told = await until(lambda: (run := stage(board, "running")()) and run["games"] and run)
        await one.stop()
        return told, board.latest(Topic.BALANCE, "run")

    told, stopped = balanced(store, act)
    assert (told["file"], told["games"], told["share"], told["seconds"]) == ("endless", 20, 0.5, 9)
    assert stopped == {"file": "endless", "stage": "stopped"}


def test_what_was_measured_is_kept_with_the_version_that_was_played(store: Store) -> None:
    async def act(one: Balancing, board: StatusBoard) -> Any:
        await one.start("plain", Path("plain.yaml"))
        return await until(stage(board, "done"))

    store.record("plain.yaml", [Entry("A", "text", {"title": "A"}, "p")])
    told = balanced(store, act)
    assert (told["games"], told["cards"]) == (40, 1)
    kept = store.figures(1)["p"]
    assert (kept["verdict"], kept["games"], kept["set"]) == ("about average", 40, "s")


@pytest.mark.parametrize(
    ("name", "problem"), [("refused", "there is nothing to compare it with"), ("dies", "")]
)
def test_a_balance_that_fails_says_why(store: Store, name: str, problem: str) -> None:
    async def act(one: Balancing, board: StatusBoard) -> Any:
        await one.start(name, Path(f"{name}.yaml"))
        return await until(stage(board, "failed"))

    assert balanced(store, act)["problem"] == problem


def test_another_balance_takes_the_place_of_the_one_that_runs(store: Store) -> None:
    async def act(one: Balancing, board: StatusBoard) -> Any:
        await one.start("endless", Path("endless.yaml"))
        await until(stage(board, "running"))
        await one.start("plain", Path("plain.yaml"))
        return await until(stage(board, "done"))

    assert balanced(store, act)["file"] == "plain"


def test_of_two_balances_that_begin_at_once_one_runs(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    alive: list[Worker] = []
    real_start, real_stop = workers._start, workers._ProcessWorker.stop

    async def start(module: str, niceness: int) -> Worker:
        alive.append(await real_start(module, niceness))
        return alive[-1]

    async def stop(worker: workers._ProcessWorker) -> None:
        alive.remove(worker)
        await real_stop(worker)

    async def act(one: Balancing, _board: StatusBoard) -> Any:
        await one.start("endless", Path("endless.yaml"))
        await until(lambda: alive)
        both = [one.start("endless", Path("endless.yaml")) for _ in range(2)]
        await asyncio.gather(*both)
        await until(lambda: alive)
        await one.stop()
        return list(alive)

    monkeypatch.setattr(workers, "_start", start)
    monkeypatch.setattr(workers._ProcessWorker, "stop", stop)
    assert balanced(store, act) == []


def test_a_save_is_seen_through_where_the_store_cannot_be_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_store: Store, _name: str) -> str:
        raise sqlite3.DatabaseError("malformed")

    async def act(one: Balancing, _board: StatusBoard) -> Any:
        monkeypatch.setattr(Store, "setting", fail)
        await one.on_save("plain", Path("plain.yaml"))

    balanced(store, act)


def test_a_save_begins_a_balance_only_where_that_is_switched_on(store: Store) -> None:
    async def act(one: Balancing, board: StatusBoard) -> Any:
        await one.on_save("plain", Path("plain.yaml"))
        before = board.latest(Topic.BALANCE, "run")
        await one.set_automatic(True)
        await one.on_save("plain", Path("plain.yaml"))
        return before, await until(stage(board, "done"))

    before, told = balanced(store, act)
    assert before is None
    assert told["file"] == "plain"
    assert balanced(store, lambda one, _board: asyncio.sleep(0, one.automatic))


def test_a_save_waits_for_the_balance_of_another_file(store: Store) -> None:
    async def act(one: Balancing, board: StatusBoard) -> Any:
        await one.set_automatic(True)
        await one.start("endless", Path("endless.yaml"))
        await one.on_save("plain", Path("plain.yaml"))
        await until(lambda: (run := stage(board, "running")()) and run["games"])
        assert board.latest(Topic.BALANCE, "run")["file"] == "endless"
        await one.stop()
        return await until(stage(board, "done"))

    assert balanced(store, act)["file"] == "plain"


def test_a_save_of_a_third_file_forgets_none_that_waits(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[tuple[str, str]] = []
    tell = StatusBoard.publish

    async def told(board: StatusBoard, topic: Topic, name: str, data: Any) -> None:
        if name == "run":
            runs.append((data["file"], data["stage"]))
        await tell(board, topic, name, data)

    monkeypatch.setattr(StatusBoard, "publish", told)

    async def act(one: Balancing, _board: StatusBoard) -> None:
        await one.set_automatic(True)
        await one.start("endless", Path("endless.yaml"))
        await one.on_save("plain", Path("plain.yaml"))
        await asyncio.sleep(0.05)  # until it waits for the endless one
        await one.on_save("refused", Path("refused.yaml"))
        await one.stop()
        await until(lambda: ("plain", "done") in runs)

    balanced(store, act)
    assert ("refused", "failed") in runs  # the one saved last came first


def test_of_two_that_begin_at_once_one_runs_and_all_ends_with_the_studio(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []
    start = workers._start

    async def started(module: str, niceness: int) -> Worker:
        made.append(await start(module, niceness))
        return made[-1]

    monkeypatch.setattr(workers, "_start", started)

    async def act(one: Balancing, board: StatusBoard) -> Any:
        await one.start("endless", Path("endless.yaml"))
        await until(lambda: (run := stage(board, "running")()) and run["games"])
        paths = [Path("endless.yaml")] * 2
        await asyncio.gather(*(one.start(f"page {n}", path) for n, path in enumerate(paths)))
        await until(lambda: (run := stage(board, "running")()) and run["games"])
        await one.close()
        left = [one for one in made if one._process.returncode is None]
        return len(left), board.latest(Topic.BALANCE, "run")

    assert balanced(store, act) == (0, {"file": "page 1", "stage": "stopped"})


# --- what the worker of the balance does


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("set: a\ntitle: A\ncards:\n  - title: B\n", "has errors"),
        ("set: base\ntitle: A\ncards:\n  - {title: B, world: 1, vp: 1}\n", ""),
    ],
)
def test_what_cannot_be_balanced_is_said(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    asked = {"path": str(path), "store": str(tmp_path / "games.sqlite"), "jobs": 1}
    (answer,) = measure(asked)
    assert problem in answer["problem"]


@pytest.mark.parametrize("name", ["frontier.yaml", "drift.yaml"])
@pytest.mark.slow
def test_cards_and_tiles_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(balance_worker, "GAMES", 20)
    asked = {"path": str(EXAMPLES / name), "store": str(tmp_path / "games.sqlite"), "jobs": 1}
    first, *_on_the_way, last = measure(asked)
    assert first == {"games": 0, "share": 0.0, "seconds": None}
    assert last["games"] == 20
    assert len(last["figures"]) >= 6
    assert all(one["plays"] and one["verdict"] and one["said"] for one in last["figures"])
