"""Events of texts whose parts were read before: the same as those of the parser, errors too."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.resources import data_folder
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.source import events, reading
from rftg_dsl.source.events import parse_events

LOADERS: Final = list(dict.fromkeys([events.LOADER, yaml.SafeLoader]))
HALF_TYPED: Final = (
    "    wor", "    world: ", "  - tit", "    powers: |\n      explore: dra", "title", "   vp: 1",
    "    vp: '3", "    keywords: [alien", "  - title: New\n    wor", "produce: draw 1", "k: {a: 1",
    "    - title: X", "    vp 2", "    : ", "\t vp: 1", "...", "---", "%YAML 1.1", "- 0", "  -",
    "  - - a", "    x: |2\n  y", "    x: >-\n\n\n", "# a", "  # b", "    text: a\n  b",
    "    *a", "    &a b: 1", '    t: "a\n  - b"', "    t: 'a\n  - b: c\n    d'", "  ? a", "  : b",
    "    }", "x: 0", "cards:",
    "    x: [\n  - 0\n    ]", "é: \u2028", "\ufeff", "goals:\n- a\n- b",
    "cards: # c\n  - title: X", "    !t x: 1",
)  # fmt: skip


def described(parsed: Iterator[Any]) -> list[Any]:
    """All events of a text, and the error that ends them."""
    found: list[Any] = []
    try:
        for event in parsed:
            marks = (event.start_mark, event.end_mark)
            members = {
                name: value for name, value in vars(event).items() if not name.endswith("mark")
            }
            found.append((type(event), members, [(mark.line, mark.column) for mark in marks]))
    except yaml.MarkedYAMLError as error:
        marks = (error.context_mark, error.problem_mark)
        places = [mark and (mark.line, mark.column) for mark in marks]
        return [type(error), error.context, error.problem, places]  # events before it are dropped
    except yaml.YAMLError as error:
        return [type(error), str(error)]
    return found


def mutated(text: str, chance: random.Random) -> str:
    """A text in which some lines are new, gone, moved or joined."""
    lines = text.split("\n")
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        at = chance.randrange(len(lines))
        match chance.randrange(6):
            case 0 | 1:
                lines.insert(at, chance.choice(HALF_TYPED))
            case 2:
                lines[at] = " " * chance.randrange(4) + lines[at]
            case 3:
                lines[at] = lines[at][1:]
            case 4:
                cut = chance.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:cut] + chance.choice(("", "'", '"', ":", "[", " #", "|"))
            case 5 if len(lines) > 1:
                del lines[at]
    return "\n".join(lines)[: None if chance.randrange(8) else chance.randrange(1, len(text))]


def clear() -> None:
    """Forget all parts that were read."""
    events._part_events.cache_clear()
    events._placed_events.cache_clear()


TEXTS: Final = [
    *sorted(Path("examples").glob("*.yaml")),
    data_folder("cards") / "gathering-storm.yaml",
    data_folder("cards") / "second-edition.yaml",
]


@pytest.mark.parametrize("loader", LOADERS, ids=lambda loader: loader.__name__)
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_parts_that_were_read_before_change_nothing(
    path: Path, loader: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "LOADER", loader)
    clear()
    chance = random.Random(path.stem)
    text = path.read_text(encoding="utf-8")
    texts = [text, *(mutated(text, chance) for _ in range(120 if loader is events.LOADER else 40))]
    for changed in texts:
        expected = described(yaml.parse(changed, Loader=loader))
        assert described(parse_events(changed)) == expected, changed
    clear()


def test_an_unchanged_entry_is_not_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Path("examples/frontier.yaml").read_text(encoding="utf-8")
    list(parse_events(text))
    parsed: list[str] = []
    parse = yaml.parse
    monkeypatch.setattr(
        yaml, "parse", lambda text, Loader: parsed.append(text) or parse(text, Loader)
    )
    list(parse_events(text.replace("keywords: [", "keywords: [new, ", 1)))
    assert len(parsed) == 1
    assert len(parsed[0]) < len(text) / 4


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_findings_and_fixes_are_those_of_a_complete_reading(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(f"findings of {path.stem}")
    text = path.read_text(encoding="utf-8")
    for changed in [mutated(text, chance) for _ in range(60)]:
        found = read_unit(path, path.name, changed.encode()).report.findings
        with monkeypatch.context() as context:
            context.setattr(
                reading, "parse_events", lambda text: yaml.parse(text, Loader=events.LOADER)
            )
            context.setattr(Report, "has_enough_errors", False)  # no trial ends early
            expected = read_unit(path, path.name, changed.encode()).report.findings
        assert found == expected, changed
