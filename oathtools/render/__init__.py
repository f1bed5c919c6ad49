"""Text and JSON forms of what the rules know; no rule is decided here."""
