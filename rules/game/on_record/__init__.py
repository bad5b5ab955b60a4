"""What is on record of weapons that more than one book has: the one source of their house figures."""
