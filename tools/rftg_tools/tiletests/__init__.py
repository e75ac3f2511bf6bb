"""Tests of tiles: situations from card files, played on the engine of Roll and compared."""
