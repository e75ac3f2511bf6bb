"""Invasions: waves of attacks on all players, damaged worlds, and the war effort."""
