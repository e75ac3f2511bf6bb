"""Strength of tiles of Roll: games of players who draw a tile, compared with other tiles.

experiment    the tiles of a game, the games to play, and their key in the store
study         playing until every tile is measured precisely enough; the figures of each
findings      the verdict on a tile, its problems, and its versions with another cost
trial         the findings as text and as JSON

All tiles of a kind are in the bag, or are dealt, with the same probability. So games that are
played anyway measure each tile, and no games with replacement tiles are needed.
"""
