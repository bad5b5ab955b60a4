"""The rules of every book, found as a player looks for them."""
