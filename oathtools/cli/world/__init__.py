"""Commands of the world between games."""
