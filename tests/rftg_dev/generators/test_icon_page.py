"""The page of icons is what the legend says now."""

from pathlib import Path

from rftg_dev.generators.icon_page import files, main

DOCS = Path(__file__).parents[3] / "docs"


def test_the_page_and_its_pictures_are_up_to_date() -> None:
    made = files()
    for name, text in made.items():
        written = (DOCS / name).read_text(encoding="utf-8")
        assert written == text, "run: python -m rftg_dev.generators.icon_page docs"
    pictures = {f"icons/{path.name}" for path in (DOCS / "icons").iterdir()}
    assert pictures == {*made} - {"icons.md"}


def test_a_picture_that_the_page_has_no_more_is_removed(tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "teleport.svg").write_text("<svg/>", encoding="utf-8")
    assert main([str(tmp_path)]) == 0
    assert {path.name for path in (tmp_path / "icons").iterdir()} == {
        path.name for path in (DOCS / "icons").iterdir()
    }
