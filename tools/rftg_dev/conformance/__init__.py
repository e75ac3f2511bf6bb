"""Conformance: our engine stepped through games that another engine recorded."""
