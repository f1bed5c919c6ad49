"""Chapter 6: minor actions, citizenship and exchanges."""
