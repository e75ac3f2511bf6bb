"""Is a card any good? Games of those who draw it, against games of those who draw an official one.

peers         which official cards a card is compared with
deck          the cards of a game, number by number, and the digest that identifies them
games         one game, played and told as plain data
courses       what was answered in a game, so that another begins as it did
holders       bots that leave a card alone, or place it whenever they can
experiment    what is played for a seed: games with the cards, without, and variants of the first
store         games that were played, in SQLite, each once
playing       all games of an experiment in the order of their seeds, played or read
statistics    means, variances and intervals as numbers come in
effect        the effect of a card on the wins of who draws it
tally         what the games say of one card
official      what they say of the official cards: their effects, and the range of these
partners      which cards a card goes with
set_figures   what a set does to the whole game
study         plays until every card is known well enough
watch         what is shown of a study while it is played
verdict       what is said of a card, and what is found wanting
alternatives  a card at another cost or with other points
recount       what a point more or less would have changed
advice        what to change of a card
history       what was found of its earlier versions
wins, plain   what is said of a card in plain sentences
data, words   the findings as JSON and as text; set_words, those of a whole set
report        the findings as a page of HTML
"""
