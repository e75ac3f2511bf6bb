"""Mutants with one rule wrong, for each phase."""

from __future__ import annotations

from typing import Final

from rftg_dev.engine_mutants.mutant import Mutant

_EXPLORE_DEVELOP: Final = (
    Mutant(
        "Explore: both bonuses of the experienced game are not added",
        "turns/bonus.py",
        "bonus.draw += draw",
        "bonus.draw = draw",
    ),
    Mutant(
        "Explore: prestige keeps no card more",
        "modules/prestige.py",
        "(6, 1)",
        "(6, 0)",
    ),
    Mutant(
        "Develop: prestige and the bonus are added up wrongly",
        "modules/prestige.py",
        "DISCOUNT: Final = 3",
        "DISCOUNT: Final = 2",
    ),
    Mutant(
        "Develop: the second phase rewards the first action",
        "turns/bonus.py",
        "if actions.PHASE_OF[plain] == phase:",
        'if actions.PHASE_OF[plain] == (phase if phase[0] == "s" else phase[:7].strip()):',
    ),
    Mutant(
        "Develop: a second copy may be built",
        "phases/develop.py",
        "if can_develop(context, card, purse) and not is_second_copy(table, player, card):",
        "if can_develop(context, card, purse):",
    ),
    Mutant(
        "Develop: powers of what is built in the phase count",
        "phases/develop.py",
        "turns[seat].put_in_place(placed[index])\n",
        "turns[seat].put_in_place(placed[index])\n"
        "            turns[seat].powers = state.players[seat].powers\n",
    ),
)

_SETTLE: Final = (
    Mutant(
        "Settle: prestige lowers the cost by 2",
        "modules/prestige.py",
        "bonus.discount = DISCOUNT\n        bonus.military",
        "bonus.discount = 2\n        bonus.military",
    ),
    Mutant(
        "Settle: prestige gives 3 Military",
        "modules/prestige.py",
        "MILITARY: Final = 2",
        "MILITARY: Final = 3",
    ),
    Mutant(
        "Settle: the card for the action comes with every world",
        "turns/settle_turn.py",
        "            self.bonus = False\n",
        "",
    ),
    Mutant(
        "Settle: the second phase rewards the first action",
        "turns/bonus.py",
        "if actions.PHASE_OF[plain] == phase:",
        'if actions.PHASE_OF[plain] == (phase if phase[0] == "d" else phase[:7].strip()):',
    ),
    Mutant(
        "Settle: a card is saved from a conquest too",
        "phases/settle.py",
        "if paid and turn.in_force().rule(SAVE_SETTLE):",
        "if turn.in_force().rule(SAVE_SETTLE):",
    ),
    Mutant(
        "Settle: Military pays for a military world that a power pays for",
        "turns/placing.py",
        "_ways_to_pay(context, cost + power.amount, usable, (power,))",
        "_ways_to_pay(context, cost + power.amount - strength(context, card), usable, (power,))",
    ),
    Mutant(
        "Settle: a cost falls below 0",
        "turns/placing.py",
        "price = max(0, _price_with(cost, some)) + hand_cards(used)",
        "price = max(0, _price_with(cost, some) + hand_cards(used))",
    ),
    Mutant(
        "Settle: temporary military ends with its world",
        "turns/settle_turn.py",
        "self.called_up.append((power.wide if wide else power.mask, power.amount * times))",
        "pass",
    ),
    Mutant(
        "Settle: a power may be given one card after the other in one phase",
        "turns/placing.py",
        "if not context.defending or taken >= price.count:",
        "if taken >= price.count:",
    ),
    Mutant(
        "Settle: prestige of the world being paid for pays for it",
        "turns/placing.py",
        "context.table.cards[context.placed].prestige if context.placed >= 0 else 0",
        "0",
    ),
    Mutant(
        "Settle: the good of the world being paid for pays for it",
        "turns/placing.py",
        "gone = (context.placed, context.spent, *given_up)",
        "gone = (context.spent, *given_up)",
    ),
    Mutant(
        "Settle: a good is spent with the card given up that it lies on",
        "turns/placing.py",
        "gone = (context.placed, context.spent, *given_up)",
        "gone = (context.placed, context.spent)",
    ),
    Mutant(
        "Settle: a world replaced in the phase may be one placed in it",
        "phases/settle.py",
        "if not power.applies(old) or not was_there or given_up:",
        "if not power.applies(old) or given_up:",
    ),
    Mutant(
        "Settle: a gray world replaces one of any kind",
        "phases/settle.py",
        "(ANY in (one, other) and 0 not in (one, other))",
        "ANY in (one, other)",
    ),
)

