"""Mutants of the engine: one rule wrong in each, and whether the tests of the rules see it."""
