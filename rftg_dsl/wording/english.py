"""English of powers, cards, goals and invasions; a template has a block for each node."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from rftg_dsl.diagnostics.text import article, counted
from rftg_dsl.games import RACE, ROLL
from rftg_dsl.hooks import race as hooks
from rftg_dsl.model import Card, Goal, Invasion, InvasionCard, SearchCategory, Wave
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.semantics.select import KIND_WORDS
from rftg_dsl.syntax import ast
from rftg_dsl.wording.blocks import Blocks, block_name, block_of, wording_file
from rftg_dsl.words.checks import PLACED_NOUNS


def word_power(power: ast.Power, blocks: Blocks | None = None) -> str:
    """Return one English sentence for a power.

    blocks: those of another wording, None for ours. Raises lower.SemanticError for a power that
    compiles to no hook, blocks.Unworded for a word without a template.
    """
    speaker = _Speaker(power, blocks)
    parts, gained = speaker.effects(power)
    return _one_line(
        speaker.render("power", power, lead=speaker.lead(power), effects=parts, gained=gained)
    )


def word_choices(power: ast.Power) -> tuple[str, ...]:
    """Return the things between which a power lets its owner choose: "gain 1 VP"."""
    ways = (replace(power, effects=way, others=()) for way in (power.effects, *power.others))
    return tuple(_one_line(_Speaker(way).phrase(way.effects)) for way in ways)


def word_lines(power: ast.Power) -> tuple[str, ...]:
    """Return what a power says: its sentence, or the lines of the scoring table it stands for."""
    return word_scoring(power) if power.phase == ast.SCORE else (word_power(power),)


def word_scoring(power: ast.Power, blocks: Blocks | None = None) -> tuple[str, ...]:
    """Return the lines of the scoring table of a `score` power: "2 VP per Genes world"."""
    speaker = _Speaker(power, blocks)
    pairs = zip(power.effects, word_counted(power, blocks), strict=True)
    return tuple(
        _one_line(speaker.render("scoring_line", effect, counted=counted))
        for effect, counted in pairs
    )


def word_counted(power: ast.Power, blocks: Blocks | None = None) -> tuple[str, ...]:
    """Return what each line of a scoring table counts, without its points: "per Genes world".

    Of points by kinds it is the whole line.
    """
    speaker = _Speaker(power, blocks)
    return tuple(
        _one_line(speaker.render("scoring_counted", effect, things=speaker.things(effect.per)))
        for effect in power.effects
    )


def describe_card(card: Card) -> str:
    """Return the text of a card: title, type line, supply, its powers, the scoring table."""
    powers = [line.power for line in card.powers]
    sentences = [word_power(power) for power in powers if power.phase != ast.SCORE]
    scores = [line for power in powers if power.phase == ast.SCORE for line in word_scoring(power)]
    if scores:
        counted = [
            effect.per.count.things
            for power in powers
            for effect in power.effects
            if effect.per and power.phase == ast.SCORE
        ]
        speaker = _Speaker(game=_game_of(card))
        alternatives = counted.count("cards") > 1
        heading = speaker.render("scoring_heading", card, alternatives=alternatives)
        sentences += [heading, *(f"  {line}" for line in scores)]
    head = [line for line in (card.title, type_line(card), supply_line(card)) if line]
    return "\n".join([*head, "", *sentences] if sentences else head)


def type_line(card: Card) -> str:
    """Return type, cost or defense, points, good and keywords of a card, on one line.

    Of a face of a tile, type, cost and what is on its other side, or beside it.
    """
    speaker = _Speaker(game=_game_of(card))
    facts = speaker.render(f"type_{card.type}", card, worth=speaker.render("worth", card))
    return _one_line(", ".join([facts, *keyword_line(card)]))


def word_arrival(card: Card, blocks: Blocks | None = None) -> str:
    """Return what a card that `holds` a good says of it, in a sentence for Settle; else ""."""
    return _one_line(_Speaker(None, blocks).render("arrival", card)) if card.holds else ""


def supply_line(card: Card) -> str:
    """Return the number and colour of a start world, and how many copies of the card there are.

    "" for the face of a tile, of which there is one.
    """
    return "" if card.tile else _one_line(_Speaker().render("supply", card))


def word_goal(goal: Goal, blocks: Blocks | None = None) -> str:
    """Return the condition of a goal tile: "First to have 4 goods." """
    speaker = _Speaker(None, blocks)
    counts = [[speaker.held(having, goal.most) for having in way] for way in goal.conditions]
    return _one_line(speaker.render("goal", goal, counts=counts))


def goal_checks(goal: Goal, blocks: Blocks | None = None) -> str:
    """Return when a goal tile can be claimed: "Checked after Develop and Settle."."""
    return _one_line(_Speaker(None, blocks).render("goal_checks", goal))


def word_search(category: SearchCategory, blocks: Blocks | None = None) -> str:
    """Return what a search of a category finds: "windfall worlds of cost 1 to 2"."""
    return _one_line(_Speaker(None, blocks).render("searchcategory", category))


def keyword_line(card: Card, blocks: Blocks | None = None) -> tuple[str, ...]:
    """Return the keywords of a card as they are printed."""
    speaker = _Speaker(None, blocks)
    return tuple(speaker.word("keyword", key) for key in card.keywords)


_LONG: Final = (hooks.Instead, hooks.Place, hooks.TakeOver, hooks.Rule)
"""Powers of long sentences, behind which a condition would seem to belong to their last words."""


def _game_of(card: Card) -> str:
    powers = (line.power.game for line in card.powers)
    return ROLL.id if card.tile else next(powers, RACE.id)


class _Speaker:
    """Words nodes; `power` is the one they belong to, if any."""

    def __init__(
        self,
        power: ast.Power | None = None,
        blocks: Blocks | None = None,
        game: str = RACE.id,
    ) -> None:
        game = power.game if power else game
        self._blocks = _of_game(blocks or BLOCKS, game)
        self._hooks = lower_for_game(power) if power else ()
        self._facts: dict[str, Any] = {
            "power": power,
            "verbs": tuple(effect.verb for effect in power.effects) if power else (),
            "action": any(isinstance(hook, hooks.Action) for hook in self._hooks),
            "condition_first": any(isinstance(hook, _LONG) for hook in self._hooks),
            "placed": _placed(power) if power else None,
            "kinds": KIND_WORDS,
            "say": self.say,
            "scale": self.scale,
            "say_change": lambda effect: self.render("change", effect).strip(),
            "say_phases": lambda phases: self.render("target", phases).strip(),
            "word": self.word,
            "did": self.did,
            "of": "",
            "lying": "from",
            "what": "",
            "moved": False,
            "kind": lambda name: self.word("fact", name) if name else "",
        }

    def render(self, name: str, node: object, **facts: Any) -> str:
        """Return the text of a block for a node."""
        return self._blocks.render(name, node, {**self._facts, "form": "", **facts})

    def say(self, node: object, form: str = "", **facts: Any) -> str:
        """Return a node in a form: an effect "gained"; a selector as "one", "bare" or "many"."""
        name = block_of(node)
        wanted = f"{name}_{form}"
        return self.render(wanted if self._blocks.has(wanted) else name, node, form=form, **facts)

    def word(self, prefix: str, name: str) -> str:
        """Return a phase, a fact or a keyword; anything that is no fact is a keyword."""
        block = block_name(prefix, name)
        known = prefix not in ("fact", "keyword") or self._blocks.has(block)
        return self.render(block if known else "keyword", name)

    def did(self, count: ast.Count) -> str:
        """Return what a player does to things that are counted: "have", or "produced"."""
        block = block_name("did", count.things)
        return self.render(block if self._blocks.has(block) else "did", count).strip()

    def scale(self, per: ast.Per) -> str:
        """Return how often something comes: "for every 2 worlds"."""
        return self.render("per", per, things=self.things(per)).strip()

    def things(self, per: ast.Per | None) -> str:
        """Return what a multiplier counts, in the singular when it counts one by one."""
        if per is None:
            return ""
        return self.say(per.count, form="bare" if per.divisor == 1 else "many", of="per")

    def held(self, having: ast.Condition, most: bool) -> str:
        """Return how many a goal asks for. most: it goes to whoever has the most."""
        return self.render("held", having, most=most).strip()

    def lead(self, power: ast.Power) -> str:
        """Return when the power works, unless that is all through its phase."""
        if power.trigger:
            return self.say(power.trigger)
        for hook in self._hooks:
            if isinstance(hook, hooks.Action | hooks.Place):
                named = hook.moment if isinstance(hook, hooks.Action) else hook.how
                return self.word("moment", named)
        return ""

    def effects(self, power: ast.Power) -> tuple[str, bool]:
        """Return all effects in one phrase, and whether it names things gained (for a price)."""
        gained = power.cost is not None and all(
            self._blocks.has(f"{block_of(effect)}_gained") for effect in power.all_effects
        )
        form = "gained" if gained else ""
        phrases = [self.phrase(effects, form) for effects in (power.effects, *power.others)]
        several = power.others and len(power.all_effects) > len(phrases)
        return (", or " if several else " or ").join(phrases), gained

    def phrase(self, effects: tuple[ast.Effect, ...], form: str = "") -> str:
        """Return effects in one phrase. form: as of `say`."""
        first = [effect for effect in effects if self._leads_on(effect)]
        rest = [effect for effect in effects if not self._leads_on(effect)]
        texts = [self._effect(effect, form) for effect in rest]
        phrase = _listed([text for text in texts if text])
        for effect in first:
            then = self.render(f"{block_of(effect)}_then", effect) if phrase else ""
            phrase = f"{self._effect(effect, form)}{then} {phrase}"
        return phrase

    def _effect(self, effect: ast.Effect, form: str) -> str:
        text = self.say(effect, form).strip()
        return f"{text} {self.scale(effect.per)}" if text and effect.per else text

    def _leads_on(self, effect: ast.Effect) -> bool:
        return self._blocks.has(f"{block_of(effect)}_then")


def _placed(power: ast.Power) -> ast.Selector:
    return ast.Selector("card" if power.also else PLACED_NOUNS.get(power.phase, "card"))


def _counted(number: int, noun: str, adjective: str = "") -> str:
    """Return "1 card", "2 more cards", "3 copies"."""
    plural = re.sub(r"y$", "ie", noun) + "s"
    return f"{number} {adjective} {noun if number == 1 else plural}"


def _a_or_an(phrase: str) -> str:
    """Return the phrase with its article, by sound."""
    return f"{article(phrase.lower())} {phrase}"


def _alternatives(numbers: Iterable[int]) -> str:
    """Return "1, 3, 6 or 10"."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)} or {last}"


