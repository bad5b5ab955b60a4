"""The vocabulary of play that all books share."""
