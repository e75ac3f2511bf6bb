"""Tests of the words of the tiles of Roll for the Galaxy."""
