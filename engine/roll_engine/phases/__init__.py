"""Steps of a round."""
