"""Printed parts of a game in addition to its cards: action cards, goals, chips and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rftg_dsl.diagnostics.text import capitalized
from rftg_dsl.model import SearchCategory
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.wording.english import word_power, word_search
from rftg_dsl.wording.icon_line import Glyph, icon_line
from rftg_engine import actions
from rftg_engine.modules import prestige
from rftg_engine.modules.prestige import LEAD_CARDS, LEAD_POINTS
from rftg_engine.phases import explore
from rftg_engine.turns.turn import BASE_PRICES
from rftg_tools.faces.facts import LABELS, Facts, glyph_facts
from rftg_tools.faces.templates import CardTexts, card_texts
from rftg_tools.faces.theme import Theme
from rftg_tools.sheets.invasion import add_repair_bonus, invasion_batches, invasion_tiles
from rftg_tools.sheets.layout import TILE, Batch, Grid, Piece, Size
from rftg_tools.sheets.pieces import ACTION, GameParts, back_piece, goal_piece, goal_tile_piece

CHIP: Final = Size(21, 22)
"""Size of a chip; a sheet of chips fills the same area as nine cards."""
CHIPS: Final = {1: 54, 5: 27, 10: 27}
"""Number of point chips on a sheet, by value: more than six players can win."""
CHIPS_WITH_PRESTIGE: Final = {1: 36, 5: 18, 10: 18}
"""Number of point chips on a sheet that also has prestige markers, by value."""
PRESTIGE: Final = {1: 27, 5: 9}
"""Number of prestige markers on the same sheet, by value."""


def aid_batches(parts: GameParts, grid: Grid, theme: Theme) -> list[Batch]:
    """Return the sheets of all parts of a game. grid: grid of cards on the same paper."""
    close = replace(grid, gutter=0.0)
    tile_grid = replace(close, piece=TILE, columns=3, rows=6)
    chips = replace(close, piece=CHIP, columns=9, rows=12)
    batches = [Batch("Action cards", grid, _action_cards(parts, card_texts(theme)))]
    tiles = [goal_piece(goal, theme) for goal in parts.goals]
    if parts.prestige:
        tiles.append(goal_tile_piece(_LEAD))
    if parts.invasion:
        tiles += invasion_tiles(parts.invasion, parts.players)
    if tiles:
        batches.append(Batch("Tiles", tile_grid, [(piece, 1) for piece in tiles]))
    batches.append(Batch("Chips", chips, _chips(parts)))
    if parts.tokens:
        batches.append(Batch("Tokens", chips, _tokens(parts)))
    if parts.invasion:
        batches += invasion_batches(parts.invasion, parts.players, grid)
    return batches


_LEAD: Final[Facts] = {
    "title": "Prestige leader",
    "rank": "LEAD",
    "tint": "prestige",
    "points": glyph_facts(Glyph("prestige")),
    "condition": "Most prestige. "
    f"Round start: {LEAD_POINTS} VP in chips for each leader; a sole leader who gained "
    f"prestige last round also draws {LEAD_CARDS} card.",
    "checks": "Checked after each phase.",
    "tie": "",
}
"""Tile of the player with the most prestige (arc 1 booklet, Prestige Lead)."""


def _action_cards(parts: GameParts, english: CardTexts) -> list[tuple[Piece, int]]:
    """Return the action cards of each player, and a card that explains searches."""
    back = back_piece(ACTION)
    pieces = []
    for player in range(1, parts.players + 1):
        for action in ACTIONS:
            if player <= 2 or action.action_id not in ONLY_FOR_TWO:
                facts = action_facts(action, player, parts.mixed)
                facts = add_repair_bonus(facts) if parts.invasion else facts
                pieces.append(Piece("action", facts, back))
        if parts.prestige:
            pieces.append(Piece("prestige", prestige_facts(player), back))
    if parts.prestige and parts.search:
        pieces.append(Piece("prestige", search_facts(parts.search, english), back))
    return [(piece, 1) for piece in pieces]


def _chips(parts: GameParts) -> list[tuple[Piece, int]]:
    points = CHIPS_WITH_PRESTIGE if parts.prestige else CHIPS
    kinds = {"vp": points, "prestige": PRESTIGE if parts.prestige else {}}
    return [
        (_chip({"kind": kind, "worth": value}), count)
        for kind, counts in kinds.items()
        for value, count in counts.items()
    ]


def _tokens(parts: GameParts) -> list[tuple[Piece, int]]:
    return [
        (_chip({"kind": "token", "worth": initials(token), "name": token.upper()}), count)
        for token, count in parts.tokens
    ]


def _chip(facts: Facts) -> Piece:
    return Piece("chip", facts, Piece("chip", facts))


def initials(token: str) -> str:
    """Return the letters on a token: "SA" for a science artifact, "RE" for a relic."""
    words = token.replace("-", " ").split()
    return (words[0][:2] if len(words) == 1 else "".join(word[0] for word in words[:3])).upper()


_PRICES: Final = ", ".join(
    f"{kind.capitalize()} {price}" for kind, price in zip(ast.KINDS, BASE_PRICES[1:], strict=False)
)

ALL_PLAYERS: Final = {
    "explore": f"Draw {explore.DRAW} cards and keep {explore.KEEP}.",
    "develop": "You may place a development from your hand and pay its cost in cards.",
    "settle": "You may place a world from your hand: pay its cost in cards, or conquer it with "
    "Military of at least its defense.",
    "consume": "Use each of your consume powers once, if you have the goods.",
    "produce": "Put a good on each of your production worlds that has none.",
}
"""Action of all players in each phase (base rulebook, the phases)."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action card.

    action_id: action number in the engine. bonus: a power, or a glyph if no power describes it.
    words: English added to the bonus.
    """

    action_id: int
    title: str
    phase: str
    bonus: str | Glyph
    words: str = ""


def _explore_bonus(action: int) -> str:
    """Return the bonus of an Explore card as a power."""
    draw, keep = actions.EXPLORE[action]
    return f"explore: draw {draw}" + (f", keep {keep}" if keep else "")


_DEVELOP_BONUS: Final = f"develop: cost -{actions.DISCOUNT}"
_SETTLE_BONUS: Final = "settle: after placing a world, draw 1"
_DOUBLED: Final = f"Points from your consume powers count {actions.DOUBLE} times."
ACTIONS: Final = (
    Action(actions.EXPLORE_5, "Explore: +5", "explore", _explore_bonus(actions.EXPLORE_5)),
    Action(actions.EXPLORE_1_1, "Explore: +1 +1", "explore", _explore_bonus(actions.EXPLORE_1_1)),
    Action(actions.DEVELOP, "Develop", "develop", _DEVELOP_BONUS),
    Action(actions.DEVELOP_2, "Develop again", "develop", _DEVELOP_BONUS),
    Action(actions.SETTLE, "Settle", "settle", _SETTLE_BONUS),
    Action(actions.SETTLE_2, "Settle again", "settle", _SETTLE_BONUS),
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
        Glyph("vp", figure=f"×{actions.DOUBLE}"),
        _DOUBLED,
    ),
    Action(actions.PRODUCE, "Produce", "produce", "produce: windfall good"),
)
"""Action cards of a player, except the prestige card."""
ONLY_FOR_TWO: Final = (actions.DEVELOP_2, actions.SETTLE_2)
"""Cards used only in the experienced two-player game."""


_MIXED: Final = (
    f"Draw {explore.DRAW} cards into your hand. Then discard {explore.DRAW - explore.KEEP} of all"
    " its cards."
)
"""Text of Explore if drawn cards are mixed with the hand (quick reference, Xeno Invasion)."""


def action_facts(action: Action, player: int, mixed: bool = False) -> Facts:
    """Return the data of an action card. mixed: drawn cards are mixed with the hand."""
    glyphs = _glyphs(action.bonus)
    return {
        "player": player,
        "name": action.title,
        "phase": LABELS[action.phase],
        "bonus": [glyph_facts(glyph) for glyph in glyphs],
        "all": _MIXED if mixed and action.phase == "explore" else ALL_PLAYERS[action.phase],
        "own": " ".join(part for part in (_english(action.bonus), action.words) if part),
    }


def prestige_facts(player: int) -> Facts:
    """Return the data of the prestige card, which is used once per game."""
    rows = [("Search", "instead of an action: see the search card."), *_PRESTIGE_BONUSES]
    return {
        "player": player,
        "name": "Prestige and search",
        "sign": glyph_facts(Glyph("prestige")),
        "once": "Once per game: search, or spend 1 prestige with an action:",
        "rows": [list(row) for row in rows],
        "below": False,
    }


def search_facts(search: Sequence[SearchCategory], english: CardTexts) -> Facts:
    """Return the data of the card that explains searches."""
    rows = [
        (category.title, capitalized(english.render(word_search, category))) for category in search
    ]
    return {
        "player": None,
        "name": "Search",
        "sign": glyph_facts(Glyph("draw")),
        "once": _SEARCH_RULES,
        "rows": [list(row) for row in rows],
        "below": True,
    }


_SEARCH_RULES: Final = (
    "Before the first phase, name one of these and reveal cards from the deck. Take the first "
    "match into your hand, or pass on it and take the next match, which you must keep. Discard "
    "the others. If there is no match, you keep your card."
)
"""Rules of a search (arc 1 booklet, Search)."""
_MORE_DRAWN, _MORE_KEPT = prestige.EXPLORE
_PRESTIGE_BONUSES: Final = (
    (
        LABELS["explore"],
        f"draw {_MORE_DRAWN} more and keep {_MORE_KEPT} more; discard from your hand too.",
    ),
    (LABELS["develop"], f"it costs {prestige.DISCOUNT} less in total."),
    (
        LABELS["settle"],
        f"worlds cost you {prestige.DISCOUNT} less, and +{prestige.MILITARY} Military, this phase.",
    ),
    (
        LABELS["trade"],
        f"the good sells for {prestige.TRADE_CARDS} more cards, points count {actions.DOUBLE} "
        f"times, and you may discard up to {prestige.TRADE_DISCARDS} cards for 1 VP each.",
    ),
    (f"×{actions.DOUBLE}", f"points count {prestige.TRIPLE} times."),
    (
        LABELS["produce"],
        f"draw {prestige.PRODUCE_CARDS} cards, and put goods on two windfall worlds.",
    ),
)
"""Bonus of each action with prestige (arc 1 booklet, Prestige Card)."""


def _glyphs(bonus: str | Glyph) -> Sequence[Glyph]:
    return [bonus] if isinstance(bonus, Glyph) else icon_line(parse_power(bonus)).glyphs


def _english(bonus: str | Glyph) -> str:
    """Return the English of a power without its phase, which the card already shows."""
    if isinstance(bonus, Glyph):
        return ""
    return capitalized(word_power(parse_power(bonus)).partition(": ")[2])
