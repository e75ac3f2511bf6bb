"""The pages are true: examples compile, outputs are real, links work, and no word is missing."""

from __future__ import annotations

import argparse
import re
import shlex
import textwrap
import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from rftg_dev.generators.reference import PAGES as GENERATED
from rftg_dev.generators.reference import (
    anchor,
    examples,
    fill,
    goal_examples,
    rules,
    terminals,
    tokens_of,
)
from rftg_dsl.cli import COMMANDS, _parser, main
from rftg_dsl.compiler import compile_files
from rftg_dsl.games import ROLL
from rftg_dsl.semantics.lower import lower
from rftg_dsl.source.schema import card_set_schema
from rftg_dsl.syntax.parser import parse_answer, parse_power, read_rules
from rftg_dsl.syntax.situations import ACTIONS, STEPS, Answer, Verb
from rftg_dsl.syntax.tokens import OF_ANSWERS
from rftg_dsl.words.checks import SemanticError

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
LANGUAGE = ROOT / "docs" / "language.md"
README = ROOT / "README.md"
GUIDE = ROOT / "docs" / "guide.md"
CARD_TESTS = ROOT / "docs" / "card-tests.md"


def blocks(page: Path, kind: str) -> list[str]:
    """The fenced blocks of a kind, without their fences."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def named(page: Path) -> str:
    return page.name


def as_set(block: str, before: str) -> str:
    """A block as a whole card file: a card gets a head, a test the first block."""
    if block.lstrip().startswith("- test"):
        return before + block
    if block.lstrip().startswith("- title"):
        head = "set: snippet\ntitle: Snippet\nrequires: [base]\ncards:\n"
        return head + textwrap.indent(block, "  ")
    return block


@pytest.mark.parametrize("page", [README, LANGUAGE, CARD_TESTS], ids=named)
def test_every_card_on_a_page_compiles(page: Path, tmp_path: Path) -> None:
    found = blocks(page, "yaml")
    for number, block in enumerate(found):
        path = tmp_path / f"snippet-{number}.yaml"
        path.write_text(as_set(block, found[0]), encoding="utf-8")
        assert compile_files([path]).diagnostics == ()


@pytest.mark.parametrize("name", GENERATED)
def test_the_generated_parts_of_a_page_are_up_to_date(name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert fill(name, text) == text, "run: python -m rftg_dev.generators.reference"


def test_every_terminal_of_the_grammar_is_in_an_example() -> None:
    text = LANGUAGE.read_text(encoding="utf-8")
    lines = [*examples(text), *goal_examples(text)]
    used = {name for line in lines for name, _text in tokens_of(line)}
    assert set(terminals()) == used


def test_lines_that_the_reference_calls_refused_are_read_and_refused() -> None:
    _, table = LANGUAGE.read_text(encoding="utf-8").split("<!-- refused -->")
    lines = re.findall(r"^\| `([a-z ]+: [^`]+)` \|", table.partition("\n\n")[0], re.MULTILINE)
    assert lines
    for line in lines:
        power = parse_power(line)
        with pytest.raises(SemanticError):
            lower(power)


def test_every_rule_of_the_grammar_is_in_an_example() -> None:
    text = LANGUAGE.read_text(encoding="utf-8")
    lines = [(line, "power") for line in examples(text)]
    for key, start in (("first", "goal"), ("most", "measure"), ("cards", "cards")):
        found = re.findall(rf"^ +{key}: ([^\[\n]+)$", text, re.MULTILINE)
        lines += [(line, start) for line in found]
    lines += [(line, "answer") for line in answers_on_the_page()]
    used = {name for line, start in lines for name, _place in read_rules(line, start)}
    assert rules() <= used, rules() - used


def answers_on_the_page() -> list[str]:
    """The answers in the table of the page of card tests, with their titles in quotes."""
    rows = re.findall(r"^\| (`.*`) \|", CARD_TESTS.read_text(encoding="utf-8"), re.MULTILINE)
    table = rows[rows.index("`place TITLE`") : rows.index("`tableau`, `hand`")]
    return [line.replace("TITLE", '"TITLE"') for row in table for line in row.split("`")[1::2]]


def test_the_answers_on_the_page_of_card_tests_are_read_and_have_every_word() -> None:
    lines = answers_on_the_page()
    assert [line for line in lines if not isinstance(parse_answer(line), Answer)] == []
    assert {name for line in lines for name, _text in tokens_of(line, "answer")} >= OF_ANSWERS


def test_every_key_of_a_card_file_is_in_the_reference() -> None:
    import json

    schema = json.loads((ROOT / "grammar" / "card-set.schema.json").read_text(encoding="utf-8"))
    text = LANGUAGE.read_text(encoding="utf-8")
    for key in [*schema["properties"], *schema["$defs"]["card"]["properties"]]:
        assert f"| `{key}` |" in text


def test_every_command_is_in_the_guide() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert {name for name in COMMANDS if f"| `rftg-dsl {name}" in text} == set(COMMANDS)


def consoles(*pages: Path) -> list[tuple[str, str]]:
    """Each command on some pages, with the output under it."""
    found = []
    for page in pages:
        for block in blocks(page, "console"):
            parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
            found += list(zip(parts[::2], parts[1::2], strict=True))
    return found


@pytest.mark.parametrize("command", [command for command, _ in consoles(*PAGES)])
def test_every_command_on_a_page_exists(command: str) -> None:
    program, *words = shlex.split(command)
    if program == "make":
        targets = (ROOT / "Makefile").read_text(encoding="utf-8")
        assert re.search(rf"^{words[0]}:", targets, re.MULTILINE)
    elif program == "rftg-dsl":
        assert isinstance(_parser(words).parse_args(words), argparse.Namespace)
    else:
        pytest.fail(f"{command} is none of the commands of this project")


def test_the_readme_shows_what_the_command_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (card,) = blocks(README, "yaml")
    (tmp_path / "ice.yaml").write_text(card, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ((line, output),) = [pair for pair in consoles(README) if pair[0].startswith("rftg-dsl")]
    main(shlex.split(line)[1:])
    assert capsys.readouterr().out == output


def test_the_page_of_card_tests_shows_what_the_command_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    card = blocks(CARD_TESTS, "yaml")[0]
    (tmp_path / "geysers.yaml").write_text(card, encoding="utf-8")
    mistaken = card.replace("paid: 2", "paid: 3")
    (tmp_path / "mistaken.yaml").write_text(mistaken, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    shown = consoles(CARD_TESTS)
    assert len(shown) == 3
    for line, output in shown:
        main(shlex.split(line)[1:])
        assert capsys.readouterr().out == output


def test_the_tests_on_the_page_of_card_tests_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A block with a set is a file; each other one has further tests for the first of them."""
    found = blocks(CARD_TESTS, "yaml")
    card, *others = [block for block in found if block.startswith("set: ")]
    more = [block for block in found if not block.startswith("set: ")]
    assert more
    for number, text in enumerate(("\n".join((card, *more)), *others)):
        path = tmp_path / f"file-{number}.yaml"
        path.write_text(text, encoding="utf-8")
        assert main(["test", str(path)]) == 0, capsys.readouterr()


