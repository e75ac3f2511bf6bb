"""What people thought of cards, and what became of these in their games.

marks      what somebody thinks of a card, and where it is kept
versions   which text of a card a game was played with
fates      what becomes of each card in a game, seat by seat
played     a game of people as its record tells it
known      what was read from records, so that none is played again for nothing
figures    what the games say of each version of a card
intervals  how sure a mean of few numbers is
bots       what bots said of it
report     all of it, as data
words      the same as text
"""
