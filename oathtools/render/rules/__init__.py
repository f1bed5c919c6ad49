"""Clauses, cards, rulings and books as text and JSON."""
