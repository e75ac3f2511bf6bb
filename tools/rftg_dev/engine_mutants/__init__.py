"""Faults of the engines, each with one rule wrong, and the tests that find them."""
