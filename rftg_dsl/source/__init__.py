"""Text of card files: bytes, lines, and YAML nodes with positions."""
