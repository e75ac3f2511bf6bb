"""Whole games through the application of `rftg-dsl play`, every frame read for what it tells."""
