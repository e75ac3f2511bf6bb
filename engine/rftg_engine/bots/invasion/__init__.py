"""Heuristics for invasions: estimates for a view, and the values of choices."""
