"""Is a card any good? Games with it against the same games with an official card in its place.

peers         which official cards a card is compared with
deck          the cards of a game, number by number, and the digest that identifies them
games         one game, played and told as plain data
experiment    what is played for a seed: games with the cards, without, and with others in place
store         games that were played, in SQLite, each once
playing       all games of an experiment in the order of their seeds, played or read
moments       means, variances and intervals as numbers come in
tally         what the games say of one card
official      what they say of the official cards: their effects, and the range of these
partners      which cards a card goes with
set_figures   what a set does to the whole game
study         plays until every card is known well enough
verdict       what is said of a card, and what is found wanting
alternatives  a card at another cost or with other points
recount       what a point more or less would have changed
advice        what to change of a card
history       what was found of its earlier versions
wins, plain   what is said of a card in plain sentences
data, words   the findings as JSON and as text; set_words, those of a whole set
report        the findings as a page of HTML
"""
