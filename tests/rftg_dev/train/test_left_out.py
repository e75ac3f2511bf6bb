"""Cards and keywords that are left out of training are in no deck."""

from __future__ import annotations

import pytest

from rftg_dev.minds import CLASSIC
from rftg_dev.train.games import Course, block
from rftg_dev.train.left_out import LeftOut, keywords_of, left_out, table_without
from rftg_dev.train.settings import SETTINGS
from rftg_dsl.library import load_shipped
from rftg_engine.bots import make_bot, play_out
from rftg_engine.race import new_game
from rftg_tools.simulation.race import table_of

SETS = sorted({setting.sets for setting in SETTINGS})


@pytest.mark.parametrize("sets", SETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_no_deck_has_a_card_that_is_left_out(sets: tuple[str, ...], seed: int) -> None:
    out, table = left_out(seed), table_without(sets, seed)
    for card in table.cards:
        if card.start is None:
            assert card.title not in out.titles
            assert not out.keywords & keywords_of(card), card.title
    whole = table_of(sets)
    titles, every = ({card.title for card in one.cards} for one in (table, whole))
    assert len(titles) < len(every) * 3 / 4
    assert len(table.cards) == len(whole.cards), "more copies of the others fill the deck up"
    assert len(table.start_worlds) == len(whole.start_worlds)
    assert table_without(sets, None) is whole


def test_a_third_of_the_cards_and_two_keywords_are_left_out_by_seed() -> None:
    out = left_out(1)
    cards = [card for one in load_shipped().sets for card in one.cards if card.start is None]
    assert len(out.titles) == len({card.title for card in cards}) // 3
    assert len(out.keywords) == 2
    assert out == left_out.__wrapped__(1)
    assert out != left_out(2)


def test_a_card_that_names_a_keyword_is_left_out_with_it() -> None:
    alliance = next(
        card for one in load_shipped().sets for card in one.cards if card.title == "Rebel Alliance"
    )
    assert alliance.keywords == ("rebel",)
    assert keywords_of(alliance) == {"rebel", "imperium"}
    assert LeftOut(frozenset(), frozenset({"imperium"})).has(alliance)
    assert not LeftOut(frozenset(), frozenset({"uplift"})).has(alliance)


@pytest.mark.parametrize("kind", [2, 6, 11])
def test_games_of_the_cards_that_are_left_come_to_their_end(kind: int) -> None:
    setting = SETTINGS[kind]
    table = table_without(setting.sets, 1)
    players = range(setting.options.players)
    game = new_game(table, setting.options, "some", None, False)
    play_out(game, [make_bot("greedy", table, str(seat)) for seat in players], 60)
    assert game.over


def test_the_same_block_is_the_same_examples_and_other_cards_make_others() -> None:
    course = Course(1, 2, CLASSIC, None)
    fewer = Course(1, 2, CLASSIC, None, never_seen=1)
    assert block(course, 0) == block(course, 0) != block(fewer, 0)
