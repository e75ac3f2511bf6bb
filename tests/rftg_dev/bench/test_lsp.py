"""The benchmark of the language server names its figures; no figure is asserted."""

from __future__ import annotations

import sys

import pytest

from rftg_dev.bench.lsp import main


def test_without_yamllint_only_the_ratio_is_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "yamllint", None)
    assert main(["--edits", "3"]) in (0, 1)
    printed = capsys.readouterr().out
    assert "edit to offers" in printed
    assert "edit to findings" in printed
    assert "yamllint" not in printed
