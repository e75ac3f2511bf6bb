"""Unusual combinations of words, played as they read: combinations.yaml."""

from pathlib import Path

from rftg_dsl.compiler import compile_files
from rftg_tools.cardtests.runner import run_tests


def test_each_combination_is_played_as_it_reads() -> None:
    compilation = compile_files([Path(__file__).with_name("combinations.yaml")])
    assert not compilation.has_errors
    outcomes = list(run_tests(compilation, ["combinations"]))
    assert len(outcomes) >= 90
    assert not [outcome.failures for outcome in outcomes if outcome.failures]
