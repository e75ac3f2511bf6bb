"""Fuzzers: what is made at random or damaged, and must never break what reads it."""
