"""Everything that all books share: citations, rulings, units, states, events, dice and the engine of play."""
