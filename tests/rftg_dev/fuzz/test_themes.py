"""The fuzzer of templates: it finds nothing wrong, and would see what takes too much."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dev.fuzz import themes as themefuzz


@pytest.mark.soak
def test_templates_of_all_kinds_are_made_or_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert themefuzz.main(["--count", "25", "--seed", "7"]) == 0
    assert capsys.readouterr().out == "25 templates, 0 failures\n"


def test_a_template_that_takes_too_much_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not list(themefuzz.broken("{{ 1 + 1 }}", tmp_path))
    monkeypatch.setattr("rftg_dev.fuzz.themes.BYTES", 100_000)
    text = (
        "{% for n in range(9999) %}{% set a %}xxxxxxxxxxxxxxxxxxxxx{% endset %}{{ a }}{% endfor %}"
    )
    drawing, wording = themefuzz.broken(text, tmp_path)
    assert drawing.startswith("drawing: ")
    assert wording.startswith("wording: ")
