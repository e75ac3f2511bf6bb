"""Reader of English sentences, as printed on cards, that yields power lines.

The grammar in `english.txt` translates while it reads: every alternative of a rule is a pattern
and the text that it becomes. A sentence is only read if the patterns cover all of its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from rftg_dsl.games import RACE
from rftg_dsl.suggest.phrases import COUNTING, adjectives, english_rules
from rftg_dsl.suggest.proposals import error_in
from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.parser import power_or_none
from rftg_dsl.syntax.tokens import RESERVED

Captures = tuple[tuple[str, str], ...]
"""Translations by name, as captured by a pattern."""
Matches = list[tuple[int, str]]
"""For each way to read a rule: the index of the token after it, and the translation."""


class Part(NamedTuple):
    """A part of a pattern.

    word: the token that must match, or the name of a captured rule or terminal.
    rule: the rule or terminal of a capture, otherwise "".
    options: sequences of parts, one of which must match instead.
    """

    word: str = ""
    rule: str = ""
    options: tuple[tuple[Part, ...], ...] = ()


class Grammar(NamedTuple):
    """A grammar: synonyms of words, and the patterns of each rule with their translations.

    phrases: other words for several words, and fillers, each under its first word, longest first.
    literals: words of patterns, which are never adjectives of a set.
    foreign: literals that no power line has.
    """

    words: dict[str, str]
    phrases: dict[str, list[tuple[list[str], list[str]]]]
    rules: dict[str, list[tuple[Part, str]]]
    literals: frozenset[str]
    foreign: frozenset[str]


# --- the grammar


@cache
def load_grammar() -> Grammar:
    """Return the grammar of printed cards."""
    words = {
        f"{word}{end}": f"{n}{end}" for n, word in enumerate(COUNTING) for end in ("", "-cost")
    }
    phrases: dict[str, list[tuple[list[str], list[str]]]] = {}
    rules: dict[str, list[tuple[Part, str]]] = {}
    literals: set[str] = set()
    rule = ""
    for head, line in re.findall(r"^(?! *#)(?:(\w+):)? *(.*)", english_rules(), re.MULTILINE):
        rule = head or rule
        pattern, _, translation = line.partition(" = ")
        if rule == "words":
            words |= dict.fromkeys(pattern.split(), translation)
        elif rule == "plurals":
            words |= {word: word.removesuffix("s") for word in pattern.split()}
        elif rule == "phrases":
            for phrase in pattern.split(" | ") if pattern else ():
                said = [words.get(word, word) for word in phrase.split()]
                meant = [words.get(word, word) for word in translation.split()]
                phrases.setdefault(said[0], []).append((said, meant))
                literals.update(filter(str.isalpha, said))
        elif pattern:
            tokens = re.findall(r"\{[^}]+\}|[][()|]|[^][()|{}\s]+", pattern)
            literals.update(token for token in tokens if token[0].isalpha())
            translation = translation.replace("\\n", "\n")
            rules.setdefault(rule, []).append((_parse_pattern(iter(tokens)), translation))
    for alternatives in phrases.values():
        alternatives.sort(key=lambda phrase: -len(phrase[0]))
    language = {*KINDS, *(word for text in RESERVED for word in text.split())}
    return Grammar(words, phrases, rules, frozenset(literals), frozenset(literals - language))


def _parse_pattern(tokens: Iterator[str], end: str = "") -> Part:
    """Parse sequences separated by `|`, up to a bracket."""
    options: list[tuple[Part, ...]] = [()]
    for token in tokens:
        if token == end:
            break
        if token == "|":
            options.append(())
            continue
        if token in ("(", "["):
            part = _parse_pattern(tokens, ")" if token == "(" else "]")
            part = part._replace(options=(*part.options, ())) if token == "[" else part
        elif token[0] == "{":
            word, _, rule = token[1:-1].partition(":")
            part = Part(word, rule or word)
        else:
            part = Part(token)
        options[-1] += (part,)
    return Part(options=tuple(options))


# --- reading


def read_english(text: str, is_valid: Callable[[str], bool]) -> list[list[str]]:
    """Return the possible meanings of English text, each as power lines.

    Several sentences can be one power or one power each.
    is_valid: whether a power line has a meaning.
    """
    if len(_tokens(text, load_grammar())) > _MAX_TOKENS:
        return []
    heading = ""
    meanings = _read_sentence(text, "", is_valid)
    if meanings:
        return meanings
    lines: list[str] = []
    for sentence in _SENTENCE_END.split(text.strip(" .;")):
        readings = _read_sentence(sentence, heading, is_valid)
        if len(readings) != 1:
            return []
        has_own_phase = heading and not readings[0][0].startswith(f"{heading}:")
        if has_own_phase and readings != _read_sentence(sentence, "", is_valid):
            return []
        lines += readings[0]
        heading = lines[-1].split(":")[0]
    return [lines]


_MAX_TOKENS: Final = 80
"""Longer texts aren't read: they would take too long, and too many nested calls."""
_SENTENCE_END: Final = re.compile(r" *[.;] +")


