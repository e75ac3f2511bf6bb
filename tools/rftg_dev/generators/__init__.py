"""Generators of pages, pictures and data files that are checked in."""
