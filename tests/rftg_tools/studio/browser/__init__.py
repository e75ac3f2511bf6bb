"""The bench in a real browser: cards made and changed as a designer does it, and nothing lost."""
