"""What an invasion needs on the table: its cards, its board, tiles, discs and damage markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rftg_dsl.diagnostics.phrasing import counted
from rftg_dsl.model import Invasion, InvasionCard, Wave
from rftg_dsl.wording.icon_line import Glyph
from rftg_engine.modules.invasion.recovery import CARDS_FOR_REPAIR, REPAIRED_BY_BONUS
from rftg_tools.faces.facts import LABELS, Facts, glyph_facts
from rftg_tools.sheets.goals import tile_piece
from rftg_tools.sheets.grid import Grid, Size
from rftg_tools.sheets.pages import Batch, Piece

MINI: Final = Size(31.5, 44)
"""A quarter of a card."""
MARKER: Final = Size(15.75, 16.5)
BOARD: Final = Size(189, 264)
"""As large as nine cards."""
DAMAGED: Final = 3
"""Damage markers for each player: with five, one more than the published game has."""
LOWEST: Final = -2
"""The Military on the first space of the admiral track; whoever has less lies there too."""
SPACES: Final = 10
"""Spaces in a row of a track."""
LAP: Final = 2 * SPACES
"""What a disc of the admiral track adds on its other side."""
_MINUS: Final = "\N{MINUS SIGN}"
_DASH: Final = "\N{EN DASH}"


def invasion_batches(invasion: Invasion, players: int, grid: Grid) -> list[Batch]:
    """Return the sheets of an invasion but for its tiles. grid: of cards, on the same paper."""
    close = replace(grid, gutter=0.0)
    cards = replace(close, piece=MINI, columns=6, rows=6)
    board = replace(close, piece=BOARD, columns=1, rows=1)
    markers = replace(close, piece=MARKER, columns=12, rows=16)
    return [
        Batch("Invasion cards", cards, list(_cards(invasion))),
        Batch(
            "Invasion board",
            board,
            [(Piece("invasion board", board_facts(invasion, players), None, BOARD), 1)],
        ),
        Batch("Invasion markers", markers, list(_markers(invasion, players))),
    ]


def invasion_tiles(invasion: Invasion, players: int) -> list[Piece]:
    """Return the tiles of the two awards, and a bunker for each player."""
    against = f"Military against {name_of(invasion)} worlds"
    awards = [
        _award("Greatest Admiral", f"Most {against}.", invasion.award),
        _award(
            "Greatest Contributor",
            "Most goods given to the war effort, at least one.",
            invasion.award,
        ),
    ]
    bunkers = [_bunker(invasion, player) for player in range(1, players + 1)]
    return [tile_piece(facts) for facts in [*awards, *bunkers]]


def with_repair(facts: Facts) -> Facts:
    """Return what an action card shows, with the other bonus of Produce on its card."""
    if facts["phase"] != LABELS["produce"]:
        return facts
    own = f"{facts['own']} Or repair up to {REPAIRED_BY_BONUS} damaged worlds."
    return {**facts, "name": "Produce: Repair", "own": own}


def name_of(invasion: Invasion) -> str:
    """Return the keyword of the invaders as it is printed."""
    return invasion.by.upper()


def strength_text(card: InvasionCard) -> str:
    """Return the figure of a card: "7", with a minus sign, or "+3" upon Military."""
    return f"{card.strength:+d}".replace("-", _MINUS) if card.own else signed(card.strength)


def signed(number: int) -> str:
    """Return a number with a minus sign where it is below zero."""
    return str(number).replace("-", _MINUS)


def card_facts(invasion: Invasion, wave: int, card: InvasionCard) -> Facts:
    """Return what an invasion card shows. wave: its number, from 1."""
    figure = strength_text(card)
    least = f"your Military {figure}" if card.own else figure
    return {
        "wave": wave,
        "sign": glyph_facts(Glyph("military" if card.own else "military_world", figure=figure)),
        "words": f"Defend with more than {least}.",
    }


def board_facts(invasion: Invasion, players: int) -> Facts:
    """Return what the board of an invasion shows. players: the most for whom it is."""
    numbers = range(2, players + 1)
    return {
        "title": f"Invasion: {name_of(invasion)}",
        "tracks": [_admirals(invasion), _contributions(), _repulse(invasion)],
        "head": ["Players", *map(str, numbers)],
        "rows": [[head, *cells] for head, cells in _rows(invasion, numbers)],
        "steps": _steps(invasion),
    }


def _award(title: str, condition: str, points: int) -> Facts:
    return {
        "title": title,
        "rank": "MOST",
        "tint": "military",
        "points": glyph_facts(Glyph("vp", figure=str(points))),
        "condition": condition,
        "checks": "At the end of the game, unless all have failed twice.",
        "tie": f"Tied: {points} each",
    }


def _bunker(invasion: Invasion, player: int) -> Facts:
    return {
        "title": "Bunker",
        "rank": "ONCE",
        "tint": "gray",
        "points": glyph_facts(Glyph("invasion_defense", figure=f"+{invasion.bunker}")),
        "condition": "Once an invasion: discard 1 card from your hand for"
        f" +{invasion.bunker} defense.",
        "checks": f"Player {player}",
        "tie": "",
    }


def _cards(invasion: Invasion) -> Iterator[tuple[Piece, int]]:
    """Yield the cards of all waves with their copies."""
    for number, wave in enumerate(invasion.waves, 1):
        back = Piece("invasion back", {"wave": number, "by": name_of(invasion)})
        for card, copies in Counter(wave.cards).items():
            yield Piece("invasion card", card_facts(invasion, number, card), back, MINI), copies


def _markers(invasion: Invasion, players: int) -> Iterator[tuple[Piece, int]]:
    for player in range(1, players + 1):
        yield _marker("admiral", player, f"+{LAP}"), 1
        yield _marker("war effort", player, f"+{SPACES}"), 1
    yield _marker("repulse"), len(_places(invasion))
    yield _marker("defeat"), 1
    yield _marker("damage"), DAMAGED * players


def _marker(kind: str, player: int = 0, lap: str = "") -> Piece:
    """Return a marker. lap: on its other side, what is added to the space where it lies."""
    facts = {"kind": kind, "player": player, "lap": ""}
    return Piece("invasion marker", facts, Piece("invasion marker", {**facts, "lap": lap}), MARKER)


def _admirals(invasion: Invasion) -> Facts:
    spaces = [signed(number) for number in range(LOWEST, LOWEST + LAP)]
    return {
        "title": "Admiral track",
        "kind": "admiral",
        "words": f"Military against {name_of(invasion)} worlds. A disc that moves goes on top."
        f" Beyond {spaces[-1]}: round again, the other side up, +{LAP}.",
        "rows": [spaces[:SPACES], spaces[SPACES:]],
    }


def _contributions() -> Facts:
    return {
        "title": "War effort",
        "kind": "war effort",
        "words": f"Goods given. Beyond {SPACES - 1}: round again, the other side up, +{SPACES}.",
        "rows": [[str(number) for number in range(SPACES)]],
    }


def _repulse(invasion: Invasion) -> Facts:
    return {
        "title": "Repulse value",
        "kind": "repulse",
        "words": "One counter in each row. Each good given takes 1 away.",
        "rows": [[str(place * number) for number in range(SPACES)] for place in _places(invasion)],
    }


def _places(invasion: Invasion) -> list[int]:
    """Return the values of the places of the repulse value's figures: tens and ones, or more."""
    highest = max(value for _players, value in invasion.repulse)
    return [10**place for place in reversed(range(max(2, len(str(highest)))))]