def _read_sentence(text: str, heading: str, is_valid: Callable[[str], bool]) -> list[list[str]]:
    """Return the possible meanings of a sentence, read as it is or without its insertions.

    heading: the phase of the previous sentence, or "".
    """
    tokens = _tokens(text, load_grammar())
    translations = _translate(tokens)
    meanings = next(filter(None, (_choose(each, heading, is_valid) for each in translations)), [])
    phases = [lines[0].partition(":")[0] for lines in meanings]
    chosen = [phase for phase in phases if meanings[0][0].endswith(f"chose {phase}")]
    if len(phases) > 1 and chosen:
        return [meanings[phases.index(chosen[0])]]
    if phases == ["develop", "settle"]:  # only the kind of card tells them apart
        words = {token.text for token in tokens}
        is_named = [not words.isdisjoint(names) for names in (_OF_DEVELOP, _OF_SETTLE)]
        meanings = [
            lines
            for lines, named in zip(meanings, is_named, strict=True)
            if named or not any(is_named)
        ]
    return meanings


_OF_DEVELOP: Final = frozenset({"development", "develop", "developing"})
_OF_SETTLE: Final = frozenset({"world", "settle", "settling"})


def _choose(
    translations: list[str], heading: str, is_valid: Callable[[str], bool]
) -> list[list[str]]:
    """Return the meanings of translations of a sentence. Words of its own phase come first."""
    meanings: list[list[str]] = []
    nearest = 0
    matches = [_TRANSLATION.fullmatch(translation) for translation in translations]

    def distance(match: re.Match[str]) -> int:
        return 2 if not match[3] else int(match[3] != (match[1] or heading))

    for match in sorted(filter(None, matches), key=distance):
        own_heading, trigger, phase, mark, body = match.groups()
        if meanings and distance(match) > nearest:
            break
        nearest = distance(match)
        for phases in _phases(own_heading or heading, phase, mark):
            readings = [_valid_lines(name, trigger or "", body, is_valid) for name in phases]
            meanings += [lines for lines in readings if lines and lines not in meanings]
            if any(readings):
                break
    fewest = min(map(len, meanings), default=0)
    return [lines for lines in meanings if len(lines) == fewest]


_TRANSLATION: Final = re.compile(r"([^|]*)\|(?:>([^>]*)>)?([a-z ]*)([?!]?):(.*)", re.DOTALL)


def _phases(heading: str, phase: str, mark: str) -> Iterable[Sequence[str]]:
    """Yield the phases that a sentence can be for, the likeliest first.

    heading: the phase before the sentence, or "".
    phase: the phase of its words, or "".
    mark: "?" if it can be for other phases too, "!" if the phase must be its heading.
    """
    if heading:
        if mark != "!" and phase and phase == _MOVES.get(heading):
            yield [phase]
        if phase in ("", heading) or mark == "?":
            yield [heading]
        return
    if phase and mark != "!":
        yield [phase]
    if mark == "?" or not phase:
        yield RACE.phases
        yield RACE.moments


