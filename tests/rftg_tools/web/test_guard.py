"""The guard: who may read, who may change something, and whose websockets are opened."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from rftg_tools.web.guard import Guard

PORT = 8064
HERE = f"http://127.0.0.1:{PORT}"


def answer(_request: Request) -> Response:
    return PlainTextResponse("done")


async def greet(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("welcome")
    await socket.close()


@pytest.fixture
def client() -> TestClient:
    routes = [
        Route("/things", answer, methods=["GET", "POST"]),
        Route("/others", answer, methods=["GET", "POST"]),
        WebSocketRoute("/socket", greet),
    ]
    return TestClient(Guard(Starlette(routes=routes), PORT, {"/things"}), base_url=HERE)


def test_its_own_page_may_change_what_can_be_changed(client: TestClient) -> None:
    assert client.post("/things", headers={"origin": HERE}).text == "done"


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://example.org",
        "http://127.0.0.1",
        f"https://127.0.0.1:{PORT}",
        f"{HERE}/",
    ],
)
def test_another_page_may_change_nothing(client: TestClient, origin: str | None) -> None:
    headers = {"origin": origin} if origin else {}
    assert client.post("/things", headers=headers).status_code == 403


def test_a_page_at_another_name_of_this_machine_is_another_page(client: TestClient) -> None:
    other = f"http://localhost:{PORT}"
    assert client.post("/things", headers={"origin": other}).status_code == 403
    headers = {"origin": other, "host": f"localhost:{PORT}"}
    assert client.post("/things", headers=headers).text == "done"


def test_each_path_has_its_methods(client: TestClient) -> None:
    own = {"origin": HERE}
    refused = client.post("/others", headers=own)
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD")
    refused = client.delete("/things", headers=own)
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET, HEAD, POST")


def test_a_websocket_is_opened_for_the_own_page(client: TestClient) -> None:
    url = f"ws://127.0.0.1:{PORT}/socket"
    with client.websocket_connect(url, headers={"origin": HERE}) as socket:
        assert socket.receive_text() == "welcome"


@pytest.mark.parametrize("host", [f"127.0.0.1:{PORT}", f"example.org:{PORT}"])
@pytest.mark.parametrize("origin", ["", "null", "http://example.org", f"http://example.org:{PORT}"])
def test_a_websocket_of_another_page_is_refused(client: TestClient, host: str, origin: str) -> None:
    opened = client.websocket_connect(f"ws://{host}/socket", headers={"origin": origin})
    with pytest.raises(WebSocketDisconnect), opened:
        pass
