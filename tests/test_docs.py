"""The pages are true: examples compile, outputs are real, links work, and no word is missing."""

import argparse
import json
import re
import shlex
import textwrap
import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from rftg_dev.generators.reference import (
    anchor,
    examples,
    goal_examples,
    rules,
    terminals,
    tokens_of,
)
from rftg_dsl.cli import COMMANDS, _parser, main
from rftg_dsl.cli.pages import STUDIO_PORT
from rftg_dsl.compiler import compile_files
from rftg_dsl.games import ROLL
from rftg_dsl.semantics.lower import lower
from rftg_dsl.source.schema import card_set_schema
from rftg_dsl.syntax.parser import parse_answer, parse_power, read_rules
from rftg_dsl.syntax.situations import ACTIONS, STEPS, ParsedAnswer, Verb
from rftg_dsl.syntax.tokens import OF_ANSWERS
from rftg_dsl.words.checks import SemanticError

ROOT = Path(__file__).parents[1]
TEXTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
}
README, LANGUAGE, CARD_TESTS = "README.md", "docs/language.md", "docs/card-tests.md"


def blocks(page: str, kind: str) -> list[str]:
    """The fenced blocks of a kind, without their fences."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", TEXTS[page], re.DOTALL | re.MULTILINE)


def consoles(page: str) -> list[tuple[str, str]]:
    """Each command on a page, with the output below it."""
    commands = []
    for block in blocks(page, "console"):
        parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
        commands += list(zip(parts[::2], parts[1::2], strict=True))
    return commands


# --- every page


@pytest.mark.parametrize("page", TEXTS)
def test_every_link_leads_to_a_file_and_a_heading(page: str) -> None:
    for target, heading in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", TEXTS[page]):
        if "://" not in target:
            path = (ROOT / page).parent / target if target else ROOT / page
            assert path.exists(), target
            assert not heading or heading in anchors(path.resolve()), (target, heading)


@cache
def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    text = re.sub(r"^```.*?^```$", "", TEXTS[page.relative_to(ROOT).as_posix()], flags=re.S | re.M)
    return {anchor(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


def test_every_module_that_a_page_names_exists() -> None:
    """Names in capitals, such as NAME.py, are placeholders."""
    places = [ROOT / folder for folder in ("engine", "rftg_dsl", "tools", "tests")]
    modules = [path.as_posix() for place in places for path in place.rglob("*.py")]
    modules += [path.as_posix() for path in ROOT.glob("*.py")]
    for page, text in TEXTS.items():
        for name in re.findall(r"`([a-z_0-9/]+\.py)`", text):
            assert any(module.endswith(f"/{name}") for module in modules), (page, name)


@pytest.mark.parametrize("page", TEXTS)
def test_every_command_on_a_page_exists(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for line, _output in consoles(page):
        program, *words = shlex.split(line)
        if program == "rftg-dsl":
            assert isinstance(_parser(words).parse_args(words), argparse.Namespace)
        else:
            assert program == "make"
            assert f"\n{words[0]}:" in makefile
    for module in set(re.findall(r"python -m (r[a-z_.]+[a-z])", TEXTS[page])):
        assert find_spec(module), module


# --- README, the guide, the language


@pytest.mark.parametrize("page", [README, LANGUAGE])
def test_every_card_on_a_page_compiles(page: str, tmp_path: Path) -> None:
    head = "set: snippet\ntitle: Snippet\nrequires: [base]\ncards:\n"
    for number, block in enumerate(blocks(page, "yaml")):
        path = tmp_path / f"snippet-{number}.yaml"
        is_card = block.startswith("- title")
        path.write_text(head + textwrap.indent(block, "  ") if is_card else block, encoding="utf-8")
        assert compile_files([path]).diagnostics == ()


def test_the_readme_shows_what_the_command_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (card,) = blocks(README, "yaml")
    (tmp_path / "ice.yaml").write_text(card, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ((line, output),) = [pair for pair in consoles(README) if pair[0].startswith("rftg-dsl")]
    main(shlex.split(line)[1:])
    assert capsys.readouterr().out == output


def test_every_command_is_in_the_guide() -> None:
    text = TEXTS["docs/guide.md"]
    assert {name for name in COMMANDS if f"| `rftg-dsl {name}" in text} == set(COMMANDS)


def test_every_terminal_of_the_grammar_is_in_an_example() -> None:
    lines = [*examples(TEXTS[LANGUAGE]), *goal_examples(TEXTS[LANGUAGE])]
    assert {name for line in lines for name, _text in tokens_of(line)} == set(terminals())


def test_every_rule_of_the_grammar_is_in_an_example() -> None:
    lines = [(line, "power") for line in examples(TEXTS[LANGUAGE])]
    for key, start in (("first", "goal"), ("most", "measure"), ("cards", "cards")):
        texts = re.findall(rf"^ +{key}: ([^\[\n]+)$", TEXTS[LANGUAGE], re.MULTILINE)
        lines += [(text, start) for text in texts]
    lines += [(line, "answer") for line in answers_on_the_page()]
    used = {name for line, start in lines for name, _place in read_rules(line, start)}
    assert rules() <= used, rules() - used


def test_lines_that_the_reference_calls_refused_are_read_and_refused() -> None:
    table = TEXTS[LANGUAGE].split("<!-- refused -->")[1].partition("\n\n")[0]
    lines = re.findall(r"^\| `([a-z ]+: [^`]+)` \|", table, re.MULTILINE)
    assert lines
    for line in lines:
        power = parse_power(line)
        with pytest.raises(SemanticError):
            lower(power)


def test_every_key_of_a_card_file_is_in_the_reference() -> None:
    schema = card_set_schema()
    for key in [*schema["properties"], *schema["$defs"]["card"]["properties"]]:
        assert f"| `{key}` |" in TEXTS[LANGUAGE]


# --- ways to use it


WAYS = "docs/ways.md"


@pytest.mark.parametrize("kind", ["sh", "powershell"])
def test_every_command_of_the_ways_to_use_it_exists(kind: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [line for block in blocks(WAYS, kind) for line in block.splitlines()]
    assert lines
    for line in lines:
        words = shlex.split(line.replace("\\", "/"))
        for extra in re.findall(r"\.\[(\w+)\]", line):
            assert extra in project["optional-dependencies"]
        if "rftg-dsl" in words and "build" not in words:  # also as the program of the image
            command = words[words.index("rftg-dsl") + 1 :]
            if command:
                assert isinstance(_parser(command).parse_args(command), argparse.Namespace)
        for path in re.findall(r"-f (\S+)", line):
            assert (ROOT / path).is_file()
        assert words[0] in {"pipx", "uv", "py", "mkdir", "rftg-dsl", "podman"} or line.startswith(
            ("[Environment]::", ".venv\\Scripts\\python -m")
        )


def test_the_steps_for_windows_make_a_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = [block for block in blocks(WAYS, "powershell") if "new set" in block]
    (line,) = [line for line in block.splitlines() if "new set" in line]
    (tmp_path / "sets").mkdir()
    assert main(shlex.split(line.replace("\\", "/"))[1:]) == 0, capsys.readouterr()
    assert (tmp_path / "sets" / "ice.yaml").exists()


def test_the_container_is_built_of_what_there_is_and_runs_a_command() -> None:
    text = (ROOT / "tools" / "container" / "Containerfile").read_text(encoding="utf-8")
    for sources in re.findall(r"^COPY (.+) \S+$", text, re.MULTILINE):
        for source in sources.split():
            assert (ROOT / source).exists(), source
    entry, command = re.findall(r"^(?:ENTRYPOINT|CMD) (\[.+\])$", text, re.MULTILINE)
    words = json.loads(entry) + json.loads(command)
    assert words[0] == "rftg-dsl"
    assert _parser(words[1:]).parse_args(words[1:]).in_container
    (port,) = re.findall(r"^EXPOSE (\d+)$", text, re.MULTILINE)
    assert f"-p 127.0.0.1:{port}:{port}" in TEXTS[WAYS]
    assert int(port) == STUDIO_PORT


# --- card tests


def answers_on_the_page() -> list[str]:
    """The answers in the table of the page, with their titles in quotes."""
    rows = re.findall(r"^\| (`.*`) \|", TEXTS[CARD_TESTS], re.MULTILINE)
    table = rows[rows.index("`place TITLE`") : rows.index("`tableau`, `hand`")]
    return [line.replace("TITLE", '"TITLE"') for row in table for line in row.split("`")[1::2]]


def test_the_answers_on_the_page_of_card_tests_are_read_and_have_every_word() -> None:
    lines = answers_on_the_page()
    assert [line for line in lines if not isinstance(parse_answer(line), ParsedAnswer)] == []
    assert {name for line in lines for name, _text in tokens_of(line, "answer")} >= OF_ANSWERS


def test_the_page_of_card_tests_shows_what_the_command_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    card = blocks(CARD_TESTS, "yaml")[0]
    (tmp_path / "geysers.yaml").write_text(card, encoding="utf-8")
    mistaken = card.replace("paid: 2", "paid: 3")
    (tmp_path / "mistaken.yaml").write_text(mistaken, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for line, output in consoles(CARD_TESTS):
        main(shlex.split(line)[1:])
        assert capsys.readouterr().out == output


def test_the_tests_on_the_page_of_card_tests_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A block with a set is a file; the others are more tests for the first file."""
    yaml = blocks(CARD_TESTS, "yaml")
    first, *files = [block for block in yaml if block.startswith("set: ")]
    tests = [block for block in yaml if not block.startswith("set: ")]
    for number, text in enumerate(("\n".join((first, *tests)), *files)):
        path = tmp_path / f"file-{number}.yaml"
        path.write_text(text, encoding="utf-8")
        assert main(["test", str(path)]) == 0, capsys.readouterr()


