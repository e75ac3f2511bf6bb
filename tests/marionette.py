"""Firefox without a window, driven by its own protocol, Marionette: lengths and JSON."""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

PROGRAM: Final = shutil.which("firefox-esr") or shutil.which("firefox")
NEEDED: Final = "RFTG_DSL_NEEDS_FIREFOX"
"""Set where the tests must not be left out for want of Firefox."""
NEEDS_FIREFOX: Final = pytest.mark.skipif(
    PROGRAM is None and not os.environ.get(NEEDED),
    reason="no Firefox is installed (Debian: apt-get install firefox-esr)",
)
_PREFERENCES: Final = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
_START: Final = 60.0
ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"


class MarionetteError(Exception):
    """Raised for an error that Firefox reports."""


class Firefox:
    """A running Firefox with one window."""

    def __init__(self, port: int, timeout: float = 90.0) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self._count = 0
        self._timeout = timeout
        self._read()
        self.command("WebDriver:NewSession", strictFileInteractability=False)

    def command(self, name: str, **arguments: Any) -> Any:
        """Send a command, and return its answer. Raises MarionetteError."""
        self._count += 1
        data = json.dumps([0, self._count, name, arguments])
        self._socket.sendall(f"{len(data.encode())}:{data}".encode())
        _kind, _count, error, result = self._read()
        if error:
            raise MarionetteError(f"{name}: {error['error']}: {error['message']}")
        return result

    def open(self, address: str) -> None:
        """Open an address."""
        self.command("WebDriver:Navigate", url=address)

    def run(self, script: str, *arguments: Any) -> Any:
        """Return what a script returns; it may return a promise."""
        answer = self.command("WebDriver:ExecuteScript", script=script, args=list(arguments))
        return answer["value"]

    def wait(self, script: str, *arguments: Any, seconds: float | None = None) -> Any:
        """Return what a script returns as soon as it is true. Raises AssertionError."""
        end = time.monotonic() + (seconds or self._timeout)
        while not (value := self._try(script, *arguments)):
            assert time.monotonic() < end, f"still not true: {script}"
            time.sleep(0.1)
        return value

    def click(self, selector: str) -> None:
        """Click on an element as a mouse does."""
        found = self.command("WebDriver:FindElement", using="css selector", value=selector)
        self.command("WebDriver:ElementClick", id=found["value"][ELEMENT])

    def type(self, selector: str, text: str) -> None:
        """Type into an element."""
        found = self.command("WebDriver:FindElement", using="css selector", value=selector)
        self.command("WebDriver:ElementSendKeys", id=found["value"][ELEMENT], text=text)

    def into_frame(self, selector: str = "iframe") -> None:
        """Send later commands to a frame of the page."""
        found = self.command("WebDriver:FindElement", using="css selector", value=selector)
        self.command("WebDriver:SwitchToFrame", element=found["value"][ELEMENT])

    def out_of_frame(self) -> None:
        """Send later commands to the page itself."""
        self.command("WebDriver:SwitchToFrame", element=None)

    def screenshot(self) -> bytes:
        """Return a PNG of the page."""
        import base64

        return base64.b64decode(self.command("WebDriver:TakeScreenshot", full=False)["value"])

    def _try(self, script: str, *arguments: Any) -> Any:
        try:
            return self.run(script, *arguments)
        except MarionetteError:
            return None

    def _read(self) -> Any:
        length = b""
        while (byte := self._socket.recv(1)) != b":":
            assert byte, "Firefox has closed the connection"
            length += byte
        data = b""
        while len(data) < int(length):
            data += self._socket.recv(int(length) - len(data))
        return json.loads(data)


@contextmanager
def started_firefox(profile: Path, preferences: dict[str, Any] | None = None) -> Iterator[Firefox]:
    """Start Firefox with an empty profile folder."""
    assert PROGRAM is not None, f"{NEEDED} is set, and no Firefox is installed"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    values = {**_PREFERENCES, "marionette.port": port, **(preferences or {})}
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in values.items()
    ]
    (profile / "user.js").write_text("".join(lines))
    command = [PROGRAM, "-headless", "-marionette", "-no-remote", "-profile", str(profile)]
    null = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=null, stdout=null, stderr=null)
    try:
        end = time.monotonic() + _START
        while True:
            try:
                firefox = Firefox(port)
                break
            except OSError:
                assert process.poll() is None, "Firefox has ended"
                assert time.monotonic() < end, "Firefox doesn't start"
                time.sleep(0.1)
        yield firefox
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
