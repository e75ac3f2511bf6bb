"""Every word of the tiles of Roll is whole: what stands elsewhere for it is there."""

from collections.abc import Iterator
from functools import cache

import pytest

from rftg_dsl.games import ROLL
from rftg_dsl.library import load
from rftg_dsl.resources import cookbook_files
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.syntax.ast import Effect
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording import english, icon_line
from rftg_dsl.wording.blocks import block_name
from rftg_dsl.wording.phrases import grammar_phrases
from rftg_dsl.words.patterns import rule_of
from rftg_dsl.words.verbs import vocabulary
from roll_engine import Side, Table
from roll_engine.bots import knowledge_of
from roll_engine.bots.lead import HandTunedModel, read_guess
from roll_engine.bots.play import PhaseSimulation
from roll_engine.bots.view_state import ViewState
from roll_engine.view import view_of
from tests.roll_engine.game import FIRST, Game
from tests.roll_engine.tiles import table_with

EFFECTS = vocabulary(ROLL.id).effects
NO_WORTH = {"start with": "it comes in set-up, before which bots choose nothing"}
"""Words that make no tile worth more to bots, and why."""


@cache
def shown() -> set[str]:
    """The verbs that official tiles have, and those of the cookbook."""
    sets = load([str(path) for path in cookbook_files(ROLL)]).sets
    lines = (line for card_set in sets for card in card_set.cards for line in card.powers)
    return {effect.verb for line in lines for effect in line.power.effects}


def on_a_tile(line: str) -> Table:
    """Official tiles, one of both faces with the line on the face that it can stand on, one bare.

    What comes as a good is on the world, all else on the development.
    """
    powers = f"    powers: |\n      {line}\n"
    on_world = "as a good" in line
    return table_with(
        f"  - title: Tried\n    development: 2\n    other side: Tried World\n"
        f"{'' if on_world else powers}"
        f"  - title: Tried World\n    world: 2\n    kind: genes\n{powers if on_world else ''}"
        "  - title: Bare\n    development: 2\n    other side: Bare World\n"
        "  - title: Bare World\n    world: 2\n    kind: genes\n"
    )


def worth_of(line: str) -> float:
    """How much more a face with a line adds to a position in the middle of a game than a bare one.

    There is something of all that powers are about.
    """
    table = on_a_tile(line)
    side = Side(
        "Gem World, Mining World, Plague World, Alien Sentinels, Rebel Hideout",
        cup="3 home, military, novelty", citizenry="2 military, novelty, genes",
        goods="Gem World: novelty; Plague World: genes; Mining World: home",
        developments="Space Marines, Nanotechnology", worlds="Tourist World, Galactic Resort",
        credits=4, chips=5,
    )  # fmt: skip
    game = Game(side, Side(cup="home"), table=table, step="roll workers")
    seat = game.state.order[FIRST]
    imagined = ViewState(
        knowledge_of(table), HandTunedModel(read_guess()), view_of(game.state, seat)
    )

    def with_face(title: str) -> float:
        player = imagined.own_player.copy()
        PhaseSimulation(imagined, player).complete(table.titles.index(title))
        return imagined.value_mid_round(player)

    face = " World" if "as a good" in line else ""
    return with_face(f"Tried{face}") - with_face(f"Bare{face}")


def lacking(word: type[Effect]) -> Iterator[str]:
    """The places that a word lacks."""
    if rule_of(word) not in {form.name for form in grammar_phrases(ROLL.id)}:
        yield "grammar/roll.lark: `python -m rftg_dsl.syntax.lalr` writes its alternative"
        return
    power = parse_power(word.example, ROLL.power)
    if word.verb not in {effect.verb for effect in power.effects}:
        yield "its example"
    if format_power(power) != word.example:
        yield "its canonical text"
    if not lower_for_game(power):
        yield "a hook"
    if not english.blocks_of(ROLL.id).has_own(block_name("effect", word.verb)):
        yield "wording/roll.wording.jinja: a block"
    if not icon_line.blocks_of(ROLL.id).has_own(block_name("effect", word.verb)):
        yield "wording/roll.icons.jinja: a block"
    if word.verb not in shown():
        yield "cards/cookbook/roll: a tile that has it, with a test that plays it"
    if worth_of(word.example) <= 0 and word.verb not in NO_WORTH:
        yield "what it is worth to bots: roll_engine/bots"


@pytest.mark.parametrize("verb", sorted(EFFECTS))
def test_every_word_of_tiles_is_whole(verb: str) -> None:
    assert list(lacking(EFFECTS[verb])) == []


def test_a_word_of_tiles_is_excused_only_from_what_it_lacks() -> None:
    assert [verb for verb in NO_WORTH if worth_of(EFFECTS[verb].example) > 0] == []


def test_a_word_that_lacks_something_is_told_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EFFECTS["vp"], "verb", "chits")
    assert list(lacking(EFFECTS["vp"])) == [
        "grammar/roll.lark: `python -m rftg_dsl.syntax.lalr` writes its alternative"
    ]
