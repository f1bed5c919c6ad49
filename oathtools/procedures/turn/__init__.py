"""Chapter 4: the loop of turns, Wake, Rest."""
