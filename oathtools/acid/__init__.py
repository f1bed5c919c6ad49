"""The acid test: cases with known answers for any engine of Oath, and what drives an engine through them."""
