"""Template files that are compiled block by block, and the English of an invasion."""

import json
import re
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording import english, icon_line
from rftg_dsl.wording.blocks import FOLDER, Blocks
from rftg_dsl.wording.english import word_invasion
from tests.rftg_dsl.sets.test_heads import HIVE, INVADED, invasion_of
from tests.rftg_dsl.writing import set_of

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


SAID = [
    "Invasion by SWARM, at the end of each round from round 3 on",
    "SWARM worlds can only be conquered. Military against them counts against the invasion.",
    "Wave 1, 2 rounds with 2 players, 1 round with 3: 2 x -1, 2 x 1",
    "Wave 2, until the game ends: 2 x 3, 1 x own Military +2",
    "Repulsed by Military of all together: 20 with 2 players, 26 with 3",
    "Points for holding out, the strongest first: 1-2 with 2 players, 1-1-2 with 3",
    "A bunker gives 2 defense; the Greatest Admiral and the Greatest Contributor score"
    " 5 points each.",
]


def test_an_invasion_is_said_in_a_line_for_each_part() -> None:
    assert list(word_invasion(invasion_of(INVADED))) == SAID


def test_what_is_alike_for_all_numbers_of_players_is_said_once() -> None:
    same = INVADED.replace("{2: 2, 3: 1}", "{2: 1, 3: 1}").replace("2: 20, 3: 26", "2: 20, 3: 20")
    lines = list(word_invasion(invasion_of(same)))
    assert lines[2] == "Wave 1, 1 round: 2 x -1, 2 x 1"
    assert lines[4] == "Repulsed by Military of all together: 20"


def test_show_of_a_set_ends_with_its_invasion(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(set_of(HIVE, INVADED))
    assert main(["show", str(path)]) == 0
    assert capsys.readouterr().out.endswith("\n".join(["", *SAID, ""]))
    assert main(["show", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["invasion"] == "\n".join(SAID)


def test_show_of_a_set_without_one_says_nothing_of_invasions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["show", "new-worlds", "--json"]) == 0
    assert "invasion" not in json.loads(capsys.readouterr().out)
