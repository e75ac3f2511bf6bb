"""The cookbook as a page: its cards in their own words and in English, and the tests they pass.

`python -m rftg_dev.generators.cookbook docs/cookbook.md` writes the page; a test compares the two.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rftg_dev.generators.reference import spelled, tokens_of
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.text import counted
from rftg_dsl.model import CardSet
from rftg_dsl.resources import cookbook_files
from rftg_dsl.wording.english import word_power

_HEAD = """\
# The cookbook

{cards} and {tiles}
that show every word of [the language](language.md) at work, each with the tests that it passes.
They are card files like your own, in [cards/cookbook/](../cards/cookbook), so copy what you need.
`rftg-dsl test` plays all {tests}; [card-tests.md](card-tests.md) says how to write such tests.

No word is missing, and none is idle: when a power is taken away here, a word of it left out, a
number made larger or a kind of good exchanged, a test fails. The project's tests derive the words
from the grammar and try all of that.

This page is written by `python -m rftg_dev.generators.cookbook docs/cookbook.md`.
"""


@dataclass(frozen=True, slots=True)
class Recipe:
    """One card, goal or search category of the cookbook, with what is shown of it.

    about: the comment above it. lines: its text in the file. parts: what it says in the language,
    and the rule of the grammar that reads it. english: sentences. tests: their texts.
    """

    title: str
    about: str
    lines: tuple[str, ...]
    parts: tuple[tuple[str, str], ...]
    english: tuple[str, ...]
    tests: tuple[tuple[str, ...], ...]


def cookbook() -> Compilation:
    """Return the cookbook, compiled. Raises ValueError where it has errors."""
    compilation = compile_files(cookbook_files())
    if compilation.has_errors:
        raise ValueError(f"the cookbook has errors: {compilation.diagnostics[0]}")
    return compilation


def chapters(compilation: Compilation) -> Iterator[tuple[CardSet, list[Recipe]]]:
    """Yield the sets of the cookbook, each with its recipes in the order of the file."""
    names = {path.resolve() for path in cookbook_files()}
    sets = {card_set.id: card_set for card_set in compilation.sets}
    for unit in compilation.units:
        if unit.path.resolve() in names and unit.source is not None:
            yield sets[unit.id], _recipes(sets[unit.id], unit.source.lines)


def _recipes(one: CardSet, source: Sequence[str]) -> list[Recipe]:
    tests = _tests_by_title(one, source)
    found = [
        _recipe(
            card.title,
            card.line,
            [(line.text, "power") for line in card.powers],
            tuple(word_power(line.power) for line in card.powers),
            source,
            tests,
        )
        for card in one.cards
    ]
    for goal in one.goals:
        start = "measure" if goal.most else "goal"
        found.append(_recipe(goal.title, goal.line, [(goal.text, start)], (), source, tests))
    for category in one.search:
        part = [(category.text, "cards")]
        found.append(_recipe(category.title, category.line, part, (), source, tests))
    return sorted(found, key=lambda recipe: source.index(recipe.lines[0]))


def _recipe(
    title: str,
    line: int,
    parts: Sequence[tuple[str, str]],
    english: tuple[str, ...],
    source: Sequence[str],
    tests: dict[str, list[tuple[str, ...]]],
) -> Recipe:
    about: list[str] = []
    above = line - 2
    while source[above].startswith("  # "):
        about.insert(0, source[above].removeprefix("  # "))
        above -= 1
    text = _block(source, line)
    shown = tuple(tests.get(title, ()))
    return Recipe(title, " ".join(about), text, tuple(parts), english, shown)


def _block(source: Sequence[str], line: int) -> tuple[str, ...]:
    """Return the list entry that begins on a line, up to a comment, blank line or next entry."""
    found = [source[line - 1]]
    for text in source[line:]:
        if not text.startswith("    "):
            break
        found.append(text)
    return tuple(found)


def _tests_by_title(one: CardSet, source: Sequence[str]) -> dict[str, list[tuple[str, ...]]]:
    """Return the texts of tests by the goal or category that each names, or by its first card."""
    tiles = [goal.title for goal in one.goals] + [category.title for category in one.search]
    cards = [card.title for card in one.cards]
    found: dict[str, list[tuple[str, ...]]] = {}
    for test in one.tests:
        text = _block(source, test.region.line)
        whole = "\n".join(text[1:])
        named = [tile for tile in tiles if tile in whole] or [
            card for card in cards if card in whole
        ]
        found.setdefault(min(named, key=whole.index), []).append(text)
    return found


def page() -> str:
    """Return the whole page."""
    found = list(chapters(cookbook()))
    sets = [one for one, _recipes in found]
    tiles = sum(len(card_set.goals) + len(card_set.search) for card_set in sets)
    head = _HEAD.format(
        cards=counted(sum(len(card_set.cards) for card_set in sets), "card"),
        tiles=counted(tiles, "goal tile and search category", "goal tiles and search categories"),
        tests=counted(sum(len(card_set.tests) for card_set in sets), "test"),
    )
    names = [card_set.title.removeprefix("Cookbook: ") for card_set in sets]
    contents = "\n".join(f"- [{name}](#{name.lower()})" for name in [*names, "Words"])
    parts = [head + "\n" + contents]
    for name, (_set, recipes) in zip(names, found, strict=True):
        parts += [f"## {name}", *map(_shown, recipes)]
    parts += ["## Words", "\n".join(_index(found))]
    return "\n\n".join(parts) + "\n"


def _shown(recipe: Recipe) -> str:
    english = "".join(f"> {line}  \n" for line in recipe.english).rstrip()
    parts = [f"### {recipe.title}", recipe.about, _yaml(recipe.lines), english]
    if recipe.tests:
        parts.append(_yaml("\n\n".join("\n".join(test) for test in recipe.tests).split("\n")))
    return "\n\n".join(part for part in parts if part)


def _yaml(lines: Sequence[str]) -> str:
    text = "\n".join(line.removeprefix("  ") for line in lines)
    return f"```yaml\n{text}\n```"


def _index(found: Sequence[tuple[CardSet, list[Recipe]]]) -> Iterator[str]:
    first: dict[str, tuple[str, str]] = {}
    for _set, recipes in found:
        for recipe in recipes:
            for text, start in recipe.parts:
                for name, _word in tokens_of(text, start):
                    first.setdefault(name, (text, recipe.title))
    yield "| word | example | of |"
    yield "|---|---|---|"
    for word, (text, title) in sorted((spelled(name), where) for name, where in first.items()):
        yield f"| {word} | `{text}` | {title} |"


def main(argv: Sequence[str] | None = None) -> int:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path)
    parser.parse_args(argv).page.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
