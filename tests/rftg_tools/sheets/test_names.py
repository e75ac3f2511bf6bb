"""Names of files made from titles."""

import pytest

from rftg_tools.sheets.writing import safe_name, unique_names


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Earth's Lost Colony", "earths-lost-colony"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows", "c-windows"),
        ("Ångström & Söhne", "angstrom-sohne"),
        ("Đồng Nai", "đong-nai"),
        ("銀河帝国", "銀河帝国"),
        ("עולם אבוד", "עולם-אבוד"),
        ("CON", "con-card"),
        ("Com1", "com1-card"),
        ("...", "card"),
        ("🚀", "card"),
        ("x" * 200, "x" * 60),
    ],
)
def test_a_name_is_letters_digits_and_hyphens(title: str, name: str) -> None:
    assert safe_name(title) == name


def test_no_two_files_have_one_name() -> None:
    titles = ["Moon", "moon!", "Moon 2", "MOON", "!", "?"]
    assert unique_names(titles) == ["moon", "moon-2", "moon-2-2", "moon-3", "card", "card-2"]
