"""Typst without its fonts draws the same as with them; needs Node.js and the fetched parts."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from rftg_tools.site.archives import pyodide_files
from rftg_tools.site.pages import PAGE
from rftg_tools.site.parts import missing_parts, part, read_part
from rftg_tools.site.typesetter import MODULE, blank_fonts, cut_zeros

ROOT = Path(__file__).parents[3]
PARTS = ROOT / "build" / "site-parts"
FONTS = ROOT / "tools" / "rftg_tools" / "faces" / "themes" / "space" / "fonts"
DRAW = Path(__file__).with_name("draw.mjs")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        bool(shutil.which("node") is None or missing_parts(PARTS))
        and not os.environ.get("RFTG_DSL_NEEDS_NODE"),
        reason="Node.js or the parts of the site are missing (make site)",
    ),
]


def test_typst_draws_the_same_without_its_own_fonts(tmp_path: Path) -> None:
    pyodide = tmp_path / "pyodide"
    pyodide.mkdir()
    for name, data in pyodide_files(PARTS).items():
        (pyodide / name).write_bytes(data)
    wheel = read_part(part("typst"), PARTS)
    drawings = []
    blank = cut_zeros(blank_fonts(wheel[MODULE]))
    assert len(blank) < 0.7 * len(wheel[MODULE])
    for kind, module in (("full", wheel[MODULE]), ("blank", blank)):
        files = tmp_path / kind
        shutil.copytree(FONTS, files, ignore=shutil.ignore_patterns("*.txt"))
        (files / "__init__.py").write_bytes(wheel["typst/__init__.py"])
        (files / Path(MODULE).name).write_bytes(module)
        command = ["node", DRAW, pyodide, PAGE / "evaluation.js", files]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stderr[-2000:]
        drawings.append(result.stdout.split())
    assert drawings[0] == drawings[1]
    assert int(drawings[0][0]) > 10_000
