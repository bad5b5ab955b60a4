"""The army lists of the house, with the sums that their figures rest on."""
