"""Strength of cards: games of players who draw a card, compared with official cards.

deck          the cards of a game by number, their peers, and alternatives with another cost or VP
bots          bots that repeat the start of a game, and bots with a forced policy for a card
games         one game, played and reduced to plain data
experiment    the games of a seed: with the cards, without them, and variants of the first
store         finished games in SQLite, each stored once
playing       all games of an experiment in the order of their seeds, played or loaded
statistics    running means, variances and confidence intervals
effect        the effect of a card on its drawer's wins
tally         the figures of one card, and the cards that it works well with
official      the effects of official cards, and their range
set_figures   the effects of a set on the entire game
study         playing until every card is measured precisely enough
verdict       the verdict on a card, and its problems
advice        suggested changes of a card
history       measurements of earlier versions of a card
words, data   all results as text and as JSON
trials, race  trials as commands use them, for any game and for Race
report        all results as an HTML page
tiles         the same for tiles of Roll
"""
