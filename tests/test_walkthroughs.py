"""What a page tells a reader to type does what it says.

A fenced block is written to a file if the line before it ends with the file's name in backquotes
and a colon. In a `console` block, each line after `$ ` is run and must print what is below it; a
line `...` stands for any lines.
"""

import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from rftg_dsl.cli import main
from rftg_dsl.diagnostics.codes import load_settings

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
