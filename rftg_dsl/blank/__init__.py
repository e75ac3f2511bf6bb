"""Changes to card files: new sets, new cards and fixes."""
