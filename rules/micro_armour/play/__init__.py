"""The book as it is played: the chapters put together, outcomes in words, and fire asked about outside a game."""
