"""The state of a game: what the scenario settles, the stands on the table, how far play has come, and what can happen."""
