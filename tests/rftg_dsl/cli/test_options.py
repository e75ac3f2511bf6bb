"""Options that commands share: set-ups, sharing, extras, and questions before many games."""

import argparse
import json
import sys
from importlib.metadata import PackageNotFoundError
from math import exp, log
from pathlib import Path
from typing import Any

import pytest

import rftg_engine
from rftg_dsl.cli import CommandError, main
from rftg_dsl.cli.extras import install_command
from rftg_dsl.cli.game_options import COMPILED_SPEEDUP, RULES, add_setup_options, selected_rules
from rftg_dsl.cli.pages import add_share_options, parse_share
from rftg_dsl.library import load
from rftg_engine.options import SWITCHES


def asked_for(*words: str, rules: tuple[str, ...] = tuple(RULES)) -> dict[str, Any]:
    parser = argparse.ArgumentParser()
    add_setup_options(parser, rules)
    return selected_rules(parser.parse_args(words))


def test_every_rule_of_the_engine_has_its_option() -> None:
    assert tuple(RULES) == SWITCHES


def test_what_is_named_is_switched_on() -> None:
    assert asked_for() == {}
    assert asked_for("--preset-hands", "--players", "3") == {"preset_hands": True}
    assert asked_for("--goals", rules=("goals",)) == {"goals": True}
    modules = asked_for("--with", "toll", "--with", "goals", "--with", "raids", "--with", "toll")
    assert modules == {"goals": True, "modules": ("raids", "toll")}


def test_a_command_may_do_without_some_rules() -> None:
    with pytest.raises(SystemExit):
        asked_for("--draft", rules=("goals",))


def test_goals_of_your_own_are_on_unless_you_switch_them_off(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    head = "set: mine\ntitle: Mine\nrequires: [base]\nmodules: [goals]\n"
    head += "cards: [{title: Ice, world: 1, vp: 1}]\n"
    path.write_text(f"{head}goals: [{{title: Road, first: 3 worlds, after: [settle]}}]\n")
    own, shipped = load([str(path)]).sets, load(["gathering-storm"]).sets
    parser = argparse.ArgumentParser()
    add_setup_options(parser)
    for words, sets, rules in (
        ([], own, {"goals": True}),
        (["--no-goals"], own, {}),
        ([], shipped, {}),
        (["--goals"], shipped, {"goals": True}),
    ):
        assert selected_rules(parser.parse_args(words), sets) == rules
    alone = argparse.Namespace(**vars(parser.parse_args([])), robot="easy")
    assert "goals" not in selected_rules(alone, own)


def read(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_share_options(parser)
    return parser.parse_args(words)


def test_nothing_is_open_unless_it_is_asked_for() -> None:
    assert parse_share(read()) is None


def test_an_address_is_opened() -> None:
    share = parse_share(read("--share", "127.0.0.1:8071"))
    assert share is not None
    assert share.origins(8071) == ("http://127.0.0.1:8071",)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--share-name", "a.example"), "need `--share`"),
        (("--share-proxy", "10.0.0.1"), "need `--share`"),
        (("--cert", "a", "--key", "b"), "need `--share`"),
        (("--share", "127.0.0.1:1", "--cert", "a"), "used together"),
        (("--share", "127.0.0.1:1", "--key", "a"), "used together"),
        (("--share", "127.0.0.1:1", "--cert", "no.pem", "--key", "no.pem"), r"no\.pem"),
        (("--share", "mine.yaml"), "files come before"),
        (("--share", "0.0.0.0:80"), "--share-name"),
    ],
)
def test_what_does_not_go_together_is_told(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        parse_share(read(*words))


Output = pytest.CaptureFixture[str]
HISTORY = Path(__file__).parents[3] / "docs" / "speed.jsonl"
EXAMPLE = str(Path(__file__).parents[3] / "examples" / "frontier.yaml")
GAMES = ["--games", "1", "--jobs", "1", "--json"]


def test_on_a_terminal_a_plain_engine_says_once_that_a_compiled_one_is_faster(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Output
) -> None:
    monkeypatch.setattr(rftg_engine, "COMPILED", False)
    for command in (
        ["simulate", *GAMES],
        ["balance", EXAMPLE, *GAMES, "--bots", "random", "--store", str(tmp_path / "games")],
    ):
        main(command)
        assert "plain Python" not in capsys.readouterr().err
        with monkeypatch.context() as terminal:
            terminal.setattr(sys.stderr, "isatty", lambda: True)
            main(command)
        printed = capsys.readouterr()
        assert printed.err.count("note: the engine runs as plain Python") == 1
        assert f"about {COMPILED_SPEEDUP} times" in printed.err
        assert isinstance(json.loads(printed.out), dict)


def test_a_compiled_engine_has_nothing_to_say(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setattr(rftg_engine, "COMPILED", True)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["simulate", *GAMES]) == 0
    assert "plain Python" not in capsys.readouterr().err


def test_what_is_said_is_what_was_measured_last() -> None:
    """The geometric mean of all bots, players and sets in docs/speed.jsonl, by `make bench`."""
    figures = json.loads(HISTORY.read_text(encoding="utf-8").splitlines()[-1])["figures"]
    gains = [
        log(games / figures[name.replace(", compiled", ", plain")])
        for name, games in figures.items()
        if name.startswith("games/s") and name.endswith(", compiled")
    ]
    assert round(exp(sum(gains) / len(gains))) == COMPILED_SPEEDUP


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the environment, which no tool has made."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/env/bin/python")
    return tmp_path


