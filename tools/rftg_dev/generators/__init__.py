"""Generators of pages, pictures and data files that are kept with the sources."""
