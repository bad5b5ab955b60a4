"""What a game of this book is at one moment, and the events that change it."""
