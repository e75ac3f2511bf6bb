"""Cards, goals and tiles as pieces to cut out, with backs and numbers of copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rftg_dsl.library import cards_in_use
from rftg_dsl.model import FIRST_POINTS, Card, CardSet, Goal, Invasion, SearchCategory, Tile
from rftg_dsl.wording.english import goal_checks, word_goal
from rftg_dsl.wording.icon_line import Glyph, icon_goal
from rftg_tools.faces.facts import (
    Facts,
    PrintedCard,
    art_facts,
    face_facts,
    faction_facts,
    glyph_facts,
    printed_cards,
    printed_text,
    tile_facts,
)
from rftg_tools.faces.templates import card_texts
from rftg_tools.faces.theme import Theme
from rftg_tools.sheets.layout import DOUBLE, NO_BACKS, SQUARE, TILE, Batch, Grid, Piece, fill_paper

GAME: Final = "game"
ACTION: Final = "action"
GOAL: Final = "goal"
BACKS: Final = (GAME, "start blue", "start red", ACTION, GOAL)
"""Names of the backs that a theme draws."""


@dataclass(frozen=True, slots=True)
class CardCopies:
    """A card and the number of copies to print."""

    card: Card
    count: int


def select_cards(sets: Sequence[CardSet], ids: Collection[str]) -> list[CardCopies]:
    """Return the cards of the sets with these ids, in file order.

    sets: these sets and all required sets, required sets first. Replaced cards are left out. Copies
    that the sets add to cards of other sets come last.
    """
    selected = [card_set for card_set in sets if card_set.id in ids]
    cards = {card.title: CardCopies(card, card.copies) for card in cards_in_use(selected)}
    other_cards = {card.title: card for card in cards_in_use(sets) if card.title not in cards}
    added: Counter[str] = Counter()
    for card_set in selected:
        added.update(dict(card_set.adds_copies))
    extra = [
        CardCopies(other_cards[title], added[title]) for title in added if title in other_cards
    ]
    return [*cards.values(), *extra]


def single_copies(cards: Sequence[CardCopies]) -> list[CardCopies]:
    """Return one copy of each card."""
    return [CardCopies(copies.card, 1) for copies in cards]


def changed_copies(cards: Sequence[CardCopies], old_sets: Sequence[CardSet]) -> list[CardCopies]:
    """Return the cards that are new or look different than in the old sets.

    For unchanged cards with more copies, return only the additional copies.
    """
    old_cards = {card.title: card for card in cards_in_use(old_sets)}
    changed = []
    for copies in cards:
        card, old = copies.card, old_cards.get(copies.card.title)
        if old is None or printed_text(card) != printed_text(old):
            changed.append(copies)
        elif card.copies > old.copies:
            changed.append(CardCopies(card, card.copies - old.copies))
    return changed


def add_other_faces(
    faces: Sequence[CardCopies], all_faces: Sequence[CardCopies]
) -> list[CardCopies]:
    """Return faces together with the other faces of their tiles, in the order of `all_faces`."""
    counts = {face.card.title: face.count for face in faces}
    complete = []
    for face in all_faces:
        tile = face.card.tile
        count = counts.get(face.card.title, counts.get(tile.other, 0) if tile else 0)
        if count:
            complete.append(CardCopies(face.card, count))
    return complete


def printed_copies(
    sets: Iterable[CardSet], cards: Sequence[CardCopies], theme: Theme
) -> list[tuple[PrintedCard, int]]:
    """Return cards as printed in their sets, with numbers of copies. Raises BadTheme."""
    by_title = {
        (printed.card.set_id, printed.card.title): printed
        for card_set in sets
        for printed in printed_cards(card_set, theme)
    }
    return [
        (
            replace(by_title[copies.card.set_id, copies.card.title], card=copies.card),
            copies.count,
        )
        for copies in cards
    ]


def back_name(card: Card) -> str:
    """Return the name of a card's back. Start worlds have backs in their colour."""
    return GAME if card.start is None else f"start {card.start.colour}"


def back_piece(name: str, draw: str = "back") -> Piece:
    """Return the piece for a back of the theme."""
    return Piece(draw, {"page": BACKS.index(name) + 1})


def card_piece(printed: PrintedCard, theme: Theme) -> Piece:
    """Return the piece for a card with its back, or for a single face of a tile."""
    if printed.card.tile is not None:
        return Piece("tile", tile_facts(printed, theme), size=SQUARE)
    return Piece("face", face_facts(printed, theme), back_piece(back_name(printed.card)))


def goal_piece(goal: Goal, theme: Theme) -> Piece:
    """Return the piece for a goal tile with its back."""
    english = card_texts(theme)
    return goal_tile_piece(
        {
            "title": goal.title,
            "rank": "MOST" if goal.most else "FIRST",
            "tint": "alien" if goal.most else "novelty",
            "points": glyph_facts(Glyph("vp", figure=str(goal.points))),
            "condition": english.render(word_goal, goal),
            "checks": english.render(goal_checks, goal),
            "tie": f"Tied: {FIRST_POINTS} each" if goal.most else "",
            "icons": [glyph_facts(glyph) for glyph in icon_goal(goal)],
            "art": art_facts(_subject_of(goal), theme),
        }
    )


def _subject_of(goal: Goal) -> Card:
    """Return a card that has the picture of a goal tile, by its title."""
    return Card(goal.title, GOAL, "development", cost=0, vp=goal.points)


