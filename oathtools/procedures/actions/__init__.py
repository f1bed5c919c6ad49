"""Chapter 5 but for the campaign: the major actions, and what it takes for any action."""
