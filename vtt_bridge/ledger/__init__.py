"""The rules of every book, found by number or words."""
