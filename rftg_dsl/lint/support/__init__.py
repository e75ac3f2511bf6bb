"""Data for design lints: the cards in use and figures of official cards."""