_MOVES: Final = dict.fromkeys(("develop", "settle"), "develop or settle") | {
    "consume": "trade",
    "game end": "score",
}
"""Headings with a phase that a power below them can be for."""


def _valid_lines(phase: str, trigger: str, body: str, is_valid: Callable[[str], bool]) -> list[str]:
    """Return the power lines of a translation, with `may` where a price needs it, or []."""
    first, *others = body.split("\n")
    others = [f"{phase}{line}" if line[0] == ":" else line for line in others]
    for may in ("", "may "):
        lines = [f"{phase}: {trigger}{may}{first}", *others]
        if all(map(is_valid, lines)):
            return lines
        if "->" not in first or first.startswith("may"):
            break
    return []


def _translate(tokens: list[Token]) -> Iterator[list[str]]:
    """Yield the translations of a sentence, then those without insertions.

    They consist of heading, trigger, phase and text of the power: `HEADING|>TRIGGER, >PHASE:TEXT`.
    All but the text can be empty.
    """
    grammar = load_grammar()
    reading = _Reading(grammar, tokens)
    is_sentence = not _has_several_sentences(tokens)
    yield [
        each
        for each in reading.translations()
        if is_sentence or not (each.endswith(" once a game") and _SEVERAL_EFFECTS.search(each))
    ]
    tokens, insertions, is_for_all = reading.split_insertions()
    is_for_all &= is_sentence
    headings = {heading for heading, _, _ in insertions} - {""}
    if insertions and len(headings) < 2:
        heading = next(iter(headings), "")
        once = next((once for _, once, _ in insertions if once), "")
        yield [
            f"{heading}{translation.removeprefix(heading)}{once}"
            for translation in _Reading(grammar, tokens).translations()
            if translation.startswith((f"{heading}|", "|"))
            and (is_for_all or not _SEVERAL_EFFECTS.search(translation))
        ]


_SEVERAL_EFFECTS: Final = re.compile(r":[^:]*(?:, | or |\n)")
"""A translation with effects that an insertion may not all be for."""


def _has_several_sentences(tokens: list[Token]) -> bool:
    """Return whether there are sentences after the first. One with `if you do` is a part of it."""
    texts = [token.text for token in tokens]
    return any(
        mark in (".", ";") and following not in ("if", "then")
        for mark, following in pairwise(texts[2:])
    )


class Token(NamedTuple):
    """A token of a sentence.

    word: as written, in lower case.
    text: as in patterns, without synonyms and plurals.
    """

    word: str
    text: str


def _tokens(text: str, grammar: Grammar) -> list[Token]:
    """Return the words and marks of a sentence, and the titles of cards."""
    text = re.sub(r"[.!;,)]+\s*$", "", text.strip().translate(_ASCII)).replace("vs.", "vs")
    text = re.sub(r"\b([Nn])on (?=[a-z])", r"\1on-", re.sub(r"^(\w+)\)", r"\1:", text))
    text = _SPEAKER.sub("you", text)
    words: list[str] = []
    for token in _TOKEN.findall(text):
        split = token.lower().split()
        is_title = token.startswith('"') or (
            len(split) > 1 and (split[-1] in _NOUNS or not grammar.literals.issuperset(split))
        )
        words += ['"' + token.strip('"') + '"'] if is_title else split
    tokens = [Token(word, grammar.words.get(word, word)) for word in words]
    for _ in range(2):  # fillers can divide phrases
        tokens = list(_replace_phrases(tokens, grammar))
    return tokens


def _replace_phrases(tokens: list[Token], grammar: Grammar) -> Iterator[Token]:
    start, texts = 0, [token.text for token in tokens]
    while start < len(tokens):
        for said, meant in grammar.phrases.get(texts[start], ()):
            if texts[start : start + len(said)] == said:
                yield from (Token(word, word) for word in meant)
                start += len(said)
                break
        else:
            yield tokens[start]
            start += 1


