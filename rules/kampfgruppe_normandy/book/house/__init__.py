"""The army lists of the house, with the formulas that their figures rest on."""
