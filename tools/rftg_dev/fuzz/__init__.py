"""Fuzzers: random or damaged input that must never break the program that reads it."""
