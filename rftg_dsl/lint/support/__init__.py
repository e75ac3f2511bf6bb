"""What the rules of design lints look at: the cards in use, and figures of official cards."""