_SPEAKER: Final = re.compile(r"(?<!phase )\bI(?= [a-z])", re.IGNORECASE)
"""`I` meaning the designer, not phase I."""
_ASCII: Final = str.maketrans({"’": "'", "−": "-", "–": "-", "→": "->"})
_NOUNS: Final = ("world", "worlds", "development", "card")
_NAME: Final = r"[A-Z][a-z]+(?:-[A-Z][a-z]+)?"
_TOKEN: Final = re.compile(
    rf"\"[^\"]+\"|(?<=[a-z0-9] ){_NAME}(?: (?:of |the )*{_NAME})+"
    r"|->|[+-][0-9]+|[0-9]+-cost|[0-9]+(?:st|nd|rd|th)\b|[0-9]+|[Nn]on-(?=[A-Za-z])"
    r"|[A-Za-z][A-Za-z'-]*[A-Za-z']|[A-Za-z]"
    r"|[^\s()]"
)
"""Tokens of sentences. Brackets only help human readers."""


class _Reading:
    """A text that is read by the rules of a grammar."""

    def __init__(self, grammar: Grammar, tokens: list[Token]) -> None:
        self._grammar = grammar
        self._words = [*(token.word for token in tokens), ""]
        self._tokens = [*(token.text for token in tokens), ""]
        self._read: dict[tuple[str, int], Matches] = {}

    def translations(self) -> list[str]:
        """Return all translations of the text."""
        last = len(self._tokens) - 1
        while last and self._tokens[last - 1] == ",":
            last -= 1
        return list(dict.fromkeys(text for end, text in self.read("line", 0) if end == last))

    def split_insertions(self) -> tuple[list[Token], list[list[str]], bool]:
        """Return the text without phrases that can be anywhere, and the parts of their meanings.

        The third value is whether they are certain to be for all effects of the text: they are
        at its start, or name the phase at its end.
        """
        tokens: list[Token] = []
        insertions: list[list[str]] = []
        is_for_all, is_after_insertion = True, False
        start, last = 0, len(self._tokens) - 1
        while start < last:
            end, text = max(self.read("insertion", start), default=(start, ""))
            if end > start:
                insertions.append(text.split("|"))
                if tokens and tokens[-1].text != ":":
                    is_after_insertion = True
                    is_for_all &= not insertions[-1][1]
                tokens += [Token(word, word) for word in insertions[-1][2].split()]
                start = end
            elif tokens or self._tokens[start] not in (":", ",", "-"):
                is_for_all &= not is_after_insertion or self._tokens[start] == ","
                tokens.append(Token(self._words[start], self._tokens[start]))
                start += 1
            else:
                start += 1
        return tokens, insertions, is_for_all

    def read(self, rule: str, start: int) -> Matches:
        """Return all matches of a rule at a token."""
        key = (rule, start)
        if key not in self._read:
            self._read[key] = []
            if rule in self._grammar.rules:
                found = self._read_alternatives(self._grammar.rules[rule], start)
            else:
                found = self._read_terminal(rule, start)
            self._read[key] = list(dict.fromkeys(found))[:_MAX_MATCHES]
        return self._read[key]

    def _read_alternatives(self, alternatives: list[tuple[Part, str]], start: int) -> Matches:
        found: Matches = []
        for pattern, translation in alternatives:
            for end, captures in self._match((pattern,), start, ()):
                read = captures[0][1] if captures else " ".join(self._tokens[start:end])
                text = _fill(translation, captures) or read
                if _keeps_lines(text, captures):
                    found.append((end, text))
        return found

    def _match(
        self, parts: tuple[Part, ...], start: int, captures: Captures
    ) -> Iterable[tuple[int, Captures]]:
        if not parts:
            yield start, captures
            return
        part, remaining = parts[0], parts[1:]
        if part.rule:
            is_new = all(name != part.word for name, _ in captures)
            for end, text in self.read(part.rule, start) if is_new else ():
                yield from self._match(remaining, end, (*captures, (part.word, text)))
        elif part.options:
            for option in part.options:
                yield from self._match((*option, *remaining), start, captures)
        else:
            start += self._tokens[start] == "," != part.word
            if part.word in (self._tokens[start], f"~{self._words[start]}"):
                yield from self._match(remaining, start + 1, captures)

    def _read_terminal(self, name: str, start: int) -> Matches:
        """Read a number, a title, an adjective, or words that are written as in power lines."""
        start += self._tokens[start] == ","
        if name in WRITTEN:
            return self._read_written(WRITTEN[name], start)
        token, word, last = (*self._tokens[start : start + 3], "", "")[:3]
        if name == "pair":
            is_pair = token.isdigit() and word == "or" and last == str(int(token) + 1)
            return [(start + 3, f"{token} to {last}")] if is_pair else []
        match = _TERMINALS[name].fullmatch(token)
        if not match or (name == "adjective" and token in self._grammar.literals):
            return []
        text = "1" if match[1] == "a" else match[1]
        return [(start + 1, adjectives().get(text, text) if name == "adjective" else text)]

    def _read_written(self, frame: str, start: int) -> Matches:
        """Read words that make a power line valid in place of `{}`."""
        words = [adjectives().get(token, token) for token in self._tokens[start:-1]]
        words = list(takewhile(lambda word: word not in self._grammar.foreign, words))
        before, text = frame.partition("{}")[0], " ".join(words)
        error = error_in(before + text, RACE.power)
        if error is not None:  # all longer texts are invalid
            valid = text[: max(error.span.start - len(before), 0)]
            words = words[: len(valid.split())]
        texts = [
            (start + end, " ".join(words[:end]).replace(" ,", ","))
            for end in range(1, len(words) + 1)
        ]
        return [match for match in texts if power_or_none(frame.format(match[1])) is not None]


