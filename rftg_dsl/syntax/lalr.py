"""The LALR tables of the power grammar: built by Lark, written to a file that ships.

Building takes Lark a quarter of a second, and importing it a third of what a check may take,
so neither happens on a user's machine: `python -m rftg_dsl.syntax.lalr` writes the tables of each
game, which are plain JSON, beside the grammar, and a test holds the two together.
"""

from __future__ import annotations

import json
import re
from typing import Any

from lark import Lark
from lark.lexer import PatternStr, TerminalDef

from rftg_dsl.games import GAMES
from rftg_dsl.resources import data_folder, read_grammar
from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.tokens import terminals_of

Data = dict[str, Any]


def build(game: str) -> Data:
    """Return the tables of a game's grammar as it is now, as tables.Tables describes them."""
    lark = read_by_lark(game)
    starts = GAMES[game].starts
    engine: Any = lark.parser.parser
    table = engine._parse_table
    rules = sorted(lark.rules, key=_rule_name)
    numbers = {rule: number for number, rule in enumerate(rules)}
    order = _states_in_order(table.states, [table.start_states[rule] for rule in starts.values()])
    place = {state: number for number, state in enumerate(order)}
    return {
        "grammar": read_grammar(game),
        "start": {name: place[table.start_states[rule]] for name, rule in starts.items()},
        "end": {name: place[table.end_states[rule]] for name, rule in starts.items()},
        "terminals": {
            term.name: [isinstance(term.pattern, PatternStr), term.pattern.value]
            for term in lark.terminals
            if term.name not in lark.ignore_tokens
        },
        "rules": [_rule(rule) for rule in rules],
        "states": [_actions(table.states[state], numbers, place) for state in order],
        **_lexers(lark, order),
    }


def read_by_lark(game: str = "race", strict: bool = False) -> Lark:
    """Return the grammar of a game as Lark understands it.

    strict: refuse terminals that can match the same.
    """
    words = "|".join(sorted(terminals_of(game).reserved - {*KINDS, "token", "tokens"}))
    grammar = read_grammar(game).replace("(?:RESERVED)", f"(?:{words})")
    starts = list(GAMES[game].starts.values())
    return Lark(grammar, parser="lalr", start=starts, propagate_positions=True, strict=strict)


def _rule_name(rule: Any) -> tuple[str, list[str], str]:
    return (str(rule.origin.name), [symbol.name for symbol in rule.expansion], rule.alias or "")


def _states_in_order(states: Any, starts: list[int]) -> list[int]:
    """Return the states as they are reached from the starts; Lark's numbers vary by run."""
    found: dict[int, None] = dict.fromkeys(starts)
    waiting = list(starts)
    while waiting:
        row = states[waiting.pop(0)]
        for name in sorted(row):
            action, state = row[name]
            if repr(action) == "Shift" and state not in found:
                found[state] = None
                waiting.append(state)
    return list(found)


def _actions(row: Any, numbers: dict[Any, int], place: dict[int, int]) -> dict[str, int]:
    """Return what to do at each symbol: go to a state (0 and up) or reduce rule n (-1 - n)."""
    return {
        name: place[arg] if repr(action) == "Shift" else -1 - numbers[arg]
        for name, (action, arg) in sorted(row.items())
    }


def _rule(rule: Any) -> list[Any]:
    """Return origin, method, length, whether one part passes through, and the parts that are kept.

    A part is its index; -1 where an optional part is missing; below, -2 - index, a list to be
    spliced in.
    """
    missing = rule.options.empty_indices or ()
    gaps = [len(run) for run in "".join(str(int(gap)) for gap in missing).split("0")]
    gaps += [0] * (len(rule.expansion) + 1 - len(gaps))
    parts: list[int] = []
    for index, symbol in enumerate(rule.expansion):
        parts += [-1] * gaps[index]
        if not (symbol.is_term and symbol.filter_out):
            splice = not symbol.is_term and symbol.name.startswith("_")
            parts.append(-2 - index if splice else index)
    parts += [-1] * gaps[len(rule.expansion)]
    origin = str(rule.origin.name)
    return [origin, rule.alias or origin, len(rule.expansion), rule.options.expand1, parts]


def _lexers(lark: Lark, order: list[int]) -> Data:
    """Return for each state which lexer reads there, and for each lexer its terminals in order."""
    lexers: list[Any] = []
    by_state = []
    contextual: Any = lark.parser.lexer
    for state in order:
        lexer = contextual.lexers[state]
        terms = [term for term in lexer.terminals if term.name not in lark.ignore_tokens]
        data = _lexer(terms)
        if data not in lexers:
            lexers.append(data)
        by_state.append(lexers.index(data))
    return {"lexers": lexers, "lexer of": by_state}


def _lexer(terms: list[TerminalDef]) -> list[Any]:
    """Return terminals in the order they are tried, and the words a pattern leaves to others."""
    patterns = [term for term in terms if not isinstance(term.pattern, PatternStr)]
    words = [term for term in terms if isinstance(term.pattern, PatternStr)]
    given: dict[str, dict[str, str]] = {}
    inside = set()
    for pattern in patterns:
        for word in words:
            fits = re.fullmatch(pattern.pattern.to_regexp(), word.pattern.value)
            if fits and word.priority == pattern.priority:
                given.setdefault(pattern.name, {})[word.pattern.value] = word.name
                inside.add(word.name)
    return [[term.name for term in terms if term.name not in inside], given]


def main() -> None:
    """Write the tables beside the grammar."""
    for game in GAMES.values():
        text = json.dumps(build(game.id), separators=(",", ":"), sort_keys=True)
        (data_folder("grammar") / game.tables).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
