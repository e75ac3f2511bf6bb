"""Strength of tiles of Roll: games of players who draw a tile, compared with other tiles.

subjects      the tiles of a game: the tested ones, and shipped ones to compare with
games         one game, played and reduced to plain data
experiment    the games to play, and their key in the store
study         playing until every tile is measured precisely enough; the figures of each
findings      the verdict on a tile, and its problems
data, words   the findings as JSON and as text

All tiles of a kind are in the bag, or are dealt, with the same probability. So games that are
played anyway measure each tile, and no games with replacement tiles are needed.
"""
