"""The language server of a page: the one that editors have, and what of its messages is seen."""

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocket, WebSocketDisconnect

from rftg_tools.studio import language
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.language import TOO_MANY_TABS, LanguageServers
from rftg_tools.workers import worker
from rftg_tools.workers.worker import Worker, WorkerEnded

Edits = list[tuple[str, str | None]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ice.yaml"
    path.write_text("set: ice\ntitle: Ice\ncards: []\n")
    return path


@pytest.fixture
def edits() -> Edits:
    return []


@pytest.fixture
def client(path: Path, edits: Edits) -> TestClient:
    documents = Documents(lambda: sorted(path.parent.glob("*.yaml")))
    languages = LanguageServers(documents, lambda where, text: edits.append((where.name, text)))

    async def serve(websocket: WebSocket) -> None:
        await languages.serve(websocket)

    return TestClient(Starlette(routes=[WebSocketRoute("/language", serve)]))


def ask(tab: WebSocketTestSession, number: int, method: str, params: Any) -> Any:
    tab.send_text(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
    return heard(tab, lambda one: one.get("id") == number and "method" not in one)


def tell(tab: WebSocketTestSession, method: str, params: Any) -> None:
    tab.send_text(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))


def heard(tab: WebSocketTestSession, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    while not wanted(message := json.loads(tab.receive_text())):
        pass
    return message


def opened(tab: WebSocketTestSession, uri: str, text: str) -> None:
    item = {"uri": uri, "languageId": "rftg-cards", "version": 1, "text": text}
    tell(tab, "textDocument/didOpen", {"textDocument": item})


def changed(tab: WebSocketTestSession, uri: str, text: str) -> None:
    params = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]}
    tell(tab, "textDocument/didChange", params)


def answered(tab: WebSocketTestSession) -> None:
    """Wait until all that was sent before was seen."""
    ask(tab, 99, "initialize", {"processId": None, "rootUri": None, "capabilities": {}})


@pytest.mark.slow
def test_a_tab_speaks_with_the_server_that_editors_have(
    client: TestClient, path: Path, edits: Edits
) -> None:
    uri = path.resolve().as_uri()
    with client.websocket_connect("/language") as tab:
        answered(tab)
        tell(tab, "initialized", {})
        opened(tab, uri, "set: ice\ntitle: Ice\ncards:\n  - title: Å\n    wrld: 2\n")
        found = heard(tab, lambda one: one.get("method") == "textDocument/publishDiagnostics")
        assert any("wrld" in one["message"] for one in found["params"]["diagnostics"])
    assert edits[0] == ("ice.yaml", "set: ice\ntitle: Ice\ncards:\n  - title: Å\n    wrld: 2\n")
    assert edits[-1] == ("ice.yaml", None)


