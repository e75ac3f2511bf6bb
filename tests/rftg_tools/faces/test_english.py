"""The English of a theme: its own blocks in place of ours, all others as they are."""

from pathlib import Path

import pytest

from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import word_power
from rftg_tools.faces.templates import card_texts
from rftg_tools.faces.theme import BadTheme, Theme, load_theme

POWER = parse_power("settle: may discard this -> military +3")


def themed(folder: Path, wording: str) -> Theme:
    (folder / "theme.toml").write_text('title = "Mine"\n', encoding="utf-8")
    (folder / "wording.jinja").write_text(wording, encoding="utf-8")
    return load_theme(str(folder))


def test_a_theme_without_words_of_its_own_has_ours() -> None:
    assert card_texts(load_theme()).render(word_power, POWER) == word_power(POWER)


def test_a_block_of_a_theme_stands_in_place_of_ours(tmp_path: Path) -> None:
    theme = themed(tmp_path, "{% block cost_this %}give this card up{% endblock %}")
    said = card_texts(theme).render(word_power, POWER)
    assert said == word_power(POWER).replace("discard this card", "give this card up")
    assert word_power(POWER).startswith("Settle: you may discard this card")


@pytest.mark.parametrize(
    ("wording", "said"),
    [
        ("{% block cost_thsi %}{% endblock %}", "no block `cost_thsi`; write `cost_this`"),
        ("\n{% block cost_this %}", "wording.jinja:2: "),
        ("{% block cost_this %}\n{{ nothing }}{% endblock %}", "wording.jinja:2: 'nothing'"),
        ("{% block cost_this %}{{ ().__class__.__mro__ }}{% endblock %}", "unsafe"),
        ("{% block cost_this %}{% include '../theme.toml' %}{% endblock %}", "theme.toml"),
        ("{% block cost_this %}{{ lipsum(n=99999999) }}{% endblock %}", "'lipsum' is undefined"),
        ("{% block cost_this %}{{ 'x' | replace('', 'y') }}{% endblock %}", "'replace'"),
        ("{% block cost_this %}{{ say(node) }}{{ say(node) }}{% endblock %}", "endlessly"),
        (
            f"{{% block cost_this %}}{'{{ range(20000) | alternatives }}' * 9}{{% endblock %}}",
            "1,000,000",
        ),
        (
            "{% block cost_this %}{% for n in range(300) %}{% for m in range(300) %}"
            "{% endfor %}{% endfor %}{% endblock %}",
            "more than 20,000 steps",
        ),
    ],
)
def test_what_is_wrong_in_them_is_said_with_its_place(
    tmp_path: Path, wording: str, said: str
) -> None:
    with pytest.raises(BadTheme) as error:
        card_texts(themed(tmp_path, wording)).render(word_power, POWER)
    assert said in str(error.value)
    assert "wording.jinja" in str(error.value)