_MAX_MATCHES: Final = 40
"""Maximum number of matches of a rule at a token, for lists that can be read in many ways."""
_TERMINALS: Final = {
    "n": re.compile("([0-9]+|a)"),
    "plus": re.compile(r"\+([0-9]+)"),
    "minus": re.compile("-([0-9]+)"),
    "title": re.compile('(".*")'),
    "exact": re.compile("([0-9]+-cost)"),
    "adjective": re.compile("([a-z]+(?:-[a-z]+)*)"),
}
WRITTEN: Final = {
    "written_effect": "settle: {}",
    "written_price": "settle: {} -> draw 1",
    "written_event": "settle: after {}, draw 1",
    "written_condition": "settle: draw 1 if {}",
    "written_count": "settle: draw 1 per {}",
}
"""Power lines around words that are written as in power lines already."""


def _fill(translation: str, captures: Captures) -> str:
    """Insert captures. A part in brackets is left out unless its names are captured."""
    values = dict(captures)

    def keep(match: re.Match[str]) -> str:
        names = re.findall(r"\{(\w+)\}", match[1])
        return match[1] if all(values.get(name) for name in names) else ""

    def insert(match: re.Match[str]) -> str:
        first, second = match.groups()
        return (
            values.get(first, "") if not second else str(int(values[first]) - int(values[second]))
        )

    return re.sub(r"\{(\w+)(?:-(\w+))?\}", insert, re.sub(r"\[([^\[\]]*)\]", keep, translation))


def _keeps_lines(text: str, captures: Captures) -> bool:
    """Return whether a translation adds nothing to only one of several captured lines."""
    lines = next((value for _, value in captures if "\n" in value), "")
    start, _, end = text.rpartition(lines) if lines else ("", "", "")
    return not end and bool(_ADDABLE.fullmatch(start))


_ADDABLE: Final = re.compile(r"(?:.*\n)?[a-z ?!:|]*")
"""Phases and lines before several lines."""