_ENDS: Final = (
    Mutant(
        "Settle: its end comes before takeovers are resolved",
        "phases/settle.py",
        """    for module in modules:
        yield from module.end_of_settle(turns)
    if acts(powers, SETTLE_END):
        yield from perform_all(rules, state, powers, SETTLE_END, turns)
""",
        """    if acts(powers, SETTLE_END):
        yield from perform_all(rules, state, powers, SETTLE_END, turns)
    for module in modules:
        yield from module.end_of_settle(turns)
""",
    ),
    Mutant(
        "Consume: goods spent at its end are not answered",
        "turns/perform.py",
        "if moment == CONSUME_END and turn.unanswered:",
        "if False:",
    ),
    Mutant(
        "Consume: chips gained at its end are not doubled",
        "phases/consume.py",
        "yield from perform_all(rules, state, powers, CONSUME_END, turns)",
        "yield from perform_all(rules, state, powers, CONSUME_END)",
    ),
    Mutant(
        "the end of a phase: a tie is the most",
        "turns/perform.py",
        "return is_ahead(condition, turn.number_of(condition.count), theirs)",
        "return is_ahead(condition, turn.number_of(condition.count) + 1, theirs)",
    ),
)

_TAKEOVERS: Final = (
    Mutant(
        "takeovers: a tie goes to the defender",
        "modules/takeovers.py",
        "    won = has >= against\n",
        "    won = has > against\n",
    ),
    Mutant(
        "takeovers: a world of this phase can be taken over",
        "modules/takeovers.py",
        "if rival.powers.mask >> world & 1 and _within_reach",
        "if _within_reach",
    ),
    Mutant(
        "takeovers: the good stays behind",
        "moves.py",
        "player.goods[world] = owner.goods.pop(world)",
        "owner.goods.pop(world)",
    ),
    Mutant(
        "takeovers: saved cards stay behind",
        "moves.py",
        "player.saved[world] = owner.saved.pop(world)",
        "owner.saved.pop(world)",
    ),
    Mutant(
        "takeovers: a second attempt goes on after a first one failed",
        "modules/takeovers.py",
        "if not won and not turns[seat].tally.placed:",
        "if not won and turns[seat].tally.placed and not won:",
    ),
    Mutant(
        "takeovers: military for defense does not count",
        "modules/takeovers.py",
        "strength(context, world, wide) + context.powers.defense",
        "strength(context, world, wide)",
    ),
)

