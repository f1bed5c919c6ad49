"""Who answers: people in words, scripts, bots; and chance, seeded or told by the table. The rules cannot tell."""
