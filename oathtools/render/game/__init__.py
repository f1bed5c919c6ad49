"""A running game as text and JSON: log, questions, status, verdicts."""
