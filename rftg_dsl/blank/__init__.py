"""New card files and new cards: text that `check` accepts at once, for a designer to fill in."""
