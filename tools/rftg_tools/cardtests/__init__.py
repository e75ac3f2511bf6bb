"""Card tests: situations from card files, played on the engine and compared with what they say."""
