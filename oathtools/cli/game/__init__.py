"""Commands of a running game."""