def test_the_page_of_card_tests_has_every_word_of_them() -> None:
    definitions, of_tiles = card_set_schema()["$defs"], card_set_schema(ROLL)["$defs"]
    words = [*Verb, *ACTIONS, *STEPS]
    for key in ("given", "then"):
        words += [*definitions[key]["properties"], *of_tiles[f"tile {key}"]["properties"]]
    for word in words:
        assert re.search(rf"`{re.escape(word)}[ `]", TEXTS[CARD_TESTS]), word


@pytest.mark.parametrize("name", ["frontier", "drift"])
def test_the_example_sets_are_sound_and_canonical(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    example = str(ROOT / "examples" / f"{name}.yaml")
    assert main(["check", "--strict", "--untested", example]) == 0
    assert main(["fmt", "--check", example]) == 0
    assert main(["test", "--prove", example]) == 0
    assert "no problems" in capsys.readouterr().out


# --- pages for maintainers


def test_every_dependency_is_listed_with_its_pin() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = settings["project"]
    hook = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    extras = project["optional-dependencies"].values()
    lists = [project["dependencies"], hook["dependencies"], *extras]
    pins = {pin for pins in lists for pin in pins if not pin.startswith("rftg-dsl[")}
    row = re.compile(r"^\| `([\w-]+)` \| (?:`([^`]+)`|any) \|", re.MULTILINE)
    listed = [name + pin for name, pin in row.findall(TEXTS["docs/releasing.md"])]
    assert sorted(listed) == sorted(pins)


def test_every_command_of_make_says_what_it_does() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)
    described = re.findall(r"^([a-z-]+):[^#\n]* ## \S", text, re.MULTILINE)
    assert sorted(described) == sorted(phony.split())


def test_folders_that_the_page_for_contributors_names_exist() -> None:
    tools = ROOT / "tools" / "rftg_tools"
    for name in re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?)`", TEXTS["CONTRIBUTING.md"]):
        assert any((place / name).exists() for place in (ROOT, tools, tools / "play")), name
