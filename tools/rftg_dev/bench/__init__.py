"""Benchmarks: speed of the engine, of commands, of the language server and of pages."""
