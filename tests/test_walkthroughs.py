"""Walkthroughs in the docs, and editors that they set up."""

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Final

import pytest

from rftg_dsl.cli import COMMANDS, main
from rftg_dsl.diagnostics.codes import load_settings
from rftg_dsl.diagnostics.model import Report
from rftg_dsl.source.nodes import Items, Mapping, Scalar
from rftg_dsl.source.text import decode
from rftg_dsl.suggest.yaml_reading import read_nodes

DOCS = Path(__file__).parents[1] / "docs"
BLOCK: Final = re.compile(
    r"(?P<before>[^\n]*)\n+^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE
)
FILE: Final = re.compile(r".*`([\w./-]+\.(?:yaml|toml))`[^`]*:\s*")


@pytest.mark.parametrize("name", [pytest.param("guide.md", marks=pytest.mark.slow), "tiles.md"])
def test_a_reader_who_follows_a_page_sees_what_it_shows(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for block in BLOCK.finditer((DOCS / name).read_text(encoding="utf-8")):
        file = FILE.fullmatch(block["before"])
        if file:
            Path(file[1]).write_text(block["text"], encoding="utf-8")
            load_settings.cache_clear()
        elif block["kind"] == "console":
            parts = re.split(r"^\$ (.*)\n", block["text"], flags=re.MULTILINE)[1:]
            for line, expected in zip(parts[::2], parts[1::2], strict=True):
                if expected.strip():
                    main(shlex.split(line)[1:])
                    printed = capsys.readouterr()
                    assert agrees(printed.out + printed.err, expected), (line, printed)


def agrees(printed: str, expected: str) -> bool:
    """Whether a command printed what the page says, except for the speed of the machine."""
    parts = re.split(r"^\.\.\.\n", _without_speed(expected), flags=re.MULTILINE)
    pattern = r"(?:.*\n)*?".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, _without_speed(printed)) is not None


def _without_speed(text: str) -> str:
    return re.sub(r"[\d.,]+(?= games/s|x? seconds?\b)", "N", text).rstrip("\n") + "\n"


def test_lines_left_out_of_a_page_may_be_any() -> None:
    assert agrees("a\nb\nc\nd\n", "a\n...\nd\n")
    assert agrees("a\nd\n", "a\n...\nd\n")
    assert not agrees("a\nb\n", "a\n...\nd\n")


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
