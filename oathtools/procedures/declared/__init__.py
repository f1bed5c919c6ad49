"""What a player declares of a card without code: a grammar of moves."""
