"""Games through the application of `rftg-dsl play`, with a check of every frame for leaks."""
