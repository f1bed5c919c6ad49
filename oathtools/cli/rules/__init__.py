"""Commands that look rules up and judge by them."""
