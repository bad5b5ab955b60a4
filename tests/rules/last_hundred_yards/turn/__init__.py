"""The turn, activation, command. Chapters 2 and 5 to 9, 16 to 19."""
