"""PrintedCard parts of an invasion: cards, board, tiles, discs and damage markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.model import Invasion, InvasionCard, Wave
from rftg_dsl.wording.icon_line import Glyph
from rftg_engine.modules.invasion.module import CARDS_FOR_REPAIR, REPAIRED_BY_BONUS
from rftg_tools.faces.facts import LABELS, Facts, glyph_facts
from rftg_tools.sheets.layout import Batch, Grid, Piece, Size
from rftg_tools.sheets.pieces import goal_tile_piece

MINI: Final = Size(31.5, 44)
"""A quarter of a card."""
MARKER: Final = Size(15.75, 16.5)
BOARD: Final = Size(189, 264)
"""The size of nine cards."""
DAMAGE_MARKERS: Final = 3
"""Per player; with five players, one more than in the published game."""
LOWEST: Final = -2
"""Military on the first space of the admiral track, also for players who have less."""
SPACES: Final = 10
"""Spaces in a row of a track."""
LAP: Final = 2 * SPACES
"""Added by the other side of a disc on the admiral track."""
_MINUS: Final = "\N{MINUS SIGN}"
_DASH: Final = "\N{EN DASH}"


def invasion_batches(invasion: Invasion, players: int, grid: Grid) -> list[Batch]:
    """Return the sheets of an invasion except its tiles. grid: of cards."""
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
    """Return the tiles of both awards, and a bunker for each player."""
    against = f"Military against {invader_name(invasion)} worlds"
    awards = [
        _award("Greatest Admiral", f"Most {against}.", invasion.award),
        _award(
            "Greatest Contributor",
            "Most goods given to the war effort, at least one.",
            invasion.award,
        ),
    ]
    bunkers = [_bunker(invasion, player) for player in range(1, players + 1)]
    return [goal_tile_piece(facts) for facts in [*awards, *bunkers]]


def add_repair_bonus(facts: Facts) -> Facts:
    """Return the data of an action card; if it is Produce, with its second bonus."""
    if facts["phase"] != LABELS["produce"]:
        return facts
    own = f"{facts['own']} Or repair up to {REPAIRED_BY_BONUS} damaged worlds."
    return {**facts, "name": "Produce: Repair", "own": own}


def invader_name(invasion: Invasion) -> str:
    """Return the keyword of the invaders as printed."""
    return invasion.by.upper()


def _format_strength(card: InvasionCard) -> str:
    """Return the strength of a card such as "7", or "+3" if it is added to Military."""
    return f"{card.strength:+d}".replace("-", _MINUS) if card.own else _signed(card.strength)


def _signed(number: int) -> str:
    return str(number).replace("-", _MINUS)


def _card_facts(wave: int, card: InvasionCard) -> Facts:
    figure = _format_strength(card)
    least = f"your Military {figure}" if card.own else figure
    return {
        "wave": wave,
        "sign": glyph_facts(Glyph("military" if card.own else "military_world", figure=figure)),
        "words": f"Defend with more than {least}.",
    }


def board_facts(invasion: Invasion, players: int) -> Facts:
    """Return the data of the board. players: maximum number."""
    numbers = range(2, players + 1)
    return {
        "title": f"Invasion: {invader_name(invasion)}",
        "tracks": [_admiral_track(invasion), _contribution_track(), _repulse_track(invasion)],
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
    """Yield the cards of all waves with their numbers of copies."""
    for number, wave in enumerate(invasion.waves, 1):
        back = Piece("invasion back", {"wave": number, "by": invader_name(invasion)})
        for card, copies in Counter(wave.cards).items():
            yield Piece("invasion card", _card_facts(number, card), back, MINI), copies


def _markers(invasion: Invasion, players: int) -> Iterator[tuple[Piece, int]]:
    for player in range(1, players + 1):
        yield _marker("admiral", player, f"+{LAP}"), 1
        yield _marker("war effort", player, f"+{SPACES}"), 1
    yield _marker("repulse"), len(_place_values(invasion))
    yield _marker("defeat"), 1
    yield _marker("damage"), DAMAGE_MARKERS * players


def _marker(kind: str, player: int = 0, lap: str = "") -> Piece:
    """Return a marker. lap: printed on its other side, added to the space of the marker."""
    facts = {"kind": kind, "player": player, "lap": ""}
    return Piece("invasion marker", facts, Piece("invasion marker", {**facts, "lap": lap}), MARKER)


def _admiral_track(invasion: Invasion) -> Facts:
    spaces = [_signed(number) for number in range(LOWEST, LOWEST + LAP)]
    return {
        "title": "Admiral track",
        "kind": "admiral",
        "words": f"Military against {invader_name(invasion)} worlds. A disc that moves goes on top."
        f" Beyond {spaces[-1]}: round again, the other side up, +{LAP}.",
        "rows": [spaces[:SPACES], spaces[SPACES:]],
    }


def _contribution_track() -> Facts:
    return {
        "title": "War effort",
        "kind": "war effort",
        "words": f"Goods given. Beyond {SPACES - 1}: round again, the other side up, +{SPACES}.",
        "rows": [[str(number) for number in range(SPACES)]],
    }


def _repulse_track(invasion: Invasion) -> Facts:
    return {
        "title": "Repulse value",
        "kind": "repulse",
        "words": "One counter in each row. Each good given takes 1 away.",
        "rows": [
            [str(value * number) for number in range(SPACES)] for value in _place_values(invasion)
        ],
    }


def _place_values(invasion: Invasion) -> list[int]:
    """Return the place values of the repulse value's digits: tens and ones, or more."""
    highest = max(value for _players, value in invasion.repulse)
    return [10**place for place in reversed(range(max(2, len(str(highest)))))]


def _rows(invasion: Invasion, numbers: Sequence[int]) -> Iterator[tuple[str, list[str]]]:
    """Yield the values that depend on the number of players: a header and a cell for each."""
    repulse, rewards = dict(invasion.repulse), dict(invasion.rewards)
    yield "Repulse value", [str(repulse.get(number, "")) for number in numbers]
    for number, wave in enumerate(invasion.waves, 1):
        rounds = [wave.rounds_for(players) for players in numbers]
        yield (
            f"Wave {number}: {_describe_strengths(wave)}",
            [counted(count, "round") if count else "to the end" for count in rounds],
        )
    yield (
        "Rewards, the strongest first",
        [", ".join(map(str, rewards.get(number, ()))) for number in numbers],
    )


def _describe_strengths(wave: Wave) -> str:
    """Return the strengths of a wave, such as "0 to 7" or "3 to 9, Military +3 to +5"."""
    parts = []
    for own in (False, True):
        cards = [card for card in wave.cards if card.own == own]
        ends = dict.fromkeys(_format_strength(card) for card in (cards[:1] + cards[-1:]))
        words = "Military " if own and cards else ""
        parts.append(words + " to ".join(ends))
    return ", ".join(filter(None, parts))


def _steps(invasion: Invasion) -> list[list[str]]:
    """Return title and text of each step of an invasion (quick reference, Xeno Invasion)."""
    against = f"Military against {invader_name(invasion)} worlds"
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
