"""The benchmark of the preview names its figures; no figure is asserted."""

from __future__ import annotations

import pytest

from rftg_dev.bench import preview as bench_preview
from tests.browsers import NEEDS_CHROMIUM


@NEEDS_CHROMIUM
@pytest.mark.soak
def test_it_times_a_small_and_a_large_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_preview.main(["--saves", "2"]) in (0, 1)
    small, large = capsys.readouterr().out.splitlines()
    assert small.startswith("5 cards")
    assert large.startswith("base")
    assert "median" in small


def test_without_a_chromium_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_preview, "find_chromium", lambda: None)
    assert bench_preview.main([]) == 2
    assert "no Chromium" in capsys.readouterr().err
