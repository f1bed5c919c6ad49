"""What the guide through setup and Chronicle tells, and what hands fetch and put away."""
