"""The engine of play for all books: declarations, their results, and the exact odds of every end."""