def test_the_page_of_card_tests_has_every_word_of_them() -> None:
    text = CARD_TESTS.read_text(encoding="utf-8")
    definitions = card_set_schema()["$defs"]
    words = [*Verb, *ACTIONS, *STEPS]
    for key in ("given", "then"):
        words += definitions[key]["properties"]
        words += card_set_schema(ROLL)["$defs"][f"tile {key}"]["properties"]
    for word in words:
        assert re.search(rf"`{re.escape(word)}[ `]", text), word


@pytest.mark.parametrize("name", ["frontier", "drift"])
def test_the_example_sets_are_sound_and_canonical(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    example = str(ROOT / "examples" / f"{name}.yaml")
    assert main(["check", "--strict", "--untested", example]) == 0
    assert main(["fmt", "--check", example]) == 0
    assert main(["test", "--prove", example]) == 0
    assert "nothing found" in capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for target, heading in re.findall(
        r"\]\(([^)#]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")
    ):
        if "://" not in target:
            file = page.parent / target if target else page
            assert file.exists(), target
            assert not heading or heading in anchors(file), (target, heading)


@cache
def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    return {anchor(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


def test_every_dependency_is_listed_with_its_pin() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = settings["project"]
    hook = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    extras = project["optional-dependencies"].values()
    lists = [project["dependencies"], hook["dependencies"], *extras]
    wanted = {one for some in lists for one in some}
    wanted = {one for one in wanted if not one.startswith("rftg-dsl[")}
    listed = re.findall(
        r"^\| `([\w-]+)` \| (?:`([^`]+)`|any) \|",
        (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert sorted(name + pin for name, pin in listed) == sorted(wanted)


def test_every_command_of_make_says_what_it_does() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)
    told = re.findall(r"^([a-z-]+):[^#\n]* ## \S", text, re.MULTILINE)
    assert sorted(told) == sorted(phony.split())


def test_folders_and_commands_that_the_page_for_developers_names_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for name in re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?)`", text):
        places = [ROOT, ROOT / "tools" / "rftg_tools", ROOT / "tools" / "rftg_tools" / "play"]
        assert any((place / name).exists() for place in places), name
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in re.findall(r"`make ([a-z-]+)`", text):
        assert f"\n{command}:" in makefile, command


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_module_that_a_page_runs_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for module in set(re.findall(r"python -m (r[a-z_.]+[a-z])", text)):
        assert find_spec(module), module
