"""Action cards: what each says, from the engine's own numbers; its bonus as a power of a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rftg_dsl.model import SearchCategory
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import word_power
from rftg_dsl.wording.icon_line import Glyph, icon_line
from rftg_engine import actions
from rftg_engine.modules import prestige
from rftg_engine.phases import explore
from rftg_engine.turns import bonus
from rftg_engine.turns.trading import BASE_PRICES
from rftg_tools.faces.english import English
from rftg_tools.faces.facts import LABELS, Facts, glyph_facts

_PRICES: Final = ", ".join(
    f"{kind.capitalize()} {price}" for kind, price in zip(ast.KINDS, BASE_PRICES[1:], strict=False)
)

ALL: Final = {
    "explore": f"Draw {explore.DRAW} cards and keep {explore.KEEP}.",
    "develop": "You may place a development from your hand and pay its cost in cards.",
    "settle": "You may place a world from your hand: pay its cost in cards, or conquer it with "
    "Military of at least its defense.",
    "consume": "Use each of your consume powers once, as far as you have the goods.",
    "produce": "Put a good on each of your production worlds that has none.",
}
"""What all players do in a phase (base rulebook, the phases)."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action card: its number in the engine, its title and phase, its bonus.

    bonus: as the power of a card, or a glyph where no power says it. words: behind its English,
    or in its place.
    """

    number: int
    title: str
    phase: str
    bonus: str | Glyph
    words: str = ""


def _explored(action: int) -> str:
    """Return what an Explore brings besides, as a power."""
    draw, keep = bonus.EXPLORE[action]
    return f"explore: draw {draw}" + (f", keep {keep}" if keep else "")


_DEVELOPED: Final = f"develop: cost -{bonus.DISCOUNT}"
_SETTLED: Final = "settle: after placing a world, draw 1"
_DOUBLED: Final = f"Points from your consume powers count {bonus.DOUBLE} times."
ACTIONS: Final = (
    Action(actions.EXPLORE_5, "Explore: +5", "explore", _explored(actions.EXPLORE_5)),
    Action(actions.EXPLORE_1_1, "Explore: +1 +1", "explore", _explored(actions.EXPLORE_1_1)),
    Action(actions.DEVELOP, "Develop", "develop", _DEVELOPED),
    Action(actions.DEVELOP_2, "Develop again", "develop", _DEVELOPED),
    Action(actions.SETTLE, "Settle", "settle", _SETTLED),
    Action(actions.SETTLE_2, "Settle again", "settle", _SETTLED),
    Action(
        actions.CONSUME_TRADE,
        "Consume: Trade",
        "consume",
        "consume: 1 good -> sell it",
        f"{_PRICES}. You must, before all consume powers.",
    ),
    Action(
        actions.CONSUME_X2,
        "Consume: ×2",
        "consume",
        Glyph("vp", figure=f"×{bonus.DOUBLE}"),
        _DOUBLED,
    ),
    Action(actions.PRODUCE, "Produce", "produce", "produce: windfall good"),
)
"""All action cards of a player but the one of prestige."""
ONLY_FOR_TWO: Final = (actions.DEVELOP_2, actions.SETTLE_2)
"""The cards that are used in the experienced game of two alone."""


_MIXED: Final = (
    f"Draw {explore.DRAW} cards into your hand. Then discard {explore.DRAW - explore.KEEP} of all"
    " its cards."
)
"""Explore of all where it is mixed with the hand (quick reference, Xeno Invasion)."""


def action_facts(action: Action, player: int, mixed: bool = False) -> Facts:
    """Return what an action card of a player shows. mixed: Explore is, with the hand."""
    glyphs = _glyphs(action.bonus)
    return {
        "player": player,
        "name": action.title,
        "phase": LABELS[action.phase],
        "bonus": [glyph_facts(glyph) for glyph in glyphs],
        "all": _MIXED if mixed and action.phase == "explore" else ALL[action.phase],
        "own": " ".join(part for part in (_english(action.bonus), action.words) if part),
    }


def prestige_facts(player: int) -> Facts:
    """Return what the card shows that is used once a game: to search, or for more of an action."""
    rows = [("Search", "in place of an action: see the card of searches."), *_STRONGER]
    return {
        "player": player,
        "name": "Prestige and search",
        "sign": glyph_facts(Glyph("prestige")),
        "once": "Once a game, to search; or spend 1 prestige beside an action:",
        "rows": [list(row) for row in rows],
        "below": False,
    }


def search_facts(search: Sequence[SearchCategory], english: English) -> Facts:
    """Return what the card for all players shows: how one searches, and for what."""
    rows = [(category.title, _sentence(english.search(category))) for category in search]
    return {
        "player": None,
        "name": "Search",
        "sign": glyph_facts(Glyph("draw")),
        "once": _SEARCHING,
        "rows": [list(row) for row in rows],
        "below": True,
    }


_SEARCHING: Final = (
    "Before the first phase, name one of these and turn up cards of the deck. Take the first that "
    "fits into your hand, or pass it over for the next that does: that one you must take. Discard "
    "the others. If none is found, you keep your card."
)
"""What one does in a search (arc 1 booklet, Search)."""
_MORE_DRAWN, _MORE_KEPT = prestige.EXPLORE
_STRONGER: Final = (
    (
        LABELS["explore"],
        f"draw {_MORE_DRAWN} more and keep {_MORE_KEPT} more; discard from your hand too.",
    ),
    (LABELS["develop"], f"it costs {prestige.DISCOUNT} less in all."),
    (
        LABELS["settle"],
        f"worlds cost you {prestige.DISCOUNT} less, and +{prestige.MILITARY} Military, this phase.",
    ),
    (
        LABELS["trade"],
        f"the good sells for {prestige.TRADE_CARDS} more cards, points count {bonus.DOUBLE} "
        f"times, and up to {prestige.TRADE_DISCARDS} cards may go for 1 VP each.",
    ),
    (f"×{bonus.DOUBLE}", f"points count {prestige.TRIPLE} times."),
    (
        LABELS["produce"],
        f"draw {prestige.PRODUCE_CARDS} cards, and put goods on two windfall worlds.",
    ),
)
"""What each action gives with prestige (arc 1 booklet, Prestige Card)."""


def _glyphs(bonus: str | Glyph) -> Sequence[Glyph]:
    return [bonus] if isinstance(bonus, Glyph) else icon_line(parse_power(bonus)).glyphs


def _english(bonus: str | Glyph) -> str:
    """Return the sentence of a power without its phase, which the card has above."""
    if isinstance(bonus, Glyph):
        return ""
    return _sentence(word_power(parse_power(bonus)).partition(": ")[2])


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:]
