"""The table: plain state, the effects that alone change it, what may be known, what must be conserved."""
