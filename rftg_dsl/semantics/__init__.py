"""Semantics of power lines: selectors, checks, and lowering to hooks."""
