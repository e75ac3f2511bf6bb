"""Tests of the words of the language, by game."""
