"""The language server: what an editor asks about card files, answered by the compiler.

Only `server` and the modules that build answers know the protocol; `context` and `names` know
only cards. Nothing here reads a file or plays a game.
"""
