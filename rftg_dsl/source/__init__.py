"""The text of card files: bytes, lines and YAML nodes with their places."""
