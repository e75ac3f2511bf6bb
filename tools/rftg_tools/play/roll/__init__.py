"""Roll at the table of play: its games, what it asks and tells, and what a page is shown of it."""
