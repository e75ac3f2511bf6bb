"""Themes: what a folder says, what it takes from its parent, and what is refused."""

import os
from pathlib import Path

import pytest

from rftg_tools.faces.theme import THEMES, BadTheme, load_theme, shipped_themes


def theme_folder(folder: Path, text: str) -> str:
    (folder / "theme.toml").write_text(text, encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize("name", shipped_themes())
def test_every_shipped_theme_is_sound(name: str) -> None:
    assert load_theme(name).folders[0] == THEMES / name


def test_a_theme_takes_what_it_leaves_out_from_its_parent(tmp_path: Path) -> None:
    theme = load_theme(theme_folder(tmp_path, '[colours]\nrare = "#112233"\n'))
    assert theme.colours["rare"] == "#112233"
    assert theme.colours["genes"] == load_theme().colours["genes"]
    assert theme.file("face.typ") == load_theme().file("face.typ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('parnet = "space"', "unknown key `parnet`; write `parent`"),
        ('parent = "nowhere"', "the parent must be a shipped theme"),
        ('art = "oil"', "`art` must be `painted` or `line`"),
        ('words = "few"', "`words` must be `needed` or `all`"),
        ('[colours]\nnovlety = "#112233"', "in `colours`, unknown key `novlety`; write `novelty`"),
        ('[colours]\nrare = "brown"', "`rare` must be a colour like"),
        ("[sizes]\ntext = 0", "`text` must be a size above 0"),
        ("sizes = 3", "`sizes` must be a table"),
        ("[fonts]\ntext = 3", "`text` must be the name of a font family"),
        ("title = ", "Invalid value"),
    ],
)
def test_a_wrong_theme_says_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadTheme, match=said) as error:
        load_theme(theme_folder(tmp_path, text))
    assert "theme.toml" in str(error.value)


def test_a_pipe_in_a_theme_is_refused_and_never_waited_for(tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    os.mkfifo(tmp_path / "icons" / "genes.svg")
    with pytest.raises(BadTheme, match=r"genes\.svg: this is not a regular file"):
        load_theme(theme_folder(tmp_path, 'title = "Ice"\n'))


def test_a_folder_without_a_theme_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadTheme, match="this folder has no file"):
        load_theme(str(tmp_path))
    with pytest.raises(BadTheme, match=r"did you mean .space.\?"):
        load_theme("spcae")
