"""The world between games as text and JSON."""
