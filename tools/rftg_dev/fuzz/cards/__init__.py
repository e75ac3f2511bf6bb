"""Random card files that `check` accepts, played, printed and measured."""
