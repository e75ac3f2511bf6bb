"""What to type for an extra, by how the program was installed."""

import json
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.cli.extras import install_command


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the environment, which no tool has made."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/env/bin/python")
    return tmp_path


def came_from(origin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            assert name == "direct_url.json"
            return None if origin is None else json.dumps(origin)

    monkeypatch.setattr("rftg_dsl.cli.extras.distribution", lambda _name: Installed())


FOLDER = {"url": "file:///my%20cards/rftg-dsl", "dir_info": {}}
EDITABLE = {**FOLDER, "dir_info": {"editable": True}}
GIT = {"url": "https://example.org/rftg-dsl.git", "vcs_info": {"vcs": "git"}}
WHEEL = {"url": "file:///tmp/rftg_dsl-0.1.0-py3-none-any.whl", "archive_info": {}}


@pytest.mark.parametrize(
    ("origin", "file", "command"),
    [
        (None, "", '/env/bin/python -m pip install "rftg-dsl[lsp]"'),
        (FOLDER, "", '/env/bin/python -m pip install "/my cards/rftg-dsl[lsp]"'),
        (EDITABLE, "", '/env/bin/python -m pip install -e "/my cards/rftg-dsl[lsp]"'),
        (
            GIT,
            "",
            '/env/bin/python -m pip install "rftg-dsl[lsp] @ git+https://example.org/rftg-dsl.git"',
        ),
        (WHEEL, "", f'/env/bin/python -m pip install "rftg-dsl[lsp] @ {WHEEL["url"]}"'),
        (None, "pipx_metadata.json", 'pipx install --force "rftg-dsl[studio]"'),
        (FOLDER, "uv-receipt.toml", 'uv tool install --force "/my cards/rftg-dsl[studio]"'),
        ([], "", '/env/bin/python -m pip install "rftg-dsl[lsp]"'),
    ],
)
def test_the_command_is_that_of_the_tool_and_names_the_same_source(
    origin: Any, file: str, command: str, environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came_from(origin, monkeypatch)
    if file:
        (environment / file).touch()
    assert install_command("lsp") == command


def test_what_the_studio_does_not_bring_is_named_too(
    environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came_from(None, monkeypatch)
    (environment / "pipx_metadata.json").touch()
    assert install_command("cluster") == 'pipx install --force "rftg-dsl[studio,cluster]"'


def test_a_program_that_was_never_installed_is_named_by_its_name(
    environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("rftg_dsl.cli.extras.distribution", missing)
    monkeypatch.setattr(sys, "executable", "C:/My Python/python.exe")
    assert install_command("print") == '"C:/My Python/python.exe" -m pip install "rftg-dsl[print]"'
