"""Positions laid out by titles, anywhere in a round: for tests, puzzles and questions of rules."""
