"""What many games say: a table, a page with charts, files for a spreadsheet."""
