"""What a player declares of a card that is not coded: a grammar of moves."""