def _rows(invasion: Invasion, numbers: Sequence[int]) -> Iterator[tuple[str, list[str]]]:
    """Yield what the number of players makes different: a heading, and a cell for each number."""
    repulse, rewards = dict(invasion.repulse), dict(invasion.rewards)
    yield "Repulse value", [str(repulse.get(number, "")) for number in numbers]
    for number, wave in enumerate(invasion.waves, 1):
        rounds = [wave.rounds_for(players) for players in numbers]
        yield (
            f"Wave {number}: {_strengths(wave)}",
            [counted(count, "round") if count else "to the end" for count in rounds],
        )
    yield (
        "Rewards, the strongest first",
        [", ".join(map(str, rewards.get(number, ()))) for number in numbers],
    )


def _strengths(wave: Wave) -> str:
    """Return what the cards of a wave are: "0 to 7", or "3 to 9, Military +3 to +5"."""
    parts = []
    for own in (False, True):
        cards = [card for card in wave.cards if card.own == own]
        ends = dict.fromkeys(strength_text(card) for card in (cards[:1] + cards[-1:]))
        words = "Military " if own and cards else ""
        parts.append(words + " to ".join(ends))
    return ", ".join(filter(None, parts))


def _steps(invasion: Invasion) -> list[list[str]]:
    """Return how an invasion goes: lead and words of each step (quick reference, Xeno Invasion)."""
    against = f"Military against {name_of(invasion)} worlds"
    return [
        ["Round end", f"From round {invasion.first_round} on, after the hand limit."],
        [
            "Repulse",
            f"Move each disc to its player's {against}. If all of it together is at least the"
            " repulse value, the game ends.",
        ],
        [
            "Attack",
            "Deal a card of the wave for each player. The highest goes to the highest disc,"
            " and so on; on one space the upper disc is the higher.",
        ],
        [
            "Defend",
            f"{against}, defense, your powers of Settle and your bunker must be more than"
            " the card. Whoever defends takes the reward of their disc's place; reward chips"
            " do not come from the pool.",
        ],
        [
            "Damage",
            "Whoever does not defend puts a damage marker on one of their worlds. It loses its"
            " good, and has no points, powers or keywords; it still counts for the tableau's size.",
        ],
        [
            "Afterwards",
            "On each space the bottom disc goes to the top. When all have failed,"
            " put the defeat marker on the board; the second time the game ends, without awards.",
        ],
        [
            "Produce",
            "At its start everybody may give goods to the war effort: each is 1 VP in chips and"
            " lowers the repulse value by 1. Later,"
            f" {CARDS_FOR_REPAIR} hand cards or a good repair a world.",
        ],
    ]
