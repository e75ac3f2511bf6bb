"""The VS Code extension starts the server, and says how to install it where it cannot start."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from rftg_dev.generators.textmate import FOLDER

NODE: Final = shutil.which("node")
SCRIPT: Final = Path(__file__).with_name("vscode_extension.js")

pytestmark = pytest.mark.skipif(
    NODE is None and not os.environ.get("RFTG_DSL_NEEDS_NODE"), reason="no Node.js"
)


def activated(*command: str, choice: int = 9) -> list[tuple[str, Any]]:
    """Return what the extension does with a command in its setting."""
    assert NODE is not None
    run = [NODE, SCRIPT, FOLDER / "extension.js", str(choice), *command]
    done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=60)
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def test_the_server_is_started_by_the_command_of_the_setting() -> None:
    server = [sys.executable, "-m", "rftg_dsl", "lsp"]
    assert activated(*server) == [("started", {"command": server[0], "args": server[1:]})]


def test_where_the_command_is_not_found_a_message_says_how_to_install_it() -> None:
    ((what, text),) = activated("no-such-rftg-dsl", "lsp")
    assert what == "message"
    assert "The command `no-such-rftg-dsl` was not found." in text
    assert "pip install 'rftg-dsl[lsp]'" in text
    assert "rftg-dsl.command" in text


def test_where_the_server_cannot_run_the_message_gives_its_reason() -> None:
    failing = "import sys; print('error: the server needs pygls', file=sys.stderr); sys.exit(2)"
    ((_, text),) = activated(sys.executable, "-c", failing)
    assert "error: the server needs pygls" in text


@pytest.mark.parametrize(
    ("choice", "done"),
    [
        (0, ("copied", "pip install 'rftg-dsl[lsp]'")),
        (1, ("workbench.action.openSettings", "rftg-dsl.command")),
    ],
)
def test_the_buttons_of_the_message_do_what_they_say(choice: int, done: tuple[str, str]) -> None:
    assert activated("no-such-rftg-dsl", choice=choice)[1] == done
