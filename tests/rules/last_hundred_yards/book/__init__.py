"""The book: roster, editions, switches, house figures."""
