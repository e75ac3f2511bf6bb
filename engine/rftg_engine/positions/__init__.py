"""Positions: games laid out by hand instead of dealt."""