def _listed(parts: list[str]) -> str:
    """Return the parts with commas and a last "and"; empty for none."""
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def _one_line(text: str) -> str:
    """Return the text with one space between words and none before punctuation."""
    return re.sub(r" (?=[.,;:](?: |$))", "", " ".join(text.split()))


_FILTERS: Final[Mapping[str, Callable[..., str]]] = {
    "counted": _counted,
    "a_or_an": _a_or_an,
    "alternatives": _alternatives,
    "listed": _listed,
}
BLOCKS: Final = Blocks("wording.jinja", _FILTERS)
"""The words of the language, each with its English; those of other games stand upon these."""


@lru_cache(maxsize=8)
def _of_game(blocks: Blocks, game: str) -> Blocks:
    return (
        blocks if game == RACE.id else Blocks(wording_file(game, "wording"), _FILTERS).upon(blocks)
    )


def blocks_of(game: str) -> Blocks:
    """Return the words of the language of a game, each with its English."""
    return _of_game(BLOCKS, game)


def word_invasion(invasion: Invasion) -> Iterator[str]:
    """Yield what an invasion is, line by line."""
    by = invasion.by.upper()
    yield f"Invasion by {by}, at the end of each round from round {invasion.first_round} on"
    yield f"{by} worlds can only be conquered. Military against them counts against the invasion."
    for number, wave in enumerate(invasion.waves, 1):
        yield f"Wave {number}, {_rounds(wave)}: {_cards(wave)}"
    repulse = [(players, str(value)) for players, value in invasion.repulse]
    yield f"Repulsed by Military of all together: {_by_players(repulse)}"
    rewards = [(players, "-".join(map(str, points))) for players, points in invasion.rewards]
    yield f"Points for holding out, the strongest first: {_by_players(rewards)}"
    yield (
        f"A bunker gives {invasion.bunker} defense; the Greatest Admiral and the Greatest"
        f" Contributor score {counted(invasion.award, 'point')} each."
    )


def _rounds(wave: Wave) -> str:
    if not wave.rounds:
        return "until the game ends"
    return _by_players([(players, counted(count, "round")) for players, count in wave.rounds])


def _cards(wave: Wave) -> str:
    """Return the cards, weakest first, each with how many there are."""
    copies = Counter(wave.cards)
    return ", ".join(f"{count} x {_strength(card)}" for card, count in copies.items())


def _strength(card: InvasionCard) -> str:
    return f"own Military {card.strength:+d}" if card.own else str(card.strength)


def _by_players(values: Sequence[tuple[int, str]]) -> str:
    """Return values by the number of players; the numbers of equal ones together."""
    alike = groupby(values, key=lambda pair: pair[1])
    groups: list[tuple[str, list[int]]] = [(text, [one for one, _ in same]) for text, same in alike]
    text, players = groups[0]
    if len(groups) == 1:
        return text
    more = [f"{text} with {_numbers(players)}" for text, players in groups[1:]]
    return ", ".join([f"{text} with {_numbers(players)} players", *more])


def _numbers(players: Sequence[int]) -> str:
    return f"{players[0]} to {players[-1]}" if len(players) > 1 else str(players[0])
