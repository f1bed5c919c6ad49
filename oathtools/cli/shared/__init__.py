"""What several commands share; no command stands here."""
