"""Chapter 3: who has won."""
