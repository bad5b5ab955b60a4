"""A mission as a scenario gives it: sides, map, forces, bids, landings, light and victory."""