def goal_tile_piece(facts: Facts) -> Piece:
    """Return the piece for a tile with the layout and back of goals."""
    return Piece("goal", facts, back_piece(GOAL, "tile back"), TILE)


# --- tiles of Roll for the Galaxy

Faces = Sequence[tuple[PrintedCard, int]]
_PLAIN: Final = Piece("plain tile", {}, size=SQUARE)
_PLAIN_DOUBLE: Final = Piece("plain faction tile", {}, size=DOUBLE)


@dataclass(frozen=True, slots=True)
class PhysicalTile:
    """A tile with one or two faces, in file order. count: number of copies."""

    faces: tuple[PrintedCard, ...]
    count: int

    @property
    def is_double(self) -> bool:
        """Whether this is a faction tile, which has its faces side by side."""
        return any(_tile(face).faction > 0 for face in self.faces)

    @property
    def is_home(self) -> bool:
        """Whether this is a home world."""
        return any(_tile(face).home for face in self.faces)


def _tile(face: PrintedCard) -> Tile:
    return face.card.tile or Tile()


def join_faces(faces: Faces) -> list[PhysicalTile]:
    """Join faces into tiles, in the order of the first faces."""
    by_title = {face.card.title: face for face, _count in faces}
    tiles: list[PhysicalTile] = []
    joined: set[str] = set()
    for face, count in faces:
        if face.card.title not in joined:
            other_face = by_title.get(_tile(face).other)
            tile_faces = (face, other_face) if other_face else (face,)
            joined |= {face.card.title for face in tile_faces}
            tiles.append(PhysicalTile(tile_faces, count))
    return tiles


def tile_batches(title: str, faces: Faces, grid: Grid, backs: str, theme: Theme) -> list[Batch]:
    """Return the sheets of square tiles and of faction tiles.

    grid: grid of square tiles. backs: with NO_BACKS, each face of a square tile is a piece.
    """
    double_grid = fill_paper(grid.paper, DOUBLE, grid.gutter, grid.bleed, grid.has_crop_marks)
    batches = []
    for name, used_grid, is_double in (
        (f"{title}: tiles", grid, False),
        (f"{title}: faction tiles", double_grid, True),
    ):
        tiles = [tile for tile in join_faces(faces) if tile.is_double == is_double]
        if tiles:
            batches.append(Batch(name, used_grid, list(_pieces(tiles, backs, theme))))
    return batches


def _pieces(tiles: Iterable[PhysicalTile], backs: str, theme: Theme) -> Iterator[tuple[Piece, int]]:
    for tile in tiles:
        if backs == NO_BACKS and not tile.is_double:
            yield from ((card_piece(face, theme), tile.count) for face in tile.faces)
        else:
            yield two_sided_piece(tile, theme), tile.count


def two_sided_piece(tile: PhysicalTile, theme: Theme) -> Piece:
    """Return the piece for a tile, with its other face or a plain back."""
    if tile.is_double:
        return Piece("faction tile", faction_facts(tile.faces, theme), _PLAIN_DOUBLE, DOUBLE)
    front, *backs = (card_piece(face, theme) for face in tile.faces)
    return Piece(front.draw, front.facts, backs[0] if backs else _PLAIN, front.size)


def plain_backs(faces: Faces) -> list[tuple[str, Piece]]:
    """Return the name and piece of each plain back of these tiles."""
    tiles = join_faces(faces)
    return [
        *([("home tile", _PLAIN)] if any(tile.is_home for tile in tiles) else []),
        *([("faction tile", _PLAIN_DOUBLE)] if any(tile.is_double for tile in tiles) else []),
    ]


# --- other parts


@dataclass(frozen=True, slots=True)
class GameParts:
    """Parts of a game in addition to its cards.

    players: maximum number of players. tokens: counts by class. mixed: cards drawn in Explore are
    mixed with the hand.
    """

    players: int = 0
    goals: tuple[Goal, ...] = ()
    search: tuple[SearchCategory, ...] = ()
    prestige: bool = False
    tokens: tuple[tuple[str, int], ...] = ()
    invasion: Invasion | None = None
    mixed: bool = False


def goals_of(sets: Sequence[CardSet], ids: Sequence[str]) -> tuple[Goal, ...]:
    """Return the goals of the sets with these ids."""
    return tuple(goal for card_set in sets if card_set.id in ids for goal in card_set.goals)


def game_parts(sets: Sequence[CardSet], ids: Sequence[str]) -> GameParts:
    """Return the parts of a game with these sets.

    ids: sets whose goals, tokens and invasions are included.
    """
    # Imported here because cards are drawn and printed without loading an engine.
    from rftg_engine.cards.table import MIXED_EXPLORE, count_tokens
    from rftg_engine.cards.terms import invasion_of_sets

    selected = [card_set for card_set in sets if card_set.id in ids]
    return GameParts(
        players=max(card_set.players for card_set in sets),
        goals=goals_of(sets, ids),
        search=tuple(category for card_set in sets for category in card_set.search),
        prestige=any("prestige" in card_set.modules for card_set in sets),
        tokens=tuple(count_tokens(selected).items()),
        mixed=any(MIXED_EXPLORE in card_set.modules for card_set in sets),
        invasion=invasion_of_sets(selected),
    )
