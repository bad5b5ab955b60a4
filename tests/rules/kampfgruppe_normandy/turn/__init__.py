"""The turn, its actions and the end of a game of Kampfgruppe Normandy."""
