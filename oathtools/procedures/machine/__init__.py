"""The machine that the Law's chapters run on: the game, its frames, facts, costs, the registry of powers."""
