"""Many games by bots: played under one setting or two, summed up, compared pair by pair on the same seeds."""
