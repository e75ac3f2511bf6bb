"""What is told of the games of people, as text: a block a card, its last version first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.text import counted

Data = Mapping[str, Any]
_MOST_NAMED: Final = 10
"""Games that are named with what is wrong with them."""


def in_words(told: Data, folder: Path) -> str:
    """Return the text of a report. folder: where the games are."""
    return "\n".join([*_head(told, folder), *_cards(told["cards"])]) + "\n"


def _head(told: Data, folder: Path) -> Iterator[str]:
    games = counted(told["games"], "game")
    yield f"{games} of people in {folder}, {told['ended']} of them to the end"
    if told["of_bots"]:
        yield f"{counted(told['of_bots'], 'game')} between bots left out"
    yield from _named("left out", told["left_out"])
    yield from _named("counted as far as it goes here", told["parted"])
    if told["marks_problem"]:
        yield f"the marks cannot be read: {told['marks_problem']}"
    if not told["cards"] and told["games"]:
        yield "no card of a set of your own was in them; name another set with --set"


def _named(what: str, games: Sequence[Data]) -> Iterator[str]:
    for game in games[:_MOST_NAMED]:
        yield f"{what}: {game['game']}: {game['why']}"
    if len(games) > _MOST_NAMED:
        yield f"{what}: {len(games) - _MOST_NAMED} more"


def _cards(cards: Sequence[Data]) -> Iterator[str]:
    for card in cards:
        yield ""
        yield f"{card['title']} ({card['set']})"
        for version in card["versions"]:
            yield from (f"  {line}" for line in _version(version))


def _version(version: Data) -> Iterator[str]:
    said = "; ".join(version["says"])
    yield f"version {version['version']}{': ' if said else ''}{said}"
    yield from (f"  {line}" for line in _of_games(version))
    if version["bots"]:
        yield f"  {_bots(version['bots'])}"
    marked = [f"{kind} {number}" for kind, number in version["marks"].items() if number]
    if marked:
        yield f"  marked {', '.join(marked)}"
    for note in version["notes"]:
        if note["text"]:
            yield f"    {who(note)}: {note['text']}"


def who(note: Data) -> str:
    """Return who marked a card and when, such as "Ann, round 5 of GAME"."""
    name = note["name"] or "somebody who watched"
    when = "after the game" if note["over"] else f"round {note['round']}"
    return f"{name}, {when}, {note['game']}"


def _of_games(version: Data) -> Iterator[str]:
    if not version["games"]:
        yield "in no game that can be read"
        return
    games, seats = counted(version["games"], "game"), counted(version["seats"], "seat")
    yield (
        f"in {games} ({version['ended']} to the end), {seats} of people:"
        f" drawn {version['drawn']}, kept {version['kept']}, played {version['played']}"
    )
    if version["rounds"]:
        rounds = version["rounds"]
        yield f"first played in round {rounds['mean']:.1f} ({rounds['least']} to {rounds['most']})"
    if version["worth"]:
        yield f"worth itself: {_mean(version['worth'])}"
    if version["wins"]:
        yield _wins(version["wins"])
        yield f"in all who played it had {_mean(version['score'])}"


def _wins(wins: Data) -> str:
    share = 100 * wins["won"] / wins["of"]
    interval = f"{100 * wins['low']:.0f} to {100 * wins['high']:.0f} %"
    return (
        f"who played it won {_short(wins['won'])} of {wins['of']}"
        f" ({share:.0f} %, 95 % interval {interval}; even would be {wins['even']:.1f})"
    )


def _mean(mean: Data) -> str:
    if mean["half"] is None:
        return f"{mean['mean']:.1f} points (once)"
    return f"{mean['mean']:.1f} ± {mean['half']:.1f} points"


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _bots(bots: Data) -> str:
    of_another = "" if bots["same_text"] else ", measured with another text"
    return (
        f"bots: drawing it brings {bots['effect']:+.1f} ± {bots['half']:.1f} points of a win"
        f" ({bots['pairs']:,} pairs of games{of_another})"
    )
