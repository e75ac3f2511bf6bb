"""Mutants of the engines: faults of single rules, and the tests that detect them."""
