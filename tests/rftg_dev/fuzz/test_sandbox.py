"""Work in a process with a budget: whatever it does, who asked for it goes on and is told."""

from __future__ import annotations

import os
import sys
import time

import pytest

from rftg_dev.fuzz import sandbox
from rftg_dev.fuzz.sandbox import Budget, Failure, Tell, within

BUDGET = Budget(1, 200)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="there are no limits to set"),
]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock ends nothing, however busy the machine is."""
    monkeypatch.setattr(sandbox, "PATIENCE", 500)


def failed(found: object) -> Failure:
    assert isinstance(found, Failure)
    return found


def add(tell: Tell, one: int, two: int) -> int:
    tell("adding")
    return one + two


def turn_for_ever(tell: Tell) -> None:
    tell("turning")
    while True:
        pass


def sleep(tell: Tell) -> None:
    tell("sleeping")
    time.sleep(60)


def eat_memory(tell: Tell) -> None:
    tell("eating")
    eaten = []
    while True:
        eaten.append(bytearray(10_000_000))


def fail(tell: Tell, number: int) -> None:
    tell("failing")
    raise ValueError(f"card {number} is nowhere")


def vanish(tell: Tell) -> None:
    tell("vanishing")
    os._exit(7)


def work_long_in_short_steps(tell: Tell) -> str:
    for step in range(4):
        tell(f"step {step}")
        begun = time.process_time()
        while time.process_time() - begun < 0.5:
            pass
    return "done"


def test_what_the_work_returns_is_what_comes_of_it() -> None:
    assert within(BUDGET, add, 2, 3) == 5


def test_work_that_never_ends_is_ended_and_told_with_its_step_and_place() -> None:
    found = failed(within(BUDGET, turn_for_ever))
    assert (found.kind, found.step) == ("over time", "turning")
    assert "in turn_for_ever" in found.detail


def test_work_that_waits_for_ever_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "PATIENCE", 1)
    found = failed(within(BUDGET, sleep))
    assert (found.kind, found.step) == ("no end", "sleeping")


def test_work_that_takes_all_memory_is_ended_and_told() -> None:
    found = failed(within(BUDGET, eat_memory))
    assert (found.kind, found.step) == ("MemoryError", "eating")
    assert "in eat_memory" in found.detail


def test_an_error_is_told_and_is_of_a_kind_whatever_its_numbers() -> None:
    found = failed(within(BUDGET, fail, 7))
    assert (found.kind, found.step) == ("ValueError in fail: card N is nowhere", "failing")
    assert "card 7 is nowhere" in found.detail
    assert failed(within(BUDGET, fail, 12)).kind == found.kind


def test_a_process_that_vanishes_is_told() -> None:
    found = failed(within(BUDGET, vanish))
    assert (found.kind, found.step) == ("exit code 7", "vanishing")


def test_the_budget_of_time_is_for_each_step() -> None:
    assert within(BUDGET, work_long_in_short_steps) == "done"
