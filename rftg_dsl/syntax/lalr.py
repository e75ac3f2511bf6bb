"""Generator of grammars and their LALR tables: `python -m rftg_dsl.syntax.lalr`.

The alternatives of effects come from the patterns of words; the rest of each grammar is
handwritten. Importing Lark and building the tables would make `check` several times slower, so the
tables ship as JSON beside the grammar. A test verifies that they are up to date.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from lark import Lark
from lark.lexer import PatternStr, TerminalDef

from rftg_dsl.games import GAMES
from rftg_dsl.resources import data_folder, read_grammar
from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.tokens import terminals_of
from rftg_dsl.words.patterns import grammar_of, rule_of
from rftg_dsl.words.verbs import vocabulary

Data = dict[str, Any]


def build(game: str) -> Data:
    """Build the tables of a game's current grammar; see tables.Tables."""
    lark = load_lark(game)
    starts = GAMES[game].starts
    engine: Any = lark.parser.parser
    table = engine._parse_table
    rules = sorted(lark.rules, key=_rule_name)
    rule_ids = {rule: index for index, rule in enumerate(rules)}
    order = _states_in_order(table.states, [table.start_states[rule] for rule in starts.values()])
    state_ids = {state: index for index, state in enumerate(order)}
    return {
        "grammar": read_grammar(game),
        "start": {name: state_ids[table.start_states[rule]] for name, rule in starts.items()},
        "end": {name: state_ids[table.end_states[rule]] for name, rule in starts.items()},
        "terminals": {
            term.name: [isinstance(term.pattern, PatternStr), term.pattern.value]
            for term in lark.terminals
            if term.name not in lark.ignore_tokens
        },
        "rules": [_rule(rule) for rule in rules],
        "states": [_actions(table.states[state], rule_ids, state_ids) for state in order],
        **_lexers(lark, order),
    }


def load_lark(game: str = "race", strict: bool = False) -> Lark:
    """Load the grammar of a game with Lark. strict: whether to reject terminals that overlap."""
    words = "|".join(sorted(terminals_of(game).reserved - {*KINDS, "token", "tokens"}))
    grammar = read_grammar(game).replace("(?:RESERVED)", f"(?:{words})")
    starts = list(GAMES[game].starts.values())
    return Lark(grammar, parser="lalr", start=starts, propagate_positions=True, strict=strict)


def _rule_name(rule: Any) -> tuple[str, list[str], str]:
    return (str(rule.origin.name), [symbol.name for symbol in rule.expansion], rule.alias or "")


def _states_in_order(states: Any, starts: list[int]) -> list[int]:
    """Return the states in breadth-first order, because Lark's numbers vary between runs."""
    reached: dict[int, None] = dict.fromkeys(starts)
    waiting = list(starts)
    while waiting:
        row = states[waiting.pop(0)]
        for name in sorted(row):
            action, state = row[name]
            if repr(action) == "Shift" and state not in reached:
                reached[state] = None
                waiting.append(state)
    return list(reached)


def _actions(row: Any, rule_ids: dict[Any, int], state_ids: dict[int, int]) -> dict[str, int]:
    """Return the action for each symbol: a state to go to (>= 0), or -1 - rule to reduce."""
    return {
        name: state_ids[target] if repr(action) == "Shift" else -1 - rule_ids[target]
        for name, (action, target) in sorted(row.items())
    }


def _rule(rule: Any) -> list[Any]:
    """Return the origin, method, length, pass-through flag and kept parts of a rule.

    A part is an index, -1 for a missing optional part, or -2 - index for a list to splice in.
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
    """Return the distinct lexers, each with its terminals in order, and the lexer of each state."""
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
    """Return terminals in matching order, and words that a pattern leaves to other terminals."""
    patterns = [term for term in terms if not isinstance(term.pattern, PatternStr)]
    words = [term for term in terms if isinstance(term.pattern, PatternStr)]
    own_words: dict[str, dict[str, str]] = {}
    inside = set()
    for pattern in patterns:
        for word in words:
            fits = re.fullmatch(pattern.pattern.to_regexp(), word.pattern.value)
            if fits and word.priority == pattern.priority:
                own_words.setdefault(pattern.name, {})[word.pattern.value] = word.name
                inside.add(word.name)
    return [[term.name for term in terms if term.name not in inside], own_words]


_GENERATED: Final = "// --- words of effects alone (made by `python -m rftg_dsl.syntax.lalr`)"
"""Heading of the generated part of a grammar."""
_DEFINITION: Final = re.compile(r"^([A-Z_]+)(?:\.\d)?: .*\n", re.MULTILINE)


def update_effects(game: str, text: str, shared: str) -> str:
    """Return a game's grammar with up-to-date alternatives and words of its effects.

    text: grammar of the game.
    shared: grammar of all games.
    """
    words = vocabulary(game).effects.values()
    text, used = _remove_words(text), set[str]()
    for part in dict.fromkeys(word.part for word in words):
        phrases = {rule_of(word): grammar_of(word) for word in words if word.part == part}
        used.update(re.findall(r"\b_?[A-Z][A-Z_]*\b", " ".join(phrases.values())))
        text = _replace_rule(text, part, phrases)
    defined = set(_DEFINITION.findall(shared + text))
    definitions = "".join(f'{name}: "{name.lower()}"\n' for name in sorted(used - defined))
    powers, separator, answers = text.partition("\n// --- answers of card tests")
    return f"{powers.rstrip()}\n\n{_GENERATED}\n{definitions}{separator}{answers}"


def _replace_rule(text: str, rule: str, phrases: dict[str, str]) -> str:
    """Return a grammar in which a rule has these alternatives. phrases: patterns by name."""
    width = max(map(len, phrases.values()))
    lines = [f"{phrase:{width}} -> {name}" for name, phrase in phrases.items()]
    new_rule = f"{rule}: " + f"\n{' ' * len(rule)}| ".join(lines)
    return re.sub(rf"^{rule}:.*(?:\n +\|.*)*", lambda _match: new_rule, text, flags=re.MULTILINE)


def _remove_words(text: str) -> str:
    """Return a grammar without generated words."""
    return re.sub(rf"\n{re.escape(_GENERATED)}\n(?:[A-Z_]+: .*\n)*", "", text)


def main() -> None:
    """Update the effects in the grammars, and the tables."""
    shared = (data_folder("grammar") / "core.lark").read_text(encoding="utf-8")
    for game in GAMES.values():
        path = data_folder("grammar") / f"{game.id}.lark"
        text = path.read_text(encoding="utf-8")
        path.write_text(update_effects(game.id, text, shared), encoding="utf-8")
    read_grammar.cache_clear()
    terminals_of.cache_clear()
    for game in GAMES.values():
        text = json.dumps(build(game.id), separators=(",", ":"), sort_keys=True)
        (data_folder("grammar") / game.tables).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
