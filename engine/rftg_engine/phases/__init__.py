"""The steps of a round, a file each: generators that read like the rulebook."""
