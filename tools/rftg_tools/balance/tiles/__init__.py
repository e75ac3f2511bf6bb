"""Is a tile of Roll any good? Games of those who draw it, against those of who draw another.

subjects      the tiles of a game, of which some are tried and the others compared with
games         one game, played and told as plain data
experiment    which games are played, and their place in the store
study         plays until every tile is known well enough; what the games say of each
findings      what is said of a tile, and what is found wanting
data, words   the findings as JSON and as text

All tiles of a sort lie in the bag, or are dealt, with the same probability. So the games that are
played anyway tell of each, and none is played with another tile in the place of one.
"""
