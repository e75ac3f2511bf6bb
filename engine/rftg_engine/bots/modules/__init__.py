"""What bots know of modules of rules: a file or folder each, of the module's name."""
