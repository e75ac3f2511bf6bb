"""Strength of cards: games of players who draw a card, compared with official cards.

peers         the official cards that a card is compared with
deck          the cards of a game by number, and their digest
games         one game, played and reduced to plain data
courses       the answers of a game, so that a variant can start in the same way
holders       bots that never place a card, or place it whenever they can
experiment    the games of a seed: with the cards, without them, and variants of the first
store         finished games in SQLite, each stored once
playing       all games of an experiment in the order of their seeds, played or loaded
statistics    running means, variances and confidence intervals
effect        the effect of a card on its drawer's wins
tally         the figures of one card
official      the effects of official cards, and their range
partners      the cards that a card works well with
set_figures   the effects of a set on the entire game
study         playing until every card is measured precisely enough
watch         the display on a terminal while games are played
verdict       the verdict on a card, and its problems
alternatives  versions of a card with another cost or other points
recount       the effect of a victory point more or less
advice        suggested changes of a card
history       measurements of earlier versions of a card
wins, plain   the results of a card in plain sentences
data, words   all results as JSON and as text; set_words, those of an entire set
report        all results as an HTML page
"""
