"""Commands of campaigns and their odds."""
