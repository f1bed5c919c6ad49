"""What past games left: annals, differences, a card's way, the story."""
