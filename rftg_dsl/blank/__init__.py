"""Changes to card files: new sets and cards for a designer to fill in, and fixes."""
