"""VASSAL's files: modules, saved games and logs are read into scenes, asked about and checked; nothing is written back."""
