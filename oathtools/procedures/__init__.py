"""The procedures of the Law: setup, the turn, the actions, victory. Each opens with its clauses, in printed order."""