def came_from(origin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Installed:
        def read_text(self, name: str) -> str | None:
            assert name == "direct_url.json"
            return None if origin is None else json.dumps(origin)

    monkeypatch.setattr("importlib.metadata.distribution", lambda _name: Installed())


FOLDER = {"url": "file:///my%20cards/rftg-dsl", "dir_info": {}}
EDITABLE = {**FOLDER, "dir_info": {"editable": True}}
GIT = {"url": "https://example.org/rftg-dsl.git", "vcs_info": {"vcs": "git"}}
WHEEL = {"url": "file:///tmp/rftg_dsl-0.1.0-py3-none-any.whl", "archive_info": {}}


@pytest.mark.parametrize(
    ("origin", "file", "command"),
    [
        (None, "", '/env/bin/python -m pip install "rftg-dsl[lsp]"'),
        (FOLDER, "", '/env/bin/python -m pip install "/my cards/rftg-dsl[lsp]"'),
        (EDITABLE, "", '/env/bin/python -m pip install -e "/my cards/rftg-dsl[lsp]"'),
        (
            GIT,
            "",
            '/env/bin/python -m pip install "rftg-dsl[lsp] @ git+https://example.org/rftg-dsl.git"',
        ),
        (WHEEL, "", f'/env/bin/python -m pip install "rftg-dsl[lsp] @ {WHEEL["url"]}"'),
        (None, "pipx_metadata.json", 'pipx install --force "rftg-dsl[studio]"'),
        (FOLDER, "uv-receipt.toml", 'uv tool install --force "/my cards/rftg-dsl[studio]"'),
        ([], "", '/env/bin/python -m pip install "rftg-dsl[lsp]"'),
    ],
)
def test_the_command_is_that_of_the_tool_and_names_the_same_source(
    origin: Any, file: str, command: str, environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came_from(origin, monkeypatch)
    if file:
        (environment / file).touch()
    assert install_command("lsp") == command


def test_what_the_studio_does_not_bring_is_named_too(
    environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came_from(None, monkeypatch)
    (environment / "pipx_metadata.json").touch()
    assert install_command("cluster") == 'pipx install --force "rftg-dsl[studio,cluster]"'


def test_a_program_that_was_never_installed_is_named_by_its_name(
    environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.distribution", missing)
    monkeypatch.setattr(sys, "executable", "C:/My Python/python.exe")
    assert install_command("print") == '"C:/My Python/python.exe" -m pip install "rftg-dsl[print]"'
