"""The options of a set-up: the same in every command, and all that the engine has."""

from __future__ import annotations

import argparse
from typing import Any

import pytest

from rftg_dsl.cli.set_up import RULES, add_set_up, rules_asked_for
from rftg_engine.setups.options import SWITCHES


def asked_for(*words: str, rules: tuple[str, ...] = tuple(RULES)) -> dict[str, Any]:
    parser = argparse.ArgumentParser()
    add_set_up(parser, rules)
    return rules_asked_for(parser.parse_args(words))


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
