"""The table as a picture: the facts of ``status`` drawn as SVG, and pages around it."""
