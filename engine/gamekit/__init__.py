"""A kit for games that are played by rules written as generators; it knows no game.

driver     puts the questions of each step to the players, takes their answers, forks
decisions  what a player can be asked, and which answers are legal
amounts    a further form of decision: how many of each of some things
turns      several players' own sequences of decisions, together or one after the other
chance     shuffles and rolls of dice that follow from a seed alone
events     what happens in a game, for those who watch it
work       how much work a game may take
records    a game as its answers, with a digest after each step
scoring    points, what breaks ties, and who wins
bots       players that see their own view alone, and games played to their end

A game brings its state, its steps (driver.Flow), and what each player may see.
"""
