"""Studies: how well findings, chances, bots and colours hold."""
