"""Corpus of wrong card files in tests/bad_cards, with what `check` prints for each.

    python -m tests.rftg_dsl.bad_cards      rewrites the expected output; read the diff

Each text file there is a table of cases about one subject. Lines that begin with `>` are expected
output, all other lines are input, indented by two spaces:

    # arrow-fat (development): a fat arrow
      consume: 2 goods => 3 vp
    >                  ^^
    > error[E210]: unexpected `=>`
    > help: write `->`

The word in parentheses names a frame from `frames.txt`: a whole file with a line `{}` in place of
the input. Without it, the input is the whole file.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.formats import TextRenderer
from rftg_dsl.resources import data_folder
from tests.shipped import SharesShipped

FOLDER = Path(__file__).parents[1] / "bad_cards"
PATH = FOLDER / "mine.yaml"
"""Path of each card file; no such file is on disk."""
_FRAMES = "frames.txt"
_HEAD = re.compile(r"# (?P<name>[a-z0-9-]+)(?: \((?P<frame>[a-z ]+)\))?: (?P<mistake>.+)\Z")
_GUTTER = re.compile(r" *(?:[0-9]+ )?\| ?")


@dataclass(frozen=True)
class Case:
    """Wrong card file. lines: its input. block: input and expected output, as in the table."""

    name: str
    frame: str
    mistake: str
    lines: tuple[str, ...]
    block: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole card file."""
        if not self.frame:
            return "".join(f"{line}\n" for line in self.lines)
        above, indent, below = frames()[self.frame]
        inside = [" " * indent + line if line else "" for line in self.lines]
        return "".join(f"{line}\n" for line in (*above, *inside, *below))

    def printed(self, block: tuple[str, ...]) -> str:
        """Return the case as its table has it, with another block."""
        frame = f" ({self.frame})" if self.frame else ""
        return "\n".join([f"# {self.name}{frame}: {self.mistake}", *block]) + "\n"

    def block_of(self, output: str) -> tuple[str, ...]:
        """Return the input with what `check` prints: marks below their lines, then the rest."""
        above, indent, _below = frames()[self.frame] if self.frame else ((), 0, ())
        marks: dict[int, list[str]] = {}
        rest: list[str] = []
        line = 0
        for printed in output.splitlines():
            gutter = _GUTTER.match(printed)
            if number := re.match(r" *([0-9]+) \|", printed):
                line = int(number[1]) - len(above)
            elif gutter and 1 <= line <= len(self.lines):
                marks.setdefault(line, []).append(printed[gutter.end() :][indent:])
            elif gutter and printed[gutter.end() :]:
                rest.append(f"line {line}: {printed[gutter.end() :]}")
            elif not gutter and not re.match(r" *-->", printed) and printed != "...":
                rest.append(re.sub(r"\A *= ", "", printed))
        shown: list[str] = []
        for number, text in enumerate(self.lines, 1):
            shown += [f"  {text}" if text else "", *(f"> {mark}" for mark in marks.get(number, []))]
        return (*shown, *(f"> {each}" if each else ">" for each in rest))


@cache
def frames() -> dict[str, tuple[tuple[str, ...], int, tuple[str, ...]]]:
    """Return each frame by its name: the lines above the input, its indent, the lines below."""
    found = {}
    for part in _parts(FOLDER / _FRAMES):
        name, *indented = part
        lines = [line[2:] for line in indented]
        place = next(number for number, line in enumerate(lines) if line.strip() == "{}")
        indent = lines[place].index("{")
        found[name.removeprefix("# ")] = (tuple(lines[:place]), indent, tuple(lines[place + 1 :]))
    return found


def _parts(path: Path) -> list[list[str]]:
    """Return the lines of each entry of a table, its head first."""
    parts = re.split(r"^(?=# )", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [part.rstrip("\n").split("\n") for part in parts if part]


def _cases_of(path: Path) -> Iterator[Case]:
    for head, *lines in _parts(path):
        named = _HEAD.match(head)
        assert named, f"{path.name}: `{head}` is not `# name (frame): mistake`"
        text = tuple(line[2:] for line in lines if not line.startswith(">"))
        yield Case(named["name"], named["frame"] or "", named["mistake"], text, tuple(lines))


TABLES = {
    path: tuple(_cases_of(path)) for path in sorted(FOLDER.glob("*.txt")) if path.name != _FRAMES
}
CASES = [case for cases in TABLES.values() for case in cases]


def compile_wrong(text: str) -> Compilation:
    """Compile a text as the card file `PATH`; the shipped sets are read once for all of them."""
    sources = SharesShipped()
    sources.put(PATH, text)
    return compile_files([PATH], sources)


def output_of(compilation: Compilation) -> str:
    """Return what `check` prints of the findings, without the folders of the files."""
    text = TextRenderer(compilation.sources, colour=False)
    findings = "\n\n".join(text.diagnostic(each) for each in compilation.diagnostics)
    for folder in (FOLDER, data_folder("cards")):
        findings = findings.replace(f"{folder}/", "").replace(f"{folder}\\", "")
    return findings


def main() -> None:
    """Rewrite the expected output in all tables."""
    for path, cases in TABLES.items():
        blocks = [
            case.printed(case.block_of(output_of(compile_wrong(case.text)))) for case in cases
        ]
        path.write_text("\n".join(blocks), encoding="utf-8")


if __name__ == "__main__":
    main()
