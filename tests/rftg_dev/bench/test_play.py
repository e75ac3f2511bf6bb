"""The benchmark of play names its figures; no figure is asserted."""

from __future__ import annotations

import json
import os

import pytest

from rftg_dev.bench.play import __main__ as bench
from rftg_dev.bench.play.usage import usage_of

Output = pytest.CaptureFixture[str]
QUICK = ["--games", "4", "--seconds", "6", "--think", "0.1"]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "WARM_UP", 1.0)


@pytest.mark.soak
def test_clicks_are_timed_and_those_of_the_peers(capsys: Output) -> None:
    assert bench.main([*QUICK, "--json"]) in (0, 1)
    figures = json.loads(capsys.readouterr().out)
    for who in ("play", "echo", "saving"):
        half, most, nearly_all = figures[who]["shown"]
        assert 0 < half <= most <= nearly_all
    play = figures["play"]
    assert play["clicks"] > 4
    assert play["games_begun"] >= 4
    assert play["bytes"] > 1_000
    words = bench.in_words(figures)
    assert words.startswith("4 games at once, 0.1 s of thought before a click: ")
    assert "\na click is shown " in words
    assert "\npeer that saves, too " in words


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="only Linux tells it so")
def test_a_process_tells_what_it_has_used() -> None:
    mine = usage_of(os.getpid())
    assert mine is not None
    assert mine.cpu > 0
    assert 1 < mine.memory <= mine.most


def test_of_a_process_that_is_not_there_nothing_is_told() -> None:
    assert usage_of(2**22 + 1) is None
