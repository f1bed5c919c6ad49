"""Sheets for the table: what the text commands tell, laid out for paper."""
