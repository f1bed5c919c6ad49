"""The folder a table keeps: the Chronicle between games, save strings, the journals of its games."""
