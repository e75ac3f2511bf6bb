"""Where the helps of check lead: to the card that was meant, to a plain no, or to another card."""
