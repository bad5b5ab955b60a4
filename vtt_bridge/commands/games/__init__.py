"""blindhex game, play and replay: games on the command line."""
