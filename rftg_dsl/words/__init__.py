"""The words of the language: grammar patterns, checks and lowering to hooks."""
