"""Benchmarks of the engine and of commands."""