_CONSUME: Final = (
    Mutant(
        "Consume: chips for hand cards are doubled",
        "turns/gains.py",
        'price is not None and "cards" in [part.what for part in (price, *price.more)]',
        "False",
    ),
    Mutant(
        "Consume: prestige x2 doubles only",
        "modules/prestige.py",
        "TRIPLE: Final = 3",
        "TRIPLE: Final = 2",
    ),
    Mutant(
        "Consume: prestige Trade does not double",
        "modules/prestige.py",
        "bonus.chips = max(bonus.chips, DOUBLE)",
        "bonus.chips = max(bonus.chips, 1)",
    ),
    Mutant(
        "Consume: the discards of a prestige Trade are doubled",
        "phases/consume.py",
        "turn.moves.gain_chips(turn.state, turn.player, len(cards))",
        "turn.moves.gain_chips(turn.state, turn.player, len(cards) * turn.chips)",
    ),
    Mutant(
        "Consume: a power that must be used may be left",
        "phases/consume.py",
        "if all(_optional(power) for power in usable):",
        "if True:",
    ),
    Mutant(
        "Trade: the good that cannot be sold is sold",
        "phases/consume.py",
        "if world in player.goods and world not in unsold",
        "if world in player.goods",
    ),
    Mutant(
        "Trade: a sale by a power without trade powers counts them",
        "turns/trading.py",
        "price(None if plain else turn.in_force(), kind, world)",
        "price(turn.in_force(), kind, world)",
    ),
    Mutant(
        "Trade: a price for this world's good counts for all",
        "turns/trading.py",
        "if power.card == world if power.here else",
        "if power.here or",
    ),
    Mutant(
        "Consume: at an ante a card of the same cost wins",
        "turns/gains.py",
        "any(cost[card] > cost[stake[0]] for card in turned)",
        "any(cost[card] >= cost[stake[0]] for card in turned)",
    ),
    Mutant(
        "Consume: goods of different kinds may be of one kind",
        "turns/prices.py",
        "kinds[one] if kinds[one] != ANY else -1 - one if price.different else 0",
        "-1 - one if price.different else kinds[one] if kinds[one] != ANY else 0",
    ),
)

_PRODUCE: Final = (
    Mutant(
        "Produce: prestige draws 2 cards",
        "modules/prestige.py",
        "PRODUCE_CARDS: Final = 3",
        "PRODUCE_CARDS: Final = 2",
    ),
    Mutant(
        "Produce: as many as another are the most",
        "turns/counting.py",
        "mine > other for other",
        "mine >= other for other",
    ),
    Mutant(
        "Produce: a power draws though no good came",
        "turns/perform.py",
        "turn.moves.put_good(turn.state, turn.player, world)):\n",
        "turn.moves.put_good(turn.state, turn.player, world) is not None):\n",
    ),
    Mutant(
        "Produce: another windfall world may be this one",
        "turns/gains.py",
        "power.card if self.other else -1",
        "-1",
    ),
    Mutant(
        "Produce: a world of any kind is not of the kind that a power asks for",
        "turns/perform.py",
        "kind = single_kind(kinds) or (yield from choose_kind(turn, world, kinds))",
        "kind = yield from choose_kind(turn, world)",
    ),
)

_ROUND: Final = (
    Mutant(
        "round end: the hand limit of a card stands beside the rule's",
        "phases/round_end.py",
        "limit = max([power.amount for power in limits], default=HAND_LIMIT)",
        "limit = max([HAND_LIMIT, *[power.amount for power in limits]])",
    ),
    Mutant(
        "round end: own discards are taken back",
        "phases/round_end.py",
        "for other, cards in given.items() if other != seat",
        "for other, cards in given.items() if other >= 0",
    ),
    Mutant(
        "game end: 15 prestige do not end it",
        "modules/prestige.py",
        "ENDING: Final = 15",
        "ENDING: Final = 16",
    ),
    Mutant(
        "prestige: every leader draws",
        "modules/prestige.py",
        "if player.fresh_prestige and len(leading) == 1:",
        "if player.fresh_prestige:",
    ),
    Mutant(
        "prestige: the sole leader draws without prestige of the round",
        "modules/prestige.py",
        "if player.fresh_prestige and len(leading) == 1:",
        "if len(leading) == 1:",
    ),
    Mutant(
        "prestige: what came stays fresh though the lead is lost",
        "modules/prestige.py",
        "            if leading != [seat]:\n",
        "            if seat not in leading:\n",
    ),
    Mutant(
        "Search: it is used up though nothing was found",
        "modules/search.py",
        "    if found >= 0:\n",
        "    player.special_used = True\n    if found >= 0:\n",
    ),
    Mutant(
        "Search: a second match may be passed",
        "modules/search.py",
        "if refused and not _may_pass(rules, wanted, card):",
        "if False:",
    ),
    Mutant(
        "Search: a world of any kind passed over uses up the refusal",
        "modules/search.py",
        "refused = refused or not _may_pass(rules, wanted, card)",
        "refused = True",
    ),
    Mutant(
        "Search: takeover cards are a category without takeovers",
        "cards/table.py",
        "if takeovers or not category.only_with_takeovers",
        "if True",
    ),
    Mutant(
        "prestige card: it is there a second time",
        "modules/prestige.py",
        "            player.special_used = True\n",
        "",
    ),
)

