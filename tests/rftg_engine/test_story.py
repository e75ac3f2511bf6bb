"""The story: every event of a game, with nothing hidden in what others are told."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rftg_engine import Options, Table, new_game
from rftg_engine.story import Event, Story
from tests.game import table_of, table_with
from tests.rftg_engine.test_driver import play_on

ROOT = Path(__file__).parents[2]
ARC = table_of("brink-of-war")
BASE = table_with()
SET_UPS = [
    (BASE, Options(2)),
    (BASE, Options(2, experienced=True)),
    (ARC, Options(3, goals=True, takeovers=True)),
    (ARC, Options(2, draft=True)),
    (ARC, Options(2, scenario=True)),
]


def played(table: Table, options: Options, seed: str) -> tuple[Story, str]:
    """A random game with a story, and the digest of its last state."""
    story = Story()
    game = new_game(table, options, seed, chronicle=story)
    play_on(game, Random(seed), 9_999)
    assert game.over
    return story, game.state.digest()


@pytest.mark.parametrize(("table", "options"), SET_UPS)
def test_a_game_with_a_story_is_the_same_game(table: Table, options: Options) -> None:
    game = new_game(table, options, "4")
    play_on(game, Random("4"), 9_999)
    assert played(table, options, "4")[1] == game.state.digest()


@pytest.mark.parametrize(("table", "options"), SET_UPS)
def test_chips_prestige_and_hands_add_up(table: Table, options: Options) -> None:
    story = Story()
    game = new_game(table, options, "sum", chronicle=story)
    play_on(game, Random(7), 9_999)
    for seat, player in enumerate(game.state.players):
        mine = [event for event in story.events if event.seat == seat]
        assert total(mine, "chips") == player.vp
        assert total(mine, "prestige") == player.prestige
        got = total(mine, "draw", "take", "take discards", "recover")
        placed = sum(event.what == "place" for event in mine)
        begun = 1 if player.start_world >= 0 else 0
        saved = sum(total([event], "save") for event in mine if not paid_for(event, story))
        gone = total(mine, "discard") + placed - begun + saved
        assert got - gone == len(player.hand)


def total(events: list[Event], *whats: str) -> int:
    return sum(event.numbers[0] for event in events if event.what in whats)


def paid_for(save: Event, story: Story) -> bool:
    """Whether a card was saved out of a payment, and so has left the hand before."""
    before = story.events[: story.events.index(save)]
    return next(event.word for event in reversed(before) if event.what == "step") != "setup"


def test_what_others_are_told_has_no_own_cards() -> None:
    story, _digest = played(ARC, Options(3, goals=True), "own")
    assert any(event.own for event in story.events)
    for event in story.events:
        told = event.for_others()
        assert not told.own
        assert not set(event.own) & {told.card, *told.cards}


def told_in_source() -> Iterator[str]:
    """The kinds of events that the engine's source tells."""
    for path in sorted((ROOT / "engine" / "rftg_engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if node.func.attr in ("tell", "_tell"):
                yield from (
                    str(one.value)
                    for one in node.args[:3]
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                )


PAYMENTS = {"pay for development", "pay for world", "pay for takeover", "defend"}
"""Told by the kind of their decision."""


def test_every_event_is_in_the_guide() -> None:
    guide = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    chapter = guide.split("## Stories")[1].split("\n## ")[0]
    named = set(re.findall(r"^\| `([\w ]+)` \|", chapter, re.M))
    assert named == {*told_in_source(), *PAYMENTS}
