"""The language server of a page: the one that editors have, and what of its messages is seen."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocket, WebSocketDisconnect

from rftg_dsl.lsp import server
from rftg_dsl.sets import reading
from rftg_dsl.sets.caching import SourceCache
from rftg_tools.preview.hub import Hub
from rftg_tools.preview.table import Table
from rftg_tools.studio import language, tab_server
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.editing import sheet_of
from rftg_tools.studio.language import FAILED, TOO_MANY_TABS, LanguageServers
from rftg_tools.studio.sheet import READER
from rftg_tools.studio.tab_server import TabServer
from rftg_tools.web.images import Images

Edits = list[tuple[str, str | None]]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)  # card files usually have relative paths
    path = Path("ice.yaml")
    path.write_text("set: ice\ntitle: Ice\ncards: []\n")
    return path


@pytest.fixture
def edits() -> Edits:
    return []


@pytest.fixture
def hub(path: Path) -> Iterator[Hub]:
    images = Images("space")
    yield Hub(Table(lambda: sorted(path.parent.glob("*.yaml")), cache=SourceCache(READER)), images)
    images.close()


@pytest.fixture
def client(path: Path, edits: Edits, hub: Hub) -> Iterator[TestClient]:
    documents = Documents(lambda: sorted(path.parent.glob("*.yaml")))

    def edit(where: Path, text: str | None) -> None:
        edits.append((where.name, text))

    languages = LanguageServers(hub, documents, edit)

    async def serve(websocket: WebSocket) -> None:
        await languages.serve(websocket)

    routes = [WebSocketRoute("/language", serve)]
    with TestClient(Starlette(routes=routes)) as client:  # one event loop for all tabs
        yield client


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


def changed(tab: WebSocketTestSession, uri: str, text: str, version: int = 2) -> None:
    params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]}
    tell(tab, "textDocument/didChange", params)


def answered(tab: WebSocketTestSession) -> None:
    """Wait until all that was sent before was seen."""
    ask(tab, 99, "initialize", {"processId": None, "rootUri": None, "capabilities": {}})


def diagnostics(tab: WebSocketTestSession) -> Any:
    """Wait for diagnostics, or for an error of the server; return its parameters."""
    methods = ("textDocument/publishDiagnostics", "window/logMessage")
    return heard(tab, lambda one: one.get("method") in methods)["params"]


def wait_for(edits: Edits, *expected: tuple[str, str | None]) -> None:
    """Wait until these edits are told."""
    end = time.monotonic() + 20
    while edits != list(expected) and time.monotonic() < end:
        time.sleep(0.01)
    assert edits == list(expected)


def test_a_tab_speaks_with_the_server_that_editors_have(
    client: TestClient, path: Path, edits: Edits
) -> None:
    uri = path.resolve().as_uri()
    with client.websocket_connect("/language") as tab:
        answered(tab)
        tell(tab, "initialized", {})
        text = "set: ice\ntitle: Ice\ncards:\n  - title: Å\n    wrld: 2\n"
        opened(tab, uri, text)
        assert any("wrld" in one["message"] for one in diagnostics(tab)["diagnostics"])
        wait_for(edits, ("ice.yaml", text))
    wait_for(edits, ("ice.yaml", text), ("ice.yaml", None))


def test_each_text_is_read_once_for_its_problems_its_faces_and_its_form(
    client: TestClient, path: Path, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = "cards:\n  - title: Ice\n    development: {}\n    vp: 1\n"
    text = "set: ice\ntitle: Ice\n" + card
    path.write_text(text.format(1))
    hub.poll()
    texts: list[str] = []
    read_unit = reading._parse_unit

    def count(path: Path, source: Any, *more: Any, **options: Any) -> Any:
        texts.append(source.text)
        return read_unit(path, source, *more, **options)

    with client.websocket_connect("/language") as tab:
        answered(tab)
        opened(tab, path.resolve().as_uri(), text.format(1))
        diagnostics(tab)
        monkeypatch.setattr(reading, "_parse_unit", count)
        for cost in (2, 3):
            changed(tab, path.resolve().as_uri(), text.format(cost), version=cost)
            diagnostics(tab)
            hub.set_unsaved_text(path, text.format(cost))
            hub.poll()
            sheet_of(path, text.format(cost))
            shown = hub.state.cards[0].card
            assert shown is not None
            assert shown.cost == cost
    assert texts == [text.format(2), text.format(3)]


def test_the_list_and_each_tab_keep_their_own_texts(
    client: TestClient, path: Path, hub: Hub
) -> None:
    uri = path.resolve().as_uri()
    with (
        client.websocket_connect("/language") as one,
        client.websocket_connect("/language") as two,
    ):
        answered(one)
        answered(two)
        opened(one, uri, "set: ice\ntitle: Ice\ncards: []\nwrld: 1\n")
        assert len(diagnostics(one)["diagnostics"]) == 2
        opened(two, uri, "set: ice\ntitle: Ice\ncards: []\n")
        assert len(diagnostics(two)["diagnostics"]) == 1
        hub.set_unsaved_text(path, "set: ice\ntitle: Ice\ncards: []\nwrld: 1\nvorld: 1\n")
        hub.poll()
        tell(one, "textDocument/didSave", {"textDocument": {"uri": uri}})
        changed(one, uri, "set: ice\ntitle: Ice\ncards: []\nwrld: 2\n")
        assert len(diagnostics(one)["diagnostics"]) == 2
        hub.set_unsaved_text(path.with_name("snow.yaml"), None)
        hub.poll()
        assert len(hub.state.files[0].findings) == 3


def test_a_tab_is_checked_again_when_another_changes_a_set_that_it_requires(
    client: TestClient, path: Path
) -> None:
    other = path.with_name("snow.yaml")
    snow = "set: snow\ntitle: Snow\nkeywords: [{}]\ncards: []\n"
    other.write_text(snow.format("far"))
    card = "  - title: Ice\n    development: 1\n    vp: 1\n    keywords: [far]\n"
    ice = f"set: ice\ntitle: Ice\nrequires: [snow]\ncards:\n{card}"

    def complains(tab: WebSocketTestSession) -> bool:
        while (sent := diagnostics(tab))["uri"] != path.resolve().as_uri():
            pass
        return any("`far`" in each["message"] for each in sent["diagnostics"])

    with client.websocket_connect("/language") as reader:
        answered(reader)
        opened(reader, path.resolve().as_uri(), ice)
        assert not complains(reader)
        with client.websocket_connect("/language") as writer:
            answered(writer)
            opened(writer, other.resolve().as_uri(), snow.format("near"))
            assert complains(reader)
            changed(writer, other.resolve().as_uri(), snow.format("far"))
            assert not complains(reader)
            changed(writer, other.resolve().as_uri(), snow.format("near"), version=3)
            assert complains(reader)
        assert not complains(reader)


def test_only_changes_delay_a_check(
    client: TestClient, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduled: list[object] = []
    monkeypatch.setattr(
        LanguageServers, "_schedule_check", lambda _self, tab: scheduled.append(tab)
    )
    uri = path.resolve().as_uri()
    with client.websocket_connect("/language") as tab:
        answered(tab)
        opened(tab, uri, "set: ice\n")
        place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
        ask(tab, 1, "textDocument/hover", place)
        ask(tab, 2, "textDocument/completion", place)
        assert len(scheduled) == 1
        changed(tab, uri, "set: ice\ntitle: Ice\n")
        answered(tab)
        assert len(scheduled) == 2


@pytest.mark.parametrize("where", ["_make_server", "_check", "_warm_up"])
def test_a_tab_is_told_why_its_language_server_failed(
    client: TestClient, path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def fail(*_arguments: object) -> None:
        raise ImportError("no language")

    async def fail_later(*_arguments: object) -> None:
        fail()

    monkeypatch.setattr(LanguageServers, where, fail if where == "_make_server" else fail_later)
    with client.websocket_connect("/language") as tab:
        if where != "_make_server":
            answered(tab)
            opened(tab, path.resolve().as_uri(), "set: ice\n")
        with pytest.raises(WebSocketDisconnect) as closed:
            heard(tab, lambda _message: False)
    assert closed.value.code == FAILED
    assert "ImportError: no language" in closed.value.reason


def test_a_language_server_survives_errors(
    client: TestClient, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uri = path.resolve().as_uri()
    with client.websocket_connect("/language") as tab:
        answered(tab)
        tell(tab, "textDocument/didOpen", {"textDocument": {"uri": uri}})
        assert "message" in diagnostics(tab)["message"]
        with monkeypatch.context() as context:
            context.setattr(server, "build_diagnostics", lambda _files: 1 // 0)
            opened(tab, uri, "set: x\n")
            assert "by zero" in diagnostics(tab)["message"]
        changed(tab, uri, "set: x\nwrld: 2\n")
        assert any("wrld" in each["message"] for each in diagnostics(tab)["diagnostics"])


def test_what_the_first_mistake_needs_is_loaded_when_nothing_else_is_to_do(
    client: TestClient, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[int] = []
    monkeypatch.setattr(language, "_WARM_UP_DELAY", 0.0)
    monkeypatch.setattr(tab_server, "WARM_UP_STEPS", [lambda: steps.append(1)] * 2)
    for _ in range(2):
        with client.websocket_connect("/language") as tab:
            answered(tab)
            opened(tab, path.resolve().as_uri(), "set: ice\n")
            diagnostics(tab)
            end = time.monotonic() + 20
            while len(steps) < 2 and time.monotonic() < end:
                time.sleep(0.01)
    assert steps == [1, 1]


def test_what_is_edited_is_told_until_the_tab_is_closed(
    client: TestClient, path: Path, edits: Edits
) -> None:
    uri = path.resolve().as_uri()
    told: list[tuple[str, str | None]] = [("ice.yaml", "a"), ("ice.yaml", "b")]
    with client.websocket_connect("/language") as tab:
        answered(tab)
        opened(tab, uri, "a")
        wait_for(edits, *told[:1])
        changed(tab, uri, "b")
        wait_for(edits, *told)
        tell(tab, "textDocument/didClose", {"textDocument": {"uri": uri}})
        wait_for(edits, *told, ("ice.yaml", None))
        opened(tab, uri, "c")
        wait_for(edits, *told, ("ice.yaml", None), ("ice.yaml", "c"))
    wait_for(edits, *told, ("ice.yaml", None), ("ice.yaml", "c"), ("ice.yaml", None))


def test_of_two_tabs_the_last_word_counts_and_then_what_the_other_has(
    client: TestClient, path: Path, edits: Edits
) -> None:
    uri = path.resolve().as_uri()
    words: list[tuple[str, str | None]] = [
        ("ice.yaml", text) for text in ("one", "two", "one more", "one more")
    ]
    with client.websocket_connect("/language") as one:
        answered(one)
        opened(one, uri, "one")
        wait_for(edits, *words[:1])
        with client.websocket_connect("/language") as two:
            answered(two)
            opened(two, uri, "two")
            wait_for(edits, *words[:2])
            changed(one, uri, "one more")
            wait_for(edits, *words[:3])
        wait_for(edits, *words)
    wait_for(edits, *words, ("ice.yaml", None))


def test_a_tab_that_is_closed_takes_nothing_from_what_another_has_just_written(
    client: TestClient, path: Path, edits: Edits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_DELAY", 1.0)
    with client.websocket_connect("/language") as one:
        with client.websocket_connect("/language") as two:
            answered(two)
            answered(one)
            opened(one, path.resolve().as_uri(), "one")
            answered(one)
        wait_for(edits, ("ice.yaml", "one"))


def test_files_that_are_not_the_studios_are_not_told(
    client: TestClient, path: Path, edits: Edits
) -> None:
    with client.websocket_connect("/language") as tab:
        answered(tab)
        opened(tab, "file:///etc/passwd", "x")
        opened(tab, path.resolve().as_uri(), "y")
        for params in (None, [], {}, {"textDocument": 3}, {"textDocument": {"uri": []}}):
            tell(tab, "textDocument/didOpen", params)
            tell(tab, "textDocument/didChange", params)
        wait_for(edits, ("ice.yaml", "y"))


def test_a_file_that_appears_later_is_told(client: TestClient, path: Path, edits: Edits) -> None:
    with client.websocket_connect("/language") as tab:
        answered(tab)
        other = path.with_name("snow.yaml")
        other.touch()
        opened(tab, other.resolve().as_uri(), "x")
        wait_for(edits, ("snow.yaml", "x"))


@pytest.mark.parametrize("text", ["{", "[]", "3", '"x"', "NaN", "[" * 50_000])
def test_a_tab_that_sends_nonsense_is_closed(client: TestClient, text: str) -> None:
    with client.websocket_connect("/language") as tab:
        tab.send_text(text)
        with pytest.raises(WebSocketDisconnect):
            tab.receive_text()


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


def test_the_language_server_is_asked_about_no_other_file(
    client: TestClient, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    methods: list[str] = []
    handle = TabServer.handle

    def record(self: TabServer, text: str) -> bool:
        methods.append(json.loads(text)["method"])
        return handle(self, text)

    monkeypatch.setattr(TabServer, "handle", record)
    other = (path.parent.resolve() / "other" / "ice.yaml").as_uri()
    with client.websocket_connect("/language") as tab:
        answered(tab)
        for method, params in (
            ("textDocument/hover", {"textDocument": {"uri": other}}),
            ("textDocument/hover", {"textDocument": {"uri": [other]}}),
            ("textDocument/hover", []),
            ("workspace/symbol", {"query": ""}),
            ("initialize", {"rootUri": path.parent.resolve().as_uri()}),
            ("initialize", {"workspaceFolders": [{"uri": "file:///", "name": ""}]}),
        ):
            assert ask(tab, 7, method, params)["result"] is None
        opened(tab, other, "set: other")
        answered(tab)
    assert methods == ["initialize", "initialize"]
