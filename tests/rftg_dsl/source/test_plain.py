"""Plain YAML: the nodes are those of PyYAML, and card files are read without it."""

import random
from pathlib import Path
from typing import Final

import pytest

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.resources import data_folder
from rftg_dsl.source.plain import read_plain
from rftg_dsl.source.text import decode
from rftg_dsl.suggest.yaml_reading import read_nodes
from tests.rftg_dsl.source.test_events import HALF_TYPED

FILES: Final = sorted(
    path
    for folder in (data_folder("cards"), data_folder("examples"))
    for path in folder.rglob("*.yaml")
    if path.parent.name not in ("robot", "templates")
)
SAMPLES: Final = (
    "set: a\ntitle: A b\nkeywords: [a, 'b c', \"d\"]\ncards:\n  - title: X\n    vp: -1\n"
    "    start: {number: 0, colour: blue}\n    powers: |\n      settle: x\n\n      b # c\n\n  # c\n"
    "  - title: 'Y''s'\n    a:\n    - b: 1\n      c:\n    - d\nx:\n  [a, {b: c}]\ny: z\n",
    "a: |\n b\n\n \n  \nc: d # e\nd:\n- - a\n  - b\n-\n- c: d\n",
    "k: {a: [b, c], d: {e: f}} # g\nl: 'x' \nm: \"y\"\nn:   o p  \n",
)
CHARACTERS: Final = " \n\n-:[]{},'\"|#ab1>?&*!%@`\\+\t~é=<\u2028"


def changed(text: str, chance: random.Random) -> str:
    """A text with a few other characters or lines."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(text))
        match chance.randrange(4):
            case 0:
                text = text[:at] + chance.choice(CHARACTERS) + text[at:]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + chance.choice(CHARACTERS) + text[at + 1 :]
            case 3:
                start = text.rfind("\n", 0, at) + 1
                text = f"{text[:start]}{chance.choice(HALF_TYPED)}\n{text[start:]}"
    return text


def is_plain(text: str) -> bool:
    """Whether a text is plain. If so, it has the nodes of PyYAML, which finds no mistake in it."""
    root = read_plain(text)
    if root is None:
        return False
    report = Report("")
    source = decode(text.encode(), report)
    assert source is not None
    assert read_nodes(source, report) == root, text
    assert not report.findings, text
    return True


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_card_files_are_plain(path: Path) -> None:
    assert is_plain(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("sample", SAMPLES, ids=range(len(SAMPLES)))
def test_a_changed_text_has_the_same_nodes_or_is_not_plain(sample: str) -> None:
    assert is_plain(sample)
    chance = random.Random(sample)
    assert sum(is_plain(changed(sample, chance)) for _ in range(1_500)) > 150
