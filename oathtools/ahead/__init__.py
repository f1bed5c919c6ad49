"""Ahead: who would win next and what is missing, and what whoever acts can do about it. No rule is decided here."""