_POINTS: Final = (
    Mutant(
        "goals: one that needs another set is dealt",
        "cards/tiles.py",
        "if not goal.needs or goal.needs in sets",
        "if goal.needs != 0",
    ),
    Mutant(
        "goals: a tie takes the tile from its holder",
        "modules/goals.py",
        "if having[holder] == best >= least:",
        "if having[holder] == best >= least and having.count(best) == 1:",
    ),
    Mutant(
        "goals: who ties with the holder has nothing",
        "modules/goals.py",
        "if tile.least <= having[seat] == max(having):",
        "if False:",
    ),
    Mutant(
        "goals: takeover powers count without takeovers",
        "modules/goals.py",
        "if counted.for_takeovers and not state.takeovers:",
        "if False:",
    ),
    Mutant(
        "goals: two worlds of any kind are one more kind",
        "turns/counting.py",
        "+ kinds.count(ANY))",
        "+ min(1, kinds.count(ANY)))",
    ),
    Mutant(
        "scoring: a card counts for two lines of one card",
        "scoring/scoring.py",
        "& ~already",
        "",
    ),
    Mutant(
        "scoring: goods are no tie-break",
        "scoring/scoring.py",
        "return len(player.hand) + len(player.goods)",
        "return len(player.hand)",
    ),
    Mutant(
        "game end: the last chips may not be passed",
        "moves.py",
        "        player.vp += points\n        state.pool -= points\n",
        "        points = min(points, max(0, state.pool))\n"
        "        player.vp += points\n        state.pool -= points\n",
    ),
    Mutant(
        "round end: the supply is shuffled anew only when it is next drawn from",
        "moves.py",
        "        card = supply.deck.pop()\n        if not supply.deck:\n"
        "            self._reshuffle(state, supply)\n        return card\n",
        "        return supply.deck.pop()\n",
    ),
)

_COMBINING: Final = (
    Mutant(
        "once a game: a use that brings nothing is one",
        "turns/perform.py",
        "            if not got:\n                return\n            if power.once",
        "            if power.once",
    ),
    Mutant(
        "once a game: who refuses to pay has used it",
        "turns/perform.py",
        "        if not given:\n",
        "        turn.use_up(power)\n        if not given:\n",
    ),
    Mutant(
        "move: a good can go to a gray world",
        "turns/gains.py",
        "if turn.table.can_refill[world]\n            and world not in",
        "if world not in",
    ),
    Mutant(
        "move: in Produce goods move before all have come",
        "phases/produce.py",
        "power.price is not None or power.chooses or is_of_the_moment(power)",
        "power.price is not None or is_of_the_moment(power)",
    ),
    Mutant(
        "the top card: a second copy of a development is placed",
        "turns/gains.py",
        "if not self.mask >> card & 1 or is_second_copy(turn.table, player, card):",
        "if not self.mask >> card & 1:",
    ),
    Mutant(
        "tokens: more come than there are left",
        "moves.py",
        "min(number, tokens_left(self.table, state, token))",
        "number",
    ),
)

RULES: Final = (
    *_COMBINING,
    *_EXPLORE_DEVELOP,
    *_SETTLE,
    *_ENDS,
    *_TAKEOVERS,
    *_CONSUME,
    *_PRODUCE,
    *_ROUND,
    *_POINTS,
)
