"""Every word of the language is whole: what stands elsewhere for it is there, or is named here."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from functools import cache

import pytest

from rftg_dsl.compiler import Compilation
from rftg_dsl.library import load
from rftg_dsl.model import Card, PowerLine
from rftg_dsl.semantics.lower import lower
from rftg_dsl.syntax.ast import Effect, Power
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.blocks import block_name
from rftg_dsl.wording.english import BLOCKS as ENGLISH
from rftg_dsl.wording.icon_line import BLOCKS as ICONS
from rftg_dsl.wording.phrases import grammar_phrases
from rftg_dsl.words.patterns import rule_of
from rftg_dsl.words.verbs import EFFECTS
from rftg_engine import events
from rftg_engine.bots.habits import STAGES
from rftg_engine.bots.knowledge import knowledge_of
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import GAINS
from rftg_engine.turns.gains import GainChips
from rftg_tools.play.narration.step_log import LINE_JOINERS
from tests.narrated import can_be, cookbook, is_told, rest_of
from tests.rftg_dsl.trees import Teleport

NO_WORTH = {
    word.verb: "it changes a rule, and bots play by changed rules as they are"
    for word in EFFECTS.values()
    if word.changes and word.verb != "keep"
} | {
    "good": "what a production world is worth is read off the world, not off its power",
    "discard": "it takes cards from what comes with it, and is counted against that",
    "defeat": "bots value the Military that keeps a world, and defeat a takeover when they can",
    "remaining military": "it takes from what comes with it, and is counted with that",
    "repair": "it is worth something in games with an invasion alone: bots/invasion",
    "each other player": "what others get makes no card worth more to its owner",
    "cost for this": "it counts until the card is placed: bots choose from what they can pay for",
    "military against this": "it counts until the world is placed, as a lower defense would",
    "place this only": "it counts until the card is placed, and makes no placed card worth more",
    "destroy": "a takeover is worth the same to bots whatever becomes of the world",
}
"""Words that make no card worth more to bots, and why."""
UNTOLD = {
    "points": "the table of points at the end has a row for it",
    "points by kinds": "the table of points at the end has a row for it",
    "remaining military": "the worlds that can be chosen are told, and why others cannot",
    "place this only": "what cannot be placed says why where it is asked",
    "cannot sell": "what cannot be chosen says why where it is asked",
}
"""Words of which the log tells nothing, and why."""


@cache
def official() -> Compilation:
    return load(["base"])


def plain_position() -> tuple[Card, ...]:
    """A world of each sort and kind, and what calls for goods: nothing in it is special."""
    kinds: dict[tuple[str | None, bool], Card] = {}
    cards = official().sets[0].cards
    for card in cards:
        kinds.setdefault((card.kind, card.production), card)
    consumer = next(card for card in cards if card.title == "New Vinland")
    return (*kinds.values(), consumer)


def worths_of(powers: Sequence[Power]) -> list[float]:
    """What a world with these powers adds to a plain position, to a bot at each stage of a game."""
    base, *_required = official().sets
    sets = [replace(base, tokens=(("relic", 20),))]  # of which the example of `tokens` brings one
    around = plain_position()
    (world, *_more) = (one for one in sets[0].cards if one.production and one not in around)
    lines = tuple(PowerLine("", power, lower(power), 1) for power in powers)
    table = Table(sets, [replace(world, powers=lines), *around, *sets[0].cards])
    known = knowledge_of(table)
    standing = known.tableau_value(tuple(range(1, len(around) + 1)))
    first = standing.placement_value(0)
    return [standing.typical_worth(known.stage(number), first) for number in range(STAGES + 1)]


def worth_of(verb: str, line: str) -> float:
    """The most that a word adds at any stage to the rest of its power, or to no power at all.

    Where it can, it comes for nothing: to give up goods may be worth something by itself.
    """
    power = parse_power(line)
    free = replace(power, cost=None)
    power = free if can_be(free) else power
    pairs = zip(worths_of([power]), worths_of(rest_of(power, verb)), strict=True)
    return max(more - less for more, less in pairs)


@cache
def shown() -> set[str]:
    """The verbs that cards of the cookbook have."""
    powers = (line.power for sets in cookbook() for card in sets[-1].cards for line in card.powers)
    return {effect.verb for power in powers for effect in power.effects}


def lacking(word: type[Effect], in_cookbook: Set[str]) -> Iterator[str]:
    """The places that a word lacks."""
    if rule_of(word) not in {form.name for form in grammar_phrases()}:
        yield "grammar/race.lark: `python -m rftg_dsl.syntax.lalr` writes its alternative"
        return
    power = parse_power(word.example)
    if word.verb not in {effect.verb for effect in power.effects}:
        yield "its example"
    if format_power(power) != word.example:
        yield "its canonical text"
    if not lower(power):
        yield "a hook"
    if word.gain and not hasattr(word, "feature"):
        yield "its `feature` in the model of cost"
    if word.gain and word.verb not in GAINS:
        yield "rftg_engine/turns/gains.py: a class in GAINS"
        return
    if not ENGLISH.has(block_name("effect", word.verb)):
        yield "wording/wording.jinja: a block"
    if not ICONS.has(block_name("effect", word.verb)):
        yield "wording/icons.jinja: a block"
    if word.verb not in in_cookbook:
        yield "cards/cookbook: a card that has it, with a test that plays it"
    if worth_of(word.verb, word.example) <= 0 and word.verb not in NO_WORTH:
        yield "what it is worth to bots: `worth` of its gain, or a feature in facts.py"
    if word.verb in in_cookbook and word.verb not in UNTOLD and not is_told(word.verb):
        yield "play/narration: a line of the log where a test of the cookbook uses it"


@pytest.mark.parametrize("verb", sorted(EFFECTS))
def test_every_word_of_the_language_is_whole(verb: str) -> None:
    assert list(lacking(EFFECTS[verb], shown())) == []


def test_a_word_that_lacks_something_is_told_where() -> None:
    assert list(lacking(Teleport, set())) == [
        "grammar/race.lark: `python -m rftg_dsl.syntax.lalr` writes its alternative"
    ]


def test_a_word_is_excused_only_from_what_it_lacks() -> None:
    assert [verb for verb in NO_WORTH if worth_of(verb, EFFECTS[verb].example) > 0] == []
    assert [verb for verb in UNTOLD if is_told(verb)] == []


def test_a_gain_that_bots_take_for_nothing_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GainChips, "worth", (0.0, 0.0))
    assert list(lacking(EFFECTS["vp"], shown())) == [
        "what it is worth to bots: `worth` of its gain, or a feature in facts.py"
    ]


def test_a_gain_of_which_the_log_tells_nothing_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(LINE_JOINERS, events.CardsRecovered)
    assert list(lacking(EFFECTS["draw saved"], shown())) == [
        "play/narration: a line of the log where a test of the cookbook uses it"
    ]
