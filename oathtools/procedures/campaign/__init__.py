"""Campaigns (5.5): declared, fought, settled, foreseen and told."""
