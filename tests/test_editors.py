"""What docs/studio.md and the hooks for pre-commit say is true."""

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from rftg_dsl.cli import COMMANDS, main
from rftg_dsl.diagnostics.model import Report
from rftg_dsl.source.nodes import Items, Mapping, Scalar
from rftg_dsl.source.text import decode
from rftg_dsl.suggest.yaml_reading import read_nodes

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "studio.md").read_text(encoding="utf-8")
FRONTIER = ROOT / "examples" / "frontier.yaml"


def hooks() -> list[dict[str, str]]:
    """The hooks, each with its scalar values."""
    report = Report("hooks")
    source = decode((ROOT / ".pre-commit-hooks.yaml").read_bytes(), report)
    assert source is not None
    root = read_nodes(source, report)
    assert isinstance(root, Items)
    assert not report.findings
    return [
        {key: value.text for key, value in node.values.items() if isinstance(value, Scalar)}
        for node in root.nodes
        if isinstance(node, Mapping)
    ]


@pytest.mark.parametrize("hook", hooks(), ids=lambda hook: hook["id"])
def test_every_hook_runs_on_a_card_file(hook: dict[str, str], tmp_path: Path) -> None:
    assert f"id: {hook['id']}" in PAGE
    program, *arguments = shlex.split(hook["entry"])
    assert program == "rftg-dsl"
    path = tmp_path / "cards" / "mine.cards.yaml"
    path.parent.mkdir()
    path.write_text(FRONTIER.read_text(encoding="utf-8"), encoding="utf-8")
    assert re.search(hook["files"], str(path))
    assert not re.search(hook["files"], "docs/compose.yaml")
    assert main([*arguments, str(path)]) == 0


def test_every_start_of_the_server_on_the_page_is_the_command() -> None:
    assert "lsp" in COMMANDS
    assert len(re.findall(r'"rftg-dsl",? "lsp"', PAGE)) == 3


def test_the_helix_settings_are_toml_and_start_the_server() -> None:
    (block,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    settings = tomllib.loads(block)
    server = settings["language-server"]["rftg"]
    assert (server["command"], server["args"]) == ("rftg-dsl", ["lsp"])
    assert settings["language"][0]["language-servers"] == ["rftg"]


def test_the_extension_starts_the_server() -> None:
    package = json.loads((ROOT / "tools" / "vscode" / "package.json").read_text(encoding="utf-8"))
    command = package["contributes"]["configuration"]["properties"]["rftg-dsl.command"]
    assert command["default"] == ["rftg-dsl", "lsp"]
    assert command["scope"] == "machine"
