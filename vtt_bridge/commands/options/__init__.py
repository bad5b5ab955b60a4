"""Options that several commands share: the source of a question, the book and a player's own lists, the board, the game."""
