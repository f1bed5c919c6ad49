"""Chapter 1: setting up, and how a game opens."""
