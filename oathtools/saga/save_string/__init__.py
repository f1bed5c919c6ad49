"""Save strings of the Tabletop Simulator mod."""
