"""Template files that are compiled block by block."""

import re
from pathlib import Path

import pytest

from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording import english, icon_line
from rftg_dsl.wording.blocks import FOLDER, Blocks

FILES = {"icons.jinja": icon_line.BLOCKS, "wording.jinja": english.BLOCKS}


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_nothing_but_blocks_and_comments(file: str) -> None:
    text = (FOLDER / file).read_text(encoding="utf-8")
    blocks = FILES[file]
    for source in blocks._sources.values():
        assert source.count("{% block") == 1, "a block stands in another"
        assert source.strip() in text
        text = text.replace(source.strip(), "")
    assert re.sub(r"\{#.*?#\}", "", text, flags=re.DOTALL).strip() == ""


def test_blocks_are_compiled_when_they_are_first_asked_for() -> None:
    blocks = Blocks("wording.jinja", english.BLOCKS._filters)
    assert blocks.has("phase_settle")
    assert not blocks._compiled
    for _ in range(2):
        sentence = english.word_power(parse_power("settle: military +1"), blocks)
    assert sentence == "Settle: +1 Military."
    assert "phase_settle" in blocks._compiled
    assert len(blocks._compiled) < 10


def test_what_fails_in_a_block_is_told_with_its_line_of_the_file() -> None:
    blocks = Blocks("wording.jinja", dict.fromkeys(english.BLOCKS._filters, _broken))
    power = parse_power("produce: draw 2")
    with pytest.raises(ZeroDivisionError) as raised:
        english.word_power(power, blocks)
    lines = (FOLDER / "wording.jinja").read_text(encoding="utf-8").splitlines()
    places = [one for one in raised.traceback if str(one.path).endswith("wording.jinja")]
    assert "counted" in lines[places[-1].lineno]


def _broken(*_: object) -> str:
    raise ZeroDivisionError


def test_a_block_that_replaces_another_can_use_what_it_replaces(tmp_path: Path) -> None:
    own = tmp_path / "wording.jinja"
    both = "{{ self.phase_setup() }} ({{ self.phase_round_end() }})"
    text = f"{{% block phase_setup %}}{both}{{% endblock %}}"
    own.write_text(text, encoding="utf-8")
    said = english.BLOCKS.with_overrides(own).render("phase_setup", None, {})
    assert said == "Setup (Round end)"
