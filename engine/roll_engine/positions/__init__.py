"""Positions: games that start at any point of a round."""
