"""Options that several commands share: what is asked about, the book and a player's own lists, the board, the game."""
