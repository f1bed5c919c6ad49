"""Campaigns and their odds as text and JSON."""
