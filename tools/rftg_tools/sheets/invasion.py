"""Printed parts of an invasion: cards, board, tiles, discs and damage markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.model import Invasion, InvasionCard, Wave
from rftg_dsl.wording.icon_line import Glyph
from rftg_engine.modules.invasion import CARDS_FOR_REPAIR, REPAIRED_BY_BONUS
from rftg_tools.faces.facts import LABELS, Facts, glyph_facts
from rftg_tools.sheets.layout import Batch, Grid, Piece, Size
from rftg_tools.sheets.pieces import goal_tile_piece

MINI: Final = Size(31.5, 44)
"""Size of a mini card: a quarter of a card."""
MARKER: Final = Size(15.75, 16.5)
BOARD: Final = Size(189, 264)
"""Size of the board: nine cards."""
DAMAGE_MARKERS: Final = 3
"""Damage markers per player; with five players, one more in total than in the published game."""
LOWEST_MILITARY: Final = -2
"""Military on the first space of the admiral track; players with less are also there."""
SPACES: Final = 10
"""Number of spaces in a row of a track."""
LAP: Final = 2 * SPACES
"""Military added by the other side of a disc on the admiral track."""
_MINUS: Final = "\N{MINUS SIGN}"


def invasion_batches(invasion: Invasion, players: int, grid: Grid) -> list[Batch]:
    """Return the sheets of an invasion except its tiles. grid: grid of cards."""
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
    """Return the tiles of both awards and a bunker for each player."""
    against = f"Military against {invader_name(invasion)} worlds"
    awards = [
        _award("Greatest Admiral", f"Most {against}.", invasion.award),
        _award(
            "Greatest Contributor",
            "Most goods contributed to the war effort, at least one.",
            invasion.award,
        ),
    ]
    bunkers = [_bunker(invasion, player) for player in range(1, players + 1)]
    return [goal_tile_piece(facts) for facts in [*awards, *bunkers]]


def add_repair_bonus(facts: Facts) -> Facts:
    """Return the data of an action card, with the repair bonus if it is Produce."""
    if facts["phase"] != LABELS["produce"]:
        return facts
    bonus = f"{facts['own']} Or repair up to {REPAIRED_BY_BONUS} damaged worlds."
    return {**facts, "name": "Produce: Repair", "own": bonus}


def invader_name(invasion: Invasion) -> str:
    """Return the keyword of the invaders as printed."""
    return invasion.by.upper()


def _format_strength(card: InvasionCard) -> str:
    """Return the strength of a card such as "7", or "+3" if it is added to Military."""
    return f"{card.strength:+d}".replace("-", _MINUS) if card.own else _with_minus(card.strength)


def _with_minus(value: int) -> str:
    return str(value).replace("-", _MINUS)


def _card_facts(wave: int, card: InvasionCard) -> Facts:
    figure = _format_strength(card)
    threshold = f"your Military {figure}" if card.own else figure
    return {
        "wave": wave,
        "sign": glyph_facts(Glyph("military" if card.own else "military_world", figure=figure)),
        "words": f"Defend with more than {threshold}.",
    }


def board_facts(invasion: Invasion, players: int) -> Facts:
    """Return the data of the board. players: maximum number of players."""
    counts = range(2, players + 1)
    return {
        "title": f"Invasion: {invader_name(invasion)}",
        "tracks": [_admiral_track(invasion), _contribution_track(), _repulse_track(invasion)],
        "head": ["Players", *map(str, counts)],
        "rows": [[head, *cells] for head, cells in _rows(invasion, counts)],
        "steps": _steps(invasion),
    }


def _award(title: str, condition: str, points: int) -> Facts:
    return {
        "title": title,
        "rank": "MOST",
        "tint": "military",
        "points": glyph_facts(Glyph("vp", figure=str(points))),
        "condition": condition,
        "checks": "At the end of the game, unless all players failed twice.",
        "tie": f"Tied: {points} each",
    }


def _bunker(invasion: Invasion, player: int) -> Facts:
    return {
        "title": "Bunker",
        "rank": "ONCE",
        "tint": "gray",
        "points": glyph_facts(Glyph("invasion_defense", figure=f"+{invasion.bunker}")),
        "condition": "Once per invasion: discard 1 card from your hand for"
        f" +{invasion.bunker} defense.",
        "checks": f"Player {player}",
        "tie": "",
    }


def _cards(invasion: Invasion) -> Iterator[tuple[Piece, int]]:
    """Yield the cards of all waves with their number of copies."""
    for wave_number, wave in enumerate(invasion.waves, 1):
        back = Piece("invasion back", {"wave": wave_number, "by": invader_name(invasion)})
        for card, copies in Counter(wave.cards).items():
            yield Piece("invasion card", _card_facts(wave_number, card), back, MINI), copies


def _markers(invasion: Invasion, players: int) -> Iterator[tuple[Piece, int]]:
    for player in range(1, players + 1):
        yield _marker("admiral", player, f"+{LAP}"), 1
        yield _marker("war effort", player, f"+{SPACES}"), 1
    yield _marker("repulse"), len(_place_values(invasion))
    yield _marker("defeat"), 1
    yield _marker("damage"), DAMAGE_MARKERS * players


def _marker(kind: str, player: int = 0, lap: str = "") -> Piece:
    """Return a marker. lap: number on its other side, to be added to the number of its space."""
    facts = {"kind": kind, "player": player, "lap": ""}
    return Piece("invasion marker", facts, Piece("invasion marker", {**facts, "lap": lap}), MARKER)


def _admiral_track(invasion: Invasion) -> Facts:
    spaces = [_with_minus(military) for military in range(LOWEST_MILITARY, LOWEST_MILITARY + LAP)]
    return {
        "title": "Admiral track",
        "kind": "admiral",
        "words": f"Military against {invader_name(invasion)} worlds. A disc that moves goes on top."
        f" Beyond {spaces[-1]}: start again, other side up, +{LAP}.",
        "rows": [spaces[:SPACES], spaces[SPACES:]],
    }


def _contribution_track() -> Facts:
    return {
        "title": "War effort",
        "kind": "war effort",
        "words": f"Goods contributed. Beyond {SPACES - 1}: start again, other side up, +{SPACES}.",
        "rows": [[str(space) for space in range(SPACES)]],
    }


def _repulse_track(invasion: Invasion) -> Facts:
    return {
        "title": "Repulse value",
        "kind": "repulse",
        "words": "One counter per row. Each good contributed subtracts 1.",
        "rows": [
            [str(value * digit) for digit in range(SPACES)] for value in _place_values(invasion)
        ],
    }


def _place_values(invasion: Invasion) -> list[int]:
    """Return the place values of the digits of the repulse value: tens and ones, or more."""
    highest = max(value for _players, value in invasion.repulse)
    return [10**place for place in reversed(range(max(2, len(str(highest)))))]


def _rows(invasion: Invasion, player_counts: Sequence[int]) -> Iterator[tuple[str, list[str]]]:
    """Yield the rows of values by number of players: a header and one cell per number."""
    repulse, rewards = dict(invasion.repulse), dict(invasion.rewards)
    yield "Repulse value", [str(repulse.get(players, "")) for players in player_counts]
    for wave_number, wave in enumerate(invasion.waves, 1):
        rounds = [wave.rounds_for(players) for players in player_counts]
        yield (
            f"Wave {wave_number}: {_describe_strengths(wave)}",
            [counted(count, "round") if count else "until the end" for count in rounds],
        )
    yield (
        "Rewards, strongest first",
        [", ".join(map(str, rewards.get(players, ()))) for players in player_counts],
    )


def _describe_strengths(wave: Wave) -> str:
    """Return the strengths of a wave, such as "0 to 7" or "3 to 9, Military +3 to +5"."""
    parts = []
    for adds_military in (False, True):
        cards = [card for card in wave.cards if card.own == adds_military]
        ends = dict.fromkeys(_format_strength(card) for card in (cards[:1] + cards[-1:]))
        words = "Military " if adds_military and cards else ""
        parts.append(words + " to ".join(ends))
    return ", ".join(filter(None, parts))


def _steps(invasion: Invasion) -> list[list[str]]:
    """Return the title and text of each step of an invasion (quick reference, Xeno Invasion)."""
    against = f"Military against {invader_name(invasion)} worlds"
    return [
        ["Round end", f"From round {invasion.first_round} on, after the hand limit."],
        [
            "Repulse",
            f"Move each disc to its player's {against}. If the total is at least the repulse"
            " value, the game ends.",
        ],
        [
            "Attack",
            "Deal one card of the wave per player. The highest card goes to the highest disc,"
            " and so on; on the same space, the upper disc is higher.",
        ],
        [
            "Defend",
            f"{against}, defense, your Settle powers and your bunker must total more than"
            " the card. If you defend, take the reward for your disc's place; reward chips"
            " do not come from the pool.",
        ],
        [
            "Damage",
            "If you do not defend, put a damage marker on one of your worlds. It loses its"
            " good, points, powers and keywords, but still counts for the size of the tableau.",
        ],
        [
            "Afterwards",
            "On each space, the bottom disc goes to the top. When all players fail,"
            " put the defeat marker on the board; the second time, the game ends without awards.",
        ],
        [
            "Produce",
            "First, you may contribute goods to the war effort: each is 1 VP in chips and"
            " lowers the repulse value by 1. Later,"
            f" {CARDS_FOR_REPAIR} hand cards or a good repair a world.",
        ],
    ]