class Deaf:
    """A language server that finds nothing, and has no other answers."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[str | None] = asyncio.Queue()
        self.has_ended = False
        self.methods: list[str] = []

    async def send(self, data: dict[str, Any]) -> None:
        asked = json.loads(data["text"])
        self.methods.append(asked["method"])
        if "id" in asked:
            self.say({"id": asked["id"]})
        elif asked["method"] in ("textDocument/didOpen", "textDocument/didChange"):
            self.say({"method": "textDocument/publishDiagnostics"})

    def say(self, message: dict[str, Any]) -> None:
        self.said.put_nowait(json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        text = await self.said.get()
        if text is None:
            raise WorkerEnded
        return {"text": text}

    async def stop(self) -> None:
        self.has_ended = True


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> list[Deaf]:
    """Language servers that are none, so that a test of what is sent to them is quick."""
    made: list[Deaf] = []

    async def start(_module: str, _niceness: int) -> Deaf:
        made.append(Deaf())
        return made[-1]

    monkeypatch.setattr(worker, "_start", start)
    return made


def test_what_is_edited_is_told_until_the_tab_is_closed(
    client: TestClient, path: Path, edits: Edits, deaf: list[Deaf]
) -> None:
    uri = path.resolve().as_uri()
    with client.websocket_connect("/language") as tab:
        opened(tab, uri, "a")
        answered(tab)
        changed(tab, uri, "b")
        answered(tab)
        assert edits == [("ice.yaml", "a"), ("ice.yaml", "b")]
        tell(tab, "textDocument/didClose", {"textDocument": {"uri": uri}})
        answered(tab)
        assert edits[2:] == [("ice.yaml", None)]
        changed(tab, uri, "c")
        answered(tab)
    assert edits[3:] == [("ice.yaml", "c"), ("ice.yaml", None)]
    assert deaf[0].has_ended


def wait_for(edits: Edits) -> None:
    """Wait until something is told, or long enough."""
    end = time.monotonic() + 20
    while not edits and time.monotonic() < end:
        time.sleep(0.01)


def test_a_text_whose_findings_take_long_is_shown_all_the_same(
    client: TestClient, path: Path, edits: Edits, deaf: list[Deaf], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Deaf, "say", lambda *_: None)
    with client.websocket_connect("/language") as tab:
        opened(tab, path.resolve().as_uri(), "a")
        wait_for(edits)
        assert edits == [("ice.yaml", "a")]
    assert len(deaf) == 1


def test_of_two_tabs_the_last_word_counts_and_then_what_the_other_has(
    client: TestClient, path: Path, edits: Edits, deaf: list[Deaf]
) -> None:
    uri = path.resolve().as_uri()
    with client.websocket_connect("/language") as one:
        opened(one, uri, "one")
        answered(one)
        with client.websocket_connect("/language") as two:
            opened(two, uri, "two")
            answered(two)
            changed(one, uri, "one more")
            answered(one)
        assert edits[-1] == ("ice.yaml", "one more")
    assert [text for _, text in edits] == ["one", "two", "one more", "one more", None]
    assert len(deaf) == 2


def test_a_tab_that_is_closed_takes_nothing_from_what_another_has_just_written(
    client: TestClient, path: Path, edits: Edits, deaf: list[Deaf], monkeypatch: pytest.MonkeyPatch
) -> None:
    say = Deaf.say
    monkeypatch.setattr(Deaf, "say", lambda self, one: say(self, one) if "id" in one else None)
    monkeypatch.setattr(language, "_FACE_DELAY", 1.0)
    with client.websocket_connect("/language") as one:
        with client.websocket_connect("/language") as two:
            answered(two)
            opened(one, path.resolve().as_uri(), "one")
            answered(one)
        wait_for(edits)
        assert edits == [("ice.yaml", "one")]
    assert len(deaf) == 2


def test_a_language_server_that_cannot_be_started_keeps_no_place(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_module: str, _niceness: int) -> Worker:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(language, "MAX_TABS", 1)
    monkeypatch.setattr(worker, "_start", fail)
    for _ in range(2):
        with (
            client.websocket_connect("/language") as tab,
            pytest.raises(WebSocketDisconnect) as closed,
        ):
            tab.receive_text()
        assert closed.value.code == 1011
        assert closed.value.reason.endswith("Cannot allocate memory.")


@pytest.mark.usefixtures("deaf")
def test_files_that_are_not_the_studios_are_not_told(
    client: TestClient, path: Path, edits: Edits
) -> None:
    with client.websocket_connect("/language") as tab:
        opened(tab, "file:///etc/passwd", "x")
        opened(tab, path.resolve().as_uri(), "y")
        for params in (None, [], {}, {"textDocument": 3}, {"textDocument": {"uri": []}}):
            tell(tab, "textDocument/didOpen", params)
            tell(tab, "textDocument/didChange", params)
        answered(tab)
    assert {name for name, _ in edits} == {"ice.yaml"}


@pytest.mark.usefixtures("deaf")
def test_a_file_that_appears_later_is_told(client: TestClient, path: Path, edits: Edits) -> None:
    with client.websocket_connect("/language") as tab:
        answered(tab)
        other = path.with_name("snow.yaml")
        other.touch()
        opened(tab, other.resolve().as_uri(), "x")
        answered(tab)
    assert ("snow.yaml", "x") in edits


@pytest.mark.parametrize("text", ["{", "[]", "3", '"x"', "NaN", "[" * 50_000])
def test_a_tab_that_sends_nonsense_is_closed(
    client: TestClient, deaf: list[Deaf], text: str
) -> None:
    with client.websocket_connect("/language") as tab:
        tab.send_text(text)
        with pytest.raises(WebSocketDisconnect):
            tab.receive_text()
    assert deaf[0].has_ended


@pytest.mark.usefixtures("deaf")
def test_more_tabs_than_can_be_served_are_told_so(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "MAX_TABS", 1)
    with client.websocket_connect("/language") as tab:
        answered(tab)
        with client.websocket_connect("/language") as other:
            with pytest.raises(WebSocketDisconnect) as closed:
                other.receive_text()
            assert closed.value.code == TOO_MANY_TABS
    with client.websocket_connect("/language") as tab:
        answered(tab)


def test_a_tab_is_closed_when_its_server_ends(client: TestClient, deaf: list[Deaf]) -> None:
    with client.websocket_connect("/language") as tab:
        answered(tab)
        assert tab.portal is not None
        tab.portal.call(deaf[0].said.put_nowait, None)
        with pytest.raises(WebSocketDisconnect):
            tab.receive_text()


def test_the_language_server_is_asked_about_no_other_file(
    client: TestClient, path: Path, deaf: list[Deaf]
) -> None:
    other = (path.parent / "other" / "ice.yaml").as_uri()
    with client.websocket_connect("/language") as tab:
        answered(tab)
        for method, params in (
            ("textDocument/hover", {"textDocument": {"uri": other}}),
            ("textDocument/hover", {"textDocument": {"uri": [other]}}),
            ("textDocument/hover", []),
            ("workspace/symbol", {"query": ""}),
            ("initialize", {"rootUri": path.parent.as_uri()}),
            ("initialize", {"workspaceFolders": [{"uri": "file:///", "name": ""}]}),
        ):
            assert ask(tab, 7, method, params)["result"] is None
        opened(tab, other, "set: other")
        answered(tab)
    assert deaf[0].methods == ["initialize", "initialize"]


def test_a_server_is_stopped_when_its_tab_goes_before_it_was_started(
    path: Path, deaf: list[Deaf]
) -> None:
    class Gone:
        """A tab that is closed meanwhile."""

        async def accept(self) -> None:
            return

        async def receive_text(self) -> str:
            raise WebSocketDisconnect

        async def close(self) -> None:
            return

    documents = Documents(lambda: [path])
    languages = LanguageServers(documents, lambda _path, _text: None)
    asyncio.run(languages.serve(Gone()))  # type: ignore[arg-type]
    assert deaf[0].has_ended
