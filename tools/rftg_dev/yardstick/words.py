"""What was measured, in words and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rftg_dev.yardstick.agreement import PLAYER
from rftg_dev.yardstick.foresight import ROUNDS_LEFT
from rftg_dev.yardstick.positions import Kind

SHOWN: Final = 5
"""Games that are named where some could not be followed."""


def in_words(kind: Kind, measured: dict[str, Any]) -> str:
    """Return what was measured of one kind of games."""
    lines = [f"# {kind.short}", ""]
    if "foresight" in measured:
        lines += [*_foresight(measured["foresight"]), ""]
    if "agreement" in measured:
        lines += [*_agreement(measured["agreement"]), ""]
    if "cards" in measured:
        lines += [*_cards(measured["cards"]), ""]
    return "\n".join(lines)


def _foresight(values: dict[str, Any]) -> Iterator[str]:
    first = next(iter(values.values()))
    yield f"Foresight, {first['games']} games, {first['forecasts']} forecasts"
    yield "value       log loss           beside the first   Brier  off by  rounds left" + _groups()
    for name, one in values.items():
        losses = {row["from"]: row["log_loss"] for row in one["by_rounds_left"]}
        by_rounds = "".join(
            f" {losses[start]:6.3f}" if start in losses else 7 * " " for start in _starts()
        )
        loss = f"{one['log_loss']:.4f} {_half(one['log_loss_half']):9}"
        beside = f"{one['beside']:+.4f} {_half(one['beside_half']):9}"
        yield (
            f"{name:10}  {loss}  {beside}  {one['brier']:6.4f}  "
            f"{one['calibration_error']:6.3f}             {by_rounds}"
        )
    for name, one in values.items():
        if len(one["calibration"]) > 1:
            yield from _calibration(name, one["calibration"])


def _half(half: float | None) -> str:
    return "" if half is None else f"+-{half:.4f}"


def _starts() -> list[int]:
    return [1, *(end + 1 for end in ROUNDS_LEFT)]


def _groups() -> str:
    named = []
    for start, end in zip(_starts(), [*ROUNDS_LEFT, None], strict=True):
        named.append(f"{start}" if start == end else f"{start}-{end}" if end else f"{start}+")
    return "".join(f" {name:>6}" for name in named)


def _calibration(name: str, rows: Sequence[dict[str, float]]) -> Iterator[str]:
    yield ""
    for label, member in (("said", "said"), ("won", "won")):
        cells = "".join(f" {row[member]:6.1%}" for row in rows)
        yield f"{name:10}  {label:5}{cells}"
    counts = "".join(f" {row['count']:6}" for row in rows)
    yield f"{name:10}  count{counts}"


def _agreement(found: dict[str, Any]) -> Iterator[str]:
    games = found["games"]
    yield (
        f"Agreement: {games['exact']} games by their records, {games['in_part']} in part, "
        f"{games['in_words']} by words alone; {games['unlike']} that cannot be laid out"
    )
    levels = list(dict.fromkeys(row["level"] for row in found["kinds"]))
    titles = "".join(f"{f'{level}, in common':>24}" for level in levels)
    yield f"{'kind of decision':24}  asked  by chance{titles}"
    for kind in dict.fromkeys(row["kind"] for row in found["kinds"]):
        rows = {row["level"]: row for row in found["kinds"] if row["kind"] == kind}
        row = rows[levels[0]]
        cells = "".join(f"{_share(rows[level]):>24}" for level in levels)
        yield f"{kind:24} {row['asked']:6}  {row['by_chance']:9.1%}{cells}"
    yield ""
    yield from _calls(found["calls"])
    for member in ("in_part", "unlike"):
        named = found[member]
        yield from (f"{member.replace('_', ' ')}: {one:.160}" for one in named[:SHOWN])
        if len(named) > SHOWN:
            yield f"{member.replace('_', ' ')}: {len(named) - SHOWN} more, see --json"


def _share(row: dict[str, Any]) -> str:
    return f"{row['same']:.1%} (+-{(row['high'] - row['low']) / 2:.1%}) {row['in_common']:4.0%}"


def _calls(calls: dict[str, dict[str, float]]) -> Iterator[str]:
    levels = [PLAYER, *(level for level in calls if level != PLAYER)]
    yield f"{'action':24}{''.join(f'{level:>9}' for level in levels)}"
    for action in sorted({name for some in calls.values() for name in some}):
        cells = "".join(f"{calls[level].get(action, 0.0):9.1%}" for level in levels)
        yield f"{action:24}{cells}"


def _cards(found: dict[str, Any]) -> Iterator[str]:
    theirs, ours = found["games"]
    yield f"Cards: {theirs} games of the player, {ours} of {found['level']} among themselves"
    for name in ("plays", "effects"):
        one = found[name]
        yield (
            f"{name}: rank correlation {_rho(one['rank_correlation'])} over {one['cards']} cards, "
            f"{_rho(one['corrected'])} without chance; "
            f"halves of one player's games: {' and '.join(map(_rho, one['halves']))}"
        )
        for row in one["apart"]:
            yield f"  {row['card']:34} theirs {row['theirs']:6.1%}  ours {row['ours']:6.1%}"


def _rho(rho: float | None) -> str:
    return "none" if rho is None else f"{rho:.2f}"
