"""What a mission gives each side before play: units, forces by lot, players to be named."""
