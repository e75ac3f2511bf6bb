"""The syntax of power lines: tokens, tables, parser, syntax tree, and the text made from it."""
