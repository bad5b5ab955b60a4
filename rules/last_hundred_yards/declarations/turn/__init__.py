"""The turn: initiative, activation, time, Clean Up and decisions that fall due. Chapters 5 to 9."""
