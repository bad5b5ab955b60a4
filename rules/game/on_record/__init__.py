"""Historical data of weapons that several books have: the source of their house figures."""
