"""Verdicts of `balance` on copies of official cards, and on strong and weak ones."""

import json
from pathlib import Path
from random import Random

import pytest

from rftg_dev import verdicts
from rftg_dev.verdicts import COPY, Measured
from rftg_dsl.compiler import compile_files
from rftg_dsl.library import pack, unpack


def cards_of(tmp_path: Path, set_id: str, text: str) -> list[str]:
    path = tmp_path / "mine.yaml"
    path.write_text(verdicts._HEAD.format(set=set_id) + text, encoding="utf-8")
    assert not compile_files([path]).has_errors
    copied = next(s for s in unpack(pack([set_id, str(path)])) if s.id == "mine")
    return [card.title for card in copied.cards]


@pytest.mark.parametrize(("set_id", "at_least"), [("base", 90), ("brink-of-war", 36)])
def test_copies_are_of_different_cards_in_sets_of_ten(
    tmp_path: Path, set_id: str, at_least: int
) -> None:
    texts = list(verdicts.card_texts(set_id, 105, Random(1)))
    copies = [cards_of(tmp_path, set_id, text) for text in texts[: -len(verdicts.PLANTED)]]
    assert {len(titles) for titles in copies[:-1]} == {verdicts.AT_ONCE}
    titles = [title for part in copies for title in part]
    assert len(set(titles)) == len(titles) >= at_least
    assert all(title.startswith(COPY) for title in titles)
    planted = [cards_of(tmp_path, set_id, text) for text in verdicts.PLANTED]
    assert {title.split()[0] for (title,) in planted} == {"Strong", "Weak"}


@pytest.mark.parametrize(
    ("title", "verdict", "is_right"),
    [
        (f"{COPY}Gem World", "weaker", True),
        (f"{COPY}Gem World", "too weak", False),
        ("Strong World", "too strong", True),
        ("Strong World", "stronger", False),
        ("Weak World", "bots misplay it", True),
        ("Weak World", "average", False),
    ],
)
def test_right_verdicts(title: str, verdict: str, is_right: bool) -> None:
    assert Measured(title, verdict, 100, 1.0).is_right == is_right


def test_measured_cards_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    options = "--copies 1 --bot random --precision 50 --games 20 --jobs 1 --json"
    verdicts.main(options.split())
    measured = json.loads(capsys.readouterr().out)
    assert len(measured) == 1 + len(verdicts.PLANTED)
    assert all(card["verdict"] and card["games"] == 20 for card in measured)
