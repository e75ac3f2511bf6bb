"""Power lines have colours in VS Code: with its YAML grammar of today and with the one before 1.92.

They are tokenized by VS Code's own library, which `make npm` fetches.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from rftg_dev.generators.textmate import FOLDER, patterns
from rftg_dsl.compiler import compile_files

ROOT: Final = Path(__file__).parents[3]
NPM: Final = ROOT / "build" / "npm"
SCRIPT: Final = Path(__file__).with_name("textmate_scopes.js")
TODAY: Final = "monaco-vscode-yaml-default-extension/resources"
CLASSIC: Final = "tm-grammars/grammars"
NODE: Final = shutil.which("node")
SCOPES: Final = {one["name"] for one in patterns()}
ODD: Final = """\
set: odd
cards:
  - powers: |
      settle: cost -1 for rare worlds  # cheaper

      score: 2 per "Ice Moon"
    title: Powers first
    development: 2
  - title: No powers
    world: 3
  -
    title: A dash alone
    powers: |2-
        settle: draw 1
    vp: 1
"""

pytestmark = pytest.mark.skipif(
    (NODE is None or not NPM.is_dir()) and not os.environ.get("RFTG_DSL_NEEDS_NODE"),
    reason="no Node.js, or nothing of `make npm`",
)


def tokens(file: Path, grammars: str, scope: str) -> list[list[tuple[str, str]]]:
    """Return the words of each line of a file, each with its innermost scope."""
    assert NODE is not None
    command = [NODE, SCRIPT, NPM, NPM / grammars, FOLDER, scope, file]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [[(word.strip(), scope) for word, scope in line] for line in lines]


@pytest.fixture(params=[TODAY, CLASSIC], ids=["today", "before 1.92"])
def grammars(request: pytest.FixtureRequest) -> str:
    """Return the folder with a YAML grammar."""
    return str(request.param)


@pytest.mark.parametrize("scope", ["source.yaml", "source.rftg-cards"])
def test_every_power_line_of_a_file_has_the_colours_of_its_words(grammars: str, scope: str) -> None:
    path = ROOT / "cards" / "base.yaml"
    found = tokens(path, grammars, scope)
    (unit,) = compile_files([path]).units
    powers = {written.line for draft in unit.drafts for written, _ in draft.lines}
    assert len(powers) > 100
    for row, line in enumerate(found, 1):
        ours = [scope in SCOPES for _, scope in line if scope != "meta.powers.rftg"]
        assert all(ours) if row in powers else not any(ours), (row, line)


def test_a_block_ends_with_its_indentation_wherever_its_key_stands(
    grammars: str, tmp_path: Path
) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(ODD, encoding="utf-8")
    found = tokens(path, grammars, "source.yaml")
    coloured = [row for row, line in enumerate(found, 1) if any(s in SCOPES for _, s in line)]
    assert coloured == [4, 6, 14]
    assert ("# cheaper", "comment.line.number-sign.rftg") in found[3]
    assert ('"Ice Moon"', "string.quoted.double.rftg") in found[5]
    for row in (3, 13):
        assert ("powers", "entity.name.tag.yaml") in found[row - 1]
