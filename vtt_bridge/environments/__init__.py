"""The games as environments for OpenSpiel and PettingZoo, so that their players can play them."""
