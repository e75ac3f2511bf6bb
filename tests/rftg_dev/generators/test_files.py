"""Generated files are what their generators make now."""

import pytest

from rftg_dev.generators.__main__ import GENERATORS
from rftg_dev.generators.reference import DOCS


@pytest.mark.parametrize("name", GENERATORS)
def test_generated_files_are_up_to_date(name: str) -> None:
    for path, text in GENERATORS[name]().items():
        written = path.read_text(encoding="utf-8")
        assert written == text, f"run: python -m rftg_dev.generators {name}"


def test_every_picture_of_an_icon_is_on_the_page() -> None:
    pictures = {path for path in GENERATORS["icons"]() if path.suffix == ".svg"}
    assert {*(DOCS / "icons").iterdir()} == pictures
