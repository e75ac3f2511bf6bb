"""Conformance: our engine compared with games that another engine recorded."""
