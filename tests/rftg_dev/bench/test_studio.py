"""The benchmark of the studio names its figures; no figure is asserted."""

from __future__ import annotations

import pytest

from rftg_dev.bench import studio as bench_studio
from tests.browsers import NEEDS_CHROMIUM


@NEEDS_CHROMIUM
@pytest.mark.soak
def test_it_times_keys_and_the_start_and_no_request_leaves_the_machine(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_studio, "_STARTS", 2)
    assert bench_studio.main(["--keys", "2"]) in (0, 1)
    said = capsys.readouterr().out
    for name in ("start to first answer", "key to findings", "key to face", "memory"):
        assert name in said
    assert "requests to other hosts: none" in said


def test_a_time_above_its_aim_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_studio._row("x", [10, 20, 30], 25)
    assert not bench_studio._row("x", [10, 20, 30], 35)
    assert "least    10  median    20" in capsys.readouterr().out


def test_without_a_chromium_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_studio, "find_chromium", lambda: None)
    assert bench_studio.main([]) == 2
    assert "no Chromium" in capsys.readouterr().err
