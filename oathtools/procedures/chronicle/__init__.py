"""Chapter 8: the Chronicle, step by step."""
