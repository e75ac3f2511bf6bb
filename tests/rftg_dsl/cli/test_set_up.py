"""The options of a set-up: the same in every command, and all that the engine has."""

import argparse
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.cli.game_options import RULES, add_setup_options, selected_rules
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
