"""Kit for games whose rules are written as generators, independent of any game.

driver     plays the steps of a game, asks players, and forks games
decisions  kinds of decisions and their legal answers
chance     shuffles and rolls of dice from a seed
events     events of a game, and observers
work       work limits
positions  base of games that are laid out at any point of a round
records    records of games: seed and answers, with a digest after each step
game       interface of a game for tools, with its results
bots       bots, and games played out between bots
learned    neural networks for bots

A game provides its state, its steps (driver.Flow), and the views of players.
"""
